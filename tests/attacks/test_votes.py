"""A seat is lost while some have received only part of a round: what happens when they meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger import consent
from protocol.ledger.history import Statement
from protocol.peer import stop_votes
from protocol.peer.messages import Have
from protocol.peer.status import Activity, EndingKind
from tests.attacks import voters
from tests.attacks.villain import SPLIT, Scene, check_named, film, judged
from tests.lengths import sampled
from tests.protocol.peer.split import check_closed, find_gone, join, lose

SEATS = 4
VILLAIN = 2
Passes = Callable[[Seat, Seat, Statement], bool]


def at_the_deal(passes: Passes = lambda _frm, _to, _message: True) -> Scene:
    """All have dealt, and only the messages that pass have arrived."""
    scene = film(SEATS, SPLIT)[Activity.AGREEING_ON_PILE].copy()

    def tamper(frm: Seat, to: Seat, message: bytes) -> Sequence[bytes]:
        statement = scene.statement(message)
        is_deal = (
            statement is not None
            and isinstance(statement.body, tuple)
            and statement.body[0] == "dealt"
        )
        return (message,) if statement is None or not is_deal or passes(frm, to, statement) else ()

    scene.wire.tamper = tamper
    while {table.status().activity for table in scene.tables} != {Activity.DEALING}:
        assert scene.wire.deliver()
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    scene.wire.queues.clear()
    return scene


# Three seats: why this option is for players who trust each other.


def test_middle_of_three_seats_can_split_the_other_two() -> None:
    """B1, which no quorum of two can prevent; from four seats on two quorums share an honest seat.

    The cheater is found out when the two meet, and not before.
    """
    scene = film(3, SPLIT)[Activity.AGREEING_ON_PILE].copy()
    scene.wire.tamper = lambda frm, to, statement: (
        (statement,)
        if _is_unsigned(scene, statement)
        or (VILLAIN in (frm, to) and _speaker(scene, statement) == frm)
        else ()
    )
    scene.run(moves=0, ticks=3)
    lose(scene, 0)
    scene.wire.queues.clear()
    join(scene, 0, VILLAIN)
    scene.run(moves=0, ticks=3)
    for seat, other in ((0, 1), (1, 0)):
        history = scene.history(seat)
        scene.deliver(seat, Have(history.stage.round_number, (), (Seat(seat),)).data, link=VILLAIN)
        scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(other)))
        for kind in ("vote", "decide"):
            statement = scene.now(VILLAIN, (kind, 0, other), as_seen_by=seat)
            scene.deliver(seat, statement.data, link=VILLAIN)
    assert [scene.tables[seat].status().gone for seat in (0, 1)] == [1, 0]
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    lose(scene, VILLAIN)
    scene.wire.queues.clear()
    join(scene, 0, 1)
    scene.run(moves=0)
    check_named(scene, VILLAIN)


def test_middle_of_four_seats_cannot_split_the_others() -> None:
    """It says to each of two that the other is gone, and votes with both."""
    scene = at_the_deal(lambda frm, to, statement: VILLAIN in (frm, to) and statement.seat == frm)
    for seat, other in ((0, 1), (1, 0)):
        lose(scene, seat)
        scene.wire.queues.clear()
        join(scene, seat, VILLAIN)
        number = scene.history(seat).stage.round_number
        scene.deliver(seat, Have(number, (), (Seat(seat), Seat(3))).data, link=VILLAIN)
        scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(other)))
        for kind in ("vote", "decide"):
            statement = scene.now(VILLAIN, (kind, 0, other), as_seen_by=seat)
            scene.deliver(seat, statement.data, link=VILLAIN)
    assert [scene.tables[seat].status().gone for seat in (0, 1)] == [None, None]
    assert scene.tables[0].status().called_gone == ((1, (0, 2)),)
    scene.wire.queues.clear()
    join(scene, 0, 1, 3)
    scene.run(moves=0)
    check_named(scene, VILLAIN, honest=[0, 1])


def _is_unsigned(scene: Scene, message: bytes) -> bool:
    return scene.statement(message) is None


def _speaker(scene: Scene, message: bytes) -> int | None:
    statement = scene.statement(message)
    return None if statement is None else statement.seat


# A seat that is left behind without having done wrong.


def alone_in_the_next_round() -> Scene:
    """Seat 1 has received the whole deal, and nobody has received what it dealt."""
    scene = at_the_deal(lambda frm, _to, statement: frm == statement.seat != 1)
    number = scene.history(0).stage.round_number
    scene.run(moves=0, ticks=0)
    for seat in (0, VILLAIN, 3):
        scene.deliver(1, scene.history(seat).statements[Seat(seat)].data, link=seat)
    lose(scene, 1)
    scene.wire.queues.clear()
    assert scene.history(1).stage.round_number == number + 1
    return scene


def test_objection_in_a_rolled_back_history_delays_nobody() -> None:
    scene = alone_in_the_next_round()
    ahead: Any = scene.now(VILLAIN, ("agree", bytes(32)), as_seen_by=1)
    scene.deliver(1, ahead.data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[1])
    scene.run(moves=0)
    find_gone(scene, 1)
    assert scene.tables[0].status().gone == 1
    join(scene, 1, 0, 3)
    scene.run(moves=0)
    check_named(scene, VILLAIN, honest=[1])
    assert [ending.seat for ending in scene.ended] == [VILLAIN]
    lose(scene, 1)
    scene.run()
    check_closed(scene, 0, VILLAIN, 3, gone=1)


def test_seat_rolling_back_the_round_it_ended_keeps_a_valid_file() -> None:
    scene = alone_in_the_next_round()
    scene.wire.carry(Seat(1), scene.tables[1].stop())
    ending = scene.tables[1].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.WITHDRAWN, 1)
    assert judged(scene.tables[1].evidence()).named == 1
    scene.run(moves=0)
    find_gone(scene, 1)
    join(scene, 1, 0, VILLAIN, 3)
    scene.run(moves=0)
    assert scene.tables[1].status().gone == 1
    assert scene.tables[1].ending() == ending
    report = judged(scene.tables[1].evidence())
    assert report.valid, report.fault
    assert (report.agreed, report.named) == ((), None)


def test_round_that_others_have_built_on_is_never_rolled_back() -> None:
    """Otherwise all others together could make a seat speak twice for one round: once with them,
    and again in the round that replaces it."""
    scene = film(3, SPLIT)[Activity.MOVING].copy()
    scene.run(moves=3)
    history = scene.history(1)
    past = [done for done in history.rounds[:-2] if Seat(1) in done.statements]
    old = next(
        done
        for done in reversed(past)
        if history.has_spoken_after(done.stage.round_number + 1, Seat(1))
    )
    stands = history.stage.head
    for seat in (0, VILLAIN):
        for kind in ("vote", "decide"):
            statement = scene.signed(seat, old.statements[Seat(1)], (kind, 0, 1))
            scene.deliver(1, statement.data, link=seat)
    assert (history.stage.head, history.stage.gone) == (stands, None)
    anew = next(
        done.statements[Seat(VILLAIN)]
        for done in reversed(history.rounds)
        if VILLAIN in done.statements
    )
    scene.deliver(1, scene.signed(VILLAIN, anew, anew.body, head=bytes(32)).data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[1])


# Seats that leave, and seats that are gone.


def test_seat_that_leaves_with_escrow_is_gone_though_connected() -> None:
    scene = film(SEATS, SPLIT)[Activity.MOVING].copy()
    scene.run(moves=0)
    scene.wire.carry(Seat(1), scene.tables[1].withdraw())
    ending = scene.tables[1].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.WITHDRAWN, 1)
    scene.run()
    check_closed(scene, 0, 2, 3, gone=1)


def test_stops_and_empty_objections_of_a_gone_seat_end_nothing() -> None:
    """B6, by a seat that is gone: once, twice, alone or as one of many."""
    scene = film(SEATS, SPLIT)[Activity.MOVING].copy()
    scene.run(moves=0)
    lose(scene, 1)
    scene.run()
    find_gone(scene, 1)
    bodies: tuple[Any, ...] = (
        ("stop", (0, 2, 3)),
        ("stop", ()),
        ("object", 0, ("because",), ("two", 1, 2)),
    )
    for body in bodies:
        for seat in (0, 2, 3):
            scene.deliver(seat, scene.now(1, body, as_seen_by=seat).data, link=0)
    scene.run()
    check_closed(scene, 0, 2, 3, gone=1)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_lone_false_stop_counts_as_leaving(seats: int) -> None:
    """B6: by a connected seat that calls all others missing."""
    scene = film(seats)[Activity.MOVING].copy()
    others = tuple(range(1, seats))
    false = scene.now(0, ("stop", others)).data
    for seat in others:
        scene.deliver(seat, false, link=0)
    scene.run(moves=0)
    check_named(scene, 0, how=EndingKind.WITHDRAWN, honest=others)


def test_cost_of_a_stop_does_not_grow_with_earlier_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """B8: stops for all past rounds, and then something else."""
    scene = film(5)[Activity.ENDED].copy()
    history = scene.history(0)
    history.stage = history.rounds[-1].stage
    del history.rounds[-1:]
    read = counted(monkeypatch)
    costs: list[int] = []
    for done in history.rounds:
        like = Statement(b"", b"", done.stage.round_number, Seat(1), done.stage.head, None)
        read.clear()
        scene.deliver(0, scene.signed(1, like, ("stop", (2,))).data, link=1)
        costs.append(len(read))
    assert max(costs) == min(costs[-6:]) <= 12  # those before are too old
    read.clear()
    scene.deliver(0, scene.signed(1, scene.now(1, None), ("talk",)).data, link=1)
    assert len(read) == 0


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Statement]:
    """The stops that are read from now on."""
    read: list[Statement] = []
    real = consent.read_stop

    def reading(statement: Statement, seating: Seating) -> frozenset[Seat]:
        read.append(statement)
        return real(statement, seating)

    for module in (consent, stop_votes):
        monkeypatch.setattr(module, "read_stop", reading)
    return read


def test_early_statement_that_proves_meaningless_delays_nobody() -> None:
    """It was read once that round had opened, and the early words of others were never read."""
    scene = film(SEATS, SPLIT)[Activity.SHUFFLING].copy()
    last: list[bytes] = []

    def tamper(_frm: Seat, to: Seat, message: bytes) -> Sequence[bytes]:
        statement = scene.statement(message)
        if to != 0 or statement is None or (statement.seat, statement.body[0]) != (3, "shuffled"):  # type: ignore[index] # it is an array
            return (message,)
        last.append(message)
        return ()

    scene.wire.tamper = tamper
    scene.run(moves=0, ticks=0)
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    word = scene.now(VILLAIN, ("vote", 0, 3), as_seen_by=1)  # who shuffled last does not agree
    scene.deliver(0, word.data, last[0], link=VILLAIN)
    scene.run()
    check_closed(scene, *range(SEATS))


# Random votes.


@sampled(3)
@pytest.mark.parametrize("seed", [27, 39, 178, 228, 513, 3034, 60747, 700449])
def test_votes_and_returns_never_get_an_honest_seat_named(seed: int) -> None:
    """These seeds have found bugs; `make soak` tries many more."""
    made = voters.players(seed)
    voters.play(made)
    assert voters.check(made)
