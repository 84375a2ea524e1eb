"""A pager for text that may be longer than the screen."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.canvas import Block, Picture, Size, fold, high, picture, plain, stack
from ..drawing.style import Line
from ..words import words_shared as words
from ..words.i18n import _
from . import scenes
from .legend import GAP, Legend, buttons

_STEPS = {
    scenes.UP: -1,
    scenes.DOWN: 1,
    scenes.WHEEL_UP: -3,
    scenes.WHEEL_DOWN: 3,
}
_PAGES = {scenes.PAGE_UP: -1, scenes.PAGE_DOWN: 1, " ": 1}


class Pager:
    """Scrolls through lines, and ignores other keys."""

    def __init__(self, lines: Sequence[Line], keys: Legend = ()) -> None:
        self.lines = tuple(lines)
        self._keys = keys
        self._first = 0
        self._below = 0
        self._rows = 1

    @property
    def stays(self) -> bool:
        """Whether it stays open until one of its own keys is pressed."""
        return bool(self._keys)

    @property
    def is_longer(self) -> bool:
        """Whether the text was too long for its last window."""
        return self._first > 0 or self._below > 0

    def press(self, key: str) -> bool:
        """Handle a key, and return whether it was known."""
        match key:
            case scenes.HOME:
                self._first = 0
            case scenes.END:
                self._first += self._below
            case _ if key in _STEPS:
                self._go(_STEPS[key])
            case _ if key in _PAGES:
                self._go(_PAGES[key] * max(1, self._rows - 1))  # one row stays in sight
            case _:
                return False
        return True

    def _go(self, rows: int) -> None:
        self._first = max(0, self._first + min(rows, self._below))

    def press_to_end(self) -> None:
        """Scroll to the end of the text."""
        self._first = len(self.lines) * 100

    def paint(self, size: Size, says: Line = ()) -> Picture:
        """Paint the page; `says` is the answer to the last key, above the legend."""
        message = fold([says] if says else [], size.columns)
        body = self.window(size.columns, size.rows - 1 - len(message))
        keys = self.legend(self._keys or (GAP, ("Escape", _("goes back"))))
        return picture(stack(body, plain(message), buttons(keys, size.columns)), size)

    def window(self, columns: int, rows: int) -> Block:
        """Return the visible part of the text."""
        folded = fold(self.lines, columns)
        self._first = min(self._first, max(0, len(folded) - rows))
        self._below = max(0, len(folded) - rows - self._first)
        self._rows = rows
        return high(plain(folded[self._first :]), rows)

    def legend(self, keys: Legend) -> Legend:
        """Return the keys for the last window, with those to scroll first, if there is more."""
        down = (("PageDown", words.more_rows(self._below)), ("Down", "")) if self._below else ()
        up = (("PageUp", ""), ("Up", "")) if self._first else ()
        return (*down, *up, *keys)
