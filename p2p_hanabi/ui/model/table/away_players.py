"""Who is away from a table, for every screen: disconnected, or gone for now."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game import Seat

from ...drawing.style import Line, text
from ...words import sentences_shared as sentences
from ...words import words_shared
from ...words.i18n import _
from ..seat.table_snapshot import SeatSnapshot
from .absence import incompatible


@dataclass(frozen=True, slots=True)
class AwayPlayer:
    """`seconds` is for how long the seat has been disconnected; None if it is connected, and only
    its player `has_left` for now."""

    seat: Seat
    name: str
    seconds: float | None
    has_left: bool

    def briefly(self) -> str:
        if self.seconds is None:
            return _("{who} has left").format(who=self.name)
        return words_shared.away(self.name, self.seconds, has_left=self.has_left)

    def sentence(self) -> str:
        if self.seconds is None:
            return sentences.stepped_out(self.name)
        return sentences.not_connected(self.name, self.seconds, has_left=self.has_left)


def away_players(now: SeatSnapshot) -> tuple[AwayPlayer, ...]:
    """Return who is away, those without a connection first; nobody once the table has ended."""
    if now.ending is not None:
        return ()
    connected = sorted({*now.stepped_out} - now.missing.keys())
    return tuple(
        AwayPlayer(seat, now.players.name(seat), now.missing.get(seat), seat in now.stepped_out)
        for seat in (*sorted(now.missing), *connected)
    )


def missed_players(now: SeatSnapshot) -> tuple[AwayPlayer, ...] | None:
    """Return who is away; None if nobody can be any more, or all seats are on this machine."""
    away = away_players(now)
    return away if away or (now.ending is None and len({*now.machines}) > 1) else None


def links(now: SeatSnapshot) -> list[Line]:
    """Return who is not connected, and whose program does not fit; nothing once the table has
    ended."""
    if now.ending is not None:
        return []
    away = away_players(now)
    is_one_cut = any(each.seconds is not None for each in away)
    return [
        *([] if is_one_cut else [text(_("All players are connected."))]),
        *(text(each.sentence(), "strong") for each in away),
        *(text(found, "alarm") for found in incompatible(now)),
    ]
