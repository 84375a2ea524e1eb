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
from contextlib import suppress
from typing import cast

from ..crypto.key_split import Escrowed
from ..crypto.sealed import BadBox
from ..encoding import Value, dec, enc
from ..errors import BadEncoding, Dropped, NotNow, Wrong
from ..game import AnyMove, Move, Seat, View
from ..ledger.evidence import FalseBox, WrongStatement
from ..ledger.history import Round, Statement, is_too_far, read_statement
from ..rounds.deal import learn, unseal
from ..rounds.phases import Closed, Dealing, Dealt, Moving, Said, Stuck
from ..rounds.prove import NO_MOVE, prove
from ..rounds.prover import Prover
from ..rounds.state import Stage
from ..rounds.verify import verify
from .disputes import signed_twice
from .effects import Changed, Effect, Persist, Send
from .forks import differs
from .messages import AllSent, Have, Signatures, read_message
from .out_of_band import OutOfBand
from .queries import Me
from .remarks import NotSaid, Remark, Why
from .status import Ending, How
from .table_talk import Spoken

__all__ = ["Me", "Table"]


class Table(OutOfBand[View, Move]):
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
            if self._talk.restored(value, self._history, self._me.seat) or self._met(value):
                continue
            statement = read_statement(value, self._seating)
            match statement.kind:
                case "object":
                    self._disputes.restore(statement)
                case "":
                    self._take(statement)
                case _:
                    self._take_out_of_band(statement)
            while self._advance() or self._let_in():
                pass
            self._judge_out_of_band()
        self._effects.clear()
        self._forks.may_be_lost()

    def play(self, move: Move) -> list[Effect]:
        """This seat's move. `NotNow` or `IllegalMove`: nothing was said, nothing has changed."""
        phase = self._history.stage.phase
        if self._disputes.silent or not isinstance(phase, Moving) or phase.by != self._me.seat:
            raise NotNow("it is not this seat's turn")
        self._say(cast("AnyMove", move))
        self._go()
        return self._done()

    def talk(self, remark: Remark) -> list[Effect]:
        """Say something beside the game. `NotSaid`: nothing was said, nothing has changed."""
        if self.ending() is not None:
            raise NotSaid(Why.ENDED)
        self._effects += self._talk.say(self._history, self._me.seat, self._me.identity, remark)
        return self._done()

    def withdraw(self, reason: str) -> list[Effect]:
        """Leave the table for good: an objection without evidence."""
        if self.ending() is None:
            self._object(self._me.seat, reason, None)
        return self._done()

    def stop(self) -> list[Effect]:
        """Agree to end the table: it ends once all have but those whom each finds missing.

        `NotNow` if this was said already, and nobody has left since, or if the others go on
        without this seat: it is theirs to end.
        """
        if self._disputes.silent:
            raise NotNow("ended")
        if self._history.stage.gone == self._me.seat:
            raise NotNow("without you")
        if not self._say_stop():
            raise NotNow("said")
        self._go()
        return self._done()

    def declare_gone(self, seat: Seat) -> list[Effect]:
        """Say that the seat is gone for good: once all others agree, the table goes on without it.

        `NotNow` with the short key of a reason (`Absences.why_not`): nothing was said.
        """
        why = self._absences.why_not(seat, self._history, self._links)
        if why is None and self._absences.has_said(seat, self._history):
            why = "said"
        if self._disputes.silent or why is not None:
            raise NotNow("ended" if self._disputes.silent else why)
        self._absences.want(seat)
        self._go()
        return self._done()

    def connected(self, seat: Seat) -> list[Effect]:
        self._links.connected(seat)
        self._talk.connected(seat)
        self._meet(seat)
        self._announce()
        self._go()
        return self._done()

    def disconnected(self, seat: Seat) -> list[Effect]:
        self._links.disconnected(seat)
        self._announce()
        self._go()
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
                self._effects += self._talk.answer(link, have.round_number, self._history)
            case AllSent() as sent:
                self._all_sent(link, sent)
            case Signatures(signatures):
                evidence = signed_twice(signatures, self._history)
                if evidence is not None:
                    self._object(evidence.seat, "two signatures of one seating", evidence)
            case theirs:
                self._agreement.heard(link, theirs)
                self._settle()
        self._go()
        return self._done()

    def _done(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects

    # Links.

    def _meet(self, seat: Seat) -> None:
        """Remember, where it matters, that there was a direct link to the seat (14)."""
        if self._seating.has_escrow and seat not in self._absences.met:
            self._absences.met.add(seat)
            self._effects.append(Persist(enc(("met", seat))))

    def _met(self, record: Value) -> bool:
        """Whether the journal's record says that there was a link to a seat."""
        match record:
            case ("met", int(seat)):
                self._absences.met.add(Seat(seat))
                return True
        return False

    # Statements.

    def _hear(self, link: Seat, statement: Statement) -> None:
        """Take it, pass it on to whoever has no link to its speaker, note what it does not fit."""
        if statement.is_objection:
            self._effects += self._disputes.hear(statement, self._history)
            self._show_if_fork(link, statement)
        elif (
            self._take_out_of_band(statement) if statement.is_out_of_band else self._take(statement)
        ):
            self._links.moved()
            cut_off = self._links.cut_off_from(statement.seat, link)
            self._effects += [Send(seat, statement.data) for seat in cut_off]
            self._answer_vote(link, statement)
        else:
            self._show_if_fork(link, statement)

    def _take_out_of_band(self, statement: Statement) -> bool:
        """Whether it is new here."""
        if differs(statement, self._history):
            return False
        if statement.kind == "stop":
            is_new = not self._is_closed and self._stops.hear(statement, self._history)
        elif (other := self._absences.clash(statement, self._history)) is not None:
            self._caught_two(other, statement)
            return False
        else:
            is_new = self._absences.hear(statement, self._history)
        if is_new:
            self._effects += [Persist(statement.data), Changed()]
        return is_new

    def _take(self, statement: Statement) -> bool:
        """Whether the statement is new here and stands, or is kept for later."""
        place = (statement.round_number, statement.seat)
        standing, late = self._history.standing(*place), self._absences.late(statement)
        known = standing or self._early.get(place)
        ahead = statement.round_number - self._history.stage.round_number
        for other in (known, late):
            if other is not None and other.value != statement.value:
                self._caught_two(other, statement)
                return False
        if known is not None:
            return False
        if is_too_far(statement, self._history.stage):
            raise Dropped("too far ahead")
        if ahead > 0:
            self._early[place] = statement
            return True
        if differs(statement, self._history) or self._history.is_void(statement.round_number):
            return False
        if ahead < 0:
            self._object(statement.seat, "out of turn", WrongStatement(statement))
            return False
        if self._absences.keeps_out(statement):
            return late is None
        return self._judge(statement)

    def _judge(self, statement: Statement) -> bool:
        if not self._history.stage.speakers:
            return False  # nothing that follows a stuck deal or the close is judged
        here = {**self._history.statements, statement.seat: statement}
        try:
            said = verify(self._history.stage, statement.seat, statement.body)
            self._history.add(statement, said)
        except Wrong as wrong:
            if statement.seat in self._history.statements:  # another's, taken before, is the copy
                self._effects.append(Persist(statement.data))
            self._object(Seat(wrong.seat), wrong.reason, WrongStatement(here[Seat(wrong.seat)]))
            return False
        self._effects += [Persist(statement.data), Changed()]
        if not self._absences.has_voted(self._history):  # else it may all become void
            self._open_box(self._history.stage, statement.seat, said)
        return True

    def _open_box(self, stage: Stage, sender: Seat, said: Said) -> None:
        key = self._prover.secret.box_key
        if sender == self._me.seat:
            return
        try:
            match said:
                case Dealt():
                    self._told[sender] = unseal(stage, self._prover, sender, said)
                case Escrowed():
                    said.open(self._me.seat, key, stage.keys[sender].box)
        except BadBox as error:
            statement = self._history.statements_of(stage.round_number)[sender]
            self._object(sender, str(error), FalseBox(statement, error.card, key))

    def _say(self, move: AnyMove = NO_MOVE) -> None:
        body, said = prove(self._history.stage, self._prover, move)
        statement = self._sign(body)
        self._history.add(statement, said)
        self._effects += self._tell(statement)

    def _go(self) -> None:
        """Complete rounds and say what is owed, until somebody else is awaited."""
        while self._advance() or self._let_in() or self._speak() or self._take_part():
            pass
        self._judge_out_of_band()
        self._say_that_it_left()

    def _speak(self) -> bool:
        """Say what is owed, unless that is for the player to choose."""
        mine = self._me.seat in self._history.missing
        if self._disputes.silent or not mine or isinstance(self._history.stage.phase, Moving):
            return False
        self._say()
        return True

    def _let_in(self) -> bool:
        """Take what was kept out of the open round, once it has won a ballot, or all others have
        gone on from it."""
        late = self._absences.let_in(self._history, self._early.values())
        for statement in late:
            self._take(statement)
        return bool(late)

    def _go_on_without(self) -> bool:
        """Whether it was decided to go on from a round without a seat."""
        void = None if self._is_closed else self._absences.found(self._history)
        if void is None or self._disputes.has_convicted:
            return False  # the evidence is of the history as it is
        if void.round_number < self._history.stage.round_number:
            self._history.back_to(void.round_number)
        self._history.void(void.gone, {said.seat: said for said in void.decisions})
        self._absences.forget(void.round_number)
        self._effects.append(Changed())
        self._opened()
        return True

    def _advance(self) -> bool:
        if self._go_on_without():
            return True
        done = self._history.turn()
        if done is None:
            return False
        after = self._history.stage
        if isinstance(done.stage.phase, Dealing) and not isinstance(after.phase, Stuck):
            self._learn(done)
        match after.phase:
            case Stuck(seat):
                self._end(Ending(How.STUCK, seat, "blindings cancel out"))
            case Closed():
                self._end(Ending(How.CLOSED))
                self._effects += self._agreement.complete(self._history)
                self._settle()
        self._opened()
        return True

    def _opened(self) -> None:
        """A round has begun."""
        self._links.moved()
        self._told = {}
        for word in self._absences.come(self._history):
            with suppress(Dropped):  # it was kept unread
                self._take_out_of_band(word)
        self._take_early(self._history.stage.round_number)
        self._effects += self._talk.opened(self._history)

    def _learn(self, done: Round) -> None:
        for sender, said in done.said.items():
            if sender not in self._told:
                self._open_box(done.stage, sender, said)
        private = learn(done.stage, self._history.stage, self._prover, self._told)
        self._prover = Prover(self._me.seat, self._prover.secret, private)

    def _take_early(self, number: int) -> None:
        for seat in self._seating.seats:
            statement = self._early.pop((number, seat), None)
            if statement is None or self.ending() is not None:
                continue
            if not self._take(statement):
                self._show_if_fork(seat, statement)
