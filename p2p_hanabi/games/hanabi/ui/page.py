"""A Hanabi table on a web page: its cards, and the moves found by touching them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from p2p_hanabi.games.common.firework_cards import colour_of
from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.model.game.areas import Area, Happened, Worth
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import N_, _, translated
from protocol.game import Card

from ..moves import Discard, Hint, HintColour, HintRank, Move, Play
from ..state import Played
from ..view import CardInfo, HanabiView
from . import areas, latest
from .board import cells
from .board.cells import Level
from .board.seen import labelled_ends
from .knowledge import hinted_face
from .words import words_board as words_hanabi
from .words.sentences import colour, colour_letters

_CELLS = 16
"""The preferred maximum length of what is known of a card."""
FOR_TWO = 2
_WORTH = {
    Worth.FITS: N_("fits now"),
    Worth.LAST: N_("last copy"),
    Worth.USELESS: N_("not needed"),
}


class HanabiPage:
    """See `game_page.GamePage`."""

    art = Path(__file__).with_name("cards.svg")
    reads: Mapping[str, str] = {}

    @property
    def levels(self) -> Sequence[str]:
        return translated(words_hanabi.LEVEL_NAMES)

    def areas(self, view: HanabiView, players: Players, looking: Looking) -> Sequence[Area]:
        level = Level(looking.level)
        about = partial(_about, view, _ages(view, players), level)
        return areas.of_table(view, players, areas.InHands(about, level, notes=looking.notes))

    def opened_page(self, key: str, view: HanabiView, players: Players) -> Sequence[Line]:
        """Raise `KeyError`: there are no such pages."""
        raise KeyError(key)

    def offers(self, view: HanabiView, players: Players) -> Sequence[MoveOffer[Move]]:
        return [_offer(move, view) for move in sorted(view.moves, key=_usual)]

    def happened_since(self, view: HanabiView, players: Players) -> Sequence[Happened]:
        return latest.since(view, players)


def _about(view: HanabiView, ages: Mapping[Card, str], level: Level, info: CardInfo) -> str:
    """Return what the owner knows of the card, whether it is still needed, and how old it is."""
    known = cells.known(info, view, level, _CELLS)
    if level is Level.TOLD:
        hinted = hinted_face(info)
        known = _("told {what}").format(what=hinted) if hinted else ""
    worth = (_(_WORTH[each]) for each in cells.worth_of(info, view, level))
    return ", ".join(filter(None, (known, *worth, ages.get(info.card))))


def _ages(view: HanabiView, players: Players) -> Mapping[Card, str]:
    """Return labels for the oldest and the newest card of hands."""
    ages: dict[Card, str] = {}
    for seat in players.from_next:
        if (ends := labelled_ends(view, players, seat)) is not None:
            ages |= dict(zip(ends, (_("oldest"), _("newest")), strict=True))
    return ages


# -- moves


def _usual(move: Move) -> int:
    """Return a sort key: the most common moves first, the rest as the rules list them."""
    match move:
        case Play(announced=None):
            return 0
        case Discard():
            return 1
    return 2


def _offer(move: Move, view: HanabiView) -> MoveOffer[Move]:
    match move:
        case HintColour() | HintRank():
            hand = tuple(info.card for info in view.hands[move.seat])
            cards = move.touched or hand
            return MoveOffer(move, _compact(move), cards, cards, keys=(_hint_keys(move, view),))
        case Play() | Discard():
            slot = next(n for n, info in enumerate(view.hand, start=1) if info.card == move.card)
            is_play = isinstance(move, Play)
            return MoveOffer(
                move,
                _done(move, slot),
                (move.card,),
                (move.card, *(_covered(move.card, view) if is_play else ())),
                keys=(f"{'p' if is_play else 'd'}{slot}{_announced(move)}",),
                onto=areas.FIREWORKS_KEY if is_play else areas.DISCARDS_KEY,
                is_usual=is_play and not _announced(move),
            )


def _covered(card: Card, view: HanabiView) -> Iterator[Card]:
    """Yield the top of the firework on which a card would be placed, if its colour is known."""
    info = next(info for info in view.hand if info.card == card)
    colours = {colour_of(face) for face in info.deduced}
    for entry in reversed(view.log) if len(colours) == 1 else ():
        if isinstance(entry, Played) and entry.placed and colour_of(entry.face) in colours:
            yield entry.move.card
            return


def _hint_keys(hint: Hint, view: HanabiView) -> str:
    """Return the letter for a hint, the number of its receiver if there are several, and the colour
    or rank."""
    to = "" if view.players == FOR_TWO else str(hint.seat + 1)
    what = str(hint.rank) if isinstance(hint, HintRank) else _letter(hint.colour)
    return f"h{to}{what}"


def _announced(move: Play | Discard) -> str:
    """Return the letter of the colour announced with a play; empty if none is."""
    if isinstance(move, Discard) or move.announced is None:
        return ""
    return _letter(move.announced)


def _letter(number: int) -> str:
    return colour_letters()[number].lower()


def _compact(hint: Hint) -> str:
    """Return the words for a hint: its colour or rank, and whether it touches no card."""
    what = colour(hint.colour) if isinstance(hint, HintColour) else str(hint.rank)
    sentence = _("Hint {what}") if hint.touched else _("Hint {what}: none")
    return sentence.format(what=what)


def _done(move: Play | Discard, slot: int) -> str:
    if isinstance(move, Discard):
        return _("Discard card {n}").format(n=slot)
    if move.announced is None:
        return _("Play card {n}").format(n=slot)
    return _("Play, announce {colour}").format(colour=colour(move.announced))


PAGE = HanabiPage()
