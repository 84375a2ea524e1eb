"""The players at a table, and which one is the viewer."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game import Seat


@dataclass(frozen=True, slots=True)
class Players:
    """Who sits where, and which seat is the viewer's (`me`)."""

    me: Seat
    names: tuple[str, ...]

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def other(self, seat: Seat) -> str | None:
        """Return the name; None for the viewer, who is addressed as "you"."""
        return None if seat == self.me else self.names[seat]

    @property
    def from_next(self) -> tuple[Seat, ...]:
        """All seats clockwise, the next one first, one's own last."""
        count = len(self.names)
        return tuple(Seat((self.me + step) % count) for step in range(1, count + 1))
