"""The first game on the full screen: the lesson above the usual table."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from typing import assert_never

from p2p_hanabi.ui.drawing.canvas import Block, Picture, Size, fold, picture, plain, stack
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.replies import Explains
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.terminal.table.table_scene import TableScene
from p2p_hanabi.ui.words import sentences_questions
from p2p_hanabi.ui.words import words_shared as words
from p2p_hanabi.ui.words.i18n import _

from ..scene import HanabiTable
from .guided_table import TutorialTable
from .lessons import Step
from .shown_lesson import Leaves, Passes, PressedKey, ShownLesson, Tried, followed

MIN_OF_TABLE = 15
"""The rows that the table needs, with three players."""


def rows_of(about: str, columns: int) -> list[Line]:
    """Wrap prose without the hanging indent by which a screen separates events."""
    return [text(row) for row in textwrap.wrap(about, columns)]


class GuidedTable:
    """See `scenes.Scene`: the table's scene with a lesson around it."""

    def __init__(self, port: TutorialTable, clock: Callable[[], float] = time.monotonic) -> None:
        table = followed(port, Device.KEY, clock)
        self._table = TableScene(table, HanabiTable(table.shown))
        self._lesson = ShownLesson(port, Device.KEY)
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
        if self._table.is_asking:
            self._table.press(key)
            return
        step = self._lesson.step
        match self._lesson.do(self._tried(key)):
            case Explains(lines):
                self._answered = (step, lines[-1])
            case Passes():
                self._answered = None
                self._table.press(key)
            case Leaves():
                self._table.leave()
            case None:
                self._answered = None
            case other:
                assert_never(other)

    def _tried(self, key: str) -> Tried:
        if key in (scenes.INTERRUPT, "q") and not self._lesson.is_free:
            return TableAction.LEAVE
        if key == "A" and not self._table.is_typing:
            return TableAction.ABANDON
        return PressedKey(key)

    def paste(self, words: str) -> None:
        """Paste into a text being typed, once the lesson is over."""
        if self._lesson.is_free or self._table.is_asking:
            self._table.paste(words)
        else:
            nowhere = text(_(sentences_questions.PASTED_NOWHERE), "alarm")
            self._answered = (self._lesson.step, nowhere)

    def paint(self, size: Size, theme: Theme) -> Picture:
        about, question = self._shown()
        wanted = fold([question] if question else [], size.columns)
        room = max(0, size.rows - MIN_OF_TABLE - 1 - len(wanted))
        rule = text(theme.signs.rule * size.columns, "dim")
        lesson = plain([*rows_of(about, size.columns)[:room], *wanted, rule])
        below = self._table.paint(Size(size.columns, size.rows - len(lesson.lines)), theme)
        cursor = below.cursor
        if cursor is not None:
            cursor = (cursor[0] + len(lesson.lines), cursor[1])
        return picture(stack(lesson, Block(below.lines, below.zones)), size, cursor)

    def _shown(self) -> tuple[str, Line]:
        """Return the lesson's text, and what to do, or why the last key was wrong at this step."""
        step, guidance = self._lesson.step, self._lesson.guidance()
        about = " ".join(guidance.about)
        if self._answered is not None and self._answered[0] is step and not self._lesson.is_free:
            return about, self._answered[1]
        if step is not None and not step.keys:
            return f"{about} {guidance.asks}", ()
        return about, text(guidance.asks, "strong")
