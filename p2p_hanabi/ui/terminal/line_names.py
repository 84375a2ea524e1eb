"""The name of a line and a remark on it, while they are being typed in the status line."""

from __future__ import annotations

from ..drawing.style import Line, text
from ..kit import scenes
from ..kit.legend import Legend, confirming
from ..kit.line_editor import LineEditor
from ..model.replay_actions import KeepLine, NamesLine
from ..words.i18n import _

_SHOWN = 60


class LineNames:
    """First the name, then the remark; `is_open` until both are typed. It then gets all keys."""

    def __init__(self) -> None:
        self.is_open = False
        self._editor = LineEditor()
        self._name: str | None = None
        self._former = NamesLine("", "")

    def begin(self, former: NamesLine) -> None:
        self.is_open, self._name, self._former = True, None, former
        self._editor.write(former.name)

    def press(self, key: str) -> KeepLine | None:
        """Handle a key; return what is to be done once both are typed."""
        match key:
            case scenes.ESCAPE | scenes.INTERRUPT:
                self.is_open = False
            case scenes.ENTER if self._name is None:
                if self._editor.text.strip():
                    self._name = self._editor.text
                    self._editor.write(self._former.remark)
            case scenes.ENTER if self._name is not None:
                self.is_open = False
                return KeepLine(self._name, self._editor.text)
            case _:
                self._editor.press(key)
        return None

    def add(self, words: str) -> None:
        self._editor.add(words)

    def asked(self) -> tuple[Line, ...]:
        typed = self._editor.marked(_SHOWN)
        if self._name is None:
            question, how = _("Name of this line: {typed}"), _("Enter goes on, Escape cancels.")
        else:
            question = _("Remark on it: {typed}")
            how = _("Enter keeps the line, also without a remark; Escape cancels.")
        return (text(question.format(typed=typed)), text(how, "dim"))

    def keys(self) -> Legend:
        return confirming()
