"""A table as its player follows it, on any screen: who is awaited, what was reported, open results,
the moment shown, and the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Generic

from protocol.errors import IllegalMove, NotNow
from protocol.game import Move, Seat, View
from protocol.peer.status import EndingKind

from ...kit import sentences_shared as sentences
from ...kit import words_shared
from ...kit.i18n import _
from ...kit.questions import Prompt
from ...kit.sentences_questions import Question
from ...kit.style import Line, text
from ...table.port import TablePort
from ..end.ended_table import EndedTable
from ..end.shown_end import AtEnd, EndedAction, ShownEnd
from ..replies import Asks, Opens, Said, Talks
from .absence import AbsenceNews
from .held_results import HeldResults
from .refusals import late_refusals
from .shown_table import ShownTable
from .status_line import StatusLine
from .table_actions import AtTable, OpensLog, OpensPhones, TableAction


class FollowedTable(Generic[View, Move]):
    """The shared parts of a table's scenes, on a terminal and on a web page.

    `leave_question` and `epilogue` are for unusual tables: what leaving means, and the final page,
    given the lines about how the table ended.
    """

    def __init__(
        self,
        port: TablePort[View, Move],
        clock: Callable[[], float] = time.monotonic,
        *,
        leave_question: str | None = None,
        epilogue: Callable[[Sequence[Line]], list[Line]] | None = None,
    ) -> None:
        self.shown = shown = ShownTable(port, leave_question)
        self.port = port
        self.screen, self.players, self.past = shown.screen, shown.players, shown.past
        self.prompt = Prompt(shown.leave_question)
        self.end = ShownEnd(port, epilogue or self._result_first)
        self.waits = StatusLine(shown.players, clock)
        self.rounds = HeldResults[View](lambda view: shown.screen.results(view, shown.players))
        self._absence = AbsenceNews(shown.players)
        self._actor: Seat | None = None
        self._called: object = None

    @property
    def now(self) -> View | None:
        """The current view of the game; None until the hands are dealt."""
        return self.shown.now

    @property
    def is_my_turn(self) -> bool:
        view = self.now
        return view is not None and view.actor == view.seat

    @property
    def ends_now(self) -> bool:
        """Whether the table has ended, which no screen has shown yet."""
        return self.port.now.ending is not None and not self.end.has_come

    # -- news

    def look(self) -> None:
        """Update the state. A move that needs no choice is made at once, before the player is
        alerted."""
        view = self.now
        if view is not None and (move := self.screen.by_itself(view)) is not None:
            self.play(move)
        self.waits.look(self.port.now.status)
        view = self.now
        actor, self._actor = self._actor, None if view is None else view.actor
        if self._actor != actor:
            self.prompt.forget_refusal()
        is_anothers = self._actor is not None and not self.is_my_turn
        if is_anothers and self.prompt.says == text(_(words_shared.SENT)):
            self.prompt.says = ()  # the move is agreed on
        if view is not None and self.rounds.look(view):
            self.prompt.says = ()  # it was about the last round
        for sentence in late_refusals(self.port):
            self.prompt.refuse(sentence, "alarm")

    def tell_news(self) -> None:
        """Report who has come or gone, unless a question is open."""
        company = self.end.look()
        if self.prompt.is_open:
            return
        if company:
            self.prompt.say(" ".join(company), "strong")
        if told := self._absence.look(self.port.now.status):
            self.prompt.say(" ".join(told), "alarm")

    def play(self, move: Move) -> bool:
        """Play a move, and return whether the table accepts it; if not, nothing has changed."""
        try:
            self.port.play(move)
        except IllegalMove as error:
            self.prompt.refuse(sentences.illegal(error, self.screen.refusals))
        except NotNow:
            self.prompt.refuse(sentences.not_your_turn(None))
        else:
            self.prompt.say(_(words_shared.SENT))
            return True
        return False

    def calls(self) -> bool:
        """Return whether to alert the player, who was not alerted at the last look."""
        view = self.now
        if view is None or view.actor != view.seat:
            return False
        if self.prompt.says == text(_(words_shared.SENT)):
            self.prompt.says = ()  # it is the player's turn again, with a new question
        called, self._called = self._called, self.screen.calls_for(view)
        return called != self._called

    # -- questions

    def do(self, action: AtTable) -> Opens | Talks | OpensLog | OpensPhones | None:
        """Do it; show what is said or asked, and return what is to be opened instead."""
        reply = self.shown.do(action)
        if isinstance(reply, Said | Asks):
            self._show(reply)
            return None
        return reply

    def do_at_end(self, action: AtEnd) -> None:
        if (reply := self.end.do(action)) is not None:
            self._show(reply)

    def _show(self, reply: Said | Asks) -> None:
        match reply:
            case Said(lines):
                self.prompt.says = lines[-1]
            case Asks(question, sentence):
                self.prompt.ask(question, sentence)

    def ask_to_leave(self) -> None:
        if self.end.has_come:
            self.do_at_end(EndedAction.CLOSE)
        else:
            self.do(TableAction.LEAVE)

    def answered(self, question: Question | None) -> None:
        """Carry out what was confirmed."""
        match question:
            case Question.CLOSE | Question.AGAIN:
                self.end.confirm(question)
            case Question() if (refused := self.shown.confirm(question)) is not None:
                self.prompt.says = refused.lines[-1]

    # -- the end

    def come_to_end(self, kept: EndedTable | None) -> None:
        """Handle the end of the table; `kept` is None if nothing more is known than before.

        A question about the game is closed; one that was asked after the end stays open. If the
        game was not played to its end, open results are dropped, so that this is shown first.
        """
        if not self.end.has_come:
            self.prompt.close_question()
            if self.prompt.says == text(_(words_shared.SENT)):
                self.prompt.says = ()  # it was about the last move
        self.end.come(kept)
        ending = self.port.now.ending
        if ending is not None and ending.how is not EndingKind.CLOSED:
            self.rounds.drop()

    def _result_first(self, ending: Sequence[Line]) -> list[Line]:
        view = self.now
        if view is None or not (result := self.screen.result(view, self.players)):
            return list(ending)
        return [*result, (), *ending, (), *self.screen.account(view, self.players)]
