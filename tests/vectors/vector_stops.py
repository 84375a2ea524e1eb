"""The vectors of stops: what one seat has heard, what ends the table, and what it says itself."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

from protocol.encoding import Value
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger.history import History, Round, Statement, payload_of
from protocol.peer.absences import Absences
from protocol.peer.disputes import Disputes
from protocol.peer.history_forks import differs
from protocol.peer.own_seat import SigningSeat
from protocol.peer.status import EndingKind
from protocol.peer.stop_votes import Stops
from protocol.rounds.state import Stage, first_stage
from tests.any_game import bare
from tests.attacks.villain import SPLIT, TOY
from tests.fakes import seated
from tests.second_auditor.stops import Stops as SecondStops
from tests.vectors.vector_proofs import fields

Received = tuple[int, int, bool, Value]
"""The speaker, the round, whether it is under the head that is known for it, and the body."""


@dataclass(frozen=True)
class Case:
    """What seat 0 hears in an open round, then which seats it reaches."""

    name: str
    heard: Sequence[Received]
    seats: int = 4
    escrow: bool = False
    number: int = 5
    gone: Sequence[tuple[int, int]] = ()
    me: int = 0
    reach: Sequence[int] = ()

    def stage(self, number: int) -> Stage:
        gone = [Seat(seat) for since, seat in self.gone if since <= number]
        split = cast("Any", ("split",) * self.seats) if self.escrow and number > 2 else ()
        return replace(
            _first_stage(self.escrow, self.seats),
            round_number=number,
            head=bytes([number]) * 32,
            gone=gone[-1] if gone else None,
            escrow=split,
        )

    @property
    def history(self) -> History:
        before = [Round(self.stage(number), {}, {}) for number in range(self.number)]
        return History(self.stage(self.number), (), before)


@cache
def _seated(escrow: bool, seats: int) -> tuple[Seating, tuple[bytes, ...], tuple[SigningSeat, ...]]:
    return seated(SPLIT if escrow else TOY, seats)


@cache
def _first_stage(escrow: bool, seats: int) -> Stage:
    seating, signatures, _ = _seated(escrow, seats)
    return first_stage(bare(SPLIT if escrow else TOY), seating, signatures)


def stop(seat: int, *missing: int, number: int = 5, own: bool = True) -> Received:
    return seat, number, own, ("stop", missing)


ALL_FOUR = [stop(seat) for seat in range(4)]
CASES = (
    Case("all", ALL_FOUR),
    Case("all but one that is missing", [stop(0, 3), stop(1, 3), stop(2, 3)]),
    Case("all but one that is there", ALL_FOUR[:3], reach=(0, 1, 2, 3)),
    Case("two that call the rest missing", [stop(2, 0, 3), stop(1, 0, 3), stop(1, 0, 2, 3)]),
    Case("two halves: the first that is heard", [
        stop(2, 0, 1), stop(0, 2, 3), stop(3, 0, 1), stop(1, 2, 3),
    ]),
    Case("one is left out, and then another", [stop(0), stop(1, 3), stop(2, 0, 1, 3)]),
    Case("until nobody is left", [stop(0), stop(1, 3), stop(2, 0, 3), stop(3, 0, 1)]),
    Case("one alone has withdrawn", [stop(2, 0, 1, 3)]),
    Case("of several the smallest payload", [
        stop(2, 0, 1), stop(2, 0), stop(3, 0, 1), stop(3, 0), stop(1, 0), stop(0, 1, 2, 3),
    ]),
    Case("of several the smallest that fits", [
        stop(1, 0), stop(2), stop(2, 0, 3), stop(2, 0, 1, 3), stop(3, 1), stop(1, 0, 3),
    ]),
    Case("the same again", [stop(1, 2), stop(1, 2), stop(1), stop(1, 2)]),
    Case("with links that come, and go", [stop(1, 3), stop(2, 3), stop(0), stop(0, 3)]),
    Case("in a round that is complete", [stop(seat, 3, number=2) for seat in (1, 2, 0)]),
    Case("in two rounds: neither is enough", [
        stop(0, 3), stop(1, 3), stop(2, 3, number=4), stop(1, 3, number=4),
    ], reach=(0, 1, 2)),
    Case("said again for earlier rounds", [
        stop(1, number=2), stop(2, number=4), stop(0, 3, number=4),
    ], reach=(0, 1, 2)),
    Case("malformed", [
        (1, 5, True, ("stop",)),
        (1, 5, True, ("stop", (), 0)),
        (1, 5, True, ("stop", 3)),
        (1, 5, True, ("stop", (1,))),
        (1, 5, True, ("stop", (3, 2))),
        (1, 5, True, ("stop", (2, 2))),
        (1, 5, True, ("stop", (4,))),
        (1, 5, True, ("stop", (True,))),
        (1, 5, True, ("stop", None)),
    ]),
    Case("of a round to come", [stop(1, 0, 2, 3, number=6)]),
    Case("of n + 2 rounds before", [stop(1, 0, 2, 3, number=1)], number=7),
    Case("of n + 3 rounds before", [stop(1, 0, 2, 3, number=0)], number=7),
    Case("under another head", [
        stop(1, 0, 2, 3, own=False), stop(1, 0, 2, 3, number=3, own=False),
    ]),
    Case("two seats", [stop(1), stop(0, 1)], seats=2),
    Case("with escrow, all", ALL_FOUR, escrow=True),
    Case("with escrow, one alone has left", [
        stop(2, 0, 1, 3), stop(1), stop(3, 2), stop(1, 2), stop(0, 2),
    ], escrow=True, reach=(0, 1, 3)),
    Case("with escrow, several leave one by one", [
        stop(2, 0, 1, 3), stop(3, 0, 1, 2), stop(1, 0, 2, 3),
    ], escrow=True),
    Case("with escrow, one's own stop alone", [stop(0, 1, 2, 3), stop(1)], escrow=True),
    Case("before keys are split, one alone", [
        stop(2, 0, 1, 3, number=2),
    ], escrow=True, number=2),
    Case("signed before keys are split, heard after it", [
        stop(2, 0, 1, 3, number=2), stop(1, 0, 2, 3, number=1),
    ], escrow=True),
    Case("a seat that is gone need not be missing", [
        stop(0), stop(1), stop(3, 0, 1, 2), stop(2),
    ], escrow=True, gone=((4, 3),)),
    Case("in the round that became void all four count", [
        stop(0, number=3), stop(1, number=3), stop(2, number=3), stop(3, number=3),
    ], escrow=True, gone=((4, 3),)),
    Case("one is active again, since another is gone", [
        stop(3, 2), stop(2), stop(1), stop(0),
    ], escrow=True, gone=((3, 3), (5, 2))),
    Case("who is gone says none", [stop(1, number=3)], escrow=True, gone=((4, 0),), reach=(0, 1)),
    Case("five seats: two wait for a third", [
        stop(4, 0, 1), stop(3, 0, 1), stop(2, 0), stop(2, 0, 1), stop(1),
    ], seats=5),
)  # fmt: skip
NAMES = ("name", "seats", "me", "escrow", "round", "gone", "heard", "reach")
OUT = ("each", "left", "ended", "says")


@dataclass
class Ours:
    """Our own objects, which have heard all that."""

    case: Case
    history: History
    stops: Stops
    disputes: Disputes
    absences: Absences
    each: list[str] = field(default_factory=list)

    @staticmethod
    def of(case: Case) -> Ours:
        seating, _, mes = _seated(case.escrow, case.seats)
        me = mes[case.me]
        return Ours(case, case.history, Stops(me.seat), Disputes(me), Absences(me.seat, seating))

    def take_in(self, heard: Received) -> str:
        seat, number, own, body = heard
        stage = self.case.stage(number)
        place = stage if own else replace(stage, head=b"another head".ljust(32))
        payload = payload_of(place, Seat(seat), body)
        statement = Statement(payload, bytes(64), number, Seat(seat), place.head, body)
        if differs(statement, self.history):
            return "dropped"
        try:
            is_new = self.stops.receive(statement, self.history)
        except Dropped:
            return "dropped"
        agreed = self.stops.consent(self.history)
        is_over = self.disputes.ending is not None
        if agreed and not is_over and not self.absences.let_go(agreed.stops, self.history):
            self.disputes.agree(agreed)
        return "kept" if is_new else "known"

    def ended(self) -> dict[str, Any] | None:
        ending, agreed = self.disputes.ending, self.disputes._consent
        if ending is None or agreed is None:
            return None
        return {
            "round": agreed.stops[0].round_number,
            "stops": [[one.seat, one.body] for one in agreed.stops],
            "withdrew": ending.seat if ending.how is EndingKind.WITHDRAWN else None,
        }


def facts_of(case: Case) -> dict[str, Any]:
    ours = Ours.of(case)
    each = [ours.take_in(one) for one in case.heard]
    reach = {Seat(seat) for seat in case.reach} | {Seat(case.me)}
    says = ours.stops.unsaid(Seat(case.me), reach, ours.history)
    return {
        "name": case.name,
        "seats": case.seats,
        "me": case.me,
        "escrow": case.escrow,
        "round": case.number,
        "gone": case.gone,
        "heard": case.heard,
        "reach": sorted(reach),
        "each": each,
        "left": sorted(ours.absences.left),
        "ended": ours.ended(),
        "says": [] if ours.ended() else [[stage.round_number, body] for stage, body in says],
    }


def stop_facts() -> dict[str, Any]:
    """Return cases: `heard` are speaker, round, whether it is under the head that is known for that
    round, and body; `gone` tells from which round on who is gone."""
    return {"cases": [facts_of(case) for case in CASES]}


def check_stops(facts: dict[str, Any]) -> None:
    (cases,) = fields(facts, "cases")
    for case in cases:
        check_case(case)


def check_case(facts: dict[str, Any]) -> None:
    """Compare a case, as it stands in the file, with what the second auditor makes of it."""
    name, seats, me, escrow, number, gone, heard, reach, *out = fields(facts, *NAMES, *OUT)
    second = SecondStops(seats, me, escrow, number, [(since, seat) for since, seat in gone])
    each = [second.hear(*one) for one in heard]
    says = [] if second.ended else second.says(set(reach))
    assert [each, sorted(second.left), second.ended, says] == out, name


def random_case(seed: int) -> Case:
    """Any stops, most of them of few rounds, by seats that hardly differ in whom they miss."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    seats, number = chance.choice((2, 3, 4, 4, 5)), chance.choice((1, 2, 3, 5, 9))
    absent = [seat for seat in range(seats) if chance.random() < 0.4]
    heard = []
    for _ in range(chance.randrange(1, 12)):
        by = chance.randrange(seats)
        missing = [k for k in range(seats) if k != by and (k in absent) is (chance.random() < 0.9)]
        place = chance.choice([number] * 6 + [max(number - 1, 0), number + 1, 0])
        heard.append((by, place, chance.random() < 0.95, ("stop", tuple(missing))))
    escrow = chance.random() < 0.6 and seats > 2
    gone = [(max(3, number - chance.randrange(3)), chance.randrange(seats))]
    return Case(
        f"random {seed}",
        heard,
        seats,
        escrow,
        number,
        gone if escrow and number > 3 and chance.random() < 0.5 else (),
        chance.randrange(seats),
        [seat for seat in range(seats) if chance.random() < 0.7],
    )
