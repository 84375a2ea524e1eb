"""A file whose statements are dropped, doubled, exchanged or cut off says so.

Each change is judged from the round that holds it (see `track.py`). The ordinary run takes a
sample of the changes; with P2PHANABI_SOAK=1 it takes all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

from protocol.audit.verdict import audit
from protocol.encoding import Value, enc
from protocol.errors import BadFile
from protocol.reasons import BadTranscript, Reason
from tests.any_game import RULES
from tests.builders import dice
from tests.tampering.track import track

SOAK = os.environ.get("P2PHANABI_SOAK") == "1"
SAMPLE = 60

Place = tuple[int, int]
"""A round and the place of a statement in it."""
Rounds = list[tuple[Any, ...]]


def chosen(changes: Sequence[Any], purpose: str, few: int = SAMPLE) -> Sequence[Any]:
    if SOAK or len(changes) <= few:
        return changes
    return dice(purpose, few).sample(changes, few)


def places() -> list[Place]:
    return [(i, j) for i, entries in enumerate(track().rounds) for j in range(len(entries))]


def without(entries: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    return entries[:place] + entries[place + 1 :]


def exchanged(rounds: Rounds, one: Place, other: Place) -> Rounds:
    changed = [list(entries) for entries in rounds]
    (i, j), (k, m) = one, other
    changed[i][j], changed[k][m] = changed[k][m], changed[i][j]
    return [tuple(entries) for entries in changed]


def fault(changed: Rounds) -> BadFile | None:
    """What an audit says of these rounds, judged from the first that is not as it was."""
    rounds = track().rounds
    same = (i for i in range(len(rounds)) if i >= len(changed) or changed[i] != rounds[i])
    first = next(same, len(rounds))
    return track().fault_from(first, changed[first:])


def refused_in(changed: Rounds, number: int) -> None:
    found = fault(changed)
    assert found is not None
    assert found.round_number == number


# Statements.


def test_a_statement_dropped_is_missed() -> None:
    rounds = track().rounds
    for i, j in chosen(places(), "dropped"):
        refused_in([*rounds[:i], without(rounds[i], j), *rounds[i + 1 :]], i)


def test_a_statement_doubled_is_one_too_many() -> None:
    rounds = track().rounds
    for i, j in chosen(places(), "doubled"):
        twice = (*rounds[i][: j + 1], *rounds[i][j:])
        refused_in([*rounds[:i], twice, *rounds[i + 1 :]], i)


def test_a_statement_doubled_over_another_is_in_the_wrong_place() -> None:
    rounds = track().rounds
    pairs = [p for p in combinations(places(), 2) if p[0][0] == p[1][0]]
    for (i, j), (_, k) in chosen(pairs, "over another"):
        doubled = (*rounds[i][:k], rounds[i][j], *rounds[i][k + 1 :])
        refused_in([*rounds[:i], doubled, *rounds[i + 1 :]], i)


def test_two_statements_of_one_round_exchanged_are_out_of_order() -> None:
    pairs = [p for p in combinations(places(), 2) if p[0][0] == p[1][0]]
    for one, other in chosen(pairs, "within"):
        refused_in(exchanged(track().rounds, one, other), one[0])


def test_exchanged_statements_of_different_rounds_are_misplaced() -> None:
    pairs = [p for p in combinations(places(), 2) if p[0][0] != p[1][0]]
    for one, other in chosen(pairs, "between"):
        refused_in(exchanged(track().rounds, one, other), one[0])


# Rounds.


def test_a_round_dropped_is_missed_unless_it_is_the_last() -> None:
    rounds = track().rounds
    for i in range(len(rounds) - 1):
        refused_in([*rounds[:i], *rounds[i + 1 :]], i)


def test_a_round_doubled_is_one_too_many() -> None:
    rounds = track().rounds
    for i in range(len(rounds)):
        refused_in([*rounds[: i + 1], *rounds[i:]], i + 1)


def test_two_rounds_exchanged_are_out_of_order() -> None:
    rounds = track().rounds
    for i, k in chosen(list(combinations(range(len(rounds)), 2)), "rounds", 150):
        changed = list(rounds)
        changed[i], changed[k] = changed[k], changed[i]
        refused_in(changed, i)


# Where the file stops.


def upto(number: int) -> bytes:
    return track().data[: track().starts[number + 1]]


def test_a_file_cut_after_any_round_is_valid_and_unfinished() -> None:
    """As a whole audit sees it; few in the ordinary run, as each goes through the whole file."""
    last = len(track().rounds)
    for number in chosen(range(1, last), "cut", 4):
        report = audit(upto(number), RULES)
        assert report.valid, (number, report.fault)
        assert (report.finished, report.rounds, report.named) == (False, number, None)


def test_every_prefix_of_rounds_is_accepted_and_only_all_finish() -> None:
    for number, entries in enumerate(track().rounds):
        assert track().fault_from(number, [entries]) is None
    assert audit(track().data, RULES).finished


def test_a_file_cut_before_its_first_round_has_nothing_to_check() -> None:
    found = audit(upto(0), RULES).fault
    assert found is not None
    assert found.reason == Reason(BadTranscript.NO_ROUND)


def cuts() -> Iterator[int]:
    """Sizes between two values; every one in the soak, with their neighbours otherwise."""
    starts = track().starts
    if SOAK:
        inner = (range(start + 1, end) for start, end in pairwise(starts))
        yield from (size for part in inner for size in part[:: max(1, len(part) // 40)])
        return
    for start, end in dice("cuts", 0).sample(list(pairwise(starts)), 6):
        yield from (start + 1, (start + end) // 2, end - 1)


def test_a_file_cut_within_a_round_is_refused() -> None:
    for size in cuts():
        assert audit(track().data[:size], RULES).fault is not None, size


# The shortcut.


def whole(changed: Rounds) -> BadFile | None:
    header: Value = track().values[0]
    return audit(enc(header) + b"".join(enc(entries) for entries in changed), RULES).fault


@pytest.mark.parametrize("number", [0, 3, 20])
def test_the_shortcut_finds_what_a_whole_audit_finds(number: int) -> None:
    rounds = track().rounds
    changes = [
        [*rounds[:number], without(rounds[number], 0), *rounds[number + 1 :]],
        [*rounds[: number + 1], *rounds[number:]],
        exchanged(rounds, (number, 0), (30, 0)),
    ]
    for changed in changes:
        here, there = fault(changed), whole(changed)
        assert repr(here) == repr(there)
        if here is not None and there is not None:
            assert (here.round_number, here.seat) == (there.round_number, there.seat)
