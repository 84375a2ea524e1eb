"""What a seat waits for, and when to report it to the player and in the log."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game import Seat
from protocol.peer.status import Activity, Status

FIRST_S = 5.0
"""Longer than a proof or a packet that was lost takes, so no report is about those."""
LONGEST_S = 320.0
"""A table that waits for days still says so in its log, and does not fill it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Which seats the table waits for, and for what. `away` are those of them without a link; once
    the table has ended, `seats` are those that may lack its end."""

    activity: Activity
    round_number: int
    seats: tuple[Seat, ...]
    away: tuple[Seat, ...]
    seconds: float


class WaitReminder:
    """Reports after 5, 10, 20, 40, ... seconds without progress, and when there is progress."""

    def __init__(self, now: float) -> None:
        self._status: tuple[Activity, int, tuple[Seat, ...]] | None = None
        self._since = now
        self._due_s = FIRST_S

    def look(self, status: Status, away: frozenset[Seat], now: float) -> Wait | None:
        """Return what to report now, if anything: a long wait or, with no `seats`, its end."""
        seats = status.lacking if status.activity is Activity.ENDED else status.waiting_for
        waited, was_long = now - self._since, self._due_s > FIRST_S
        here = (status.activity, status.round_number, seats)
        if here != self._status:
            before, self._status = self._status, here
            self._since, self._due_s = now, FIRST_S
            return Wait(before[0], before[1], (), (), waited) if before and was_long else None
        if not seats or waited < self._due_s:
            return None
        self._due_s = waited + min(self._due_s, LONGEST_S)
        return Wait(*here, tuple(seat for seat in seats if seat in away), waited)
