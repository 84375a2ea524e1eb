"""A table as its player follows it, on whatever screen: for whom it waits, what has been told,
which results are not closed, which moment is shown, and the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Generic

from protocol.game import Move, Seat, View
from protocol.peer.status import How

from ..kit import sentences_questions, words_shared
from ..kit.i18n import _
from ..kit.questions import Prompt
from ..kit.sentences_questions import Question
from ..kit.style import Line, text
from .absence import AbsenceNews
from .choosing import Draft, play
from .game_table import GameTable
from .looking_back import LookingBack
from .past_views import settled
from .port import EndedTable, TablePort
from .refusals import late_refusals
from .result_pages import RoundPages
from .status_line import StatusLine
from .table_end import TableEnd
from .table_questions import TableQuestions


class FollowedTable(Generic[Draft, View, Move]):
    """What the scenes of a table are joined from, on a terminal and on a page.

    `game` says what is played. `leave_question` and `epilogue` are for a table that is no usual
    one: what leaving means, and the page of the end, from the lines on how the table ended.
    """

    def __init__(
        self,
        port: TablePort[View, Move],
        game: GameTable[Draft, View, Move],
        clock: Callable[[], float] = time.monotonic,
        *,
        leave_question: str | None = None,
        epilogue: Callable[[Sequence[Line]], list[Line]] | None = None,
    ) -> None:
        self.port = port
        self.game = game
        self.prompt = Prompt(leave_question or _(sentences_questions.LEAVE_TABLE))
        self.end = TableEnd(port, game, self.prompt, epilogue)
        self.waits = StatusLine(game.players, clock)
        self.rounds = RoundPages[View](lambda view: game.screen.results(view, game.players))
        self.past = LookingBack(port)
        self._absence = AbsenceNews(game.players)
        self._questions = TableQuestions(port, self.prompt, game.players)
        self._actor: Seat | None = None
        self._called: object = None

    @property
    def now(self) -> View | None:
        """The game as it stands; None until the hands are dealt."""
        return settled(self.port)

    @property
    def is_my_turn(self) -> bool:
        view = self.now
        return view is not None and view.actor == view.seat

    @property
    def ends_now(self) -> bool:
        """Whether the table has ended, and no screen has shown it yet."""
        return self.port.ending() is not None and not self.end.has_come

    # -- what is new

    def look(self) -> None:
        """Take in what has happened. A move that takes no choosing is made at once, before anybody
        is called for it."""
        view = self.now
        if view is not None and (move := self.game.screen.by_itself(view)) is not None:
            play(move, self.port, self.prompt)
        self.waits.look(self.port.status())
        view = self.now
        actor, self._actor = self._actor, None if view is None else view.actor
        if self._actor != actor:
            self.prompt.forget_refusal()
        if view is not None and self.rounds.look(view):
            self.prompt.says = ()  # it answered what is over
        for sentence in late_refusals(self.port):
            self.prompt.refuse(sentence, "alarm")

    def tell_news(self) -> None:
        """Say who has come or gone, unless a question is open."""
        company = self.end.look()
        if self.prompt.is_open:
            return
        if company:
            self.prompt.say(" ".join(company), "strong")
        if told := self._absence.look(self.port.status()):
            self.prompt.say(" ".join(told), "alarm")

    def calls(self) -> bool:
        """Return whether the player is called now, and was not at the last look."""
        view = self.now
        if view is None or view.actor != view.seat:
            return False
        if self.prompt.says == text(_(words_shared.SENT)):
            self.prompt.says = ()  # it is one's turn again, and there is something to be asked
        called, self._called = self._called, self.game.calls_for(view)
        return called != self._called

    # -- questions

    def ask_of_all(self, key: str) -> None:
        """Ask about abandoning or ending the table, or going on without somebody."""
        self._questions.ask(key)

    def ask_again(self) -> None:
        self.prompt.ask(Question.AGAIN, _("Play again with the same players?"))

    def ask_to_leave(self) -> None:
        if self.end.has_come:
            self.prompt.ask(Question.CLOSE, _("Close the table? The game is saved."))
        else:
            self.prompt.leave()

    def answered(self, question: Question | None) -> None:
        """Do what was answered with yes."""
        match question:
            case Question.CLOSE:
                self.end.is_closed = True
            case Question.AGAIN:
                self.end.play_again()
            case _:
                self._questions.answered(question)

    # -- the end

    def come_to_end(self, kept: EndedTable | None) -> None:
        """Know that the table has ended; `kept` is None if nothing more is known than before.

        A question about the game is void now; one that was asked after the end stays open. Where
        the game was not played to its end, no result is shown before that is told.
        """
        if not self.end.has_come:
            self.prompt.close_question()
        self.end.come(kept)
        ending = self.port.ending()
        if ending is not None and ending.how is not How.CLOSED:
            self.rounds.drop()
