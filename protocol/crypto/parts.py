"""Work in parts that do not depend on each other, so that its caller may share it among threads.

Nothing here starts a thread, and no result depends on which part is computed first.
Source: docs/protocol.md, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers(Protocol):
    """Returns what all parts return, computed at once or in turn, and raises what the first of them
    that fails raises."""

    def __call__(self, parts: Sequence[Callable[[], Result]], /) -> Sequence[Result]: ...


def in_turn(parts: Sequence[Callable[[], Result]]) -> Sequence[Result]:
    """Compute the parts one after another."""
    return [part() for part in parts]


def for_each(
    items: Iterable[Item], function: Callable[[Item], Result], together: Workers
) -> Sequence[Result]:
    """Return the function's value for each item; each is a part."""
    return together([partial(function, item) for item in items])
