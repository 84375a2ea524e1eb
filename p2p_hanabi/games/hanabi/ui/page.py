"""A Hanabi table on a web page: its cards, and the moves found by touching them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from p2p_hanabi.ui.model.game.areas import Area
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import N_, _, translated
from protocol.game import Card

from ..moves import Discard, Hint, HintColour, HintRank, Move, Play
from ..view import CardInfo, HanabiView
from . import areas
from .board import cells
from .board.cells import Level
from .board.seen import labelled_ends
from .knowledge import hinted_face
from .words import words_board as words_hanabi
from .words.sentences import colour

_CELLS = 16
"""The preferred maximum length of the text below a card."""
_BETWEEN = " · "
_WORTH = {cells.LAST: N_("last one"), cells.DEAD: N_("useless")}


class HanabiPage:
    """See `game_page.GamePage`."""

    art = Path(__file__).with_name("cards.svg")

    @property
    def levels(self) -> Sequence[str]:
        return translated(words_hanabi.LEVEL_NAMES)

    def areas(self, view: HanabiView, players: Players, looking: Looking) -> Sequence[Area]:
        below = partial(_below, view, _ages(view, players), Level(looking.level))
        return areas.of_table(view, players, areas.InHands(below, notes=looking.notes))

    def offers(self, view: HanabiView, players: Players) -> Sequence[MoveOffer[Move]]:
        return [_offer(move, view) for move in sorted(view.moves, key=_usual)]


def _below(view: HanabiView, ages: Mapping[Card, str], level: Level, info: CardInfo) -> str:
    """Return what the owner knows of the card, whether it is still needed, and how old it is."""
    known = hinted_face(info) if level is Level.TOLD else cells.known(info, view, level, _CELLS)
    worth = _WORTH.get(cells.worth(info, view, level))
    told_of = (known, _(worth) if worth else "", ages.get(info.card))
    return _BETWEEN.join(filter(None, told_of))


def _ages(view: HanabiView, players: Players) -> Mapping[Card, str]:
    """Return labels for the oldest and the newest card of hands."""
    ages: dict[Card, str] = {}
    for seat in players.from_next:
        if (ends := labelled_ends(view, players, seat)) is not None:
            ages |= dict(zip(ends, (_("old"), _("new")), strict=True))
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
            return MoveOffer(move, _compact(move), move.touched or hand, move.touched or hand)
        case Play() | Discard():
            return MoveOffer(move, _done(move), (move.card,), (move.card,))


def _compact(hint: Hint) -> str:
    """Return the words for a hint: its colour or rank, and whether it touches no card."""
    what = colour(hint.colour) if isinstance(hint, HintColour) else str(hint.rank)
    sentence = _("Hint {what}") if hint.touched else _("Hint {what}: none")
    return sentence.format(what=what)


def _done(move: Play | Discard) -> str:
    if isinstance(move, Discard):
        return _("Discard")
    if move.announced is None:
        return _("Play")
    return _("Play, announce {colour}").format(colour=colour(move.announced))


PAGE = HanabiPage()
