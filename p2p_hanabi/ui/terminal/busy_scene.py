"""The first full-screen scene, also shown whenever the player has to wait.

It is the first picture of every game, so nothing that is slow to load is imported here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ..drawing.canvas import Picture, Size, fold, high, picture, plain, stack
from ..drawing.style import Line
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import buttons as button_row
from ..kit.questions import Prompt
from ..model.wait_notice import WaitNotice
from ..words import words_shared as words
from ..words.i18n import _
from ..words.sentences_questions import STOP_PROGRAM, Question


class LeavableScene(ABC):
    """A scene that can be left at any time, after a question; nothing happens in it by itself."""

    def __init__(self, title: str = "", leave_question: str = "") -> None:
        self.title = words.title(title)
        self._prompt = Prompt(leave_question or _(STOP_PROGRAM), has_help=False)

    @property
    def has_left(self) -> bool:
        return self._prompt.has_left

    def look(self) -> bool:
        return False

    def press(self, key: str) -> None:
        if self._prompt.is_open:
            self._answered(self._prompt.press(key))
        else:
            self._press(key)

    def _answered(self, question: Question | None) -> None:  # noqa: B027 - the lobby alone asks more
        """Handle a question that was answered with yes, other than leaving (see `has_left`)."""

    def paste(self, words: str) -> None:
        self._prompt.paste(words)

    @property
    def _asked(self) -> Sequence[Line]:
        """The open question, or the answer to the last key."""
        return self._prompt.asked() or [self._prompt.message]

    @abstractmethod
    def _press(self, key: str) -> None:
        """Handle a key while no question is open."""


class BusyScene(LeavableScene):
    """A scene for waiting on the network, without choices."""

    def __init__(self, waiting: WaitNotice) -> None:
        super().__init__()
        self._waiting = waiting

    @property
    def is_over(self) -> bool:
        return self._waiting.is_over

    def _press(self, key: str) -> None:
        if key in (scenes.INTERRUPT, scenes.ESCAPE, "q", "Q") and self._waiting.can_go_back:
            self._waiting.is_over = True
        elif key in (scenes.INTERRUPT, "q", "Q"):
            self._prompt.leave(is_asked=not self._waiting.is_left_at_once)
        else:
            self._prompt.unknown(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        lines = [*self._waiting.lines(), (), *self._asked]
        body = high(plain(fold(lines, size.columns)), size.rows - 1)
        does = _("back") if self._waiting.can_go_back else _("leaves")
        legend = self._prompt.legend((("q", does),))
        return picture(stack(body, button_row(legend, size.columns)), size)
