"""A choice on the full screen, and a new table as one choice after another."""

from __future__ import annotations

from ..drawing.canvas import Block, Picture, Size, Zone, fold, high, picture, plain, stack
from ..drawing.style import joined, text
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import buttons as button_row
from ..model.inputs import ChoiceInput, TableChoices, TableInput
from ..words.i18n import _
from .busy_scene import LeavableScene


class ChoiceScene(LeavableScene):
    """A row for each choice, of which there are at most nine."""

    def __init__(self, choice: ChoiceInput) -> None:
        super().__init__()
        self._show(choice)

    def _show(self, choice: ChoiceInput) -> None:
        self._prompt.show(choice.message, "alarm")
        self._choice = choice
        self._shows_keys = not all(map(str.startswith, choice.choices, choice.keys))
        self._cursor = 0

    @property
    def is_over(self) -> bool:
        return self._choice.is_over

    def _press(self, key: str) -> None:
        choice = self._choice
        self._prompt.message = ()
        match key:
            case scenes.INTERRUPT | "q" | "Q":
                self._prompt.leave()
            case scenes.ESCAPE if choice.can_go_back:
                choice.go_back()
            case scenes.UP | scenes.DOWN | scenes.TAB:
                self._cursor = (self._cursor + (-1 if key == scenes.UP else 1)) % len(
                    choice.choices
                )
            case scenes.ENTER:
                choice.choose(self._cursor)
            case _ if key in choice.keys:
                self._cursor = choice.keys.index(key)
            case _:
                self._prompt.unknown(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        choice = self._choice
        head = fold([text(choice.question, "strong"), (), *choice.lines], size.columns)
        rows = [self._row(number, theme, size.columns) for number in range(len(choice.choices))]
        says = plain(fold([(), *self._asked], size.columns))
        back = (("Escape", _("goes back")),) if choice.can_go_back else ()
        does = (("Up", ""), ("Down", _("choose")), ("Enter", _("confirms")))
        legend = self._prompt.legend((*does, *back, ("q", _("leave"))))
        body = high(stack(plain(head), *rows, says), size.rows - 1)
        return picture(stack(body, button_row(legend, size.columns)), size)

    def _row(self, number: int, theme: Theme, columns: int) -> Block:
        sign = theme.signs.turn if number == self._cursor else " "
        key = self._choice.keys[number]
        label = f"{key} " if self._shows_keys else ""
        line = joined([text(f"{sign} {label}"), text(self._choice.choices[number])])
        lines = fold([line], columns)
        zones = (Zone(row, 0, columns, key) for row in range(len(lines)))
        return Block(tuple(lines), tuple(zones))


class TableFormScene(ChoiceScene):
    """The settings of a new table."""

    def __init__(self, wanted: TableInput) -> None:
        self._wanted, self._choices = wanted, TableChoices(wanted)
        super().__init__(self._choices.choice())

    @property
    def is_over(self) -> bool:
        return self._wanted.is_over

    def _press(self, key: str) -> None:
        super()._press(key)
        if self._choice.is_over:
            self._choices.take(self._choice)
            self._show(self._choices.choice())
