"""How a table ends before its time: who objects, with what, and what comes of it.

Whoever objects speaks no more. Another's objection silences nobody: it is judged as soon as all
that it needs is here, and one that never can be is dropped. The first ending stands, unless a cheat
is shown after it.
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
from ..reasons import Reason, Unheard, Wrongful, reason_from
from .effects import Broadcast, Changed, Effect, Finished, Persist
from .own_seat import Me
from .status import Ending, How


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An objection as it was read, and what had been said when it could not be judged yet."""

    objection: Objection
    when: tuple[bytes, frozenset[Seat]] | None = None


@dataclass
class Disputes:
    """The objections of a table, one's own evidence, and the ending, once there is one."""

    me: Me
    objections: dict[Seat, Statement] = field(default_factory=dict)
    evidence: Evidence | None = None
    ending: Ending | None = None
    _consent: Consent | None = None
    _convicted: Evidence | None = None
    _judged: set[Seat] = field(default_factory=set)
    _waiting: dict[Seat, _Waiting] = field(default_factory=dict)

    @property
    def silent(self) -> bool:
        """Whoever objects or has come to the end speaks no more."""
        return self.me.seat in self.objections or self.ending is not None

    @property
    def has_convicted(self) -> bool:
        return self._convicted is not None

    def unjudged(self) -> list[Statement]:
        """Return the objections that nothing has come of yet."""
        return [said for seat, said in self.objections.items() if seat not in self._judged]

    # Objecting, and hearing an objection.

    def object_to(
        self, blamed: Seat, reason: Reason, evidence: Evidence | None, history: History
    ) -> list[Effect]:
        """Say what the seat did, with what the others need to judge it, and end the table.

        Without evidence it is one's own withdrawal.
        """
        ending = Ending(How.WITHDRAWN if evidence is None else How.CHEAT, blamed, reason)
        if history.is_closed:
            return []  # §4: an objection is said before the last close
        if self.silent:
            return self.keep(ending, evidence)  # §4: whoever has objected speaks no more
        said = self._say(blamed, reason, evidence, history)
        return [*said, *self.conclude(ending, evidence)]

    def withdraw_after_lone_stop(self, history: History) -> list[Effect]:
        """Withdraw, if a stop has ended the table for this seat alone.

        The others may never come to the head under which that was said (§4); a withdrawal needs
        none to be judged.
        """
        alone = self._consent is not None and self._consent.by == (self.me.seat,)
        has_said = self.me.seat in self.objections
        if not history.stage.escrow or history.is_closed or not alone or has_said:
            return []
        return self._say(self.me.seat, Reason(Wrongful.STOPPED_ALONE), None, history)

    def _say(
        self, blamed: Seat, reason: Reason, evidence: Evidence | None, history: History
    ) -> list[Effect]:
        """It need not be judged here: whoever says it has found what it tells. What was said in the
        open round goes before it, so that the others can judge it (§8)."""
        statement = self.me.sign(history.stage, objection_body(blamed, reason, evidence))
        self.objections[statement.seat] = statement
        self._judged.add(statement.seat)
        spoken = [other.data for other in history.statements.values()]
        told = [Broadcast(data) for data in (*spoken, statement.data)]
        return [Persist(statement.data), *told]

    def hear(self, statement: Statement, history: History) -> list[Effect]:
        """Keep another's objection and pass it on. Two of one seat for one round are a pair.

        One that can never be judged is not kept. Raises `Dropped` if it is none, or after the last
        close.
        """
        objection = read_objection(statement, history.stage.seating)
        if history.is_closed:
            raise Dropped(Unheard.AFTER_CLOSE)
        standing = self.objections.get(statement.seat)
        if standing is not None and self._stays(standing, statement, objection, history):
            return self._compare(standing, statement)
        # §4: what can never be judged here silences nobody but its speaker.
        if can_never_be_judged(statement, objection, history):
            return []
        self.objections[statement.seat] = statement
        self._waiting[statement.seat] = _Waiting(objection)
        return [Persist(statement.data), Broadcast(statement.data), Changed()]

    def restore(self, statement: Statement) -> None:
        """Take it from the journal, where a second of one seat has taken the place of the first."""
        self.objections[statement.seat] = statement
        self._waiting.pop(statement.seat, None)

    def _stays(
        self, first: Statement, second: Statement, objection: Objection, history: History
    ) -> bool:
        """One that cannot be judged yet gives way to one of another round that can: else nobody
        would learn here what has ended the table for those who heard that first."""
        is_judged = first.seat in self._judged or first.round_number == second.round_number
        return is_judged or not can_be_judged(second, objection, history)

    def _compare(self, first: Statement, second: Statement) -> list[Effect]:
        if first.value == second.value or first.round_number != second.round_number:
            return []
        ending = Ending(How.CHEAT, first.seat, Reason(Wrongful.TWO_STATEMENTS))
        return self.keep(ending, Two(first, second))

    def verdicts(self, history: History) -> Iterator[tuple[Ending, Evidence | None, Statement]]:
        """Yield what comes of each objection, which is last, as soon as all that it needs is here.

        Each is read once, and looked at again only when something was said in a round: else one
        that waits would be paid for with every message.
        """
        now = (history.stage.head, frozenset(history.said))
        for statement in self.unjudged():
            waiting = self._waiting.pop(statement.seat, None)
            if waiting is None:  # from the journal
                waiting = _Waiting(read_objection(statement, history.stage.seating))
            objection = waiting.objection
            if waiting.when == now:
                self._waiting[statement.seat] = waiting
            elif can_be_judged(statement, objection, history):
                self._judged.add(statement.seat)
                yield *_verdict(objection, history), statement
            elif can_never_be_judged(statement, objection, history):
                del self.objections[statement.seat]
            else:
                self._waiting[statement.seat] = _Waiting(objection, now)

    # Ending.

    def conclude(self, ending: Ending, evidence: Evidence | None = None) -> list[Effect]:
        """End the table. The first ending stands, unless a cheat is shown later.

        Of several cheats that of the lowest round counts: whoever was shown another history by it
        may seem to have said two things later.
        """
        if self.ending is not None and not self._gives_way(ending, evidence):
            return []
        self.ending, self._convicted = ending, evidence
        return [Finished(self.ending), Changed()]

    def agree(self, consent: Consent) -> list[Effect]:
        """End the table by stops: all who are there would end it; or one alone would, and so has
        left it."""
        alone = consent.by[0] if len(consent.by) == 1 else None
        if alone is not None:
            done = self.conclude(Ending(How.WITHDRAWN, alone, Reason(Wrongful.STOPPED_ALONE)))
        else:
            done = self.conclude(Ending(How.AGREED, by=consent.by))
        if done:
            self._consent = consent
        return done

    def keep(self, ending: Ending, evidence: Evidence | None) -> list[Effect]:
        """End the table by a cheat that a seat finds when it speaks no more: its evidence is for
        its own file."""
        done = self.conclude(ending, evidence)
        if done:
            self.evidence = evidence
        return done

    def _gives_way(self, ending: Ending, evidence: Evidence | None) -> bool:
        """The last close may come after somebody has withdrawn: then all have closed, here too."""
        if evidence is not None:
            return self._is_earlier(evidence)
        return ending.how is How.CLOSED and self._convicted is None

    def _is_earlier(self, evidence: Evidence) -> bool:
        return self._convicted is None or order_of(evidence) < order_of(self._convicted)

    def file(self, history: History) -> bytes | None:
        """Return the transcript with the account of how it ended; absent if it ended by `close`."""
        if self.ending is None or self.ending.how is How.CLOSED:
            return None
        # §8: evidence that is found after the last close goes into a second file, without that
        # round.
        if history.is_closed:
            history = history.before_close()
        is_stopped = self._consent is not None and self._convicted is None
        agreed = self._consent if is_stopped else None
        out_of_band = agreed.standing(history) if agreed is not None else self.objections.values()
        return write_transcript(history, account(history, out_of_band, self.evidence))


def _verdict(objection: Objection, history: History) -> tuple[Ending, Evidence | None]:
    evidence = objection.evidence
    # the reason is told, never judged (4, "Reasons"): what convicts is the evidence alone
    reason = reason_from(objection.reason, codes_of(history.stage.game))
    if evidence is not None and named_by(evidence, history, objection.blamed) is not None:
        return Ending(How.CHEAT, objection.blamed, reason), evidence
    return Ending(How.WITHDRAWN, objection.by, reason), None


def signed_twice(signatures: tuple[bytes, ...], history: History) -> SignedTwice | None:
    """Return the evidence, if another holds a different valid signature of our seating."""
    for seat, pair in enumerate(zip(history.signatures, signatures, strict=True)):
        evidence = SignedTwice(Seat(seat), *pair)
        if named_by(evidence, history) is not None:
            return evidence
    return None
