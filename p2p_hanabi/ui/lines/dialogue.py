"""The conversation with one player at a table: typed lines and table updates in, lines out.

Without I/O; `plain.py` connects it to a console.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeAlias, assert_never

from protocol.game import Move, View

from ..drawing.style import Line, text
from ..kit.loop import Update
from ..model.game import game_screen
from ..model.game.game_screen import Misunderstood
from ..model.game.log_filter import Everything
from ..model.game.numbered_moves import legal_moves, numbered
from ..model.replies import Asks, Explains, Opens, Talks
from ..model.seat.table_port import TablePort
from ..model.table import phone_codes, table_painter
from ..model.table.news import News
from ..model.table.shown_table import ShownTable, outlasts_the_end
from ..model.table.table_actions import (
    Gone,
    MakeMove,
    OpensLog,
    OpensPhones,
    Previews,
    ReadLog,
    TableAction,
    TableReply,
)
from ..model.table.thinking import ThinkingTimes
from ..model.talk.chat import phrases
from ..words import sentences_questions
from ..words import sentences_shared as sentences
from ..words.i18n import _
from ..words.sentences_questions import Question
from . import typed_commands as typed
from .line_pages import LinePages
from .typed_commands import NumberedMove, ShowPage, completions, parse
from .waiting_lines import WaitingLines

Asked: TypeAlias = Previews[Move] | Asks
"""What is to be confirmed: a move by one letter, all else by a whole word."""


class PlainTable(Generic[View, Move]):
    """One seat's table. `asks`: moves and leaving must be confirmed."""

    def __init__(
        self,
        port: TablePort[View, Move],
        *,
        asks: bool,
        clock: Callable[[], float] = time.monotonic,
        times: ThinkingTimes | None = None,
    ) -> None:
        self.has_left = False
        self._port = port
        self._asks = asks
        self._shown = ShownTable(port, clock, times=times)
        self._players = self._shown.players
        self._screen = port.screen
        self._news = News(self._screen, self._players, clock)
        self._waits = WaitingLines(self._shown)
        self._pages = LinePages(port, self._players)
        self._asked: Asked[Move] | None = None
        self._was_just_asked = False
        self._types_no_more = False
        self._has_abandoned = False

    @property
    def is_over(self) -> bool:
        return self.has_left or self._port.now.ending is not None

    def look(self) -> Update:
        """Return the news. A player whose input has ended watches until it is their turn, and then
        leaves."""
        news = self._shown.look()
        self._shown.rounds.drop()  # a result is a line like others
        lines, remarks = self._news.look(self._port.now), map(text, news.remarks)
        lines += self._waits.look()
        mark = self._shown.about_practice() if news.calls else ()
        report = Update((*news.refused, *mark, *lines, *remarks), news.calls)
        self._was_just_asked &= not report.lines
        view = self._view
        if view is None or view.actor != view.seat:
            return report
        if self._types_no_more and not self._has_abandoned:  # else the end is near anyway
            leaving = (text(_("End of input.")), *self._confirm(self._shown.leaving))
            return Update((*report.lines, *leaving))
        return report

    def complete(self, line: str) -> list[str]:
        if self._asked is not None:
            if isinstance(self._asked, Previews):
                yes, _ = sentences.yes_and_no()
            else:
                yes = sentences_questions.word(self._asked.question)
            if yes.startswith(line):
                return [yes]
        return completions(line, self._screen, self._view, self._players)

    def typed(self, line: str) -> list[Line]:
        """Carry out a line of input; return the answer, apart from what `look` will report."""
        asked, self._asked = self._asked, None
        if asked is None:
            return self._carry_out(line)
        answered = self._answered(line.strip(), asked)
        return self._in_between(line, asked) if answered is None else answered

    def _carry_out(self, line: str) -> list[Line]:
        try:
            command = parse(line, self._screen, self._view, self._players)
        except Misunderstood as error:
            return [text(str(error))]
        match command:
            case None:
                return self._entered()
            case NumberedMove(digits):
                return self._numbered(digits)
            case ShowPage(typed.SHOW | game_screen.EXPLAIN as topic, int(moves)):
                return self._pages.as_it_was(topic, moves)
            case ShowPage(typed.LOG, int(last)):
                log = self._replied(self._shown.do(ReadLog(Everything())))
                return table_painter.end_of_log(log, last)
            case ShowPage(topic):
                return self._pages.topic_page(topic)
            case Gone(seat) if not self._asks:
                return self._replied(self._shown.declare_gone(seat))
        return self._replied(self._shown.do(command))

    def _replied(self, reply: TableReply[Move]) -> list[Line]:
        match reply:
            case None:
                return []
            case Explains(lines) | Opens(_, lines):
                return list(lines)
            case Previews(move, asks=False):
                return self._play(move)
            case Asks() | Previews():
                return self._ask(reply)
            case Talks():
                return phrases(self._port)
            case OpensLog():
                return self._shown.log(Everything())
            case OpensPhones(codes):
                return phone_codes.rows(codes)
        assert_never(reply)

    def remarks(self) -> list[Line]:
        """Return the remarks since the last look."""
        return [text(sentence) for sentence in self._shown.look().remarks]

    def typed_after(self, line: str) -> list[Line] | None:
        """Carry out what is still possible after the end of the table: look at it, and talk. None
        if the line is nothing of that kind."""
        try:
            command = parse(line, self._screen, self._view, self._players)
        except Misunderstood:
            return None
        match command:
            case None | MakeMove() | NumberedMove():
                return None
            case ShowPage():
                return self.typed(line)
        return self.typed(line) if outlasts_the_end(command) else None

    def interrupted(self) -> list[Line]:
        """Handle Ctrl-C or Ctrl-D; the second time confirms."""
        asked, self._asked = self._asked, None
        if isinstance(asked, Asks) and asked.question in (Question.LEAVE, Question.CLOSE):
            return self._confirm(asked.question)
        return self._replied(self._shown.do(TableAction.LEAVE))

    def end_of_input(self) -> list[Line]:
        self._types_no_more = True
        return []

    @property
    def _view(self) -> View | None:
        return self._shown.now

    # -- moves

    def _entered(self) -> list[Line]:
        """Handle an empty line, maybe an accident: make a move that needs no choice, if any."""
        view = self._view
        move = None if view is None else self._screen.by_enter(view)
        return [] if move is None else self._play(move)

    def _numbered(self, digits: str) -> list[Line]:
        view, why_not = self._view, self._shown.why_no_move()
        if view is None or why_not is not None:
            return [text(why_not or "")]
        try:
            return self._replied(self._shown.do(MakeMove(numbered(digits, legal_moves(view)))))
        except Misunderstood as error:
            return [text(str(error))]

    def _ask(self, asked: Asked[Move]) -> list[Line]:
        if not self._asks:
            return self._done(asked)
        self._asked = asked
        self._was_just_asked = True
        if isinstance(asked, Previews):
            return [text(_("{what} Confirm? [Y/n]").format(what=asked.sentence))]
        return [text(f"{asked.sentence} {sentences_questions.by_line(asked.question)}")]

    def _answered(self, answer: str, asked: Asked[Move]) -> list[Line] | None:
        """Handle an answer; return None if it is none."""
        if isinstance(asked, Previews):
            if not answer and not self._was_just_asked:
                return self._ask(asked)  # other output may have hidden the question
            if not answer or sentences.is_yes(answer):
                return self._play(asked.move)
            return [text(_("Cancelled."))] if sentences.is_no(answer) else None
        if sentences_questions.is_word(answer, asked.question):
            return self._confirm(asked.question)
        is_no = not answer or sentences.is_no(answer)
        return [text(sentences_questions.nothing_done(asked.question))] if is_no else None

    def _in_between(self, line: str, asked: Asked[Move]) -> list[Line]:
        """Handle a line that is not an answer. The question about a move stays open until another
        move replaces it; one about ending or leaving is cancelled."""
        if isinstance(asked, Previews):
            lines = self._carry_out(line)
            if isinstance(self._asked, Previews):
                return [text(_("Instead:")), *lines]
            if self._asked is not None:
                return [text(_("Cancelled.")), *lines]
            return [*lines, *self._ask(asked)] if self._is_possible(asked) else lines
        nothing = text(sentences_questions.nothing_done(asked.question))
        try:
            parse(line, self._screen, self._view, self._players)
        except Misunderstood:
            return [nothing]
        return [nothing, *self._carry_out(line)]

    def _is_possible(self, command: Previews[Move]) -> bool:
        view = self._view
        return view is not None and command.move in view.moves and not self.is_over

    def _done(self, asked: Asked[Move]) -> list[Line]:
        return (
            self._play(asked.move) if isinstance(asked, Previews) else self._confirm(asked.question)
        )

    def _confirm(self, question: Question) -> list[Line]:
        refused = self._shown.confirm(question)
        match question:
            case Question.LEAVE:
                self.has_left = True
                return [text(sentences.left())]
            case Question.CLOSE:
                self.has_left = True
                return [text(_("You have left the practice."))]
            case Question.ABANDON:
                self._has_abandoned = True
        return [] if refused is None else list(refused.lines)

    def _play(self, move: Move) -> list[Line]:
        refused = self._shown.play(move)
        return [] if refused is None else list(refused.lines)
