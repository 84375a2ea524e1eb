"""A table as its player follows it, on any screen: who is awaited, what was reported, open results,
the moment shown, and the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic

from protocol.game import Move, View
from protocol.peer.status import EndingKind

from ...drawing.style import text
from ...kit.questions import Prompt
from ...words import words_shared
from ...words.i18n import _
from ...words.sentences_questions import Question
from ..device import Device
from ..end.ended_table import EndedTable, EndText
from ..end.shown_end import AtEnd, EndedAction, ShownEnd
from ..replies import Asks, Explains, Opens, Talks
from ..seat.table_port import TablePort
from .absence import AbsenceNews
from .sentences_absence import can_end
from .shown_table import ShownTable, TableNews
from .table_actions import AtTable, OpensLog, OpensPhones, Previews, TableAction
from .table_messages import Message, messages


class FollowedTable(Generic[View, Move]):
    """The shared parts of a table's scenes, on a terminal and on a web page.

    `leave_question` and `epilogue` are for unusual tables: what leaving means, and the text about
    the end.
    """

    def __init__(
        self,
        port: TablePort[View, Move],
        clock: Callable[[], float] = time.monotonic,
        *,
        leave_question: str | None = None,
        device: Device = Device.KEY,
        epilogue: Callable[[], EndText] | None = None,
    ) -> None:
        self.shown = shown = ShownTable(port, clock, leave_question=leave_question, device=device)
        self.port = port
        self.screen, self.players = shown.screen, shown.players
        self.past, self.waits, self.rounds = shown.past, shown.waits, shown.rounds
        self.prompt = Prompt(shown.leave_question)
        self.end = ShownEnd(port, epilogue, shown.times)
        self._absence = AbsenceNews(shown.players, device)
        self._nothing_left = ""

    @property
    def now(self) -> View | None:
        """The current view of the game; None until the hands are dealt."""
        return self.shown.now

    @property
    def logged(self) -> int:
        """How many entries the log has at the moment shown."""
        view = self.shown.shown
        return 0 if view is None else len(view.log)

    @property
    def is_my_turn(self) -> bool:
        view = self.now
        return view is not None and view.actor == view.seat and not self.end.has_come

    @property
    def title(self) -> str:
        if self.is_my_turn:
            return _("Your turn! - {program}").format(program=words_shared.PROGRAM)
        return words_shared.title(self.screen.title)

    @property
    def ends_now(self) -> bool:
        """Whether the table has ended, and no screen has shown it yet."""
        return self.port.now.ending is not None and not self.end.has_come

    # -- news

    def look(self) -> TableNews:
        """Update the state, and what the status line says."""
        news = self.shown.look()
        if news.turns:
            self.prompt.forget_refusal()
        is_done = self.prompt.message == text(_(words_shared.SENT))
        view = self.now
        if (is_done and view is not None and view.actor is not None) or news.has_result:
            self.prompt.message = ()  # the move is agreed on, or it was about the last round
        for line in news.refused:
            self.prompt.refuse_with(line)
        return news

    def tell_news(self) -> None:
        """Report who has come or gone, unless a question is open."""
        company = self.end.look()
        if self.prompt.is_open:
            return
        if company:
            self.prompt.show(" ".join(company), "strong")
        if sentences := self._absence.look(self.port.now.status):
            self.prompt.show(" ".join(sentences), "alarm")
        nothing_left, self._nothing_left = self._nothing_left, self.shown.nothing_left
        if self._nothing_left and not nothing_left:
            self.prompt.show(can_end(self._nothing_left, self.shown.device), "strong")

    def play(self, move: Move) -> bool:
        """Play a move, and return whether the table accepts it; if not, nothing has changed."""
        refused = self.shown.play(move)
        self.prompt.refuse_with(refused.lines[-1] if refused else ())
        if refused is None and self.shown.device is not Device.BUTTON:  # a page shows it
            self.prompt.show(_(words_shared.SENT))
        return refused is None

    def messages(self, now: View) -> tuple[Message, ...]:
        """Return what the player must be told beside the board, the most important first."""
        has_ended = self.end.has_come
        return messages(self.shown, now, self.prompt.message, has_ended=has_ended)

    def why_no_move(self) -> str | None:
        """Return why no move can be made now; None if one can."""
        return self.shown.why_no_move()

    # -- questions

    def do(
        self, action: AtTable[Move]
    ) -> Opens | Talks | OpensLog | OpensPhones | Previews[Move] | None:
        """Do it; show what is said or asked, and return what is to be opened or confirmed."""
        reply = self.shown.do(action)
        if isinstance(reply, Explains | Asks):
            self._show(reply)
            return None
        return reply

    def offered_at_end(self, *, has_board: bool) -> tuple[AtEnd | TableAction, ...]:
        """Return what is offered once the table has ended; `has_board`: beside the last position of
        the game, so that this can be explained."""
        *goes_on, closes = self.end.offered()
        reads = [TableAction.TALK, TableAction.RULES, TableAction.TIMES]
        if has_board:
            reads += [TableAction.EXPLAIN, TableAction.LOG]
        return (*goes_on, *(each for each in self.shown.offered() if each in reads), closes)

    def do_at_end(self, action: AtEnd, *, asks_again: bool = True) -> None:
        """Do it; show what is said or asked. `asks_again`: playing again is asked too, since one
        letter would be enough, which may be typed by mistake. Nobody else loses anything by it."""
        reply = self.end.do(action)
        if isinstance(reply, Asks) and reply.question is Question.AGAIN and not asks_again:
            self.end.confirm(reply.question)
        elif reply is not None:
            self._show(reply)

    def _show(self, reply: Explains | Asks) -> None:
        match reply:
            case Explains(lines):
                self.prompt.refuse_with(lines[-1])
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
                self.prompt.message = refused.lines[-1]

    # -- the end

    def come_to_end(self, kept: EndedTable | None) -> None:
        """Handle the end of the table; `kept` is None if nothing more is known than before.

        A question about the game is closed; one that was asked after the end stays open. If the
        game was not played to its end, open results are dropped, so that this is shown first.
        """
        if not self.end.has_come:
            self.prompt.close_question()
            if self.prompt.message == text(_(words_shared.SENT)):
                self.prompt.message = ()  # it was about the last move
        self.end.come(kept)
        ending = self.port.now.ending
        if ending is not None and ending.how is not EndingKind.CLOSED:
            self.rounds.drop()
