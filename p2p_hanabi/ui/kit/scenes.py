"""What is on the screen: a scene is painted, and keys are pressed in it. Without I/O."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Protocol

from .canvas import Picture, Size

if TYPE_CHECKING:
    from .theme import Theme  # loads prompt_toolkit, which lines and bots do without

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
    """A key is a character, one of the names above, or what a zone of the picture says."""

    @property
    def title(self) -> str:
        """Of the terminal's window."""

    @property
    def is_over(self) -> bool: ...

    @property
    def has_left(self) -> bool:
        """Whether the player wants to be gone."""

    def look(self) -> bool:
        """Take in what has changed; whether the player is to be called with a bell."""

    def paint(self, size: Size, theme: Theme) -> Picture:
        """At least `SMALLEST`."""

    def press(self, key: str) -> None: ...

    def paste(self, words: str) -> None:
        """Text in one piece, without ends of lines: it goes where text is typed, or nowhere."""


def small(key: str, *, but: Container[str] = ()) -> str:
    """Return the key without Shift, where Shift means nothing of its own."""
    return key.lower() if len(key) == 1 and key not in but else key
