"""The figures of docs/bots.md: the only place where they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"

_FIGURE = re.compile(r"([+-]?\d+\.\d+) \((\d+\.\d+)\)")
_PERCENT = re.compile(r"(\d+\.\d+) %")


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean or a difference, with its standard error."""

    mean: float
    error: float


class NotDocumented(Exception):
    """The page has no row of this name, or more than one."""


def figures(row: str) -> list[Figure]:
    """Return the figures of the row of a table with this beginning. Raise `NotDocumented`."""
    cells = _cells(row)
    return [Figure(float(mean), float(error)) for mean, error in _FIGURE.findall(cells)]


def percents(row: str) -> list[float]:
    """Return the percentages of a row. Raise `NotDocumented`."""
    return [float(each) for each in _PERCENT.findall(_cells(row))]


def _cells(row: str) -> str:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| {row}")]
    if len(lines) != 1:
        raise NotDocumented(f"{len(lines)} rows begin with: {row}")
    return lines[0].removeprefix(f"| {row}")
