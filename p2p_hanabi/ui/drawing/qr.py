"""URLs as QR codes for phones: half blocks on a terminal, an SVG path on a web page."""

from __future__ import annotations

from itertools import groupby

from .style import Line, text

QUIET = 2
"""The width of the quiet zone in modules. The standard asks for 4, but then the code of a long URL
and a question below it would not fit 24 rows; phones read it with 2."""
STYLE = "qr"
_BLOCKS = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}


def modules(address: str) -> list[list[bool]]:
    """Return the code's rows from the top; True is a dark module."""
    import segno  # slow to load, and rarely needed

    code = segno.make(address, error="l", micro=False)
    return [[bool(each) for each in row] for row in code.matrix_iter(border=QUIET)]


def half_blocks(address: str) -> tuple[Line, ...]:
    """Return the code's rows for a UTF-8 terminal. Light modules are drawn, so that without colours
    the code is right on a dark terminal, which is the more common kind."""
    rows = modules(address)
    below = [*rows[1::2], [False] * len(rows)]
    return tuple(
        text("".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True)), STYLE)
        for upper, lower in zip(rows[::2], below, strict=False)
    )


def drawn(address: str) -> tuple[int, str]:
    """Return the code's size, and an SVG path of its dark modules, each of size 1."""
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
