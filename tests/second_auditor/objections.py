"""What a seat makes of objections as it hears them. Sections 4, 8 and 14 of docs/protocol.md."""

from __future__ import annotations

from typing import Any

from .endings import Endings
from .faults import Fault
from .messagepack import decode_one, enc
from .statements import Statement

ESCROW_ROUND = 2


class Objections(Endings):
    """A table as one of its seats knows it: statements, objections, and how it has ended for it."""

    def __init__(self, header: bytes) -> None:
        super().__init__()
        self.start(self.read_seating(decode_one(header)))
        self.kept: dict[int, Statement] = {}
        self.judged: set[int] = set()
        self.left: set[int] = set()
        self.ending: list[Any] | None = None

    def take(self, value: Any) -> None:
        """A statement of the open round."""
        now, s = self.now, self.read(value)
        assert now is not None
        assert (s.round, s.head) == (now.number, now.head)
        self.check(now, s)
        now.verified[s.seat] = s
        if set(now.verified) == set(now.speakers):
            self.complete()
        self.judge()

    def goes_on_without(self, x: int) -> None:
        """No statement stands for a void round."""
        self.void(["void", x])
        self.rounds[-1].verified = {}
        self.judge()

    # Hearing.

    def hear(self, value: Any) -> str:
        """What becomes of an objection: it is "kept", "dropped", or "a pair" with another; nothing
        if it was known, or changes nothing."""
        try:
            s = self.read(value)
            self.read_objection(s)
        except Fault:
            return "dropped"
        if self.finished:
            return "dropped"
        first = self.kept.get(s.seat)
        if first is not None and not self.is_replaced(first, s):
            if first.round != s.round or not s.differs(first):
                return "ignored"
            self.conclude("cheat", s.seat, s.round)
            return "a pair"
        if self.is_never_judged(s):
            return "dropped"
        self.kept[s.seat] = s
        self.judge()
        return "kept"

    def is_replaced(self, first: Statement, second: Statement) -> bool:
        """One that can be judged takes the place of one for another round that waits."""
        waits = first.seat not in self.judged
        return waits and first.round != second.round and self.is_judged(second)

    def is_judged(self, s: Statement) -> bool:
        return self.can_be_judged(s, self.read_objection(s))

    def is_never_judged(self, s: Statement) -> bool:
        if self.speaks_for_itself(s):
            return False
        known = self.head_of(s.round)
        if known is not None:
            return known != s.head
        return s.round - len(self.rounds) > self.n + 2

    def speaks_for_itself(self, s: Statement) -> bool:
        """Nil, unreadable, and two signatures."""
        try:
            kind, _ = self.readable_in(s)
        except Fault:
            return True
        return kind in ("two", "signed twice")

    # Judging.

    def judge(self) -> None:
        for s in [one for seat, one in self.kept.items() if seat not in self.judged]:
            if self.is_judged(s):
                self.judged.add(s.seat)
                self.conclude_by(s)
            elif self.is_never_judged(s):
                del self.kept[s.seat]

    def conclude_by(self, s: Statement) -> None:
        try:
            self.readable_in(s)
            seat, place = self.convicted(s.body[3])
        except Fault:
            seat, place = -1, None
        if seat == self.read_objection(s):
            self.conclude("cheat", seat, place)
        elif "escrow" in self.options and max(len(self.rounds) - 1, s.round - 1) >= ESCROW_ROUND:
            self.left.add(s.seat)
        else:
            self.conclude("withdrew", s.seat, s.round)

    def conclude(self, how: str, seat: int, place: int | None) -> None:
        """A conviction replaces an ending that named no cheat, and one of a higher round."""
        if self.ending is not None:
            is_first = self.ending[0] != "cheat" or rank(place) < rank(self.ending[2])
            if how != "cheat" or not is_first:
                return
        self.ending = [how, seat, place]

    @property
    def waiting(self) -> list[int]:
        return sorted(set(self.kept) - self.judged)


def rank(place: int | None) -> int:
    """A seating signed twice counts before every round."""
    return -1 if place is None else place


def header_of(seating: bytes, signatures: list[bytes]) -> bytes:
    return enc(["p2ph transcript", 1, decode_one(seating), signatures])
