"""How a game ended, as all but its own rules and screens see it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeAlias, TypeVar

from protocol.game import Seat

EndReason = TypeVar("EndReason", bound=Enum)
EndReason_co = TypeVar("EndReason_co", bound=Enum, covariant=True)


class TeamGrade(Enum):
    """How good the result is, in a game in which all seats play together."""

    PERFECT = "perfect"
    PARTIAL = "partial"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Outcome(Generic[EndReason_co]):
    """`score` is the best one, or that of all. `winners` is None if all seats play together.

    `points` has each seat's own; None if they have none. `unit` is what scripts call them. `grade`
    is None if the game has no grades.
    """

    reason: EndReason_co
    score: int
    winners: tuple[Seat, ...] | None = None
    points: tuple[int, ...] | None = None
    unit: str = "points"
    grade: TeamGrade | None = None

    def facts(self) -> dict[str, object]:
        """Return the fields for scripts."""
        facts: dict[str, object] = {"reason": self.reason.value, "score": self.score}
        if self.points is not None:
            facts[self.unit] = self.points
        if self.winners is not None:
            facts["winners"] = self.winners
        return facts


AnyOutcome: TypeAlias = Outcome[Enum]


def won_by_points(
    reason: EndReason, points: tuple[int, ...], unit: str = "points"
) -> Outcome[EndReason]:
    """Return the outcome of a game that the most points win; equal ones share the victory."""
    best = max(points)
    winners = tuple(Seat(seat) for seat, own in enumerate(points) if own == best)
    return Outcome(reason, best, winners, points, unit)
