"""What has changed between two versions of a growing sequence, such as a log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeVar

T = TypeVar("T")


def since(before: Sequence[T], now: Sequence[T]) -> tuple[int, Sequence[T]]:
    """Return how many of the entries before no longer apply, and the new ones."""
    pairs = zip(before, now, strict=False)
    stand = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(before) - stand, now[stand:]
