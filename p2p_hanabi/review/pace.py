"""How many messages a second are taken, and sent."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pace:
    """Allows `burst` at once, and `per_s` a second after that. `remaining` are those left at
    the time `updated`, in seconds."""

    burst: int
    per_s: float
    remaining: float
    updated: float

    def spent(self, now: float) -> Pace | None:
        """Return the pace after one more; None if that is too many."""
        left = self._remaining_at(now)
        return replace(self, remaining=left - 1, updated=now) if left >= 1 else None

    def free_at(self, now: float) -> float:
        """Return from when on one more is allowed."""
        return now + max(0.0, 1 - self._remaining_at(now)) / self.per_s

    def _remaining_at(self, now: float) -> float:
        return min(self.burst, self.remaining + max(0.0, now - self.updated) * self.per_s)


def pace(burst: int, per_s: float) -> Pace:
    return Pace(burst, per_s, burst, 0.0)
