"""The vectors of ballots: what one seat has heard, and what it says next.

The words are those of random walks through the model of ballots, with a villain as seat 0.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from protocol.encoding import Value
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.ledger.votes import read_word
from protocol.peer.ballots import Ballots, Prospect
from tests.model.ballots import STOOD
from tests.model.side_by_side import Hearing, random_hearing
from tests.model.walks import table_of, walk
from tests.second_auditor import ballots as second
from tests.vectors.vector_proofs import fields

EACH = 6
"""How many cases there are of each kind of answer, in the first ballot and later, at each number of
seats."""
MOST_WORDS = 24
WALKS, LENGTH = 150, 40
SEATS = (4, 5)
NAMES = ("seats", "me", "heard", "reach", "holds", "wants", "has gone on", "says")


def ballot_facts() -> dict[str, Any]:
    """Return cases: `heard` are pairs of a speaker and its word."""
    return {"cases": [case for seats in SEATS for case in _cases(seats)]}


def _cases(seats: int) -> Iterator[dict[str, Any]]:
    table, count = table_of(seats), Counter[tuple[Any, ...]]()
    for seed in range(WALKS):
        chance = random.Random(seed)  # noqa: S311 - no secret
        for moment in walk(table, seed, LENGTH):
            me = chance.randrange(1, seats)
            case = case_of(random_hearing(table, moment.column, me, chance))
            says = case["says"]
            kind = () if says is None else (says[0], says[1] > 0)
            if 0 < len(case["heard"]) <= MOST_WORDS and count[kind] < EACH:
                count[kind] += 1
                yield case
                break


def case_of(hearing: Hearing) -> dict[str, Any]:
    place, seats = hearing.place, hearing.table.rules.seats
    holds = sorted(x for x in range(seats) if place.taken >> x & 1 and x != hearing.me)
    wants = hearing.wanted if hearing.wanted not in holds else None
    case = {
        "seats": seats,
        "me": hearing.me,
        "heard": [(seat, word.body()) for seat, word in hearing.words],
        "reach": sorted({*hearing.reach, hearing.me}),
        "holds": holds,
        "wants": wants,
        "has gone on": place.over == STOOD,
    }
    return {**case, "says": words_of(case)}


def words_of(case: dict[str, Any]) -> Value:
    """Return what our own ballots say."""
    received = Ballots(case["seats"])
    everyone = [Seat(seat) for seat in range(case["seats"])]
    for seat, body in case["heard"]:
        statement = Statement(b"", b"", 7, Seat(seat), b"", _tuple(body))
        received.receive(statement, read_word(statement, everyone))
    reach = frozenset(map(Seat, case["reach"]))
    back = reach | {Seat(seat) for seat in case["holds"]}
    wants = None if case["wants"] is None else Seat(case["wants"])
    due = received.due(Prospect(Seat(case["me"]), reach, back, wants, case["has gone on"]))
    return None if due is None else due.body()


def _tuple(body: Any) -> Value:
    return tuple(map(_tuple, body)) if isinstance(body, list | tuple) else body


def check_ballots(facts: dict[str, Any]) -> None:
    (cases,) = fields(facts, "cases")
    for case in cases:
        check_case(case)


def check_case(case: dict[str, Any]) -> None:
    """Compare what the case says, as it stands in the file, with our ballots and the second
    auditor's."""
    seats, me, heard, reach, holds, wants, has_gone_on, says = fields(case, *NAMES)
    assert words_of(case) == _tuple(says), case
    known = [(seat, body) for seat, body in heard]
    sets = (frozenset(reach), frozenset(holds))
    assert second.Ballots(seats, me, known, *sets, wants, has_gone_on).due() == says, case
