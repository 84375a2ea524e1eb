"""What is typed on the full screen: a line of text, a room code."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..drawing.canvas import Picture, Size, fold, high, picture, plain, stack
from ..drawing.style import Line, text
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import buttons as button_row
from ..kit.line_editor import LineEditor
from ..model.inputs import CodeInput, LineInput
from ..model.lobby.sentences_lobby import ASK_CODE
from ..words.i18n import _
from ..words.spoken_words import complete_code
from .busy_scene import LeavableScene


class _Typing(LeavableScene):
    """A text field below some lines, and the first of the words that could complete it."""

    def __init__(self, title: str, complete: Callable[[str], Sequence[str]] | None = None) -> None:
        super().__init__(title)
        self._typing = LineEditor() if complete is None else LineEditor(complete)

    def paste(self, words: str) -> None:
        if self._prompt.is_open:
            self._prompt.paste(words)
        else:
            self._typing.add(words.strip())

    def _type(self, key: str) -> None:
        if self._typing.press(key):
            self._prompt.message = ()
        else:
            self._prompt.unknown(key)

    def _paint(
        self, size: Size, head: Sequence[Line], below: Sequence[Line], *keys: tuple[str, str]
    ) -> Picture:
        prompt, column = self._typing.shown()
        above = fold(head, size.columns)
        body = plain([*above, prompt, *below, (), *fold(self._asked, size.columns)])
        row = button_row(self._prompt.legend(keys), size.columns)
        cursor = (len(above), min(column, size.columns - 1))
        return picture(stack(high(body, size.rows - 1), row), size, cursor)


class TypedScene(_Typing):
    """A line of text."""

    def __init__(self, line: LineInput) -> None:
        super().__init__("")
        self._line = line
        self._typing.write(line.usual)

    @property
    def is_over(self) -> bool:
        return self._line.is_over

    def _press(self, key: str) -> None:
        match key:
            case scenes.INTERRUPT:
                self._prompt.leave()
            case scenes.ESCAPE if self._line.can_go_back:
                self._line.go_back()
            case scenes.ENTER:
                self._prompt.show(self._line.enter(self._typing.text) or "", "alarm")
            case _:
                self._type(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        back = (("Escape", _("goes back")),) if self._line.can_go_back else ()
        keys = (("Enter", _("confirms")), *back, ("Ctrl-C", _("leaves")))
        return self._paint(
            size, [*self._line.lines, text(self._line.question, "strong"), ()], (), *keys
        )


class CodeScene(_Typing):
    """The three words of a room code, with completion."""

    def __init__(self, code: CodeInput) -> None:
        super().__init__(code.title, complete_code)
        self._input = code
        self._prompt.show(code.message, "alarm")

    @property
    def is_over(self) -> bool:
        return self._input.is_over

    def _press(self, key: str) -> None:
        match key:
            case scenes.INTERRUPT:
                self._prompt.leave(is_asked=not self._input.can_go_back)
            case scenes.ESCAPE if self._input.can_go_back:
                self._prompt.leave(is_asked=False)
            case scenes.ENTER:
                self._prompt.show(self._input.enter(self._typing.text) or "", "alarm")
            case "-" | " " if self._typing.text.endswith("-"):
                pass  # Tab has already added it
            case _:
                self._type(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        head = [
            text(self._input.title, "title"),
            (),
            text(self._input.table, "strong"),
            text(_(ASK_CODE)),
            (),
        ]
        offered = text(" ".join(self._typing.offered()[:10]), "dim")
        back = ("Escape", _("goes back")) if self._input.can_go_back else ("Ctrl-C", _("leaves"))
        keys = (("Tab", _("completes")), ("Enter", _("joins")), back)
        return self._paint(size, head, [offered], *keys)
