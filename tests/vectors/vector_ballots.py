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
from tests.vectors.ballot_rules import rule_facts, rules, word_facts, words
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
    cases = [case for seats in SEATS for case in _cases(seats)]
    return {
        "cases": [*cases, *({**case, "says": words_of(case)} for case in DIRECTED)],
        "rules": [rule_facts(rule) for rule in rules()],
        "words": [word_facts(one) for one in words()],
    }


def _received(
    me: int, *heard: tuple[int, Any], wants: int | None = None, has_gone_on: bool = False
) -> dict[str, Any]:
    """One of four seats has heard all this, and reaches all but seat 0."""
    case = {"seats": 4, "me": me, "heard": heard, "reach": [1, 2, 3], "holds": [], "wants": wants}
    return {**case, "has gone on": has_gone_on}


def _all(kind: str, ballot: int, about: Any, seats: tuple[int, ...] = (1, 2, 3)) -> list[Any]:
    return [(seat, (kind, ballot, about)) for seat in seats]


LEFT = [*_all("vote", 0, 0), *_all("next", 0, None), *_all("decide", 1, None)]
"""All voted for seat 0, and the round won."""
LEFT_BY_OTHERS = _all("next", 0, None, (0, 3))
STATED = [*_all("vote", 0, 0), *_all("next", 0, None, (1, 3)), (2, ("next", 0, (0, 0)))]
LATE = [*_all("decide", 31, None), (0, ("vote", 32, 1)), (0, ("next", 32, None))]
"""The round has won a late ballot, and seat 0 has voted against another and left."""
DIRECTED = (
    # its own last decision is in its next
    _received(
        1, *_all("vote", 0, 2, (0, 1, 3)), (1, ("decide", 0, 2)), *_all("next", 0, None, (0, 3))
    ),
    # the vote of seat 0 for itself does not count by votes before base, but by later ones
    _received(2, *LEFT, *_all("vote", 2, 0, (2, 3, 0))),
    _received(
        2, *LEFT, *_all("vote", 2, 0), *_all("next", 2, None), *_all("vote", 3, 0, (2, 3, 0))
    ),
    # it helps nobody to decide who has not voted so
    _received(
        1, *LEFT, *_all("vote", 2, 0), *_all("next", 2, None), *_all("vote", 3, 0, (2, 3, 0))
    ),
    # what was told is voted for again, but not by who has gone on
    _received(1, *STATED),
    _received(1, *STATED, has_gone_on=True),
    # who has gone on from the round wants nobody gone from it
    _received(2, *LEFT, wants=0),
    _received(2, *LEFT, wants=0, has_gone_on=True),
    # from ballot 32 on, what one seat has said in advance moves nobody
    _received(1, *LATE, wants=0),
    _received(1, *LATE, (1, ("vote", 32, 0))),
    _received(1, *LATE, (2, ("vote", 32, 0))),
    # but who would not vote so leaves, and who voted so once another has left
    _received(1, *LATE, (2, ("vote", 32, 0)), has_gone_on=True),
    _received(1, *LATE, (1, ("vote", 32, 0)), (2, ("next", 32, (31, None)))),
)
"""What random walks seldom come to."""


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
    cases, rules, words = fields(facts, "cases", "rules", "words")
    for case in cases:
        check_case(case)
    for case in rules:
        fields(case, "name", *NAMES)
        assert said_by_second(case) == case["says"], case["name"]
    for case in words:
        name, seats, speakers, heard, each = fields(
            case, "name", "seats", "speakers", "heard", "each"
        )
        assert second.taken(seats, speakers, heard)[1] == each, name


def check_case(case: dict[str, Any]) -> None:
    """Compare what the case says, as it stands in the file, with our ballots and the second
    auditor's."""
    fields(case, *NAMES)
    assert words_of(case) == _tuple(case["says"]), case
    assert said_by_second(case) == case["says"], case


def said_by_second(case: dict[str, Any]) -> Any:
    """What the second auditor says, after the words that it keeps."""
    seats, me, heard, reach, holds, wants, has_gone_on = (case[name] for name in NAMES[:-1])
    known, _ = second.taken(seats, range(seats), heard)
    sets = (frozenset(reach), frozenset(holds))
    return second.Ballots(seats, me, known, *sets, wants, has_gone_on).due()
