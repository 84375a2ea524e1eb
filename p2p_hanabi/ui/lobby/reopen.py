"""A host that stopped while players gathered: open that table again, or a new one."""

from __future__ import annotations

from ..kit import scenes
from ..kit.canvas import Block, Picture, Size, Zone, fold, high, picture, plain, stack
from ..kit.i18n import _
from ..kit.legend import buttons as button_row
from ..kit.style import joined, text
from ..kit.theme import Theme
from .busy_scene import LeavableScene


class Reopen(LeavableScene):
    """Two rows, one of which is taken; `wanted` is absent (None) until then."""

    def __init__(self, question: str) -> None:
        super().__init__(_("Waiting for players"), _("Stop the program?"))
        self.wanted: bool | None = None
        self._question = question
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self.wanted is not None

    def _press(self, key: str) -> None:
        match key:
            case scenes.INTERRUPT | "q" | "Q":
                self._prompt.leave()
            case scenes.UP | scenes.DOWN | scenes.TAB:
                self._at = 1 - self._at
            case "1" | "2":
                self._at = int(key) - 1
            case scenes.ENTER:
                self.wanted = self._at == 0
            case _:
                self._prompt.unknown(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        head = plain(fold([text(self._question, "strong"), ()], size.columns))
        rows = []
        for number, sentence in enumerate((_("Open it again"), _("Close it and open a new table"))):
            sign = theme.signs.turn if number == self._at else " "
            line = joined([text(f"{sign} {number + 1} "), text(sentence)])
            rows.append(Block((line,), (Zone(0, 0, size.columns, str(number + 1)),)))
        says = plain(fold([(), *self._asked], size.columns))
        legend = self._prompt.legend(
            (("Up", ""), ("Down", _("choose")), ("Enter", _("confirms")), ("q", _("leave")))
        )
        body = high(stack(head, *rows, says), size.rows - 1)
        return picture(stack(body, button_row(legend, size.columns)), size)
