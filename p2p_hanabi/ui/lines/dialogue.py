"""The conversation with one player at a table: typed lines and table updates in, lines out.

Without I/O; `plain.py` connects it to a console.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeAlias

from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.game import Move, View
from protocol.peer.remarks import Remark

from ..kit import sentences_questions
from ..kit import sentences_shared as sentences
from ..kit.i18n import _
from ..kit.loop import Update
from ..kit.sentences_questions import Question
from ..kit.style import Line, text
from ..model.game import game_screen
from ..model.game.game_screen import Misunderstood
from ..model.game.table_players import Players
from ..model.table import absence, table_painter
from ..model.table.news import News
from ..model.table.past_views import settled
from ..model.table.refusals import late_refusals
from ..model.talk import notes, sentences_talk
from ..model.talk.chat import Hearing, remark_of
from ..table.port import TablePort
from . import typed_commands as typed
from .line_pages import LinePages
from .typed_commands import (
    Abandon,
    Arrange,
    Gone,
    MakeMove,
    Quit,
    Say,
    ShowLog,
    ShowPage,
    Stop,
    Write,
    completions,
    parse,
)

Asked: TypeAlias = MakeMove[Move] | Quit | Abandon | Gone | Stop
"""Commands that need confirmation."""
_QUESTIONS: dict[type[Quit | Abandon | Gone | Stop], Question] = {
    Quit: Question.LEAVE,
    Abandon: Question.ABANDON,
    Gone: Question.GONE,
    Stop: Question.STOP,
}
"""Those confirmed by a whole word, not by one letter."""


class PlainTable(Generic[View, Move]):
    """One seat's table. `asks`: moves and leaving must be confirmed."""

    def __init__(
        self,
        port: TablePort[View, Move],
        *,
        asks: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.has_left = False
        self._port = port
        self._asks = asks
        self._players = Players(port.seat, port.names)
        self._screen = port.screen
        self._news = News(self._screen, self._players, clock)
        self._hearing = Hearing(self._screen, port)
        self._pages = LinePages(port, self._players, self._hearing)
        self._asked: Asked[Move] | None = None
        self._was_just_asked = False
        self._types_no_more = False
        self._has_abandoned = False

    @property
    def is_over(self) -> bool:
        return self.has_left or self._port.ending() is not None

    def look(self) -> Update:
        """Return the news. A move is made automatically only if everybody sees that there is no
        choice; otherwise the time taken would tell the others whether there was one.

        A player whose input has ended watches until it is their turn, and then leaves.
        """
        if (view := self._view) is not None and (move := self._screen.by_itself(view)) is not None:
            self._play(move)
        refused = [text(sentence, "alarm") for sentence in late_refusals(self._port)]
        report = self._news.look(self._port)
        report = Update((*refused, *report.lines, *self.heard()), report.calls)
        self._was_just_asked &= not report.lines
        view = self._view
        if view is None or view.actor != view.seat:
            return report
        if self._types_no_more and not self._has_abandoned:  # else the end is near anyway
            leaving = (text(_("End of input.")), *self._do(Quit()))
            return Update((*report.lines, *leaving))
        return report

    def complete(self, line: str) -> list[str]:
        if self._asked is not None:
            if isinstance(self._asked, MakeMove):
                yes, _ = sentences.yes_and_no()
            else:
                yes = sentences_questions.word(_QUESTIONS[type(self._asked)])
            if yes.startswith(line):
                return [yes]
        return completions(line, self._screen, self._view, self._players)

    def typed(self, line: str) -> list[Line]:
        """Carry out a line of input; return the answer, apart from what `look` will report."""
        asked, self._asked = self._asked, None
        if asked is None:
            return self._told(line)
        answered = self._answered(line.strip(), asked)
        return self._in_between(line, asked) if answered is None else answered

    def _told(self, line: str) -> list[Line]:
        try:
            command = parse(line, self._screen, self._view, self._players)
        except Misunderstood as error:
            return [text(str(error))]
        match command:
            case None:
                return self._entered()
            case ShowPage(typed.SHOW | game_screen.EXPLAIN as topic, int(moves)):
                return self._pages.as_it_was(topic, moves)
            case ShowLog(wanted):
                return self._pages.log(wanted)
            case ShowPage(topic, last):
                page = self._pages.page(topic)
                return page if last is None else table_painter.end_of_log(page, last)
            case Say(words):
                return self._said(words)
            case Arrange(order):
                return self._say(order)
            case Write(note):
                self._port.note(note.place.card, note.words)
                return [notes.told(note, self._players)]
            case MakeMove():
                return self._wanted(command)
        return self._ask(command)

    def heard(self) -> list[Line]:
        """Return the remarks since the last look."""
        return [text(sentence) for sentence in self._hearing.look()]

    def typed_after(self, line: str) -> list[Line] | None:
        """Carry out what is still possible after the end of the table: look at it, and talk. None
        if the line is nothing of that kind."""
        try:
            command = parse(line, self._screen, self._view, self._players)
        except Misunderstood:
            return None
        return self.typed(line) if isinstance(command, ShowPage | ShowLog | Say) else None

    def interrupted(self) -> list[Line]:
        """Handle Ctrl-C or Ctrl-D; the second time confirms."""
        asked, self._asked = self._asked, None
        return self._do(Quit()) if isinstance(asked, Quit) else self._ask(Quit())

    def end_of_input(self) -> list[Line]:
        self._types_no_more = True
        return []

    @property
    def _view(self) -> View | None:
        return settled(self._port)

    # -- moves

    def _entered(self) -> list[Line]:
        """Handle an empty line, maybe an accident: make a move that needs no choice, if any."""
        view = self._view
        move = None if view is None else self._screen.by_enter(view)
        return [] if move is None else self._play(move)

    def _wanted(self, command: MakeMove[Move]) -> list[Line]:
        """Handle a move: ask for confirmation, unless it is illegal, so that the table refuses it,
        or needs none."""
        view = self._view
        if view is None or view.actor != view.seat:
            who = None if view is None or view.actor is None else self._players.name(view.actor)
            return [text(sentences.not_your_turn(who))]
        asks = command.move in view.moves and self._screen.asks(command.move, view)
        return self._ask(command) if asks else self._do(command)

    def _ask(self, command: Asked[Move]) -> list[Line]:
        if not self._asks:
            return self._do(command)
        if (
            isinstance(command, Gone)
            and (refusal := absence.why_not_gone(self._port, command.seat)) is not None
        ):
            return [text(refusal)]
        self._asked = command
        self._was_just_asked = True
        if isinstance(command, MakeMove):
            view = self._view
            told = "" if view is None else self._screen.preview(command.move, view, self._players)
            return [text(_("{what} Confirm? [Y/n]").format(what=told))]
        how = sentences_questions.by_line(_QUESTIONS[type(command)])
        return [text(f"{self._sentence(command)} {how}")]

    def _sentence(self, command: Quit | Abandon | Gone | Stop) -> str:
        match command:
            case Quit():
                return _(sentences_questions.LEAVE_TABLE)
            case Abandon():
                return absence.before_abandon(self._port)
            case Stop():
                return absence.before_stop(self._port)
            case Gone(seat):
                return sentences_questions.gone(self._players.name(seat))

    def _answered(self, answer: str, command: Asked[Move]) -> list[Line] | None:
        """Handle an answer; return None if it is none."""
        if isinstance(command, MakeMove):
            if not answer and not self._was_just_asked:
                return self._ask(command)  # other output may have hidden the question
            if not answer or sentences.is_yes(answer):
                return self._do(command)
            return [text(_("Cancelled."))] if sentences.is_no(answer) else None
        question = _QUESTIONS[type(command)]
        if sentences_questions.is_word(answer, question):
            return self._do(command)
        is_no = not answer or sentences.is_no(answer)
        return [text(sentences_questions.nothing_done(question))] if is_no else None

    def _in_between(self, line: str, asked: Asked[Move]) -> list[Line]:
        """Handle a line that is not an answer. The question about a move stays open until another
        move replaces it; one about ending or leaving is cancelled."""
        if isinstance(asked, MakeMove):
            told = self._told(line)
            if isinstance(self._asked, MakeMove):
                return [text(_("Instead:")), *told]
            if self._asked is not None:
                return [text(_("Cancelled.")), *told]
            return [*told, *self._ask(asked)] if self._is_possible(asked) else told
        nothing = text(sentences_questions.nothing_done(_QUESTIONS[type(asked)]))
        try:
            parse(line, self._screen, self._view, self._players)
        except Misunderstood:
            return [nothing]
        return [nothing, *self._told(line)]

    def _is_possible(self, command: MakeMove[Move]) -> bool:
        view = self._view
        return view is not None and command.move in view.moves and not self.is_over

    def _do(self, command: Asked[Move]) -> list[Line]:
        match command:
            case MakeMove(move):
                return self._play(move)
            case Abandon():
                self._has_abandoned = True
                self._port.withdraw()
                return []
            case Gone(seat):
                return _told(absence.refused(partial(self._port.declare_gone, seat)))
            case Stop():
                return _told(absence.refused(self._port.stop))
        self.has_left = True
        return [text(sentences.left())]

    def _play(self, move: Move) -> list[Line]:
        try:
            self._port.play(move)
        except IllegalMove as error:
            return [text(sentences.illegal(error, self._screen.refusals))]
        except NotNow:
            return [text(sentences.not_your_turn(None))]
        return []

    def _said(self, words: str) -> list[Line]:
        try:
            return self._say(remark_of(words, self._screen, self._port.talk))
        except Misunderstood as error:
            return [text(str(error))]

    def _say(self, remark: Remark) -> list[Line]:
        """Say a remark; `look` then reports it like everybody's."""
        try:
            self._port.say(remark)
        except RemarkRefused as error:
            return [text(sentences_talk.not_said(error.reason.code))]
        return []


def _told(refusal: str | None) -> list[Line]:
    return [] if refusal is None else [text(refusal)]
