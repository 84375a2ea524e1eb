"""What a seat says beside the rounds: that it objects, would stop, or would go on without a seat.

Source: docs/protocol.md, sections 4 and 14.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..encoding import Value
from ..game import Move, Seat, View
from ..ledger.consent import stop_body
from ..ledger.evidence import Evidence, Two, objection_body
from ..ledger.history import Statement, sign
from ..rounds.escrow import ESCROW_ROUND
from ..rounds.state import Stage
from .disputes import STOPPED_ALONE
from .effects import Broadcast, Changed, Effect, Persist
from .exchange import Exchange
from .status import Ending, How


class OutOfBand(Exchange[View, Move]):
    """A seat's machine as it speaks out of the order of the rounds."""

    def _sign(self, body: Value, stage: Stage | None = None) -> Statement:
        """Under the open round, or under another."""
        return sign(stage or self._history.stage, self._me.seat, body, self._me.identity)

    def _tell(self, statement: Statement) -> list[Effect]:
        return [Persist(statement.data), Broadcast(statement.data), Changed()]

    def _say_stop(self) -> bool:
        """Also for earlier rounds, where others who have said so may stand; whether it is new.

        It is said again when others come or go: who is missing is signed too.
        """
        reach = {self._me.seat, *self._links.reach} - self._absences.left
        body = stop_body(tuple(seat for seat in self._seating.seats if seat not in reach))
        said = []
        for stage in self._stops.stages(self._history):
            if self._me.seat in stage.active and not self._stops.holds(self._me.seat, stage, body):
                said.append(self._sign(body, stage))
                self._stops.hear(said[-1], self._history)
        self._effects += [effect for statement in said for effect in self._tell(statement)]
        return bool(said)

    def _take_part(self) -> bool:
        """Say what is due in a ballot, also after the close: others may wait for it."""
        ending = self.ending()
        if self._disputes.silent and (ending is None or ending.how is not How.CLOSED):
            return False
        due = self._absences.due(self._history, self._links)
        if due is None:
            return False
        stage, word = due
        statement = self._sign(word.body(), stage)
        self._absences.hear(statement, self._history)
        self._effects += self._tell(statement)
        return True

    def _judge_out_of_band(self) -> None:
        has_stopped = self._me.seat in self._stops.said_by(self._history)
        if has_stopped and self._links.up and not self._disputes.silent:
            self._say_stop()  # not when nobody is linked: it may just have come back
        consent = self._stops.consent(self._history)
        if consent is not None and not self._only_leaves(consent.stops):
            self._effects += self._disputes.agree(consent)
        for ending, evidence, said in self._disputes.verdicts(self._history):
            if ending.how is not How.WITHDRAWN or not self._only_leaves((said,)):
                self._end(ending, evidence)

    def _only_leaves(self, said: Sequence[Statement]) -> bool:
        """Whether this is but one other that leaves, and the table can go on without (14): whoever
        says so after the round of escrow knows that it can, if this seat does not yet."""
        match said:
            case [leaving] if leaving.seat != self._me.seat:
                is_later = self._seating.has_escrow and leaving.round_number > ESCROW_ROUND
                if is_later or self._history.stage.escrow:
                    self._absences.left.add(leaving.seat)
                    return True
        return False

    def _say_that_it_left(self) -> None:
        """Withdraw after a stop that ended the table for this seat alone: the others may never come
        to the head under which it was said, and a withdrawal needs none to be judged."""
        stage = self._history.stage
        if stage.escrow and not self._is_closed and self._disputes.left_by_stop:
            body = objection_body(self._me.seat, STOPPED_ALONE, None)
            self._effects += self._disputes.say(self._sign(body), self._history)

    def _object(self, blamed: Seat, reason: str, evidence: Evidence | None) -> None:
        """Say so, with what the others need to judge it, and end the table."""
        ending = Ending(How.WITHDRAWN if evidence is None else How.CHEAT, blamed, reason)
        if self._is_closed:
            return
        if self._disputes.silent:
            self._effects += self._disputes.keep(ending, evidence)
            return
        body = objection_body(blamed, reason, evidence)
        statement = sign(self._history.stage, self._me.seat, body, self._me.identity)
        self._effects += self._disputes.say(statement, self._history)
        self._end(ending, evidence)

    def _caught_two(self, first: Statement, second: Statement) -> None:
        evidence, reason = Two(first, second), "two statements for one round"
        if not self._is_closed:
            self._object(first.seat, reason, evidence)
            return
        # After the close nobody objects any more.
        self._effects += self._agreement.take_smaller(second, self._history)
        self._settle()
        ending = Ending(How.CHEAT, first.seat, reason)
        self._effects += self._disputes.keep(ending, evidence)
