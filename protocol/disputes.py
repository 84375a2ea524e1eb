"""How a table ends before its time: who objects, with what, and what comes of it.

Source: docs/protocol.md, section 4, "Objections".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .errors import Dropped
from .evidence import (
    Evidence,
    Objection,
    SignedTwice,
    is_ripe,
    named_by,
    order_of,
    read_objection,
)
from .game import Seat
from .history import Course, Statement
from .messages import AllSent, Signatures
from .stage import Closed
from .status import Ending, How
from .transcript import account, write_transcript


@dataclass
class Disputes:
    """The objections of a table, one's own evidence, and the ending, once there is one.

    `elsewhere` are the links that brought something signed under another head than ours.
    """

    objections: dict[Seat, Statement] = field(default_factory=dict)
    elsewhere: set[Seat] = field(default_factory=set)
    evidence: Evidence | None = None
    ending: Ending | None = None
    _convicted: Evidence | None = None
    _judged: set[Seat] = field(default_factory=set)
    _shown_to: dict[Seat, int] = field(default_factory=dict)

    @property
    def silent(self) -> bool:
        """Whoever objects, receives an objection or has come to the end speaks no more."""
        return bool(self.objections) or self.ending is not None

    def conclude(self, ending: Ending, evidence: Evidence | None = None) -> bool:
        """Whether this is how the table ended: the first stands, unless a cheat is shown later.

        Of several cheats that of the lowest round counts: whoever was shown another history by it
        may seem to have said two things later.
        """
        if self.ending is not None and not self._gives_way(ending, evidence):
            return False
        self.ending, self._convicted = ending, evidence
        return True

    def _gives_way(self, ending: Ending, evidence: Evidence | None) -> bool:
        """The last close may come after somebody has withdrawn: then all have closed, here too."""
        if evidence is not None:
            return self._is_earlier(evidence)
        return ending.how is How.CLOSED and self._convicted is None

    def _is_earlier(self, evidence: Evidence) -> bool:
        return self._convicted is None or order_of(evidence) < order_of(self._convicted)

    def verdicts(self, course: Course) -> Iterator[tuple[Ending, Evidence | None]]:
        """What comes of each objection, as soon as all that it needs is here."""
        for seat, statement in self.objections.items():
            objection = read_objection(statement, course.stage.seating)
            if seat not in self._judged and is_ripe(statement, objection, course):
                self._judged.add(seat)
                yield _verdict(objection, course)

    def unjudged(self) -> list[Statement]:
        """The objections that nothing has come of yet."""
        return [said for seat, said in self.objections.items() if seat not in self._judged]

    def file(self, course: Course) -> bytes | None:
        """The transcript with the account of how it ended; absent if it ended by `close`."""
        if self.ending is None or self.ending.how is How.CLOSED:
            return None
        if isinstance(course.stage.phase, Closed):
            course = course.before_close()
        return write_transcript(course, account(course, self.objections.values(), self.evidence))

    def history_for(self, seat: Seat, course: Course) -> list[bytes]:
        """Everything that was said, for a seat that signs under another head; once a round,
        and again after `may_be_lost`.

        Whoever said two things in one round is found by the pair.
        """
        stage = course.stage
        if self._shown_to.get(seat) == stage.round_number:
            return []
        self._shown_to[seat] = stage.round_number
        signatures = Signatures(course.signatures).data
        said = [s.data for done in course.rounds for s in done.statements.values()]
        return [signatures, *said, AllSent(stage.round_number, stage.head).data]

    def may_be_lost(self) -> None:
        """What was shown may not have come: whoever still signs under another head is shown it
        again."""
        self._shown_to.clear()


def _verdict(objection: Objection, course: Course) -> tuple[Ending, Evidence | None]:
    evidence = objection.evidence
    if evidence is not None and named_by(evidence, course, objection.blamed) is not None:
        return Ending(How.CHEAT, objection.blamed, objection.reason), evidence
    return Ending(How.WITHDRAWN, objection.by, objection.reason), None


def signed_twice(signatures: tuple[bytes, ...], course: Course) -> SignedTwice | None:
    """The evidence, if another holds a different valid signature of our seating."""
    for seat, pair in enumerate(zip(course.signatures, signatures, strict=True)):
        evidence = SignedTwice(Seat(seat), *pair)
        if named_by(evidence, course) is not None:
            return evidence
    return None


def check_objection(statement: Statement, course: Course) -> None:
    """`Dropped` for one that is no objection, or comes after the last close."""
    read_objection(statement, course.stage.seating)
    if isinstance(course.stage.phase, Closed):
        raise Dropped("an objection after the last close")
