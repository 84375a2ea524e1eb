"""The first game on the full screen: the lesson above the usual table."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable

from p2p_hanabi.ui.kit import scenes, sentences_questions
from p2p_hanabi.ui.kit import words_shared as words
from p2p_hanabi.ui.kit.canvas import Block, Picture, Size, fold, picture, plain, stack
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.kit.theme import Theme
from p2p_hanabi.ui.terminal.table.table_scene import TableScene

from ..scene import HanabiTable
from . import sentences_tutorial as say
from .guided_end import followed
from .guided_table import TutorialTable
from .lessons import Step, lessons, open_step

MIN_OF_TABLE = 15
"""The rows that the table needs, with three players."""


def rows_of(about: str, columns: int) -> list[Line]:
    """Wrap prose without the hanging indent by which a screen separates events."""
    return [text(row) for row in textwrap.wrap(about, columns)]


class GuidedTable:
    """See `scenes.Scene`: the table's scene with a lesson around it.

    While a step is open, only its keys work; other keys get an explanation.
    """

    def __init__(self, port: TutorialTable, clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        table = followed(port, clock)
        self._table = TableScene(table, HanabiTable(table.shown))
        self._steps = list(lessons(has_signs=True))
        self._pressed_keys = 0
        self._answered: tuple[Step | None, Line] | None = None

    @property
    def title(self) -> str:
        return words.title(_("First game"))

    @property
    def is_over(self) -> bool:
        return self._table.is_over

    @property
    def has_left(self) -> bool:
        return self._table.has_left

    def look(self) -> bool:
        return self._table.look()

    def press(self, key: str) -> None:
        step = open_step(self._steps, self._port.view)
        if self._table.is_asking:
            self._table.press(key)
        elif not self._steps:
            self._press_freely(key)
        elif key in (scenes.INTERRUPT, "q"):
            self._table.leave()
        elif step is not None and key == self._wanted(step):
            self._press_wanted(step, key)
        elif step is not None:
            self._answered = (step, text(self._correction(step, key), "alarm"))

    def paste(self, words: str) -> None:
        """Paste into a text being typed, once the lesson is over."""
        if self._steps and not self._table.is_asking:
            step = open_step(self._steps, self._port.view)
            self._answered = (step, text(_(sentences_questions.PASTED_NOWHERE), "alarm"))
        else:
            self._table.paste(words)

    def paint(self, size: Size, theme: Theme) -> Picture:
        about, said = self._lesson()
        wanted = fold([said] if said else [], size.columns)
        room = max(0, size.rows - MIN_OF_TABLE - 1 - len(wanted))
        rule = text(theme.signs.rule * size.columns, "dim")
        lesson = plain([*rows_of(about, size.columns)[:room], *wanted, rule])
        below = self._table.paint(Size(size.columns, size.rows - len(lesson.lines)), theme)
        cursor = below.cursor
        if cursor is not None:
            cursor = (cursor[0] + len(lesson.lines), cursor[1])
        return picture(stack(lesson, Block(below.lines, below.zones)), size, cursor)

    # -- keys

    def _press_freely(self, key: str) -> None:
        if key == "A" and self._port.now.ending is None:
            self._table.tell(_("Nobody else is at this table; q leaves."), "")
        else:
            self._table.press(key)

    def _press_wanted(self, step: Step, key: str) -> None:
        self._answered = None
        if step.keys:
            self._table.press(key)
        self._pressed_keys += 1
        if self._pressed_keys >= len(step.keys):
            self._steps.pop(0)
            self._pressed_keys = 0

    def _correction(self, step: Step, key: str) -> str:
        wanted = say.key(self._wanted(step))
        if " " in key.strip():
            return _("The mouse works too, but for now press {key}; q leaves the lesson.").format(
                key=wanted
            )
        return _("{pressed} comes later. For now, press {key}; q leaves the lesson.").format(
            pressed=say.key(key), key=wanted
        )

    def _wanted(self, step: Step) -> str:
        """Return the key to press next; Enter for a step of text only, which the table does not
        get."""
        return step.keys[self._pressed_keys] if step.keys else scenes.ENTER

    # -- display

    def _lesson(self) -> tuple[str, Line]:
        """Return the lesson's text, and the keys to press, or why the last key was wrong."""
        if not self._steps:
            return "", text(_("Now it is your game. ? shows the keys, q leaves."), "strong")
        step = open_step(self._steps, self._port.view)
        answer = () if self._answered is None else self._answer_to(step, *self._answered)
        if step is None:
            return "", answer or text(_(say.BOTS_MOVE), "strong")
        keys = " ".join(map(say.key, step.keys))
        if answer:
            return step.told(), answer
        if keys:
            return step.told(), text(_("Now press {keys}").format(keys=keys), "strong")
        return f"{step.told()} {_(say.PRESS_ENTER)}", ()

    @staticmethod
    def _answer_to(step: Step | None, about: Step | None, answer: Line) -> Line:
        """Return the answer to a key that was pressed at this step; nothing at another one."""
        return answer if about is step else ()
