"""A table of Ikebana as areas of cards, for a page."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.kit.i18n import N_, _
from p2p_hanabi.ui.kit.style import text
from p2p_hanabi.ui.replay.by_eyes import words
from p2p_hanabi.ui.replay.recording import Recording, Spectator, spectator
from p2p_hanabi.ui.table.areas import Area, Drawn, Front
from p2p_hanabi.ui.table.table_players import Players
from protocol.game import Face, Seat

from ..bouquets import FLOWERS
from ..moves import Move
from ..state import Flower
from ..view import IkebanaView
from . import painter
from . import sentences as say

_FLOWERS = ("rose", "daisy", "fern", "iris", "tulip", "joker")
"""The drawing of each colour."""
DRAWN = N_("Drawn card")
TO_DECIDE = N_("to be kept or refused")
DISCARDS = N_("Top of the discards")
NO_FLOWER = N_("no flower yet")


def of_recording(recording: Recording[IkebanaView, Move], moment: int) -> Sequence[Area]:
    """Return the table at that moment; everybody sees all of it."""
    view, players = recording.view(moment, Spectator.EVERYTHING), spectator(recording)
    tops = tuple(_top(view, seat, players) for seat in players.from_next)
    return [
        Area(_(DISCARDS), tops, words([painter.standing(view)]), is_shared=True),
        *(_bouquet(view, seat, players) for seat in players.from_next),
    ]


def _top(view: IkebanaView, seat: Seat, players: Players) -> Drawn:
    top, name = view.tops[seat], players.name(seat)
    if top is None:
        return Drawn(Front(_("none")), name)
    return Drawn(_front(top.face), name)


def _bouquet(view: IkebanaView, seat: Seat, players: Players) -> Area:
    flowers = view.bouquets[seat].flowers
    places: list[Flower | None] = [*flowers, *[None] * (FLOWERS - len(flowers))]
    cards = tuple(
        Drawn(Front(_(NO_FLOWER)) if flower is None else _front(flower.face)) for flower in places
    )
    is_turn = view.actor == seat
    if is_turn and view.drawn is not None:
        cards += (Drawn(_front(view.drawn.face), _(DRAWN), mark=_(TO_DECIDE)),)
    now = say.prestige(view.prestige[seat], [won[seat] for won in view.won])
    told = [text(f"{_(say.PRESTIGE_TITLE)} {now}")]
    told += [text(painter.bouquet(flowers))] if flowers else []
    return Area(players.name(seat), cards, words(told), is_turn=is_turn)


def _front(face: Face) -> Front:
    colour = colour_of(face)
    return Front(
        painter.face_name(face), (_FLOWERS[colour],), str(rank_of(face)), say.letters()[colour]
    )
