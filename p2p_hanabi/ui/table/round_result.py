"""How a round of a game ended, as every screen tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..kit.i18n import _
from ..kit.style import Line, as_text


@dataclass(frozen=True, slots=True)
class Part:
    """What is told of one player, or of all: a head, and what stands below it."""

    head: Line
    rows: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """`number` is that of the round, from 1, of `rounds`. `entries` is how long the log was when it
    had ended."""

    number: int
    rounds: int
    entries: int
    parts: tuple[Part, ...]

    @property
    def title(self) -> str:
        return _("Round {n} of {all}: result").format(n=self.number, all=self.rounds)

    def lines(self) -> list[Line]:
        """Return its parts as lines, without the title; what stands below a head is indented."""
        lines: list[Line] = []
        for part in self.parts:
            lines += [part.head, *((("", "  "), *row) for row in part.rows)]
        return lines

    def told(self) -> list[str]:
        """Tell it as sentences, the title first."""
        return [self.title, *(f"  {as_text(line)}" for line in self.lines())]


def since(results: Sequence[RoundResult], entries: int) -> list[RoundResult]:
    """Return the results that have come since the log was so long."""
    return [result for result in results if result.entries > entries]
