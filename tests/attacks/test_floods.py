"""What one message costs and how much of it is stored, regardless of the messages before it.

The figures are for four seats with their keys in escrow, and piles of five cards.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import FunctionType, ModuleType

import pytest

from protocol.audit.verdict import audit
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.ledger.votes import MAX_BALLOTS
from protocol.peer.absences import MAX_KEPT
from protocol.peer.messages import Have
from protocol.peer.remarks import MAX_IN_A_ROUND
from protocol.peer.status import Activity
from protocol.peer.table_talk import RECENT, Spoken
from protocol.rounds.verify import verify
from tests.any_game import AnyTable
from tests.attacks.floods import (
    FLOODS,
    HEARER,
    PHASES,
    SEATS,
    VILLAIN,
    after_a_loss,
    at_the_villains_shuffle,
    cost_of,
    cost_of_hearing,
    costs,
    missing,
    now,
    past,
    scene_at,
    stated,
    who_keeps_something_out,
    whole,
)
from tests.attacks.villain import BOTH, Scene
from tests.bench.counting import counting
from tests.lengths import long, mostly_long, sampled

CHECKS = {
    "commit": {0},
    "reveal": {5},
    "escrowed": {5},
    "shuffled": {108},
    "agree": {0},
    "dealt": {12, 14, 28, 30},
    "opened": {4, 6, 8},
    "move": {4, 8},
    "close": {0},
}
"""Group operations needed to check a statement of each kind. They depend on the number of
cards, seats and faces involved."""

MOST = {
    "have": (0, 0, 0),
    "all sent": (0, 0, 0),
    "signatures": (0, 2 * SEATS, 0),
    "signatures, the true ones": (0, 0, 0),
    "digest": (0, 0, 0),
    "rubbish": (0, 0, 0),
    "talk": (0, 1, 0),
    "talk: order of a hand": (0, 1, 0),
    "talk to come": (0, 1, 0),
    "talk of another history": (0, 1, 0),
    "talk twice": (0, 1, 0),
    "stop": (0, 1, 0),
    "stop of a latest round": (0, 1, 0),
    "stop of one alone": (0, 1, 1),
    "stop to come": (0, 1, 0),
    "stop of another history": (0, 1, 0),
    "stop of no form": (0, 1, 0),
    "object: nil": (0, 1, 1),
    "object: unreadable": (0, 1, 1),
    "object: two": (0, 3, 1),
    "object: signed twice": (0, 3, 1),
    "object: wrong": (0, 2, 1),
    "object: wrong, of the open round": (108, 2, 0),
    "object: box": (29, 2, 1),
    "object to come": (0, 2, 0),
    "object far ahead": (0, 2, 0),
    "object of another history": (0, 2, 0),
    "object of no form": (0, 1, 0),
    "vote": (0, 1, 1),
    "decide": (0, 1, 0),
    "next": (0, 1, 0),
    "word to come": (0, 1, 0),
    "word of another history": (0, 1, 0),
    "word said twice": (0, 1, 1),
    "word of no form": (0, 1, 0),
    "without": (0, 1, 1),
    "statement in its place": (108, 1, 1),
    "statement again": (0, 1, 0),
    "statement to come": (0, 1, 1),
    "statement far ahead": (0, 1, 0),
    "statement of another history": (0, 1, 1),
    "statement in place of an older one": (0, 1, 1),
    "statement of no form": (0, 1, 1),
}
"""Per kind of message, the limits on group operations, signatures verified, and signatures made.

Signatures are made only in answers: an objection, a word of a ballot.
"""
CALLS = 1200
"""The limit on function calls for one message, Python's own included."""

MANY = 220


@pytest.mark.parametrize("kind", CHECKS)
def test_checking_a_statement_takes_a_fixed_number_of_operations(kind: str) -> None:
    found = {
        cost_of(partial(verify, done.stage, statement.seat, statement.body)).group
        for done in whole().rounds
        for statement in done.statements.values()
        if isinstance(statement.body, tuple) and statement.body[0] == kind
    }
    assert found == CHECKS[kind]


@sampled(11)
@pytest.mark.parametrize("name", FLOODS)
def test_a_message_costs_no_more_than_that_whenever_it_comes(name: str) -> None:
    others = (
        after_a_loss().copy(),
        who_keeps_something_out().copy(),
        at_the_villains_shuffle(),
    )
    scenes = (*map(scene_at, PHASES), *others)
    found = [cost.exact for scene in scenes for cost in costs(scene, name, range(4))]
    assert tuple(map(max, zip(*found, strict=True))) == MOST[name]


@sampled(11)
@pytest.mark.parametrize(
    "scene", mostly_long([who_keeps_something_out, partial(scene_at, Activity.CLOSING)])
)
@pytest.mark.parametrize("name", FLOODS)
def test_a_message_costs_no_more_after_hundreds_of_its_kind(
    name: str, scene: Callable[[], Scene]
) -> None:
    received = costs(scene().copy(), name, range(MANY))
    check(name, *(cost.exact for cost in received))
    assert max(cost.calls for cost in received[8:]) <= CALLS


