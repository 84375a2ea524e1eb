"""Lines in, lines out: the interface that a conversation needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from ..drawing.style import Line

Complete = Callable[[str], Iterable[str]]
"""The words that can complete the end of what is typed."""


class Interrupted(Exception):
    """The player pressed Ctrl-C."""


class Console(Protocol):
    """Lines in, lines out."""

    complete: Complete

    @property
    def is_terminal(self) -> bool:
        """Whether questions can be asked."""

    def write(self, *lines: Line) -> None: ...

    def bell(self) -> None:
        """Alert the player; silent without a terminal."""

    async def read(self) -> str | None:
        """Read the next line; None at the end of the input. Raise `Interrupted`."""
