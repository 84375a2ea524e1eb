"""A picture with a fixed number of rows and columns, and its clickable zones.

A click is a key with a long name: a zone contains the key that it sends to the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .style import Line, Span, as_text, cells, clean, folded, joined, pieces, text


@dataclass(frozen=True, slots=True)
class Size:
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Zone:
    """Cells of one row, from `start` up to but not including `end`, that press a key."""

    row: int
    start: int
    end: int
    pressed: str


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of a picture, with the zones in them."""

    lines: tuple[Line, ...] = ()
    zones: tuple[Zone, ...] = ()

    def moved(self, down: int, right: int = 0) -> tuple[Zone, ...]:
        return tuple(
            replace(z, row=z.row + down, start=z.start + right, end=z.end + right)
            for z in self.zones
        )


@dataclass(frozen=True, slots=True)
class Picture(Block):
    """A whole screen. `cursor` is (row, column), or None if nothing is being typed."""

    cursor: tuple[int, int] | None = None


def width(line: Line) -> int:
    return sum(cells(words) for _, words in line)


def cut(line: Line, columns: int, *, ellipsis: str = "~") -> Line:
    """Cut a line to at most `columns` cells; a mark shows that it was cut."""
    if width(line) <= columns:
        return line
    room = columns - len(ellipsis)
    spans: list[Span] = []
    for style, words in line:
        kept = ""
        for each in words:
            room -= cells(each)
            if room < 0:
                return (*spans, (style, kept + ellipsis))
            kept += each
        spans.append((style, kept))
    return tuple(spans)


def fit(line: Line, columns: int) -> Line:
    """Cut or pad a line to exactly `columns` cells."""
    short = cut(line, columns)
    return (*short, ("", " " * (columns - width(short))))


def restyled(line: Line, style: str) -> Line:
    """Return the line with an additional style on all spans."""
    return tuple((f"{own} {style}".strip(), words) for own, words in line)


def ends(left: Line, right: Line, columns: int) -> Line:
    """Place one line at the left edge, and one at the right; the left one is cut if necessary."""
    if not right or width(right) + 8 > columns:
        return fit(left, columns)
    return joined([fit(left, columns - width(right) - 1), text(" "), right])


def stack(*blocks: Block) -> Block:
    lines: list[Line] = []
    zones: list[Zone] = []
    for block in blocks:
        zones += block.moved(len(lines))
        lines += block.lines
    return Block(tuple(lines), tuple(zones))


def beside(left: Block, right: Block, columns: int) -> Block:
    """Place two blocks side by side, the left one `columns` wide; as high as the higher one."""
    rows = max(len(left.lines), len(right.lines))
    lines = [
        joined([fit(_row(left, i), columns), _row(right, i)]) if _row(right, i) else _row(left, i)
        for i in range(rows)
    ]
    return Block(tuple(lines), (*left.zones, *right.moved(0, columns)))


def high(block: Block, rows: int) -> Block:
    """Cut or pad a block at its end to exactly `rows` rows."""
    lines = [*block.lines[:rows], *([()] * (rows - len(block.lines)))]
    return Block(tuple(lines), tuple(z for z in block.zones if z.row < rows))


@dataclass(frozen=True, slots=True)
class Border:
    """`signs` are four corners, clockwise from the upper left, and two sides. `above` and `below`
    are titles in the edges."""

    signs: str
    style: str = ""
    above: str = ""
    below: str = ""


def boxed(lines: Sequence[Line], size: Size, border: Border) -> tuple[Line, ...]:
    """Draw a border of this size around lines, which start one cell from its left side."""
    upper_left, upper_right, lower_right, lower_left = tuple(border.signs[:4])
    flat, upright = tuple(border.signs[4:])
    side, room = text(upright, border.style), size.columns - 2
    empty = text(f"{upright}{' ' * room}{upright}", border.style)
    rows = [*lines, *([()] * (size.rows - 2 - len(lines)))][: size.rows - 2]
    inside = [joined([side, fit((("", " "), *row), room), side]) if row else empty for row in rows]

    def edge(left: str, title: str, right: str) -> Line:
        named = as_text(cut(text(flat + title if title else ""), room))
        return text(left + named + flat * (room - width(text(named))) + right, border.style)

    above = edge(upper_left, border.above, upper_right)
    return (above, *inside, edge(lower_left, border.below, lower_right))


def picture(block: Block, size: Size, cursor: tuple[int, int] | None = None) -> Picture:
    """Return the block as a screen; names in it cannot control the terminal."""
    whole = high(block, size.rows)
    lines = tuple(fit(clean(line), size.columns) for line in whole.lines)
    return Picture(lines, whole.zones, cursor)


def clickable_below(shown: Picture, row: int) -> Picture:
    """Return a picture in which only this row and those below it can be clicked."""
    return replace(shown, zones=tuple(zone for zone in shown.zones if zone.row >= row))


def over_the_end(shown: Picture, block: Block, size: Size) -> Picture:
    """Return a picture whose last rows are the block; nothing else in it can be clicked."""
    above = Block(shown.lines[: size.rows - len(block.lines)])
    return picture(stack(above, block), size)


def plain(lines: Sequence[Line]) -> Block:
    return Block(tuple(lines))


def packed(words: str, columns: int) -> list[str]:
    """Wrap words in as few rows as possible; a word that is too long is cut anywhere."""
    rows: list[str] = []
    for word in words.split():
        for piece in pieces(word, columns):
            if rows and cells(rows[-1]) + 1 + cells(piece) <= columns:
                rows[-1] += f" {piece}"
            else:
                rows.append(piece)
    return rows


def fold(lines: Sequence[Line], columns: int) -> list[Line]:
    """Wrap lines between words; a path is cut anywhere, since it must fit on the screen."""
    rows: list[Line] = []
    for line in lines:
        for row in folded(clean(line), columns):
            rows += _chopped(row, columns)
    return rows


def _chopped(line: Line, columns: int) -> list[Line]:
    if width(line) <= columns:
        return [line]
    return [text(each, line[0][0]) for each in pieces(as_text(line), columns)]


def _row(block: Block, number: int) -> Line:
    return block.lines[number] if number < len(block.lines) else ()
