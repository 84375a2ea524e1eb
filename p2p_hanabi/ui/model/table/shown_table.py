"""A table as its player sees it, on every screen: what can be done there, and what is refused.

A screen passes on what its player does (`do`), shows the reply, and calls `confirm` where it asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, assert_never

from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.game import Card, Move, Seat, View
from protocol.peer.remarks import Remark, Rule
from protocol.reasons import NotPossible, RemarkFault

from ...drawing.style import Line, joined, text
from ...kit import clock_choice
from ...words import sentences_questions, words_shared
from ...words import sentences_shared as sentences
from ...words.i18n import N_, _, ngettext
from ...words.sentences_questions import Question
from ..device import Device
from ..game.game_screen import EXPLAIN, Misunderstood
from ..game.hands import hands_of
from ..game.log_filter import AboutCard, By, Everything, LogFilter, To
from ..replies import Asks, Explains, Opens, Talks, reply
from ..seat.table_port import TablePort
from ..seat.table_snapshot import TableSnapshot
from ..talk import chat, notes, sentences_talk
from . import absence, phone_codes, sentences_absence, table_painter
from .held_results import HeldResults
from .looking_back import LookingBack
from .machines import at_table, to_compare
from .past_views import settled
from .status_line import StatusLine
from .table_actions import (
    Arrange,
    AtTable,
    Gone,
    MakeMove,
    OpensLog,
    OpensPhones,
    Previews,
    ReadLog,
    Say,
    TableAction,
    TableReply,
    Write,
)
from .table_painter import log_lines
from .thinking import OFF, THOUGHT, ThinkingTimes

RULES, TABLE_WORDS = N_("Rules"), N_("Table words")
KNOWN_DEAL = N_(
    "Practice with the cards of a finished game: you may know this deal. Nothing of it is signed "
    "or counted."
)


@dataclass(frozen=True, slots=True)
class TableNews:
    """What has changed since the last look. `refused`: what was accepted at first, and why not.
    `remarks`: remarks. `calls`: the player is to be alerted. `turns`: another player is to act.
    `has_result`: a round has ended."""

    refused: tuple[Line, ...]
    remarks: tuple[str, ...]
    calls: bool
    turns: bool
    has_result: bool


class ShownTable(Generic[View, Move]):
    """`device` is how the player acts, `past` the moment shown, `rounds` are the results that the
    player has not closed, and `waits` tells for whom the table waits. `leave_question` asks about
    leaving for now. `times` goes on from another model of the same table."""

    def __init__(
        self,
        port: TablePort[View, Move],
        clock: Callable[[], float] = time.monotonic,
        *,
        leave_question: str | None = None,
        device: Device = Device.KEY,
        times: ThinkingTimes | None = None,
    ) -> None:
        self.port = port
        self.device = device
        self.screen = screen = port.screen.on_board
        self.players = players = port.now.players
        self.past = LookingBack(port, lambda: self.now)
        self.waits = StatusLine(players, clock, device)
        self.times = times or ThinkingTimes(len(players.names), clock)
        self.rounds = HeldResults[View](lambda view: screen.results(view, players))
        self.leave_question = leave_question or (
            _("Leave this practice? Nothing of it is kept.")
            if self.is_practice
            else _("Leave? You can come back to this table later.")
        )
        self._new_remarks = chat.NewRemarks(screen, port)
        self._actor: Seat | None = None
        self._called: object = None
        self._has_ended = False
        self._is_new = False
        self._has_acted = False
        self._lost: Seat | None = None
        self._settled: tuple[TableSnapshot[View], View | None] | None = None

    @property
    def now(self) -> View | None:
        """The current view of the game; None until the hands are dealt."""
        snapshot = self.port.now
        if self._settled is None or self._settled[0] is not snapshot:
            self._settled = snapshot, settled(self.port)
        return self._settled[1]

    @property
    def shown(self) -> View | None:
        """The view of the moment shown; None until the hands are dealt."""
        now = self.now
        return None if now is None else self.past.view(now)

    @property
    def is_practice(self) -> bool:
        """Whether the deal of a finished game is played again, which counts for nothing."""
        return self.port.now.practice is not None

    def headline(self) -> Line:
        """Return which moment is shown, or what the table is doing, and whether it is practice."""
        shown = self.past.headline() or self.waits.headline(self.port.now)
        return joined([text(_("PRACTICE"), "alarm"), shown], " - ") if self.is_practice else shown

    @property
    def has_hints(self) -> bool:
        """Whether the game has hints to explain."""
        return EXPLAIN in self.screen.topics

    # -- news

    def look(self) -> TableNews:
        """Update the state. A move is made by itself only if everybody sees that there is no
        choice; otherwise the time taken would tell the others whether there was one."""
        view = self.now
        if view is not None and (move := self.screen.by_itself(view)) is not None:
            self.play(move)
        self.waits.look(self.port.now.status)
        self.times.look(self.port.now)
        view = self.now
        self._is_new = self._is_new or view is None or not view.log
        actor, self._actor = self._actor, None if view is None else view.actor
        return TableNews(
            refused=tuple(map(self._refused_late, self.port.late_refusals())),
            remarks=tuple(self._new_remarks.look()),
            calls=self._calls(view),
            turns=self._actor != actor,
            has_result=view is not None and self.rounds.look(view),
        )

    def _calls(self, view: View | None) -> bool:
        """Return whether the table has just ended, or there is something new to do."""
        had_ended, self._has_ended = self._has_ended, self.port.now.ending is not None
        if self._has_ended:
            return not had_ended
        if view is None or view.actor != view.seat:
            return False
        called, self._called = self._called, self.screen.calls_for(view)
        return called != self._called

    def about_practice(self) -> tuple[Line, ...]:
        """Return that this is practice, and which cards its file does not show."""
        practice = self.port.now.practice
        if practice is None:
            return ()
        known = text(_(KNOWN_DEAL))
        if not practice.hidden:
            return (known,)
        hidden = ngettext(
            "{n} card of this deal was never shown: here it lies by chance.",
            "{n} cards of this deal were never shown: here they lie by chance.",
            practice.hidden,
        )
        return (known, text(hidden.format(n=practice.hidden)))

    def act(self) -> None:
        """Note that the player has done something, and so has read what the table says."""
        self._has_acted = self._has_acted or self.now is not None

    def greeting(self) -> tuple[Line, ...]:
        """Return the words to compare at a new table, until the player does something."""
        now = self.port.now
        if self.is_practice:
            return () if self._has_acted or now.ending is not None else self.about_practice()
        spoken = to_compare(now.status.words, now.machines)
        if not self._is_new or self._has_acted or self.waits.absence_sentence(now):
            return ()
        return table_painter.words(spoken) if spoken else ()

    # -- moves

    def why_no_move(self) -> str | None:
        """Return why no move can be made now; None if one can."""
        view = self.now
        if self.port.now.ending is not None:
            return sentences_absence.refused(NotPossible.ENDED)
        if view is None:
            return _(sentences.NOT_DEALT)
        if self.past.is_shown:
            return _(words_shared.NOT_IN_THE_PAST)
        if self.rounds.held is not None:
            return _("First close the result of the round.")
        if view.actor != view.seat:
            who = None if view.actor is None else self.players.name(view.actor)
            return sentences.not_your_turn(who)
        return None

    def play(self, move: Move) -> Explains | None:
        """Make a move; return why the table refuses it, with nothing changed."""
        try:
            self.port.play(move)
        except IllegalMove as error:
            return reply(sentences.illegal(error, self.screen.refusals))
        except NotNow:
            return reply(sentences.not_your_turn(None))
        return None

    def _refused_late(self, why: IllegalMove | NotNow | RemarkRefused) -> Line:
        """Return why the table refused what it had accepted at first."""
        match why:
            case IllegalMove():
                return text(sentences.illegal(why, self.screen.refusals), "alarm")
            case RemarkRefused():
                return text(sentences_talk.not_said(why.reason.code), "alarm")
        return text(sentences_absence.refused(why.reason.code), "alarm")

    def _propose(self, move: Move) -> Previews[Move] | Explains | None:
        """Return what a legal move will do; let the table refuse any other."""
        view = self.now
        if view is None or move not in view.moves:
            return self.play(move)
        sentence = self.screen.preview(move, view, self.players)
        return Previews(move, sentence, self.screen.asks(move, view))

    @property
    def nothing_left(self) -> str:
        """That no more points are possible; empty if some are, or the table has ended."""
        view = self.now
        if view is None or self.port.now.ending is not None:
            return ""
        return self.screen.nothing_left(view)

    @property
    def leaving(self) -> Question:
        """What is confirmed by who leaves for now."""
        return Question.CLOSE if self.is_practice else Question.LEAVE

    # -- what can be done

    def offered(self) -> tuple[TableAction, ...]:
        """Return what is to be offered now. More is possible; `do` returns why something is not."""
        return tuple(action for action in TableAction if self._offers(action))

    def _offers(self, action: TableAction) -> bool:
        now, has_ended = self.port.now, self.port.now.ending is not None
        if self._why_never(action) is not None:
            return False
        match action:
            case TableAction.EXPLAIN:
                return self.now is not None and self.screen.explains(self.now)
            case TableAction.TALK | TableAction.SAID:
                return now.talk is not Rule.NONE
            case TableAction.NOTES:
                return self._why_no_hands() is None
            case TableAction.LOG:
                return self.past.last > 0
            case TableAction.WORDS:
                return not has_ended and bool(to_compare(now.status.words, now.machines))
            case TableAction.TIMES:
                return clock_choice.is_chosen() and self.now is not None
            case TableAction.PHONES:
                return not has_ended and bool(now.phones)
            case TableAction.GONE:
                return absence.is_long_away(now) and now.status.has_escrow
            case TableAction.STOP:
                is_useful = absence.is_long_away(now) or bool(self.nothing_left)
                return is_useful or bool(now.status.stopped_by)
            case TableAction.RULES | TableAction.LEAVE | TableAction.ABANDON:
                return True
        assert_never(action)

    def do(self, action: AtTable[Move]) -> TableReply[Move]:
        """Do it, or return what is to be shown, asked or opened instead."""
        if (why_not := self.why_not(action)) is not None:
            return reply(why_not)
        match action:
            case TableAction():
                return self._choose(action)
            case Gone(seat):
                self._lost = seat  # another one may be awaited by the time of the answer
                return Asks(Question.GONE, sentences_questions.gone(self.players.name(seat)))
            case Say(words):
                return self._say(words)
            case Arrange(order):
                return self._send(order)
            case Write(note):
                self.port.note(note.held.card, notes.cleaned(note.words))
                return Explains((notes.as_line(note, self.players),))
            case ReadLog(wanted):
                return Opens("", tuple(self.log(wanted)))
            case MakeMove(move):
                return self._propose(move)
        assert_never(action)

    def _choose(self, action: TableAction) -> TableReply[Move]:
        match action:
            case TableAction.EXPLAIN | TableAction.NOTES | TableAction.SAID:
                return Opens("", tuple(self._page(action)))
            case TableAction.TALK:
                return Talks()
            case TableAction.LOG:
                return OpensLog()
            case TableAction.WORDS:
                return Opens(_(TABLE_WORDS), table_painter.words(self.port.now.status.words))
            case TableAction.RULES:
                return Opens(_(RULES), tuple(self._rules_page()))
            case TableAction.TIMES:
                return Opens(_(THOUGHT), tuple(self.times.lines(self.port.now)))
            case TableAction.PHONES:
                return OpensPhones(self.port.now.phones)
            case TableAction.LEAVE:
                return Asks(self.leaving, self.leave_question)
            case TableAction.GONE:
                seat = absence.awaited(self.port.now)
                return reply(_("Nobody is missing.")) if seat is None else self.do(Gone(seat))
            case TableAction.STOP:
                return Asks(Question.STOP, absence.before_stop(self.port.now, self.nothing_left))
            case TableAction.ABANDON:
                return Asks(Question.ABANDON, absence.before_abandon(self.port.now))
        assert_never(action)

    def why_not(self, action: AtTable[Move]) -> str | None:
        """Return why this cannot be done now; None if it can, as far as is known in advance."""
        if (why_never := self._why_never(action)) is not None:
            return why_never
        match action:
            case TableAction.TALK:
                why = chat.why_nothing(chat.choices(self.port))
                return None if why is None else sentences_talk.not_said(why)
            case TableAction.EXPLAIN | TableAction.LOG if self.now is None:
                return _(sentences.NOT_DEALT)
            case ReadLog() if self.now is None:
                return _(sentences.NOT_DEALT)
            case TableAction.NOTES | ReadLog(To() | AboutCard()):
                return self._why_no_hands()
            case TableAction.TIMES if not clock_choice.is_chosen():
                return _(OFF)
            case TableAction.TIMES if self.now is None:
                return _(sentences.NOT_DEALT)
            case TableAction.PHONES if not self.port.now.phones:
                return _(phone_codes.NOBODY)
            case MakeMove():
                return self.why_no_move()
            case Arrange() if self.past.is_shown:
                return _(words_shared.NOT_IN_THE_PAST)
            case Arrange():
                return self._why_no_hands()
            case Gone(seat):
                return absence.why_not_gone(self.port.now, seat)
        return None

    def _why_never(self, action: AtTable[Move]) -> str | None:
        """Return why this cannot be done at this table any more, or ever; None if it can."""
        if self.port.now.ending is not None and not outlasts_the_end(action):
            return sentences_absence.refused(NotPossible.ENDED)
        if self.is_practice and action in (TableAction.ABANDON, TableAction.STOP):
            return _("Nobody waits for you here: leave as often as you like.")
        return None

    def declare_gone(self, seat: Seat) -> Explains | None:
        """Declare a seat gone without a question, as a script does: only the table can judge it
        after a move that was made just before."""
        self._lost = seat
        return self.confirm(Question.GONE)

    def confirm(self, question: Question) -> Explains | None:
        """Do what was confirmed; return why it is refused. Leaving for now is up to the screen."""
        refusal = None
        match question:
            case Question.ABANDON:
                self.port.withdraw()
            case Question.STOP:
                refusal = absence.refused(self.port.stop)
            case Question.GONE if self._lost is not None:
                refusal = absence.refused(partial(self.port.declare_gone, self._lost))
        return None if refusal is None else reply(refusal, "alarm")

    def sortable(self) -> tuple[Card, ...]:
        """Return the player's own hand if it can be put in another order now; else nothing."""
        if self.past.is_shown or self.port.now.ending is not None or self._why_no_hands():
            return ()
        return tuple(hands_of(self.screen, self.now, self.players).own)

    # -- talk

    @property
    def allows_texts(self) -> bool:
        """Whether players may say what they like, not only the phrases."""
        return self.port.now.talk is Rule.FREE

    def phrases(self, typed: str = "") -> list[chat.Choice]:
        """Return the phrases that match what was typed."""
        return chat.choices(self.port, typed)

    def why_unsaid(self, typed: str) -> str | None:
        """Return why these words cannot be said now; None if they can, or are none yet."""
        if not typed.strip():
            return None
        try:
            remark = chat.remark_of(typed, self.screen, self.port.now.talk)
        except Misunderstood as error:
            return str(error)
        why = self.port.why_unsaid(remark)
        if why is None or (why is RemarkFault.PHRASES_ONLY and self.phrases(typed)):
            return None
        return sentences_talk.not_said(why)

    def _say(self, words: str) -> Explains | None:
        try:
            return self._send(chat.remark_of(words, self.screen, self.port.now.talk))
        except Misunderstood as error:
            return reply(str(error))

    def _send(self, remark: Remark) -> Explains | None:
        """Say a remark, which is then heard like everybody's."""
        try:
            self.port.say(remark)
        except RemarkRefused as error:
            return reply(sentences_talk.not_said(error.reason.code))
        return None

    # -- pages

    def log(self, wanted: LogFilter) -> list[Line]:
        """Return the log, or a part of it under a title."""
        view = self.now
        return [] if view is None else log_lines(self.screen, view, self.players, wanted)

    def log_filters(self) -> list[LogFilter]:
        """Return all parts of the log: by and to each player, the viewer first, and about each card
        in a hand."""
        players = self.players
        seats = (players.me, *players.from_next[:-1])
        found: list[LogFilter] = [Everything(), *map(By, seats)]
        if self._why_no_hands() is None:
            hands = hands_of(self.screen, self.now, players)
            found += [*map(To, seats), *map(AboutCard, hands.everywhere())]
        return found

    def _page(self, action: TableAction) -> list[Line]:
        view = self.shown
        match action:
            case TableAction.EXPLAIN if view is not None:
                return self.screen.topic_page(EXPLAIN, view, self.players)
            case TableAction.NOTES:
                hands = hands_of(self.screen, self.now, self.players)
                return notes.listed(self.port.now.notes, hands, self.players)
        return chat.recent(self.port)

    def _rules_page(self) -> list[Line]:
        """Return on whose machine each player is, the rules, and the conventions of the bots."""
        screen, now = self.screen, self.port.now
        lines = [*at_table(self.players, now.machines), *map(text, screen.rules_page(now.options))]
        if screen.conventions:
            title = text(_("How the bots understand hints"), "strong")
            lines += [title, *map(text, screen.conventions)]
        return lines

    def _why_no_hands(self) -> str | None:
        try:
            hands_of(self.screen, self.now, self.players)
        except Misunderstood as error:
            return str(error)
        return None


def outlasts_the_end(action: AtTable[Move]) -> bool:
    """Return whether the action changes nothing of the game, so that it is possible after the end
    too."""
    match action:
        case TableAction.LEAVE | TableAction.GONE | TableAction.STOP | TableAction.ABANDON:
            return False
        case TableAction() | Say() | Write() | ReadLog():
            return True
        case Gone() | Arrange() | MakeMove():
            return False
    assert_never(action)
