"""The result of a round, for every screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...drawing.style import Line, as_text
from ...words.i18n import _


@dataclass(frozen=True, slots=True)
class Part:
    """A part about one player, or about all: a head, and the rows below it."""

    head: Line
    rows: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """`number` is the round's, from 1, of `rounds`. `entries` is the length of the log at its
    end."""

    number: int
    rounds: int
    entries: int
    parts: tuple[Part, ...]

    @property
    def title(self) -> str:
        return _("Round {n} of {all}: result").format(n=self.number, all=self.rounds)

    def lines(self) -> list[Line]:
        """Return the parts as lines, without the title; rows below a head are indented."""
        lines: list[Line] = []
        for part in self.parts:
            lines += [part.head, *((("", "  "), *row) for row in part.rows)]
        return lines

    def sentences(self) -> list[str]:
        """Return the result as sentences, the title first."""
        return [self.title, *(f"  {as_text(line)}" for line in self.lines())]


def since(results: Sequence[RoundResult], entries: int) -> list[RoundResult]:
    """Return the results that are newer than this length of the log."""
    return [result for result in results if result.entries > entries]
