"""Scenes: what a screen shows, and how it handles keys. Without I/O."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Protocol

from ..drawing.canvas import Picture, Size

if TYPE_CHECKING:
    from ..drawing.theme import Theme  # loads prompt_toolkit, which plain mode and bots do not need

SMALLEST = Size(60, 20)

ENTER, ESCAPE, BACKSPACE, TAB = "enter", "escape", "backspace", "tab"
UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
PAGE_UP, PAGE_DOWN, HOME, END = "pageup", "pagedown", "home", "end"
INTERRUPT = "interrupt"
WHEEL_UP, WHEEL_DOWN = "wheel up", "wheel down"
"""One notch of the mouse's wheel."""
YES, NO = "answer yes", "answer no"
"""The two buttons of a question."""


class Scene(Protocol):
    """A key is a character, one of the names above, or the key of a zone in the picture."""

    @property
    def title(self) -> str:
        """The title of the terminal's window."""

    @property
    def is_over(self) -> bool: ...

    @property
    def has_left(self) -> bool:
        """Whether the player wants to leave."""

    def look(self) -> bool:
        """Update the scene; return whether to alert the player with a bell."""

    def paint(self, size: Size, theme: Theme) -> Picture:
        """Paint the scene; the size is at least `SMALLEST`."""

    def press(self, key: str) -> None: ...

    def paste(self, words: str) -> None:
        """Handle pasted text without line breaks: it goes where text is typed, or nowhere."""


def small(key: str, *, but: Container[str] = ()) -> str:
    """Return the key without Shift, unless Shift gives it a separate meaning."""
    return key.lower() if len(key) == 1 and key not in but else key
