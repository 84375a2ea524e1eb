"""Addresses as QR codes, for phones: half blocks on a terminal, a path on a page."""

from __future__ import annotations

from itertools import groupby

from .style import Line, text

QUIET = 2
"""Modules of light around it. The standard asks for 4, but then the code of a long address and a
question below it would not fit 24 rows; phones read it with 2."""
STYLE = "qr"
_BLOCKS = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}


def modules(address: str) -> list[list[bool]]:
    """Return its rows from the top, of modules that are dark."""
    import segno  # slow to load, and seldom needed

    code = segno.make(address, error="l", micro=False)
    return [[bool(each) for each in row] for row in code.matrix_iter(border=QUIET)]


def half_blocks(address: str) -> tuple[Line, ...]:
    """Return its rows for a terminal with UTF-8. What is written is what is light: so, where there
    are no colours, it is right on a dark terminal, which is the more frequent kind."""
    rows = modules(address)
    below = [*rows[1::2], [False] * len(rows)]
    return tuple(
        text("".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True)), STYLE)
        for upper, lower in zip(rows[::2], below, strict=False)
    )


def drawn(address: str) -> tuple[int, str]:
    """Return its size and an SVG path of its dark squares, which have the size 1."""
    rows = modules(address)
    path = []
    for y, row in enumerate(rows):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return len(rows), "".join(path)
