"""A line editor with the usual keys and completion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..drawing.style import Line, cells, text
from . import scenes

PROMPT = "> "
LONGEST = 200


def _nothing(_line: str) -> Sequence[str]:
    return ()


class LineEditor:
    """`complete` returns the words that can complete the end of the line."""

    def __init__(self, complete: Callable[[str], Sequence[str]] = _nothing) -> None:
        self._before = ""
        self._after = ""
        self._complete = complete

    @property
    def text(self) -> str:
        """The text on both sides of the cursor."""
        return self._before + self._after

    def write(self, line: str) -> None:
        """Replace the line, and move the cursor to its end."""
        self._before, self._after = line[:LONGEST], ""

    def press(self, key: str) -> bool:
        """Handle a key, and return whether it was known."""
        before, after = self._before, self._after
        match key:
            case scenes.BACKSPACE:
                self._before = before[:-1]
            case scenes.ESCAPE:
                self.write("")
            case "c-u":
                self._before = ""
            case "c-k":
                self._after = ""
            case "c-w":
                self._before = before[: _start_of_word(before.rstrip(" -"))]
            case scenes.LEFT:
                self._before, self._after = before[:-1], before[-1:] + after
            case scenes.RIGHT:
                self._before, self._after = before + after[:1], after[1:]
            case scenes.HOME | "c-a":
                self._before, self._after = "", self.text
            case scenes.END | "c-e":
                self._before, self._after = self.text, ""
            case scenes.TAB:
                self._finish()
            case _ if len(key) == 1 and key.isprintable():
                self.add(key)
            case _:
                return False
        return True

    def add(self, words: str) -> None:
        """Insert at the cursor as much as fits."""
        self._before += words[: LONGEST - len(self.text)]

    def shown(self) -> tuple[Line, int]:
        """Return the line, and the column of the cursor."""
        return text(PROMPT + self.text), cells(PROMPT + self._before)

    def marked(self, most: int) -> str:
        """Return the line with a mark at the cursor, in `most` cells; `~` stands for text cut
        off."""
        before, after = self._before, self._after
        while cells(after) > most // 3:
            after = after[:-1]
        while cells(before) > most - cells(after):
            before = before[1:]
        cut = "~" if before != self._before else ""
        return f"{cut}{before}_{after}"

    def offered(self) -> Sequence[str]:
        """Return the possible completions, once something was typed."""
        return self._complete(self._before) if self._before else ()

    def _finish(self) -> None:
        """Complete to the longest common prefix of all fitting words."""
        fitting = self.offered()
        if fitting:
            self._before = self._before[: _start_of_word(self._before)] + _agreed(fitting)


def _start_of_word(typed: str) -> int:
    return max(typed.rfind(" "), typed.rfind("-")) + 1


def _agreed(fitting: Sequence[str]) -> str:
    """Return the longest common prefix."""
    first, last = min(fitting), max(fitting)
    return next((first[:i] for i, each in enumerate(first) if last[i : i + 1] != each), first)
