"""A curve of values in order, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

COLUMNS, ROWS = 60, 7
MOST_APART = 3
POINT = "•"
SMOOTHED = 10
"""The curve in SVG is the mean of so many values up to each; the values are points beside it."""
_WIDTH, _HEIGHT, _LEFT, _EDGE = 640, 200, 60, 14


def as_text(values: Sequence[float], columns: int = COLUMNS) -> list[str]:
    """Return the rows of a chart, with the highest and the lowest value beside the first and the
    last. If there are more values than columns, each point is the mean of several neighbours."""
    points = _thinned(values, columns)
    lowest, highest = min(points), max(points)
    apart = max(1, min(MOST_APART, columns // len(points)))
    rows = [[" "] * len(points) * apart for _ in range(ROWS if highest > lowest else 1)]
    for number, value in enumerate(points):
        rows[_row(value, lowest, highest, len(rows))][number * apart] = POINT
    labels = [""] * len(rows)
    labels[-1], labels[0] = _label(lowest), _label(highest)
    beside = max(map(len, labels))
    drawn = zip(labels, rows, strict=True)
    return [f"{label:>{beside}} │{''.join(row)}".rstrip() for label, row in drawn]


def _row(value: float, lowest: float, highest: float, rows: int) -> int:
    """Return in which row, from the top, a value is."""
    if highest == lowest:
        return 0
    return round((highest - value) / (highest - lowest) * (rows - 1))


def _thinned(values: Sequence[float], most: int) -> Sequence[float]:
    if len(values) <= most:
        return values
    cuts = [round(len(values) * number / most) for number in range(most + 1)]
    return [_mean(values[start:end]) for start, end in pairwise(cuts)]


def as_svg(values: Sequence[float], about: str) -> str:
    """Return the values as points and their running mean as a curve, for a page whose style sheet
    draws them. `about` describes it in words, with markup escaped."""
    lowest, highest = min(values), max(values)
    height = _HEIGHT - 2 * _EDGE

    def at(number: int, value: float) -> tuple[float, float]:
        span = (highest - lowest) or 1
        along = number / max(1, len(values) - 1)
        x = _LEFT + along * (_WIDTH - _LEFT - _EDGE)
        return round(x, 1), round(_EDGE + (highest - value) / span * height, 1)

    dots = [at(number, value) for number, value in enumerate(values)]
    means = [_mean(values[max(0, n + 1 - SMOOTHED) : n + 1]) for n in range(len(values))]
    curve = " ".join(f"{x},{y}" for x, y in (at(n, value) for n, value in enumerate(means)))
    labels = (
        [(_EDGE, highest), (_HEIGHT - _EDGE, lowest)] if highest > lowest else [(_EDGE, lowest)]
    )
    return "\n".join(
        [
            f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{about}" class="curve">',
            *(
                f'<path d="M{_LEFT} {y}H{_WIDTH - _EDGE}" class="grid"/>'
                f'<text x="{_LEFT - 8}" y="{y + 5}" text-anchor="end">{_label(value)}</text>'
                for y, value in labels
            ),
            *(f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in dots),
            f'<polyline points="{curve}"/>',
            "</svg>",
        ]
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _label(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
