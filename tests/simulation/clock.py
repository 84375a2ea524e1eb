"""Simulated time: an event queue, and counts of what has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

NEVER = float("inf")


class Clock:
    """`trace`, if given, is called with everything that happens."""

    def __init__(self, trace: Callable[[str], None] | None = None) -> None:
        self.now = 0.0
        self.counts: Counter[str] = Counter()
        self.is_traced = trace is not None
        self._trace = trace
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._pushed = 0

    def later(self, seconds: float, happen: Callable[..., None], *arguments: Any) -> None:
        self.at(self.now + seconds, happen, *arguments)

    def at(self, time: float, happen: Callable[..., None], *arguments: Any) -> None:
        """Schedule an event; those of the same time happen in the order of scheduling."""
        self._pushed += 1
        heappush(self._queue, (time, self._pushed, happen, arguments))

    def go_on(self) -> None:
        """Run the next event."""
        self.now, _, happen, arguments = heappop(self._queue)
        self.counts["events"] += 1
        happen(*arguments)

    def say(self, text: str, *values: object) -> None:
        if self._trace is not None:
            self._trace(f"{self.now:9.3f} s  " + text.format(*values))
