"""Histograms of scores, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from .measures import Measured

BAR = 40
_WIDTH, _ROW, _LEFT, _RIGHT, _GAP = 640, 18, 48, 64, 34
_FONT = "font-family='sans-serif' font-size='12'"


def as_text(measured: Measured) -> list[str]:
    """Return a line for each score from the lowest to the highest that occurred."""
    most = max(measured.histogram.values())
    return [
        f"{value:>5g} {'#' * round(BAR * count / most):<{BAR}} {count}"
        for value, count in _rows(measured)
    ]


def as_svg(all_measured: Sequence[Measured], titles: Sequence[str]) -> str:
    """Return one SVG with a panel for each."""
    drawn: list[str] = []
    top = 0
    for measured, title in zip(all_measured, titles, strict=True):
        top += _GAP
        drawn.append(f"<text x='8' y='{top - 10}' font-weight='bold'>{escape(title)}</text>")
        most = max(measured.histogram.values())
        for value, count in _rows(measured):
            width = round((_WIDTH - _LEFT - _RIGHT) * count / most)
            middle = top + 13
            drawn += [
                f"<text x='{_LEFT - 8}' y='{middle}' text-anchor='end'>{value:g}</text>",
                f"<rect x='{_LEFT}' y='{top + 2}' width='{width}' height='{_ROW - 4}'"
                " fill='#3b6ea5'/>",
                f"<text x='{_LEFT + width + 6}' y='{middle}'>{count}</text>",
            ]
            top += _ROW
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{_WIDTH}' height='{top + 12}'"
        f" {_FONT} fill='#222'>"
    )
    paper = "<rect width='100%' height='100%' fill='white'/>"
    return "\n".join([head, paper, *drawn, "</svg>", ""])


def _rows(measured: Measured) -> list[tuple[float, int]]:
    """Return each score and its count; whole scores in between are included with a count of 0."""
    found = measured.histogram
    lowest, highest = min(found), max(found)
    if highest - lowest > BAR or any(value % 1 for value in found):
        return list(found.items())
    return [(value, found.get(value, 0)) for value in range(int(lowest), int(highest) + 1)]
