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
from protocol.peer.sync import Links
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
    Case("of several that fit the smallest, not the first that is heard", [
        stop(1, 0, 2), stop(1, 0), stop(2, 0, 3), stop(2, 0), stop(3, 0),
    ]),
    Case("of several the smallest that fits, though a smaller one does not", [
        stop(1, 0, 2), stop(1), stop(1, 0), stop(2), stop(2, 0, 1), stop(2, 0), stop(3, 0),
    ]),
    Case("with escrow, who has left is missing, though it can be reached", [
        stop(2, 0, 1, 3),
    ], escrow=True, reach=(0, 1, 2, 3)),
)  # fmt: skip
AGAIN = (
    Case("others have gone", [stop(1, 2, number=4), stop(0), stop(0, number=4)], reach=(0, 1)),
    Case("another has gone, and no link is left", [stop(0)], seats=2),
    Case("others have gone, and no link is left", [
        stop(1, 2, number=4), stop(0), stop(0, number=4),
    ]),
)  # fmt: skip
"""What a seat that has stopped says by itself, when others come or go."""
ALONE = (
    Case("with escrow, one's own stop alone", [stop(0, 1, 2, 3)], escrow=True),
    Case("with escrow, another's stop alone", [stop(2, 0, 1, 3)], escrow=True),
    Case("with escrow, all", ALL_FOUR, escrow=True),
    Case("before keys are split, one's own stop alone", [
        stop(0, 1, 2, 3, number=2),
    ], escrow=True, number=2),
    Case("without escrow, one's own stop alone", [stop(0, 1, 2, 3)]),
)  # fmt: skip
"""Who objects after stops."""
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

    @property
    def links(self) -> Links:
        made = Links()
        for seat in self.case.reach:
            if seat != self.case.me:
                made.connected(Seat(seat))
        return made

    def says(self) -> list[list[Any]]:
        """What it says if its player wants to end the table."""
        if self.disputes.silent:
            return []
        me, here = Seat(self.case.me), self.absences.here(self.links)
        unsaid = self.stops.unsaid(me, here, self.history)
        return [[stage.round_number, body] for stage, body in unsaid]

    def says_again(self) -> list[list[Any]]:
        """What it says by itself, as `Table` does."""
        has_stopped = self.case.me in self.stops.stopped_in(self.history)
        return self.says() if has_stopped and self.links.up else []

    def objects(self) -> list[Any] | None:
        self.disputes.withdraw_after_lone_stop(self.history)
        said = self.disputes.objections.get(Seat(self.case.me))
        return None if said is None else [said.round_number, said.body]

    def ended(self) -> dict[str, Any] | None:
        ending, agreed = self.disputes.ending, self.disputes._consent
        if ending is None or agreed is None:
            return None
        return {
            "round": agreed.stops[0].round_number,
            "stops": [[one.seat, one.body] for one in agreed.stops],
            "withdrew": ending.seat if ending.how is EndingKind.WITHDRAWN else None,
        }


def heard_by(case: Case) -> tuple[Ours, dict[str, Any]]:
    """Our own objects, and what another implementation needs to know of them."""
    ours = Ours.of(case)
    ours.each = [ours.take_in(one) for one in case.heard]
    return ours, {
        "name": case.name,
        "seats": case.seats,
        "me": case.me,
        "escrow": case.escrow,
        "round": case.number,
        "gone": case.gone,
        "heard": case.heard,
        "reach": sorted({*case.reach, case.me}),
    }


def facts_of(case: Case) -> dict[str, Any]:
    ours, heard = heard_by(case)
    return {
        **heard,
        "each": ours.each,
        "left": sorted(ours.absences.left),
        "ended": ours.ended(),
        "says": ours.says(),
    }


def stop_facts() -> dict[str, Any]:
    """Return cases: `heard` are speaker, round, whether it is under the head that is known for that
    round, and body; `gone` tells from which round on who is gone."""
    again, alone = map(heard_by, AGAIN), map(heard_by, ALONE)
    return {
        "cases": [facts_of(case) for case in CASES],
        "again": [{**heard, "says": ours.says_again()} for ours, heard in again],
        "alone": [{**heard, "objects": ours.objects()} for ours, heard in alone],
    }


def check_stops(facts: dict[str, Any]) -> None:
    cases, again, alone = fields(facts, "cases", "again", "alone")
    for case in cases:
        check_case(case)
    for case in again:
        *_, reach, says = fields(case, *NAMES, "says")
        second, _ = second_after(case)
        assert second.says_again(set(reach)) == says, case["name"]
    for case in alone:
        *_, objects = fields(case, *NAMES, "objects")
        second, _ = second_after(case)
        assert second.objects() == objects, case["name"]


def second_after(facts: dict[str, Any]) -> tuple[SecondStops, list[str]]:
    """The second auditor's, and what it makes of each that is heard."""
    _, seats, me, escrow, number, gone, heard, _ = (facts[name] for name in NAMES)
    second = SecondStops(seats, me, escrow, number, [(since, seat) for since, seat in gone])
    return second, [second.hear(*one) for one in heard]


def check_case(facts: dict[str, Any]) -> None:
    """Compare a case, as it stands in the file, with what the second auditor makes of it."""
    *_, reach, each, left, ended, says = fields(facts, *NAMES, *OUT)
    second, found = second_after(facts)
    said = [] if second.ended else second.says(set(reach))
    out = [each, left, ended, says]
    assert [found, sorted(second.left), second.ended, said] == out, facts["name"]


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
