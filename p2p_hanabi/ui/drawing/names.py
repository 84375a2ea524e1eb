"""Shortening of names where a row is too narrow, so that the rest of the text fits.

Names come from other people and may fill a whole row. Every board shows the number of a seat beside
its name; a shortened name is shown in full in the lobby, while a table is set up, and at its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from .canvas import cut, fold, width
from .style import Line, text

LEGIBLE, LEAST = 7, 3
_ROOM = (16, 10, LEGIBLE, 5, LEAST)
"""The numbers of cells to cut a name to; the first with which the line fits is used."""


def fitted(line: Line, names: Sequence[str], columns: int, *, least: int = LEAST) -> Line:
    """Shorten names, to no less than `least` cells, until the line fits; a line that is still too
    wide is left to `cut`."""
    shorter = line
    for cells in _ROOM:
        if width(shorter) <= columns or cells < least:
            break
        shorter = _shorter(line, names, cells)
    return shorter


def folded(lines: Sequence[Line], names: Sequence[str], columns: int, rows: int) -> list[Line]:
    """Fold lines into at most `rows` rows by shortening names, or into as few as possible."""
    best = fold(lines, columns)
    for cells in _ROOM:
        if len(best) <= rows:
            break
        shorter = fold([_shorter(line, names, cells) for line in lines], columns)
        best = min(best, shorter, key=len)
    return best


def shortened(names: Sequence[str], cells: int) -> tuple[str, ...]:
    """Return the names cut to this width, and numbered where they would look the same."""
    short = [_cut(name, cells) for name in names]
    return tuple(
        each if short.count(each) == 1 else _cut(name, cells, mark=f"~{number}")
        for number, (name, each) in enumerate(zip(names, short, strict=True), start=1)
    )


def _cut(name: str, cells: int, *, mark: str = "~") -> str:
    return "".join(words for _, words in cut(text(name), cells, ellipsis=mark))


def _shorter(line: Line, names: Sequence[str], cells: int) -> Line:
    """Shorten names in a line, the longest first, as one may be a prefix of another."""
    pairs = zip(names, shortened(names, cells), strict=True)
    cuts = sorted((pair for pair in pairs if pair[0] != pair[1]), key=lambda pair: -len(pair[0]))
    for name, short in cuts:
        line = tuple((style, words.replace(name, short)) for style, words in line)
    return line
