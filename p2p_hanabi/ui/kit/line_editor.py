"""One line that is being typed, with completion and what was typed before."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import scenes
from .style import Line, cells, text

PROMPT = "> "
LONGEST = 200


class Typing:
    """`complete` gives the words that can come at the end of the line."""

    def __init__(self, complete: Callable[[str], Iterable[str]]) -> None:
        self.line = ""
        self._complete = complete
        self._before: list[str] = []
        self._at = 0

    def press(self, key: str) -> bool:
        """Take a key, and return whether it meant something here; Enter does not, `take` is for
        that."""
        match key:
            case scenes.BACKSPACE:
                self.line = self.line[:-1]
            case scenes.ESCAPE:
                self.line = ""
            case scenes.TAB:
                self._finish()
            case scenes.UP | scenes.DOWN:
                self._recall(-1 if key == scenes.UP else 1)
            case _ if len(key) == 1 and key.isprintable():
                self.line = (self.line + key)[:LONGEST]
            case _:
                return False
        return True

    def add(self, words: str) -> None:
        self.line = (self.line + words)[:LONGEST]

    def take(self) -> str:
        """Return the line, and begin an empty one."""
        line, self.line = self.line, ""
        if line.strip():
            self._before.append(line)
        self._at = len(self._before)
        return line

    def shown(self) -> tuple[Line, int]:
        """Return the line, and the column after it."""
        return text(PROMPT + self.line), cells(PROMPT + self.line)

    def offered(self) -> list[str]:
        """Return what could come next, once something was typed."""
        return list(self._complete(self.line)) if self.line else []

    def _finish(self) -> None:
        """As far as all the words that fit agree."""
        fitting = list(self._complete(self.line))
        if not fitting:
            return
        start = len(self.line.split(" ")[-1].split("-")[-1])
        agreed = _agreed(fitting)
        if len(agreed) >= start:
            self.line = self.line[: len(self.line) - start] + agreed

    def _recall(self, by: int) -> None:
        if self._before:
            self._at = max(0, min(len(self._before), self._at + by))
            self.line = (*self._before, "")[self._at]


def _agreed(fitting: list[str]) -> str:
    """How all of them begin."""
    first, last = min(fitting), max(fitting)
    return next((first[:i] for i, each in enumerate(first) if last[i : i + 1] != each), first)
