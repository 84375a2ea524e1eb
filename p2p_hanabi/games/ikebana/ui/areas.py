"""An Ikebana table as areas of cards, for a web page."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.drawing.style import as_text, text
from p2p_hanabi.ui.model.game.areas import SHAPES, Area, Drawn, Figure, Front, Role, Worth
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.by_eyes import words
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Seat

from ..bouquets import FLOWERS
from ..state import ROUNDS, Flower
from ..view import IkebanaView
from . import decision, painter
from .board import cells
from .words import sentences
from .words import words_board as words_ikebana

_FLOWERS = ("rose", "daisy", "fern", "iris", "tulip", "joker")
"""The drawing of each colour."""
_TINTS = ("red", "yellow", "green", "blue", "black", "multicolour")
"""The colour in which its number is written."""
YOU = N_("You")
FOR_SALE = N_("For sale")
DRAWN = N_("Drawn card")
TO_DECIDE = N_("to keep or refuse")
FREE_PLACE = N_("free place")
YOUR_BOUQUET = N_("Your bouquet")


def of_table(view: IkebanaView, players: Players) -> list[Area]:
    """Return the whole table; the viewer's own bouquet, if any, comes last."""
    bouquets = [_bouquet(view, seat, players) for seat in players.from_next]
    own = [area for area in bouquets if area.is_own]
    others = [area for area in bouquets if not area.is_own]
    shared = [_discards(view, players), _decision(view, players)]
    return [_round(view), *others, *shared, *own]


def _round(view: IkebanaView) -> Area:
    """Return the round, the card of the bouquets that is being chosen, and the pile."""
    double = _("This round counts double.")
    factor = (Figure(_("counts"), f"x{view.factor}", double),) if view.factor > 1 else ()
    return Area(
        _("Standing"),
        role=Role.STRIP,
        key="round",
        figures=(
            Figure(_("round"), f"{view.round_number} / {ROUNDS}", as_text(painter.standing(view))),
            Figure(_("card"), f"{view.bouquet_card} / {FLOWERS}", is_told=True),
            *factor,
            Figure(_("pile"), str(view.pile), is_told=True),
        ),
    )


def _decision(view: IkebanaView, players: Players) -> Area:
    """Return the card to decide on, if there is one, and the choices."""
    shown = () if view.drawn is None else (_drawn(view.drawn, mark=_(TO_DECIDE)),)
    lines = words(map(text, decision.decision_sentences(view, players)))
    return Area(_(DRAWN) if shown else "", shown, lines, role=Role.DRAWN, key="decision")


def _discards(view: IkebanaView, players: Players) -> Area:
    """Return the top discards, each with its owner's name and what is below."""
    tops = tuple(_top(view, seat, players) for seat in players.from_next)
    _title, *lines = painter.discards(view, players)
    shown_lines = [
        line for line, seat in zip(lines, players.from_next, strict=True) if view.buried[seat]
    ]
    return Area(_(FOR_SALE), tops, words(shown_lines), key="discards")


def _top(view: IkebanaView, seat: Seat, players: Players) -> Drawn:
    owner, flower = players.other(seat) or _("You"), view.tops[seat]
    if flower is None:
        return Drawn(Front(_("none")), owner, place=owner)
    below = view.heights[seat] - 1
    in_words = words_ikebana.below_in_words if is_aloud() else words_ikebana.below
    about = in_words(below) if below else ""
    is_offered = any(offer.owner == seat and offer.affordable for offer in view.offers)
    worth = (Worth.FITS,) * (is_offered and bool(view.moves))
    return replace(_drawn(flower, owner), worth=worth, place=owner, about=about)


def _bouquet(view: IkebanaView, seat: Seat, players: Players) -> Area:
    who, shown = players.other(seat), view.bouquets[seat]
    cards = tuple(map(_drawn, shown.flowers)) + (Drawn(Front(_(FREE_PLACE))),) * shown.missing
    now = sentences.prestige(view.prestige[seat], [won[seat] for won in view.won])
    lines = [text(f"{_(sentences.PRESTIGE_TITLE)} {now}")]
    lines += [text(painter.bouquet(shown.flowers))] if shown.flowers else []
    return Area(
        _(YOUR_BOUQUET) if who is None else who,
        cards,
        words(lines),
        latest=cells.counts(shown, view.factor),
        figures=(Figure(_("prestige"), str(view.prestige[seat]), now if view.won else ""),),
        is_turn=view.actor == seat,
        role=Role.OWN if who is None else Role.HAND,
        key=f"bouquet {seat + 1}",
    )


def _drawn(flower: Flower, below: str = "", mark: str = "") -> Drawn:
    colour, rank = colour_of(flower.face), str(rank_of(flower.face))
    name = painter.face_name(flower.face)
    letter, tint = sentences.letters()[colour], _TINTS[colour]
    front = Front(name, (_FLOWERS[colour],), rank, letter, tint, SHAPES[tint])
    return Drawn(front, below, mark, card=flower.card)
