"""The first game in lines: the lesson's text between the table's output."""

from __future__ import annotations

from p2p_hanabi.ui.kit import sentences_shared as sentences
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.loop import Update
from p2p_hanabi.ui.kit.sentences_typed import in_english, undictated
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.table.table_actions import TableAction, Write
from protocol.peer.status import Doing

from . import sentences_tutorial
from . import sentences_tutorial as say
from .guided_table import TutorialTable
from .lessons import Step, lessons


class GuidedTalk:
    """See `loop.Talk`. `has_left`: the player left before the end."""

    def __init__(self, port: TutorialTable) -> None:
        self.has_left = False
        self._port = port
        self._table = PlainTable(port, asks=True)
        self._steps = list(lessons())
        self._shown: Step | None = None

    @property
    def is_over(self) -> bool:
        return self.has_left or self._table.is_over

    def look(self) -> Update:
        report = self._table.look()
        lines = list(report.lines)
        if self._table.is_over:
            return Update((*lines, *self._farewell()))
        if self._is_my_turn and self._step is not self._shown:
            self._shown = self._step
            lines += [(), *self._guidance()]
        return Update(tuple(lines), report.calls)

    def complete(self, line: str) -> list[str]:
        return self._table.complete(line)

    def typed(self, line: str) -> list[Line]:
        word = in_english(undictated(line)).lower()
        step = self._step
        if self._meant(line) in (TableAction.LEAVE, TableAction.ABANDON):
            return self.interrupted()
        if step is None:
            return self._table.typed(line)
        if not self._is_my_turn:
            return [text(_(say.BOTS_MOVE))]
        if not self._fits(line, step):
            if not word:
                return self._guidance()
            return [text(say.wrong_line(step.line)) if step.line else text(_(say.JUST_ENTER))]
        self._steps.pop(0)
        return self._table.typed(line)

    def interrupted(self) -> list[Line]:
        self.has_left = True
        return [text(_('You have left the lesson; "p2phanabi tutorial" starts it again.'))]

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self.interrupted()]

    @property
    def _step(self) -> Step | None:
        return self._steps[0] if self._steps else None

    @property
    def _is_my_turn(self) -> bool:
        status = self._port.now.status
        return status.doing is Doing.MOVING and status.waiting_for == (self._port.now.seat,)

    def _guidance(self) -> list[Line]:
        step = self._step
        if step is None:
            return [text(_(say.FREE_PLAY_IN_LINES), "strong")]
        wanted = _("Now type: {line}").format(line=step.line) if step.line else _(say.JUST_ENTER)
        return [text(_(step.about)), text(wanted, "strong")]

    def _fits(self, line: str, step: Step) -> bool:
        """Return whether the line does what the step asks for, however it is spelled."""
        if not step.line:
            return not line.strip()
        if step.moves:
            return sentences.is_yes(line.strip().lower())
        return self._meant(line) == self._meant(step.line)

    def _meant(self, line: str) -> object:
        players = self._port.now.players
        view = self._port.view
        try:
            command = typed.parse(line, self._port.screen, view, players)
        except Misunderstood:
            return line
        return command.note.place.card if isinstance(command, Write) else command

    def _farewell(self) -> list[Line]:
        players = self._port.now.players
        screen = self._port.screen
        held = screen.held_at_the_end(self._port.view, players, self._port.now.faces)
        return [*held, (), *map(text, sentences_tutorial.farewell())]
