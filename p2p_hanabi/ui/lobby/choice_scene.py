"""Choose one of a few things: what to do first, which game, whether to open a table again."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit import scenes
from ..kit.canvas import Block, Picture, Size, Zone, fold, high, picture, plain, stack
from ..kit.i18n import _
from ..kit.legend import buttons as button_row
from ..kit.style import joined, text
from ..kit.theme import Theme
from .busy_scene import LeavableScene
from .choice_keys import keys_of


class ChoiceScene(LeavableScene):
    """A row for each of `choices`, at most nine. `chosen` is the number of the choice made, from 0;
    None until then. `goes_back`: the player went back to the previous question with Escape. `says`
    is to be read first."""

    def __init__(
        self,
        question: str,
        choices: Sequence[str],
        *,
        can_go_back: bool = False,
        says: str = "",
    ) -> None:
        super().__init__()
        self._prompt.say(says, "alarm")
        self.chosen: int | None = None
        self.goes_back = False
        self._question = question
        self._choices = choices
        self._keys = keys_of(choices)
        self._shows_keys = not all(map(str.startswith, choices, self._keys))
        self._can_go_back = can_go_back
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self.chosen is not None or self.goes_back

    def _press(self, key: str) -> None:
        count = len(self._choices)
        self._prompt.says = ()
        match key:
            case scenes.INTERRUPT | "q" | "Q":
                self._prompt.leave()
            case scenes.ESCAPE if self._can_go_back:
                self.goes_back = True
            case scenes.UP | scenes.DOWN | scenes.TAB:
                self._at = (self._at + (-1 if key == scenes.UP else 1)) % count
            case scenes.ENTER:
                self.chosen = self._at
            case _ if key in self._keys:
                self._at = self._keys.index(key)
            case _:
                self._prompt.unknown(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        head = plain(fold([text(self._question, "strong"), ()], size.columns))
        rows = [self._row(number, theme, size.columns) for number in range(len(self._choices))]
        says = plain(fold([(), *self._asked], size.columns))
        back = (("Escape", _("goes back")),) if self._can_go_back else ()
        does = (("Up", ""), ("Down", _("choose")), ("Enter", _("confirms")))
        legend = self._prompt.legend((*does, *back, ("q", _("leave"))))
        body = high(stack(head, *rows, says), size.rows - 1)
        return picture(stack(body, button_row(legend, size.columns)), size)

    def _row(self, number: int, theme: Theme, columns: int) -> Block:
        sign = theme.signs.turn if number == self._at else " "
        key = self._keys[number]
        label = f"{key} " if self._shows_keys else ""
        line = joined([text(f"{sign} {label}"), text(self._choices[number])])
        lines = fold([line], columns)
        zones = (Zone(row, 0, columns, key) for row in range(len(lines)))
        return Block(tuple(lines), tuple(zones))
