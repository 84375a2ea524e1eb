"""One seat's state machine: statements in, effects out.

    play(move)           the seat's own move, when it is to act
    talk(remark)         table talk
    stop()               agree to end the table
    receive(link, data)  a message that arrived over a link
    connected, disconnected, tick: events of the links and the clock

The machine accepts a statement only under the head of its open round, and only after everything in
it is verified (`_take`); it then says whatever the seat owes, until it has to wait for somebody.

Its parts are independent of each other, and each has one subject: links, forks, disputes, stops,
absences, the agreement on the final file, table talk. A part is given the history and returns
effects; the table alone collects these, in the order in which they must be carried out.
Source: docs/protocol.md, sections 4 (§4 in a comment), 7, 8 and 14.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Generic, cast

from ..crypto.sealed_shares import BadBox
from ..encoding import dec
from ..errors import BadEncoding, Dropped, Wrong
from ..game import AnyGame, AnyMove, Card, Face, Game, Move, Seat, State, View
from ..identity.seating import Seating
from ..ledger.evidence import Evidence, Two, WrongStatement
from ..ledger.history import (
    History,
    Round,
    Statement,
    is_too_far,
    read_statement,
    read_unverified,
)
from ..ledger.transcript import write_transcript
from ..reasons import Code, Forbidden, Ignored, NotPossible, Reason
from ..rounds.phases import Closed, Dealing, Moving, Stuck
from ..rounds.prove import NO_MOVE, Proofs
from ..rounds.recall import recall
from ..rounds.state import Stage
from ..rounds.verify import verify
from .absences import Absences
from .disputes import Disputes, signed_twice
from .effects import Broadcast, Changed, Effect, Persist, Send, publish
from .history_forks import Forks, differs
from .messages import AllSent, Have, Signatures, read_message
from .opened_boxes import OpenedBoxes
from .own_seat import SigningSeat
from .progress import status_of
from .remarks import AcceptedRemark, Arrangement, Remark
from .snapshot import Permits, Snapshot
from .status import Ending, EndingKind, Status
from .stop_votes import Stops
from .sync import Links, lacking
from .table_talk import Spoken, Talk
from .transcript_agreement import TranscriptAgreement
from .views import Views, faces_of

__all__ = ["SigningSeat", "Table"]

_ONE_THREAD = Proofs()


class Table(Generic[View, Move]):
    """One seat's state machine. Not thread-safe; the effects it returns must be carried out in
    order, each before the next.

    `signatures` are those of the seating, 64 bytes each, in seat order: `Seating.verify_seat` has
    accepted each of them. `me` is the seat to play. `proofs` may compute a proof ahead of time, and
    parts of a verification at once, in other threads. Its caller sees the views and moves of one
    game; inside, they are opaque values of that game.
    """

    def __init__(
        self,
        game: Game[State, Move, View],
        seating: Seating,
        signatures: Sequence[bytes],
        me: SigningSeat,
        *,
        proofs: Proofs | None = None,
    ) -> None:
        self._me = me
        self._proofs = proofs or _ONE_THREAD
        self._has_started = False
        self._seating = seating
        self._history = History.of(cast("AnyGame", game), seating, signatures)
        self._boxes = OpenedBoxes(me, seating)
        self._early: dict[tuple[int, Seat], Statement] = {}  # of future rounds
        self._verified: dict[bytes, Statement] = {}  # by the digest of their message
        self._links = Links()
        self._forks = Forks()
        self._disputes = Disputes(me)
        self._stops = Stops(me.seat)
        self._absences = Absences(me.seat, seating)
        self._agreement = TranscriptAgreement()
        self._talk = Talk(seating)
        self._views = Views[View]()
        self._effects: list[Effect] = []

    # Events.

    def start(self) -> list[Effect]:
        """Say what is owed. Called once, after `restore`; then nothing is said twice."""
        self._has_started = True
        self._proceed()
        return self._take_effects()

    def restore(self, records: Iterable[Persist]) -> None:
        """Restore the journal's records, in the order in which they were written, before `start`.

        Raises `Dropped` for a record that is not a statement of this table. For a record with
        `is_proven`, the caller guarantees that this seat wrote it: nothing in it is verified again
        (§11).
        """
        for record in records:
            self._restore(record)
            while self._advance() or self._let_in():
                pass
            self._judge_out_of_band()
        self._effects.clear()  # they were carried out when the journal was written
        self._forks.allow_resending()

    def play(self, move: Move) -> list[Effect]:
        """Make this seat's move. Raises `NotNow` or `IllegalMove`, and then changes nothing."""
        self._permits().check_turn()
        self._state(cast("AnyMove", move))
        self._proceed()
        return self._take_effects()

    def talk(self, remark: Remark) -> list[Effect]:
        """Make a remark. Raises `RemarkRefused`, and then sends and changes nothing."""
        self._permits().check_remark(remark)
        self._effects += self._talk.say(self._history, self._me.seat, self._me.identity, remark)
        return self._take_effects()

    def withdraw(self) -> list[Effect]:
        """Leave the table for good, by an objection without evidence; nothing happens if it has
        ended."""
        if self.ending() is None:
            self._object(self._me.seat, Forbidden.LEFT, None)
        return self._take_effects()

    def stop(self) -> list[Effect]:
        """Agree to end the table. It ends once all seats have agreed, except those that each of
        these finds missing.

        Raises `NotNow` if this seat has agreed already and the same seats are missing, or if the
        others go on without this seat: then only they can end the table.
        """
        self._permits().check_stop()
        self._effects += self._say_stop()
        self._proceed()
        return self._take_effects()

    def declare_gone(self, seat: Seat) -> list[Effect]:
        """Request that the table go on without a seat; it does once all others request it.

        Raises `NotNow` with the reason why this cannot be requested (`Absences.why_not`).
        """
        self._permits().check_gone(seat)
        self._absences.want(seat)
        self._proceed()
        return self._take_effects()

    def connected(self, seat: Seat) -> list[Effect]:
        """Note that a link to the seat is up."""
        self._links.connected(seat)
        self._talk.connected(seat)
        self._effects += self._absences.meet(seat)
        self._announce()
        self._proceed()
        return self._take_effects()

    def disconnected(self, seat: Seat) -> list[Effect]:
        """Note that the link to the seat is down. Nobody is blamed for that, and the seat can come
        back."""
        self._links.disconnected(seat)
        self._announce()
        self._proceed()
        return self._take_effects()

    def tick(self) -> list[Effect]:
        """Announce again what this seat has, if that is due. Called about once a second: the pauses
        are counted in calls, since the machine has no clock (§8)."""
        if self._links.tick() and not self.settled:
            self._announce()
        return self._take_effects()

    def receive(self, link: Seat, data: bytes) -> list[Effect]:
        """Process one message, the bytes that arrived over the link of the seat `link`, whoever
        signed them.

        Raises `Dropped` if it is ignored; that accuses nobody and changes nothing. Source: sections
        4 and 8.
        """
        # §8: links resend what may be lost, so duplicates are common. Of the very bytes of a
        # statement that was accepted, the signature has been verified; all else is judged as ever.
        key = hashlib.sha256(data).digest()
        match self._verified.get(key) or read_message(data, self._seating):
            case Statement() as statement:
                if self._accept(link, statement):
                    self._verified[key] = statement
            case Spoken() as spoken:
                self._listen(link, spoken)
            case Have() as have:
                self._links.note_have(link, have)
                self._fill_in(link, have)
                self._effects += self._talk.answer(link, have.round_number, self._history)
            case AllSent() as sent:
                self._effects += self._forks.answer(link, sent, self._history)
            case Signatures(signatures):
                evidence = signed_twice(signatures, self._history)
                if evidence is not None:
                    self._object(evidence.seat, Forbidden.TWO_SEATINGS, evidence)
            case theirs:
                self._agreement.receive(link, theirs)
                self._show_close()
        self._proceed()
        return self._take_effects()

    def _take_effects(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        self._links.note_sent(effects)
        return effects

    # Queries.

    def status(self) -> Status:
        """Return the status of the table, for a screen."""
        objectors = tuple(sorted(objection.seat for objection in self._disputes.unjudged()))
        status = status_of(self._history, ended=self.ending() is not None, objectors=objectors)
        return replace(
            status,
            stopped_by=self._stops.stopped_in(self._history),
            called_gone=self._absences.called_gone(self._history),
            left=tuple(sorted(self._absences.left)),
            lacking=self._lacking if self._history.is_closed else (),
        )

    def view(self) -> View | None:
        """Return the game's view for this seat; None until the beacon is known."""
        return self._views.now(self._history, self._boxes.prover)

    def past(self) -> list[View]:
        """Return the views at earlier states of the game, oldest first."""
        return self._views.past(self._history, self._boxes.prover)

    def faces(self) -> dict[Card, Face]:
        """Return every face known here: after a close that reveals the secrets, of all cards."""
        return faces_of(self._history, self._boxes.prover)

    def remarks(self) -> tuple[AcceptedRemark, ...]:
        """Return the latest remarks."""
        return self._talk.remarks()

    def orders(self) -> tuple[Arrangement, ...]:
        """Return the orders that players have given their hands, oldest first."""
        return self._talk.orders(self._history)

    def ending(self) -> Ending | None:
        """Return how the table has ended; None while it goes on."""
        return self._disputes.ending

    def snapshot(self) -> Snapshot[View]:
        """Return all of this as of now, and what the player may do, for readers while this machine
        goes on."""
        seen = self._views.seen(self._history, self._boxes.prover)
        return Snapshot(
            *(self.status(), seen.view, seen.past, seen.faces, seen.made, seen.public),
            *(self.remarks(), self.orders(), self.ending(), self._permits()),
        )

    def _permits(self) -> Permits:
        history, me = self._history, self._me.seat
        no_stop = None
        if history.stage.gone == me:
            no_stop = NotPossible.GONE
        elif not self._stops.unsaid(me, self._absences.here(self._links), history):
            no_stop = NotPossible.ALREADY_SAID
        return Permits(
            history.stage,
            self._boxes.prover,
            self._disputes.silent,
            self.ending() is not None,
            self._talk.floor(history),
            no_stop,
            {seat: self._why_not_gone(seat) for seat in self._seating.seats},
        )

    def _why_not_gone(self, seat: Seat) -> NotPossible | None:
        why = self._absences.why_not(seat, self._history, self._links)
        if why is None and self._absences.has_said(seat, self._history):
            return NotPossible.ALREADY_SAID
        return why

    @property
    def settled(self) -> bool:
        """Whether the table has closed and every other active seat is known to have the same
        transcript."""
        return not self._lacking

    def transcript(self) -> bytes:
        """Return the transcript so far, the bytes of a file (section 7), with the account of how
        the table ended, if it has."""
        file = None if self._history.is_closed else self.evidence()
        return file if file is not None else write_transcript(self._history)

    def evidence(self) -> bytes | None:
        """Return the file to keep if the table ended other than by `close`; else None."""
        return self._disputes.file(self._history)

    @property
    def _lacking(self) -> tuple[Seat, ...]:
        others = (seat for seat in self._history.stage.active if seat != self._me.seat)
        return self._agreement.lacking(others)

    # Processing statements (§4).

    def _accept(self, link: Seat, statement: Statement) -> bool:
        """Accept a statement and forward it to seats without a link to its speaker, or answer it if
        it belongs to another history. Return whether it is new here, and stands or is kept for
        later."""
        if statement.is_objection:
            # Kept and forwarded before it is judged: what it depends on may not be here yet (§4,
            # §8).
            self._effects += self._disputes.receive(statement, self._history)
            self._effects += self._forks.answer(link, statement, self._history)
        elif self._take_any(statement):
            self._links.made_progress()
            self._links.note_passed(link, statement.data)
            self._effects += self._links.pass_on(statement.data, statement.seat, link)
            answer = self._absences.answer(statement, self._history)
            self._effects += self._links.resend(link, answer)
            return True
        else:
            self._effects += self._forks.answer(link, statement, self._history)
        return False

    def _restore(self, kept: Persist) -> None:
        try:
            value = dec(kept.record, len(kept.record))
        except BadEncoding as error:
            raise Dropped(error.reason) from None
        if self._talk.restored(value, self._history, self._me.seat):
            return
        if self._absences.restored(value):
            return
        read = read_unverified if kept.is_proven else read_statement
        statement = read(value, self._seating)
        if statement.is_objection:
            self._disputes.restore(statement)
        else:
            self._take_any(statement, is_proven=kept.is_proven)

    def _take_any(self, statement: Statement, *, is_proven: bool = False) -> bool:
        if statement.is_out_of_band:
            return self._take_out_of_band(statement)
        return self._take(statement, is_proven=is_proven)

    def _take(self, statement: Statement, *, is_proven: bool = False) -> bool:
        """Process a statement of a round as in §4; return whether it is new here and stands, or is
        kept for later. Raises `Dropped` for one further ahead than any honest seat can be."""
        place = (statement.round_number, statement.seat)
        open_round = self._history.stage.round_number
        late = self._absences.late(statement)
        known = self._history.standing(*place) or self._early.get(place)
        # §4: two statements of one seat for one round name it, whatever their heads, and whether or
        # not either could be accepted. So this comes first, and a statement that is kept out
        # (below) counts too.
        for other in (known, late):
            if other is not None and other.value != statement.value:
                self._caught_two(other, statement)
                return False
        # §8: links resend what may be lost, so duplicates are common.
        if known is not None:
            return False
        # §4: a seat n + 3 rounds ahead would have gone on without this seat's own statements. If
        # this were kept, one seat could sign any number of rounds and fill everybody's memory.
        if is_too_far(statement, self._history.stage):
            raise Dropped(Ignored.TOO_FAR)
        # §4: the head of a future round is not known yet, so nothing can be checked. The statement
        # is kept, one for each seat and round, until that round opens, and is forwarded to seats
        # that are cut off.
        if statement.round_number > open_round:
            self._early[place] = statement
            return True
        # §4: another head is another history. That accuses nobody: either side may have been lied
        # to. The caller sends our history, and the lowest pair in the two names the seat that
        # signed both.
        if differs(statement, self._history):
            return False
        # §14: what was said in a void round is dropped, and said again in a later one.
        if self._history.is_void(statement.round_number):
            return False
        # §4: the round is complete under this very head, without a statement of this seat. So it
        # was not to speak there, but has signed: that is evidence by itself.
        if statement.round_number < open_round:
            self._object(statement.seat, Forbidden.OUT_OF_TURN, WrongStatement(statement))
            return False
        # §14: a seat that has voted to go on without another accepts no statement of it in this
        # round until the round wins a ballot: otherwise it might go on by the statement, and the
        # others without that seat. The statement is kept and forwarded, and accepted later by
        # `_let_in`.
        if self._absences.keeps_out(statement):
            return late is None
        return self._judge(statement, is_proven=is_proven)

    def _judge(self, statement: Statement, *, is_proven: bool) -> bool:
        """Verify a statement of the open round, under its head, and accept it or object."""
        stage = self._history.stage
        # §4: after keys or a deal that hide nothing, and after the last close, nothing is judged.
        if not stage.speakers:
            return False
        here = {**self._history.statements, statement.seat: statement}
        # §11: what this seat has verified, and stored with a digest keyed by its secret, is only
        # parsed.
        self._expect(statement)
        try:
            if is_proven:
                verified = recall(stage, statement.seat, statement.body)
            else:
                verified = verify(stage, statement.seat, statement.body, self._proofs.together)
            self._history.add(statement, verified)
        except Wrong as wrong:
            # §4: of two equal keys the higher seat is named, in whatever order they arrive. If that
            # seat's reveal had been accepted, it is removed, and this statement stands and has to
            # be saved.
            if statement.seat in self._history.statements:
                self._effects.append(Persist(statement.data))
            self._object(Seat(wrong.seat), wrong.reason, WrongStatement(here[Seat(wrong.seat)]))
            return False
        # §14: a seat that has voted may see all of this become void, so it opens the boxes of a
        # deal only once that is complete (`_learn`).
        is_opened = not self._absences.has_voted(self._history)
        false = None
        if is_opened:
            false = self._boxes.open(
                stage,
                statement.seat,
                verified,
                is_proven=is_proven,
                together=self._proofs.together,
            )
        # §11: a box that is false, or was not opened, has to be checked again after a crash.
        is_proven = is_opened and false is None
        # §11: what this seat says after it is on the disk only with it.
        self._effects.append(Persist(statement.data, is_proven=is_proven, can_wait=True))
        self._effects.append(Changed())
        if false is not None:
            self._show_false_box(stage, statement.seat, false)
        return True

    def _expect(self, statement: Statement) -> None:
        """Let this seat's own shuffle be computed while the previous one is verified. It is sent
        only once that one holds (`_say`); until then nobody learns anything of it."""
        # §6: a proof made ahead of time is used for this very stage alone, and otherwise discarded.
        if not self._has_started or self._disputes.silent:
            return
        after = self._history.predicted(statement)
        if after is not None and after.speakers == (self._me.seat,):
            self._proofs.expect(after, self._boxes.prover)

    def _show_false_box(self, stage: Stage, sender: Seat, false: BadBox) -> None:
        statement = self._history.statements_of(stage.round_number)[sender]
        self._object(sender, false.reason, self._boxes.evidence(statement, false))

    def _take_out_of_band(self, statement: Statement) -> bool:
        """Process a stop or a word of a ballot; return whether it is new here.

        Raises `Dropped` if it is malformed or cannot be said there.
        """
        # §4, §14: both are signed under a head, and can end or void the round of that history only.
        if differs(statement, self._history):
            return False
        if statement.kind == "stop":
            # §4: after the last close there is nothing left to stop. Stops make no pair: which
            # seats are missing changes, and an honest seat reports that.
            is_new = not self._history.is_closed and self._stops.receive(statement, self._history)
            saved = self._stops.to_save(statement, self._history) if is_new else []
        elif (other := self._absences.clash(statement, self._history)) is not None:
            # §14: an honest seat says one word of each kind in each ballot.
            self._caught_two(other, statement)
            return False
        else:
            is_new = self._absences.receive(statement, self._history)
            saved = [Persist(statement.data, is_proven=True)] if is_new else []
        if is_new:
            self._effects += [*saved, Changed()]
        return is_new

    def _caught_two(self, first: Statement, second: Statement) -> None:
        evidence, reason = Two(first, second), Reason(Forbidden.TWO_STATEMENTS)
        if not self._history.is_closed:
            self._object(first.seat, reason, evidence)
            return
        # §7, §8: after the close nobody objects any more. All seats end up with the smaller of two
        # closes, and the evidence goes into a second file.
        self._effects += self._agreement.take_smaller(second, self._history)
        self._show_close()
        ending = Ending(EndingKind.CHEAT, first.seat, reason)
        self._effects += self._disputes.keep(ending, evidence)

    def _object(self, blamed: Seat, why: Code | Reason, evidence: Evidence | None) -> None:
        reason = Reason.of(why)
        self._effects += self._disputes.object_to(blamed, reason, evidence, self._history)

    # What this seat says by itself, and how the table advances.

    def _proceed(self) -> None:
        """Complete rounds and say what is owed, until the table waits for somebody."""
        while self._advance() or self._let_in() or self._speak() or self._vote():
            pass
        self._judge_out_of_band()
        self._effects += self._disputes.withdraw_after_lone_stop(self._history)

    def _speak(self) -> bool:
        """Say what is owed, unless the player has to choose it."""
        mine = self._me.seat in self._history.missing
        if self._disputes.silent or not mine or isinstance(self._history.stage.phase, Moving):
            return False
        self._state()
        return True

    def _state(self, move: AnyMove = NO_MOVE) -> None:
        body, verified = self._proofs.prove(self._history.stage, self._boxes.prover, move)
        statement = self._me.sign(self._history.stage, body)
        self._history.add(statement, verified)
        self._effects += publish(statement)

    def _vote(self) -> bool:
        """Say what is due in a ballot. After the close, or an end by stops, that is still due for
        rounds that this seat has gone on from: others may be waiting for it (§14)."""
        is_over = self._disputes.silent
        ending = self.ending()
        if is_over and (ending is None or ending.how not in (EndingKind.CLOSED, EndingKind.AGREED)):
            return False
        due = self._absences.due(self._history, self._links, is_over=is_over)
        if due is None:
            return False
        stage, word = due
        statement = self._me.sign(stage, word.body())
        self._absences.receive(statement, self._history)
        self._effects += publish(statement)
        return True

    def _let_in(self) -> bool:
        """Accept what was kept out of the open round, once the round has won a ballot or all others
        have gone on from it (§14)."""
        late = self._absences.let_in(self._history, self._early.values())
        for statement in late:
            self._take(statement)
        return bool(late)

    def _go_on_without(self) -> bool:
        """Void a round, if it is decided to go on from it without a seat; return whether it was."""
        void = None if self._history.is_closed else self._absences.found(self._history)
        # §14: a seat that has judged that an objection convicts treats no further round as void:
        # the evidence refers to the history as it is, and the file has to show it.
        if void is None or self._disputes.has_convicted:
            return False
        # §14: the seat that is now gone may have completed the round alone, and spoken in the next
        # one. It rolls that back.
        if void.round_number < self._history.stage.round_number:
            self._history.back_to(void.round_number)
        self._history.void(void.gone, {decision.seat: decision for decision in void.decisions})
        self._absences.forget(void.round_number)
        self._effects.append(Changed())
        self._opened()
        return True

    def _advance(self) -> bool:
        """Advance to the next round if the open one is complete or void; return whether it was."""
        # Void rounds come first: otherwise this seat could complete a round although it can know
        # that the others have gone on from it without one of its speakers (§14).
        if self._go_on_without():
            return True
        done = self._history.complete_round()
        if done is None:
            return False
        after = self._history.stage
        if isinstance(done.stage.phase, Dealing) and not isinstance(after.phase, Stuck):
            self._learn(done)
        match after.phase:
            case Stuck(seat):
                # §4, §5: all see that the keys or the blindings cancel out. Nobody can be named,
                # except between two seats, where one alone chose the blindings.
                ending = Ending(EndingKind.STUCK, seat)
                self._effects += self._disputes.conclude(ending)
            case Closed():
                self._effects += self._disputes.conclude(Ending(EndingKind.CLOSED))
                self._effects += self._agreement.announce_complete(self._history)
                self._show_close()
        self._opened()
        return True

    def _opened(self) -> None:
        """Process what was kept for the round that has opened."""
        self._links.made_progress()
        self._boxes.forget()
        self._stops.round_opened(self._history)
        for word in self._absences.come(self._history):
            with suppress(Dropped):  # it was kept unparsed
                self._take_out_of_band(word)
        self._take_early(self._history.stage.round_number)
        self._effects += self._talk.round_opened(self._history)

    def _take_early(self, number: int) -> None:
        for seat in self._seating.seats:
            statement = self._early.pop((number, seat), None)
            if statement is None or self.ending() is not None:
                continue
            if not self._take(statement):
                # The link that it came over is not recorded; its speaker has the history that it
                # belongs to.
                self._effects += self._forks.answer(seat, statement, self._history)

    def _learn(self, done: Round) -> None:
        for sender, false in self._boxes.open_rest(done, self._proofs.together):
            self._show_false_box(done.stage, sender, false)
        self._boxes.learn(done.stage, self._history.stage)

    # Early endings.

    def _judge_out_of_band(self) -> None:
        """Judge stops and objections as soon as what they depend on is here (§4)."""
        has_stopped = self._me.seat in self._stops.stopped_in(self._history)
        # Not without any link: this seat may just have been restarted, and would then call all
        # others missing, which ends the table for it alone.
        if has_stopped and self._links.up and not self._disputes.silent:
            self._effects += self._say_stop()
        consent = self._stops.consent(self._history)
        if consent is not None and not self._absences.let_go(consent.stops, self._history):
            self._effects += self._disputes.agree(consent)
        for ending, evidence, objection in self._disputes.verdicts(self._history):
            is_leave = ending.how is EndingKind.WITHDRAWN
            if not is_leave or not self._absences.let_go((objection,), self._history):
                self._effects += self._disputes.conclude(ending, evidence)

    def _say_stop(self) -> list[Effect]:
        return self._stops.stop(self._me, self._absences.here(self._links), self._history)

    # How all seats arrive at the same history (§8).

    def _listen(self, link: Seat, spoken: Spoken) -> None:
        """Process a remark, and forward it like a statement."""
        effects = self._talk.receive(spoken, self._history)
        if effects is not None:
            self._effects += [*effects, *self._links.pass_on(spoken.data, spoken.seat, link)]

    def _announce(self) -> None:
        self._forks.allow_resending()
        self._effects.append(Broadcast(self._links.have(self._history).data))
        self._effects += self._agreement.announce()

    def _fill_in(self, link: Seat, have: Have) -> None:
        """Send what the other seat lacks, including what third seats have said; request what we
        lack."""
        number = have.round_number
        # The order of §8: rounds in order, so that the lowest pair of two histories is found first;
        # words of ballots from three rounds before, because the other seat may have gone on alone
        # (§14).
        missing = [
            *self._history.decisions_before(number),
            *self._links.not_under_way(link, lacking(self._history, have)),
            *self._disputes.objections.values(),
            *self._absences.since(number - 3),
            *self._stops.all(),
        ]
        self._effects += self._links.resend(link, missing)
        if number > self._history.stage.round_number:
            self._effects.append(Send(link, self._links.have(self._history).data))
        self._effects += self._agreement.answer(link)

    def _show_close(self) -> None:
        """Send the closing round to seats that have a different complete transcript (§7)."""
        for seat in self._agreement.differing():
            last = self._history.rounds[-1].statements.values()
            self._effects += self._links.resend(seat, last)
