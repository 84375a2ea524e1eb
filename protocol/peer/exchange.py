"""What a seat and its links tell each other, so that all come to hold the same history.

Source: docs/protocol.md, sections 4 and 8.
"""

from __future__ import annotations

from ..game import Move, Seat, View
from ..ledger.evidence import Evidence
from ..ledger.history import Statement
from .effects import Broadcast, Send
from .forks import differs
from .messages import AllSent, Have
from .queries import Queries
from .status import Ending
from .sync import lacking
from .table_talk import Spoken


class Exchange(Queries[View, Move]):
    """A seat's machine as its links see it. What it is asked to do is added to its effects."""

    def _end(self, ending: Ending, evidence: Evidence | None = None) -> None:
        self._effects += self._disputes.conclude(ending, evidence)

    def _show_if_fork(self, link: Seat, statement: Statement) -> None:
        """Show the link our history if this is of another one. It accuses nobody by itself; and who
        is gone may not know yet that it is."""
        if differs(statement, self._history) and statement.seat != self._history.stage.gone:
            self._effects += self._forks.show(link, self._history)

    def _listen(self, link: Seat, spoken: Spoken) -> None:
        """Hear a remark, and pass it on like a statement."""
        effects = self._talk.hear(spoken, self._history)
        if effects is not None:
            cut_off = self._links.cut_off_from(spoken.seat, link)
            self._effects += [*effects, *(Send(seat, spoken.data) for seat in cut_off)]

    def _all_sent(self, link: Seat, theirs: AllSent) -> None:
        """The sender has shown its history. If that convicts nobody, it was made up."""
        if differs(theirs, self._history):
            self._effects += self._forks.show(link, self._history)

    def _announce(self) -> None:
        self._forks.may_be_lost()
        self._effects.append(Broadcast(self._links.have(self._history).data))
        self._effects += self._agreement.tell()

    def _fill_in(self, seat: Seat, have: Have) -> None:
        """Send what the other lacks, also what third seats have said; ask for what we lack."""
        decisions_before = self._history.decisions_before(have.round_number)
        missing = [
            *decisions_before,
            *lacking(self._history, have),
            *self._disputes.objections.values(),
        ]
        out_of_band = [*self._absences.since(have.round_number - 3), *self._stops.all()]
        self._effects += self._links.again(seat, [*missing, *out_of_band])
        if have.round_number > self._history.stage.round_number:
            self._effects.append(Send(seat, self._links.have(self._history).data))
        self._effects += self._agreement.answer(seat)

    def _answer_vote(self, link: Seat, statement: Statement) -> None:
        """Send whoever would go on without a seat what that one has said, if it is held here: else
        it votes again, faster than it would be told (14)."""
        number = statement.round_number
        match statement.body:
            case ("vote", _, int(about)) if not self._history.is_void(number):
                held = self._history.standing(number, Seat(about))
                self._effects += self._links.again(link, [] if held is None else [held])

    def _settle(self) -> None:
        """Show those who hold another complete transcript the round in which it differs."""
        for seat in self._agreement.differing():
            last = self._history.rounds[-1].statements.values()
            self._effects += self._links.again(seat, last)
