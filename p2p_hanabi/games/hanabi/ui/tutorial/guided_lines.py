"""The first game in lines: the lesson's text between the table's output."""

from __future__ import annotations

from typing import assert_never

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit.loop import Update
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.replies import Explains
from p2p_hanabi.ui.model.table.table_actions import TableAction, Write
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import _

from .guided_table import TutorialTable
from .lessons import Step
from .shown_lesson import Leaves, Passes, ShownLesson, Tried, TypedLine, farewell


class GuidedTalk:
    """See `loop.Talk`. `has_left`: the player left before the end."""

    def __init__(self, port: TutorialTable) -> None:
        self.has_left = False
        self._port = port
        self._table = PlainTable(port, asks=True)
        self._lesson = ShownLesson(port, Device.LINE)
        self._shown: Step | None = None

    @property
    def is_over(self) -> bool:
        return self.has_left or self._table.is_over

    def look(self) -> Update:
        report = self._table.look()
        lines = list(report.lines)
        if self._table.is_over:
            return Update((*lines, *farewell(self._port, Device.LINE)))
        return Update((*lines, *self._new_guidance()), report.calls)

    def _new_guidance(self) -> list[Line]:
        """Return the guidance of a step that was not shown yet, or of free play."""
        step, view = self._lesson.step, self._port.view
        if step is self._shown or view.actor != view.seat:
            return []
        self._shown = step
        guidance = self._lesson.guidance()
        return [(), *map(text, guidance.about), text(guidance.asks, "strong")]

    def complete(self, line: str) -> list[str]:
        return self._table.complete(line)

    def typed(self, line: str) -> list[Line]:
        match self._lesson.do(self._tried(line)):
            case Explains(lines):
                return list(lines)
            case Passes():
                return self._table.typed(line)
            case Leaves():
                return self.interrupted()
            case None:
                return []
            case other:
                assert_never(other)

    def interrupted(self) -> list[Line]:
        self.has_left = True
        return [text(_('You have left the lesson; "p2phanabi tutorial" starts it again.'))]

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self.interrupted()]

    def _tried(self, line: str) -> Tried:
        """Return what the line means, spelled as in the step if it means the same."""
        meant, step = self._meant(line), self._lesson.step
        if meant in (TableAction.LEAVE, TableAction.ABANDON):
            return TableAction.LEAVE
        if step is not None and self._fits(line, meant, step):
            return TypedLine(step.typed)
        return TypedLine(line)

    def _fits(self, line: str, meant: object, step: Step) -> bool:
        if not step.typed:
            return not line.strip()
        if step.bots_move:
            return sentences.is_yes(line.strip().lower())
        return meant == self._meant(step.typed)

    def _meant(self, line: str) -> object:
        try:
            command = typed.parse(line, self._port.screen, self._port.view, self._port.now.players)
        except Misunderstood:
            return line
        return command.note.held.card if isinstance(command, Write) else command