@long
def test_message_cost_stays_the_same_after_hundreds_of_others() -> None:
    scene = flooded()
    assert scene.tables[HEARER].ending() is None
    for name in FLOODS:
        (cost,) = costs(scene.copy(), name, [MANY])
        check(name, cost.exact)
        assert cost.calls <= 2 * CALLS, name


def test_stopped_seat_answers_a_message_with_few_at_most() -> None:
    """One for each round whose stops are kept, and only where another set is missing."""
    scene = scene_at(Activity.CLOSING)
    costs(scene, "stop", range(MANY))
    scene.wire.carry(Seat(HEARER), scene.tables[HEARER].stop())
    signed = 0
    for k in range(MANY):
        latest = stated(scene, past(scene, k // 8 % 10), ("stop", missing(k)))
        linked = Have(now(scene).round_number, (), tuple(Seat(s) for s in missing(k))).data
        for message in (latest, linked):
            cost = cost_of_hearing(scene, message)
            assert (cost.group, cost.verified) <= (0, 1)
            assert cost.signed <= SEATS + 3
            signed += cost.signed
    assert signed <= (SEATS + 3) * 2 ** (SEATS - 1)
    assert scene.tables[HEARER].ending() is None


def test_a_waiting_objection_costs_its_operations_once() -> None:
    """An objection to a reveal waits while other reveals are missing."""
    scene = scene_at(Activity.COMMITTING)
    scene.deliver(HEARER, *(first.data for first in whole().rounds[0].statements.values()))
    real = whole().rounds[1].statements
    waits = stated(scene, now(scene), ("object", 2, ("because",), ("wrong", real[Seat(2)].value)))
    received = cost_of_hearing(scene, waits)
    assert received.exact == (5, 2, 0)
    assert scene.tables[HEARER].ending() is None
    for k in range(4):
        assert [cost.exact for cost in costs(scene, "have", [k])] == [(0, 0, 0)]
    # each further reveal may show two equal keys, so the objection is judged again
    assert cost_of_hearing(scene, real[Seat(3)].data).exact == (5 + 5, 1, 0)
    assert cost_of_hearing(scene, real[Seat(3)].data).exact == (0, 0, 0)


def test_an_audit_verifies_each_signature_once() -> None:
    scene = scene_at(Activity.ENDED)
    file = scene.tables[HEARER].transcript()
    with counting() as counts:
        report = audit(file, BOTH)
    assert report.finished
    assert counts["verify"] == SEATS + report.statements


# What is stored.

STOPS = (SEATS + 3) * 2 ** (SEATS - 1)  # `Stops`: of the latest rounds, one of each set of missing
WORDS = (SEATS + 3) * 3 * MAX_BALLOTS  # `Ballots`: those of recent rounds
COMING = MAX_KEPT  # `Absences`
EARLY = SEATS + 2  # `Table._early`: one for each future round
OBJECTIONS = 1  # `Disputes`


def test_the_number_of_stored_messages_of_a_villain_is_bounded() -> None:
    scene = flooded().copy()
    kept = Counter(type(word).__name__ for word in kept_of(VILLAIN, scene.tables[HEARER]))
    true = sum(VILLAIN in done.statements for done in scene.history(HEARER).rounds)
    assert kept["Statement"] <= true + STOPS + WORDS + COMING + EARLY + OBJECTIONS
    rounds = now(scene).round_number + 1
    late = min(rounds, RECENT + 1) + SEATS + 2
    assert kept["Spoken"] <= (rounds + late) * MAX_IN_A_ROUND  # orders of hands of every round
    before = dict(kept)
    for name in quiet():
        costs(scene, name, range(MANY, MANY + 40))
    after = Counter(type(word).__name__ for word in kept_of(VILLAIN, scene.tables[HEARER]))
    assert after["Statement"] - before["Statement"] <= len(quiet()) * 40 // 4


@cache
def flooded() -> Scene:
    """After hundreds of each kind that does not end the table."""
    scene = scene_at(Activity.CLOSING)
    for name in quiet():
        for k in range(MANY):
            scene.deliver(HEARER, FLOODS[name](scene, k), link=VILLAIN)
        scene.wire.queues.clear()
    return scene


def quiet() -> list[str]:
    """The kinds that never end a table, however many are sent."""
    end = [name for name in FLOODS if name.startswith("object:") or MOST[name][2] > 0]
    return [name for name in FLOODS if name not in (*end, "object to come")]


def check(name: str, *found: tuple[int, int, int]) -> None:
    worst = tuple(map(max, zip(*found, strict=True)))
    assert all(cost <= most for cost, most in zip(worst, MOST[name], strict=True)), (name, worst)


def kept_of(seat: int, table: AnyTable) -> Iterator[Statement | Spoken]:
    """Everything signed by the seat that the table still stores."""
    met: set[int] = set()
    ahead: list[object] = [table]
    while ahead:
        one = ahead.pop()
        if id(one) in met or isinstance(one, type | ModuleType | FunctionType):
            continue
        met.add(id(one))
        if isinstance(one, Statement | Spoken) and one.seat == seat:
            yield one
        ahead += gc.get_referents(one)
