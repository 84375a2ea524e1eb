"""One seat's machine: statements in, effects out.

    play(move)           the seat's own move, when it is to act
    talk(remark)         something beside the game
    stop()               agree to end the table
    receive(link, data)  whatever a link brought
    connected, disconnected, tick: what the links and the clock say

The machine takes a statement only under the head of its open round and only after everything in it
was verified; it then says by itself whatever the seat owes, until it waits for somebody. A
statement of a round to come is kept; one of a past round is compared with the one that stands; two
different ones of one seat are the end of the table, with the two as evidence. Whoever objects, or
receives an objection, speaks no more.
Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .accept import accept
from .disputes import signed_twice
from .effects import Broadcast, Changed, Effect, Persist, Send
from .encoding import dec
from .errors import BadEncoding, Dropped, NotNow, Wrong
from .evidence import Evidence, FalseBox, Two, WrongStatement, objection_body
from .forks import differs
from .game import Seat
from .history import Statement, read_statement, sign
from .learning import learn, unseal
from .level import lacking
from .messages import AllSent, Have, Signatures, read_message
from .outlook import Me, Outlook
from .remarks import NotSaid, Remark, Why
from .sealed import BadBox
from .speech import Voice, speak
from .stage import Closed, Dealing, Dealt, Moving, Said, Stuck
from .status import Ending, How
from .stops import stop_body
from .talk import Spoken

__all__ = ["Me", "Table"]


class Table(Outlook):
    """One seat's machine. Not thread-safe; what it returns is to be carried out in order."""

    # What happens.

    def start(self) -> list[Effect]:
        """Say what is owed. After `restore` this says again nothing that was said."""
        self._go()
        return self._done()

    def restore(self, records: Iterable[bytes]) -> None:
        """Take the journal's statements, one's own among them, before `start`.

        Raises `Dropped` for a record that is no statement of this table.
        """
        for record in records:
            try:
                value = dec(record, len(record))
            except BadEncoding as error:
                raise Dropped(str(error)) from None
            if self._talk.restored(value, self._course, self._me.seat):
                continue
            statement = read_statement(value, self._seating)
            match statement.aside:
                case "object":
                    self._disputes.objections.setdefault(statement.seat, statement)
                case "stop":
                    self._stops.hear(statement, self._course)
                case _:
                    self._take(statement)
                    self._advance()
            self._judge_asides()
        self._effects.clear()
        self._forks.may_be_lost()

    def play(self, move: Any) -> list[Effect]:
        """This seat's move. `NotNow` or `IllegalMove`: nothing was said, nothing has changed."""
        phase = self._course.stage.phase
        if self._disputes.silent or not isinstance(phase, Moving) or phase.by != self._me.seat:
            raise NotNow("it is not this seat's turn")
        self._say(move)
        self._go()
        return self._done()

    def talk(self, remark: Remark) -> list[Effect]:
        """Say something beside the game. `NotSaid`: nothing was said, nothing has changed."""
        if self.ending() is not None:
            raise NotSaid(Why.ENDED)
        self._effects += self._talk.say(self._course, self._me.seat, self._me.identity, remark)
        return self._done()

    def withdraw(self, reason: str) -> list[Effect]:
        """Leave the table for good: an objection without evidence.

        Where another's objection still waits for what it needs, the table ends without a name.
        """
        if self.ending() is None and self._disputes.silent:
            self._end(Ending(How.SPLIT, None, "an objection that cannot be judged"))
        elif self.ending() is None:
            self._object(self._me.seat, reason, None)
        return self._done()

    def stop(self) -> list[Effect]:
        """Agree to end the table: it ends once all have but those whom each finds missing.

        `NotNow` if this was said already, and nobody has left since.
        """
        if self._disputes.silent:
            raise NotNow("the table has ended")
        missing = tuple(s for s in self._seating.seats if s not in (self._me.seat, *self._links.up))
        statement = sign(self._course.stage, self._me.seat, stop_body(missing), self._me.identity)
        if not self._stops.hear(statement, self._course):
            raise NotNow("this seat has agreed to end the table")
        self._effects += [Persist(statement.data), Broadcast(statement.data), Changed()]
        self._go()
        return self._done()

    def connected(self, seat: Seat) -> list[Effect]:
        self._links.connected(seat)
        self._talk.connected(seat)
        self._announce()
        return self._done()

    def disconnected(self, seat: Seat) -> list[Effect]:
        self._links.disconnected(seat)
        self._announce()
        return self._done()

    def tick(self) -> list[Effect]:
        """About once a second: tell again what one holds, if it is time to."""
        if self._links.tick() and not self.settled:
            self._announce()
        return self._done()

    def receive(self, link: Seat, data: bytes) -> list[Effect]:
        """One message of a link. `Dropped`: it was nothing; accuses nobody, changes nothing."""
        match read_message(data, self._seating):
            case Statement() as statement:
                self._hear(link, statement)
            case Spoken() as spoken:
                self._listen(link, spoken)
            case Have() as have:
                self._links.heard(link, have)
                self._fill_in(link, have)
                self._effects += self._talk.answer(link, have.round_number, self._course)
            case AllSent() as sent:
                self._all_sent(link, sent)
            case Signatures(signatures):
                evidence = signed_twice(signatures, self._course)
                if evidence is not None:
                    self._object(evidence.seat, "two signatures of one seating", evidence)
            case theirs:
                self._settling.heard(link, theirs)
                self._settle()
        self._go()
        return self._done()

    def _done(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects

    # Statements.

    def _hear(self, link: Seat, statement: Statement) -> None:
        """Take it, pass it on to whoever has no link to its speaker, note what it does not fit."""
        if statement.is_objection:
            self._effects += self._disputes.hear(statement, self._course)
        elif self._take_aside(statement) if statement.aside else self._take(statement):
            self._links.moved()
            cut_off = self._links.cut_off_from(statement.seat, link)
            self._effects += [Send(seat, statement.data) for seat in cut_off]
        elif differs(statement, self._course):
            self._effects += self._forks.came_over(link, self._course)

    def _take_aside(self, statement: Statement) -> bool:
        """Whether it is new here."""
        if differs(statement, self._course) or not self._stops.hear(statement, self._course):
            return False
        self._effects += [Persist(statement.data), Changed()]
        return True

    def _listen(self, link: Seat, spoken: Spoken) -> None:
        """Hear a remark, and pass it on like a statement."""
        effects = self._talk.hear(spoken, self._course)
        if effects is not None:
            cut_off = self._links.cut_off_from(spoken.seat, link)
            self._effects += [*effects, *(Send(seat, spoken.data) for seat in cut_off)]

    def _take(self, statement: Statement) -> bool:
        """Whether the statement is new here and stands, or is kept for later."""
        place = (statement.round_number, statement.seat)
        standing = self._course.standing(*place) or self._early.get(place)
        ahead = statement.round_number - self._course.stage.round_number
        if standing is not None:
            if standing.value != statement.value:
                self._caught_two(standing, statement)
            return False
        if ahead > len(self._seating.places) + 2:
            raise Dropped("too far ahead")
        if ahead > 0:
            self._early[place] = statement
            return True
        if differs(statement, self._course):
            return False
        if ahead < 0:
            self._object(statement.seat, "out of turn", WrongStatement(statement))
            return False
        return self._judge(statement)

    def _judge(self, statement: Statement) -> bool:
        if not self._course.stage.speakers:
            return False  # nothing that follows a stuck deal or the close is judged
        here = {**self._course.statements, statement.seat: statement}
        try:
            said = accept(self._course.stage, statement.seat, statement.body)
            self._course.add(statement, said)
        except Wrong as wrong:
            if statement.seat in self._course.statements:  # another's, taken before, is the copy
                self._effects.append(Persist(statement.data))
            self._object(Seat(wrong.seat), wrong.reason, WrongStatement(here[Seat(wrong.seat)]))
            return False
        self._effects += [Persist(statement.data), Changed()]
        self._open_box(statement.seat, said)
        return True

    def _open_box(self, sender: Seat, said: Said) -> None:
        if not isinstance(said, Dealt) or sender == self._me.seat:
            return
        stage = self._course.stage
        try:
            self._told[sender] = unseal(stage, self._voice, sender, said)
        except BadBox as error:
            key = self._voice.secret.box_key
            self._object(sender, str(error), FalseBox(stage.round_number, error.card, key))

    def _say(self, move: Any = None) -> None:
        stage = self._course.stage
        body, said = speak(stage, self._voice, move)
        statement = sign(stage, self._me.seat, body, self._me.identity)
        self._course.add(statement, said)
        self._effects += [Persist(statement.data), Broadcast(statement.data), Changed()]

    def _go(self) -> None:
        """Complete rounds and say what is owed, until somebody else is awaited."""
        while self._advance() or self._speak():
            pass
        self._judge_asides()

    def _judge_asides(self) -> None:
        consent = self._stops.consent(self._course)
        if consent is not None:
            self._effects += self._disputes.agree(consent)
        for ending, evidence in self._disputes.verdicts(self._course):
            self._end(ending, evidence)
        for statement in self._disputes.unjudged():
            if differs(statement, self._course):
                self._effects += self._forks.came_over(statement.seat, self._course)

    def _speak(self) -> bool:
        """Say what is owed, unless that is for the player to choose."""
        mine = self._me.seat in self._course.missing
        if self._disputes.silent or not mine or isinstance(self._course.stage.phase, Moving):
            return False
        self._say()
        return True

    def _advance(self) -> bool:
        before = self._course.stage
        if self._course.turn() is None:
            return False
        self._links.moved()
        after = self._course.stage
        if isinstance(before.phase, Dealing) and not isinstance(after.phase, Stuck):
            private = learn(before, after, self._voice, self._told)
            self._voice = Voice(self._me.seat, self._voice.secret, private)
        self._told = {}
        match after.phase:
            case Stuck(seat):
                self._end(Ending(How.STUCK, seat, "blindings cancel out"))
            case Closed():
                self._end(Ending(How.CLOSED))
                self._effects += self._settling.complete(self._course)
                self._settle()
        self._take_early(after.round_number)
        self._effects += self._talk.opened(self._course)
        return True

    def _take_early(self, number: int) -> None:
        for seat in self._seating.seats:
            statement = self._early.pop((number, seat), None)
            if statement is None or self.ending() is not None:
                continue
            if not self._take(statement) and differs(statement, self._course):
                self._effects += self._forks.came_over(seat, self._course)

    def _end(self, ending: Ending, evidence: Evidence | None = None) -> None:
        self._effects += self._disputes.conclude(ending, evidence)

    # Wrong-doers.

    def _object(self, blamed: Seat, reason: str, evidence: Evidence | None) -> None:
        """Say so, with what the others need to judge it, and end the table."""
        ending = Ending(How.WITHDRAWN if evidence is None else How.CHEAT, blamed, reason)
        if self._is_closed:
            return
        if self._disputes.silent:
            self._effects += self._disputes.keep(ending, evidence)
            return
        body = objection_body(blamed, reason, evidence)
        statement = sign(self._course.stage, self._me.seat, body, self._me.identity)
        self._effects += self._disputes.say(statement, self._course)
        self._end(ending, evidence)

    def _caught_two(self, first: Statement, second: Statement) -> None:
        evidence, reason = Two(first, second), "two statements for one round"
        if not self._is_closed:
            self._object(first.seat, reason, evidence)
            return
        # After the close nobody objects any more.
        self._effects += self._settling.take_smaller(second, self._course)
        self._settle()
        ending = Ending(How.CHEAT, first.seat, reason)
        self._effects += self._disputes.keep(ending, evidence)

    def _all_sent(self, link: Seat, theirs: AllSent) -> None:
        """The sender has shown its history. If that convicts nobody, nobody can be named."""
        if differs(theirs, self._course):
            self._effects += self._forks.show(link, self._course)
            if self.ending() is None and self._forks.is_elsewhere(link):
                self._end(Ending(How.SPLIT, None, "two histories"))

    # Keeping level.

    def _announce(self) -> None:
        self._forks.may_be_lost()
        self._effects.append(Broadcast(self._links.have(self._course).data))
        self._effects += self._settling.tell()

    def _fill_in(self, seat: Seat, have: Have) -> None:
        """Send what the other lacks, also what third seats have said; ask for what we lack."""
        missing = (*lacking(self._course, have), *self._disputes.objections.values())
        missing += tuple(self._stops.all())
        self._effects += self._links.again(seat, missing)
        if have.round_number > self._course.stage.round_number:
            self._effects.append(Send(seat, self._links.have(self._course).data))
        self._effects += self._settling.answer(seat)

    def _settle(self) -> None:
        """Show those who hold another complete transcript the round in which it differs."""
        for seat in self._settling.differing():
            last = self._course.rounds[-1].statements.values()
            self._effects += self._links.again(seat, last)
