"""Statistics of many games: mean, standard error, histogram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import nan, sqrt
from statistics import fmean, median, stdev

from p2p_hanabi.own_bots.seated_bot import BotIncident
from p2p_hanabi.seam.outcomes import AnyOutcome, TeamGrade
from protocol.game import Seat


@dataclass(frozen=True)
class GameResult:
    """One game. `first` is where the first style sat. `asked` counts the moves requested of
    players' own bots, `incidents` counts the failures of these, and `kinds` has the first of each
    kind."""

    deal: int
    outcome: AnyOutcome
    first: Seat
    took_ms: tuple[float, ...]
    asked: int = 0
    incidents: Counter[str] = field(default_factory=Counter)
    kinds: tuple[BotIncident, ...] = ()

    @property
    def value(self) -> float:
        """The score; if the game has winners, the first player's share of the victory, out of
        100."""
        winners = self.outcome.winners
        if winners is None:
            return self.outcome.score
        return 100 / len(winners) if self.first in winners else 0


@dataclass(frozen=True)
class Measured:
    """All games of one style, in the order of their deals."""

    bot_style: str
    seats: int
    games: tuple[GameResult, ...]

    @cached_property
    def values(self) -> list[float]:
        return [game.value for game in self.games]

    @property
    def counts_wins(self) -> bool:
        """Whether the values are shares of victories; otherwise they are scores."""
        return any(game.outcome.winners is not None for game in self.games)

    @property
    def is_graded(self) -> bool:
        return any(game.outcome.grade is not None for game in self.games)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def standard_error(self) -> float:
        return standard_error(self.values)

    @property
    def perfect(self) -> int:
        return self._graded(TeamGrade.PERFECT)

    @property
    def lost(self) -> int:
        return self._graded(TeamGrade.LOST)

    def _graded(self, grade: TeamGrade) -> int:
        return sum(game.outcome.grade is grade for game in self.games)

    @cached_property
    def histogram(self) -> dict[float, int]:
        """How many games had each value, in ascending order."""
        count = Counter(self.values)
        return {value: count[value] for value in sorted(count)}

    @cached_property
    def took_ms(self) -> list[float]:
        return sorted(each for game in self.games for each in game.took_ms)

    @property
    def incidents(self) -> Counter[str]:
        return sum((game.incidents for game in self.games), Counter[str]())

    @property
    def median_ms(self) -> float:
        return median(self.took_ms)

    @property
    def worst_ms(self) -> float:
        return self.took_ms[-1]


@dataclass(frozen=True)
class Difference:
    """By how much the first style is better than the second on the same deals."""

    mean: float
    standard_error: float


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; NaN for a single value."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else nan


def difference(first: Measured, second: Measured) -> Difference:
    """Compare two styles deal by deal."""
    apart = [a - b for a, b in zip(first.values, second.values, strict=True)]
    return Difference(fmean(apart), standard_error(apart))
