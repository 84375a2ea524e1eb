"""How a table ends early: which seat objects, on what evidence, and with what result.

A seat that objects says nothing more. Another's objection silences nobody: it is judged as soon as
all that it depends on is here, and dropped if it can never be judged. The first ending stands,
unless a cheat is shown after it.
Source: docs/protocol.md, section 4, "Objections".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import Dropped
from ..game import Seat
from ..ledger.consent import Consent
from ..ledger.evidence import (
    Evidence,
    Objection,
    SignedTwice,
    Two,
    can_be_judged,
    can_never_be_judged,
    codes_of,
    named_by,
    objection_body,
    order_of,
    read_objection,
)
from ..ledger.history import History, Statement
from ..ledger.transcript import account, write_transcript
from ..reasons import Forbidden, Ignored, Reason, reason_from
from .effects import Broadcast, Changed, Effect, Finished, Persist
from .own_seat import SigningSeat
from .status import Ending, EndingKind


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A parsed objection, and what had been said when it could not be judged yet."""

    objection: Objection
    when: tuple[bytes, frozenset[Seat]] | None = None


@dataclass
class Disputes:
    """The objections of a table, this seat's own evidence, and the ending, once there is one."""

    me: SigningSeat
    objections: dict[Seat, Statement] = field(default_factory=dict)
    evidence: Evidence | None = None
    ending: Ending | None = None
    _consent: Consent | None = None
    _convicted: Evidence | None = None
    _judged: set[Seat] = field(default_factory=set)
    _waiting: dict[Seat, _Waiting] = field(default_factory=dict)

    @property
    def silent(self) -> bool:
        """Whether this seat says nothing more: it has objected, or the table has ended."""
        return self.me.seat in self.objections or self.ending is not None

    @property
    def has_convicted(self) -> bool:
        """Whether evidence has convicted a seat here."""
        return self._convicted is not None

    def unjudged(self) -> list[Statement]:
        """Return the objections that have not been judged yet."""
        return [
            objection for seat, objection in self.objections.items() if seat not in self._judged
        ]

    # Objecting, and receiving objections.

    def object_to(
        self, blamed: Seat, reason: Reason, evidence: Evidence | None, history: History
    ) -> list[Effect]:
        """Object to what the seat did, with what the others need to judge it, and end the table.

        Without evidence it is this seat's own withdrawal.
        """
        ending = Ending(
            EndingKind.WITHDRAWN if evidence is None else EndingKind.CHEAT, blamed, reason
        )
        if history.is_closed:
            return []  # §4: nobody objects after the last close
        if self.silent:
            return self.keep(ending, evidence)  # §4: a seat that has objected says nothing more
        effects = self._object(blamed, reason, evidence, history)
        return [*effects, *self.conclude(ending, evidence)]

    def withdraw_after_lone_stop(self, history: History) -> list[Effect]:
        """Withdraw, if a stop has ended the table for this seat alone.

        The others may never reach the head of that stop (§4); a withdrawal can be judged without
        it.
        """
        # §4: without escrow that stop ends the table for all who hear it, and nothing has to be
        # added.
        alone = self._consent is not None and self._consent.by == (self.me.seat,)
        has_objected = self.me.seat in self.objections
        if not history.stage.escrow or history.is_closed or not alone or has_objected:
            return []
        return self._object(self.me.seat, Reason(Forbidden.STOPPED_ALONE), None, history)

    def _object(
        self, blamed: Seat, reason: Reason, evidence: Evidence | None, history: History
    ) -> list[Effect]:
        """Sign and send an objection. It need not be judged here: this seat has found the fault
        itself. The statements of the open round are sent before it, so that the others can judge it
        (§8)."""
        statement = self.me.sign(history.stage, objection_body(blamed, reason, evidence))
        self.objections[statement.seat] = statement
        self._judged.add(statement.seat)
        spoken = [other.data for other in history.statements.values()]
        passed_on = [Broadcast(data) for data in (*spoken, statement.data)]
        return [Persist(statement.data), *passed_on]

    def receive(self, statement: Statement, history: History) -> list[Effect]:
        """Keep another seat's objection and forward it. Two of one seat for one round are a pair.

        One that can never be judged is not kept. Raises `Dropped` if it is malformed, or after the
        last close.
        """
        objection = read_objection(statement, history.stage.seating)
        if history.is_closed:
            raise Dropped(Ignored.AFTER_CLOSE)
        standing = self.objections.get(statement.seat)
        if standing is not None and self._stays(standing, statement, objection, history):
            return self._compare(standing, statement)
        # §4: what can never be judged here silences nobody but its speaker.
        if can_never_be_judged(statement, objection, history):
            return []
        self.objections[statement.seat] = statement
        self._waiting[statement.seat] = _Waiting(objection)
        # §8: before it is judged, since others may already have what it depends on.
        return [Persist(statement.data), Broadcast(statement.data), Changed()]

    def restore(self, statement: Statement) -> None:
        """Restore an objection from the journal, where a seat's second one has replaced its
        first."""
        self.objections[statement.seat] = statement
        # What was parsed belongs to the objection that this one replaces.
        self._waiting.pop(statement.seat, None)

    def _stays(
        self, first: Statement, second: Statement, objection: Objection, history: History
    ) -> bool:
        """Return whether the first objection stays. One that cannot be judged yet gives way to one
        of another round that can: otherwise this seat would never learn what has ended the table
        for those that received the second one first."""
        is_judged = first.seat in self._judged or first.round_number == second.round_number
        return is_judged or not can_be_judged(second, objection, history)

    def _compare(self, first: Statement, second: Statement) -> list[Effect]:
        # §4: only two for one round make a pair.
        if first.value == second.value or first.round_number != second.round_number:
            return []
        # §4: two objections of one round that differ are a pair like two statements: whoever makes
        # both can tell two seats two endings.
        ending = Ending(EndingKind.CHEAT, first.seat, Reason(Forbidden.TWO_STATEMENTS))
        return self.keep(ending, Two(first, second))

    def verdicts(self, history: History) -> Iterator[tuple[Ending, Evidence | None, Statement]]:
        """Yield the ending, the evidence and the objection, for each objection that can be judged
        now.

        Each is parsed once, and examined again only after something was said in a round: otherwise
        one that waits would cost time with every message.
        """
        now = (history.stage.head, frozenset(history.verified))
        for statement in self.unjudged():
            waiting = self._waiting.pop(statement.seat, None)
            if waiting is None:  # from the journal
                waiting = _Waiting(read_objection(statement, history.stage.seating))
            objection = waiting.objection
            # §4: what an objection depends on comes with statements alone, so without a new one it
            # still cannot be judged.
            if waiting.when == now:
                self._waiting[statement.seat] = waiting
            elif can_be_judged(statement, objection, history):
                self._judged.add(statement.seat)
                yield *_verdict(objection, history), statement
            elif can_never_be_judged(statement, objection, history):
                # §4: dropped, so that another of this seat, which can be judged, may follow.
                del self.objections[statement.seat]
            else:
                self._waiting[statement.seat] = _Waiting(objection, now)

    # Ending.

    def conclude(self, ending: Ending, evidence: Evidence | None = None) -> list[Effect]:
        """End the table. The first ending stands, unless a cheat is shown later.

        Of several cheats the one of the lowest round counts: a seat that was shown another history
        by it may seem to have signed two statements later.
        """
        if self.ending is not None and not self._gives_way(ending, evidence):
            return []
        self.ending, self._convicted = ending, evidence
        return [Finished(self.ending), Changed()]

    def agree(self, consent: Consent) -> list[Effect]:
        """End the table by stops: because all seats that are not missing agree, or because one seat
        stopped alone and so has left."""
        # §4: nobody can tell whether the others were there, so a lone stop is its speaker's own
        # withdrawal.
        alone = consent.by[0] if len(consent.by) == 1 else None
        if alone is not None:
            done = self.conclude(
                Ending(EndingKind.WITHDRAWN, alone, Reason(Forbidden.STOPPED_ALONE))
            )
        else:
            done = self.conclude(Ending(EndingKind.AGREED, by=consent.by))
        # §7: the file has the stops that ended the table, and no others.
        if done:
            self._consent = consent
        return done

    def keep(self, ending: Ending, evidence: Evidence | None) -> list[Effect]:
        """End the table by a cheat that is found after this seat has fallen silent: the evidence
        goes into its own file."""
        done = self.conclude(ending, evidence)
        # §7: evidence of an ending that does not stand is not in the file.
        if done:
            self.evidence = evidence
        return done

    def _gives_way(self, ending: Ending, evidence: Evidence | None) -> bool:
        """Return whether the ending gives way to this one. The last close may arrive after a
        withdrawal: then all have closed, and this seat too."""
        if evidence is not None:
            return self._is_earlier(evidence)
        # §8: by the last close all have signed the outcome; only a conviction outweighs that.
        return ending.how is EndingKind.CLOSED and self._convicted is None

    def _is_earlier(self, evidence: Evidence) -> bool:
        return self._convicted is None or order_of(evidence) < order_of(self._convicted)

    def file(self, history: History) -> bytes | None:
        """Return the transcript with the account of how it ended; None if it ended by `close`, or
        not yet."""
        if self.ending is None or self.ending.how is EndingKind.CLOSED:
            return None
        # §8: evidence that is found after the last close goes into a second file, without that
        # round.
        if history.is_closed:
            history = history.before_close()
        agreed = self._consent if self._convicted is None else None
        # §14: stops under a head that was taken back are not written.
        out_of_band = agreed.standing(history) if agreed is not None else self.objections.values()
        return write_transcript(history, account(history, out_of_band, self.evidence))


def _verdict(objection: Objection, history: History) -> tuple[Ending, Evidence | None]:
    evidence = objection.evidence
    # the reason is shown, never judged (§4, "Reasons"): the evidence alone convicts
    reason = reason_from(objection.reason, codes_of(history.stage.rules))
    if evidence is not None and named_by(evidence, history, objection.blamed) is not None:
        return Ending(EndingKind.CHEAT, objection.blamed, reason), evidence
    return Ending(EndingKind.WITHDRAWN, objection.by, reason), None


def signed_twice(signatures: tuple[bytes, ...], history: History) -> SignedTwice | None:
    """Return the evidence, if another seat has a different valid signature of our seating."""
    for seat, pair in enumerate(zip(history.signatures, signatures, strict=True)):
        evidence = SignedTwice(Seat(seat), *pair)
        if named_by(evidence, history) is not None:
            return evidence
    return None
