"""A table of Koi-Koi as areas of cards, for a page: both sides alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2p_hanabi.ui.kit.i18n import N_, _
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.replay.by_eyes import hidden_from, words
from p2p_hanabi.ui.replay.recording import Recording, Spectator, SpectatorCompany, spectator
from p2p_hanabi.ui.table.areas import Area, Drawn, Front
from protocol.game import Card, Face, Known, Seat

from ..hanafuda import FLOWERS, PRINTS, month_of, points_of
from ..moves import Move
from ..state import Seen
from ..view import KoikoiView
from . import painter
from . import sentences_show as show

TABLE = N_("On the table")
HAND = N_("The hand of {who}")
_ALONE = ("lightning",)
"""What leaves no room for the plant of its month."""


def of_recording(recording: Recording[KoikoiView, Move], moment: int) -> Sequence[Area]:
    """Return the table at that moment, for all eyes in one."""
    views = [recording.view(moment, Seat(seat)) for seat in range(2)]
    players, known = spectator(recording), recording.known(moment, Spectator.EVERYTHING)
    view = views[0]
    standing = [
        text(show.standing(view.round, view.rounds, view.pile)),
        painter.sums(view.scores, players),
    ]
    table = _open(painter.in_order(view.table))
    areas = [Area(_(TABLE), table, words(standing), is_shared=True)]
    for seat in players.from_next:
        hand = _hand(recording, moment, views[1 - seat].other_hand, known)
        title = _(HAND).format(who=players.name(seat))
        areas.append(Area(title, hand, is_turn=view.actor == seat))
        taken = _open(painter.in_order(view.captured[seat]))
        told = words(_told(view, seat, players))
        areas.append(Area(show.taken_by(players.name(seat)), taken, told))
    return areas


def _told(view: KoikoiView, seat: Seat, players: SpectatorCompany) -> list[Line]:
    who = players.name(seat)
    koi = [text(show.koi_said(who, view.koi[seat]), "strong")] if view.koi[seat] else []
    return [*koi, *painter.made_of(view, players, seat)]


def _open(cards: Iterable[Seen]) -> tuple[Drawn, ...]:
    return tuple(Drawn(_front(seen.face)) for seen in cards)


def _hand(
    recording: Recording[KoikoiView, Move], moment: int, cards: Iterable[Card], known: Known
) -> tuple[Drawn, ...]:
    return tuple(
        Drawn(
            _front(known[card]) if card in known else None,
            hidden_from=hidden_from(recording, moment, card),
        )
        for card in cards
    )


def _front(face: Face) -> Front:
    """The moon stands behind the grass; the rest before its plant."""
    plant, printed = FLOWERS[month_of(face) - 1].replace(" ", "-"), PRINTS[face].replace(" ", "-")
    match printed:
        case "simple":
            art: tuple[str, ...] = (plant,)
        case "moon":
            art = (printed, plant)
        case _ if printed in _ALONE:
            art = (printed,)
        case _:
            art = (plant, printed)
    return Front(painter.face_name(face), art, str(month_of(face)), str(points_of(face)))
