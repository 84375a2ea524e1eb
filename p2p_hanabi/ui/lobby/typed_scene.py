"""A scene that asks for one line of text."""

from __future__ import annotations

from collections.abc import Callable

from ..kit import scenes
from ..kit.canvas import Picture, Size, fold, high, picture, plain, stack
from ..kit.i18n import _
from ..kit.legend import buttons as button_row
from ..kit.line_editor import LineEditor
from ..kit.style import text
from ..kit.theme import Theme
from .busy_scene import LeavableScene


class TypedScene(LeavableScene):
    """`typed` is the line, once `fault_of` finds no fault in it; None until then, and if the player
    goes back with Escape (`goes_back`)."""

    def __init__(self, question: str, fault_of: Callable[[str], str | None]) -> None:
        super().__init__()
        self.typed: str | None = None
        self.goes_back = False
        self._question = question
        self._fault_of = fault_of
        self._typing = LineEditor()

    @property
    def is_over(self) -> bool:
        return self.typed is not None or self.goes_back

    def _press(self, key: str) -> None:
        match key:
            case scenes.INTERRUPT:
                self._prompt.leave()
            case scenes.ESCAPE:
                self.goes_back = True
            case scenes.ENTER if (fault := self._fault_of(self._typing.line)) is not None:
                self._prompt.say(fault, "alarm")
            case scenes.ENTER:
                self.typed = self._typing.line
            case _ if self._typing.press(key):
                self._prompt.says = ()
            case _:
                self._prompt.unknown(key)

    def paste(self, words: str) -> None:
        if self._prompt.is_open:
            self._prompt.paste(words)
        else:
            self._typing.add(words.strip())

    def paint(self, size: Size, theme: Theme) -> Picture:
        prompt, column = self._typing.shown()
        head = fold([text(self._question, "strong"), ()], size.columns)
        body = plain([*head, prompt, (), *fold(self._asked, size.columns)])
        keys = (("Enter", _("confirms")), ("Escape", _("goes back")), ("Ctrl-C", _("leaves")))
        row = button_row(self._prompt.legend(keys), size.columns)
        cursor = (len(head), min(column, size.columns - 1))
        return picture(stack(high(body, size.rows - 1), row), size, cursor)
