"""How long each player has thought, as this screen has measured it. Nothing of it is signed or
sent, and nothing follows from it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from protocol.game import Seat
from protocol.peer.status import Activity

from ...drawing.style import Line, text
from ...kit import clock_choice
from ...words.i18n import N_, _
from ...words.words_joined import duration
from ..seat.table_snapshot import SeatSnapshot

THOUGHT = N_("How long each has thought")
OFF = N_("The clock is off; it is one of the settings.")
MEASURED = N_(
    "Measured by one screen alone, since it was opened; time without a connection does not count. "
    "Nobody else is told."
)
KEPT = N_("After the game it is kept on this computer, beside the game's file.")


def times_lines(names: Sequence[str], spent: Sequence[float]) -> list[Line]:
    """Return the time of each player."""
    both = zip(names, spent, strict=True)
    return [text(_("{who}: {time}").format(who=who, time=duration(each))) for who, each in both]


class ThinkingTimes:
    """Adds up the time between one look and the next for the seat that was to move. `clock` is in
    seconds."""

    def __init__(self, seats: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._spent = [0.0] * seats
        self._seat: Seat | None = None
        self._since = 0.0

    def look(self, now: SeatSnapshot) -> None:
        self._add()
        self._seat = _thinks(now)

    @property
    def spent(self) -> Sequence[float]:
        """The seconds of each seat until now."""
        self._add()
        return tuple(self._spent)

    def _add(self) -> None:
        at = self._clock()
        if self._seat is not None:
            self._spent[self._seat] += at - self._since
        self._since = at

    def lines(self, now: SeatSnapshot) -> list[Line]:
        """Return the time of each player, and what it is."""
        about = _(MEASURED) if now.practice is not None else f"{_(MEASURED)} {_(KEPT)}"
        return [*times_lines(now.players.names, self.spent), text(about, "dim")]

    def beside_statistics(self, now: SeatSnapshot) -> list[Line]:
        """Return the same under its title, for the statistics of this game; nothing if the clock is
        off."""
        if not _is_wanted(now):
            return []
        return [(), text(_(THOUGHT), "strong"), *self.lines(now)]

    def to_keep(self, now: SeatSnapshot) -> Sequence[float] | None:
        """Return the seconds of each seat in this game; None if the clock is off."""
        return self.spent if _is_wanted(now) else None


def _is_wanted(now: SeatSnapshot) -> bool:
    return clock_choice.is_chosen() and now.status.hands_dealt


def _thinks(now: SeatSnapshot) -> Seat | None:
    """Return who is to move and connected; None if nobody."""
    status = now.status
    if now.ending is not None or now.reading is not None or status.activity is not Activity.MOVING:
        return None
    waiting = [*status.waiting_for]
    return waiting[0] if len(waiting) == 1 and waiting[0] not in now.missing else None
