"""An Ikebana table as areas of cards, for a web page."""

from __future__ import annotations

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.drawing.style import as_text, text
from p2p_hanabi.ui.model.game.areas import Area, Drawn, Front, Role
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.by_eyes import words
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Seat

from ..state import Flower
from ..view import IkebanaView
from . import decision, painter
from .words import sentences
from .words import words_board as words_ikebana

_FLOWERS = ("rose", "daisy", "fern", "iris", "tulip", "joker")
"""The drawing of each colour."""
_TINTS = ("red", "yellow", "green", "blue", "black", "multicolour")
"""The colour in which its number is written."""
DRAWN = N_("Drawn card")
TO_DECIDE = N_("to keep or refuse")
NO_FLOWER = N_("no flowers yet")
YOUR_BOUQUET = N_("Your bouquet")


def of_table(view: IkebanaView, players: Players) -> list[Area]:
    """Return the whole table; the viewer's own bouquet, if any, comes last."""
    bouquets = [_bouquet(view, seat, players) for seat in players.from_next]
    own = [area for area in bouquets if area.is_own]
    others = [area for area in bouquets if not area.is_own]
    return [_round(view, players), _discards(view, players), *others, *own]


def _round(view: IkebanaView, players: Players) -> Area:
    """Return the state of the game, and the card to decide on."""
    lines = [painter.standing(view), *map(text, decision.decision_sentences(view, players))]
    shown = [] if view.drawn is None else [_drawn(view.drawn, mark=_(TO_DECIDE))]
    title = _(DRAWN) if shown else ""
    return Area(title, tuple(shown), words(lines), key="round")


def _discards(view: IkebanaView, players: Players) -> Area:
    """Return the top discards, each with its owner's name and what is below."""
    tops = tuple(_top(view, seat, players) for seat in players.from_next)
    title, *lines = painter.discards(view, players)
    shown_lines = [
        line for line, seat in zip(lines, players.from_next, strict=True) if view.buried[seat]
    ]
    return Area(as_text(title), tops, words(shown_lines), key="discards")


def _top(view: IkebanaView, seat: Seat, players: Players) -> Drawn:
    owner, flower = players.other(seat) or _("You"), view.tops[seat]
    if flower is None:
        return Drawn(Front(_("none")), owner)
    below = view.heights[seat] - 1
    return _drawn(flower, f"{owner} {words_ikebana.below(below)}" if below else owner)


def _bouquet(view: IkebanaView, seat: Seat, players: Players) -> Area:
    who, shown = players.other(seat), view.bouquets[seat]
    cards = tuple(map(_drawn, shown.flowers)) + (Drawn(Front(_(NO_FLOWER))),) * shown.missing
    now = sentences.prestige(view.prestige[seat], [won[seat] for won in view.won])
    lines = [text(f"{_(sentences.PRESTIGE_TITLE)} {now}")]
    lines += [text(painter.bouquet(shown.flowers))] if shown.flowers else []
    return Area(
        _(YOUR_BOUQUET) if who is None else who,
        cards,
        words(lines),
        is_turn=view.actor == seat,
        role=Role.OWN if who is None else Role.HAND,
        key=f"bouquet {seat + 1}",
    )


def _drawn(flower: Flower, below: str = "", mark: str = "") -> Drawn:
    colour, rank = colour_of(flower.face), str(rank_of(flower.face))
    name = painter.face_name(flower.face)
    letter = sentences.letters()[colour]
    front = Front(name, (_FLOWERS[colour],), rank, letter, _TINTS[colour])
    return Drawn(front, below, mark, card=flower.card)
