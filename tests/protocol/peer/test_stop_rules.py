"""Which stops one of four seats keeps, saves and says, without a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.encoding import Value
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.history import History, Statement
from protocol.peer.effects import Broadcast, Changed, Persist
from protocol.peer.own_seat import SigningSeat
from protocol.peer.stop_votes import MAX_SAVED, Stops
from protocol.reasons import Code, Ignored
from tests.fakes import seated
from tests.protocol.peer.test_absence_rules import (
    ALL,
    GAME,
    NOW,
    ONE,
    TWO,
    ZERO,
    history,
    stage,
    stated,
)
from tests.raised import for_reason

MES: tuple[SigningSeat, ...] = seated(GAME, 4)[2]


def stop(seat: int, *missing: int, number: int = NOW, head: bytes = b"") -> Statement:
    return stated(seat, ("stop", missing), number, head)


def stops(*received: Statement, me: Seat = ZERO) -> Stops:
    made = Stops(me)
    for one in received:
        assert made.receive(one, history(number=max(NOW, one.round_number)))
    return made


def records(*saved: Statement) -> list[Persist]:
    return [Persist(one.data, is_proven=True) for one in saved]


# Receiving.


@pytest.mark.parametrize(
    ("received", "number", "fault"),
    [
        (stop(1, 1), NOW, Ignored.NO_STOP),
        (stop(1, number=4), NOW, Ignored.NOT_YET),
        (stop(1, number=1), 8, Ignored.LONG_OVER),
    ],
)
def test_stop_that_cannot_count_is_dropped(received: Statement, number: int, fault: Code) -> None:
    with pytest.raises(Dropped, check=for_reason(fault)):
        Stops(ZERO).receive(received, history(number=number))


def test_stop_of_a_seat_that_is_gone_is_dropped() -> None:
    with pytest.raises(Dropped, check=for_reason(Ignored.STOP_OF_GONE)):
        Stops(ZERO).receive(stop(1), history(gone=ONE))
    assert Stops(ZERO).receive(stop(2), history(gone=ONE))


def test_one_stop_is_kept_for_each_set_of_missing_seats() -> None:
    made, elsewhere = stops(stop(1), stop(1, 2)), stop(1, head=bytes(32))
    assert not made.receive(replace(stop(1, 2), signature=bytes(64)), history())
    for other in (elsewhere, stop(2), stop(1, number=2)):
        assert made.receive(other, history())
    assert made.all() == [stop(1), stop(1, 2), stop(2), elsewhere, stop(1, number=2)]
    assert made.stopped_in(history()) == (ONE, TWO)
    assert made.stopped_in(history(number=2)) == (ONE,)
    assert made.stopped_in(history(number=4)) == ()


def test_stops_are_forgotten_once_no_seat_can_be_at_their_round() -> None:
    made = stops(stop(1, number=1), stop(1, number=2), stop(2))
    made.round_opened(history(number=7))
    assert len(made.all()) == 3
    made.round_opened(history(number=8))
    assert made.all() == [stop(1, number=2), stop(2)]


def test_stops_of_rounds_that_were_taken_back_are_kept() -> None:
    """The seat may come to their head again, if what it took back was said again."""
    made = stops(stop(1))
    made.round_opened(history(number=NOW - 2))
    assert made.all() == [stop(1)]


# Saving.


def saved_after(made: Stops, *received: Statement) -> list[Persist]:
    """What is saved when these are heard."""
    saved = []
    for one in received:
        assert made.receive(one, history())
        saved += made.to_save(one, history())
    return saved


def flood(seat: int, count: int = MAX_SAVED) -> list[Statement]:
    """Stops of one seat under heads of its own, which end nothing."""
    return [stop(seat, head=bytes([1, number]) * 16) for number in range(count)]


def test_few_stops_of_another_seat_are_saved_and_all_of_ones_own() -> None:
    made = Stops(ZERO)
    assert saved_after(made, *flood(3)) == records(*flood(3))
    assert saved_after(made, stop(3), stop(3, 0)) == []
    assert saved_after(made, stop(2)) == records(stop(2))
    assert saved_after(made, *flood(0, MAX_SAVED + 1)) == records(*flood(0, MAX_SAVED + 1))


def test_stops_that_end_the_table_are_saved_in_the_order_heard() -> None:
    made = Stops(ZERO)
    saved_after(made, *flood(3), *flood(2))
    assert saved_after(made, stop(3), stop(3, 0), stop(1)) == records(stop(1))
    assert saved_after(made, stop(2), stop(0)) == records(stop(3), stop(2), stop(0))
    assert made._unsaved == [stop(3, 0)]
    assert saved_after(made, stop(2, 3), stop(3, 0, 1, 2), stop(1, 3)) == records(stop(1, 3))
    assert saved_after(made, stop(0, 3)) == records(
        stop(0, 3)
    )  # its own; the table has ended before
    again = [stop(seat, head=bytes(32)) for seat in (3, 2, 1, 0)]
    assert saved_after(made, *again) == records(*again[2:])
    assert saved_after(made, stop(3, 0, 1, 2, head=b"3" * 32)) == []


def test_own_stop_after_a_restart_is_saved_beside_the_end() -> None:
    made = stops(stop(0), stop(1), stop(2), stop(3))
    assert saved_after(made, stop(0, 3)) == records(stop(0, 3))


def test_a_lone_stop_is_saved_once_for_each_seat() -> None:
    made = Stops(ZERO)
    saved_after(made, *flood(3), *flood(2))
    assert saved_after(made, stop(3, 0, 1, 2)) == records(stop(3, 0, 1, 2))
    assert saved_after(made, stop(3, 0, 1, 2, head=bytes(32))) == []
    other = stop(2, 0, 1, 3, head=b"2" * 32)
    assert saved_after(made, other) == records(other)


def test_stops_of_forgotten_rounds_are_not_kept_for_saving() -> None:
    made = Stops(ZERO)
    saved_after(made, *flood(3), stop(3))
    made.round_opened(history(number=9))
    assert made._unsaved == [stop(3)]
    made.round_opened(history(number=10))
    assert (made._unsaved, made.all()) == ([], [])


# Speaking.


def test_a_seat_stops_once_for_each_set_that_it_can_reach() -> None:
    made = Stops(ZERO)
    for reach, missing in (({0, 1, 2}, (3,)), ({0, 1, 2, 3}, ())):
        own = MES[0].sign(stage(NOW), ("stop", missing))
        here = set(map(Seat, reach))
        assert made.stop(MES[0], here, history()) == [
            Persist(own.data, is_proven=True),
            Broadcast(own.data),
            Changed(),
        ]
        assert made.stop(MES[0], here, history()) == []
    assert len(made.all()) == 2


def test_stops_for_several_rounds_are_all_sent() -> None:
    made = stops(stop(1, number=2))
    effects = made.stop(MES[0], set(ALL), history())
    own = [MES[0].sign(stage(number), ("stop", ())).data for number in (2, NOW)]
    assert [one.message for one in effects if isinstance(one, Broadcast)] == own


def unsaid(made: Stops, here: History) -> list[tuple[int, Value]]:
    return [(there.round_number, body) for there, body in made.unsaid(ZERO, set(ALL), here)]


def test_a_seat_stops_in_each_round_in_which_others_have_stopped() -> None:
    made, body = stops(stop(1, number=2), stop(1, number=1)), ("stop", ())
    assert unsaid(made, history()) == [(1, body), (2, body), (NOW, body)]
    made.receive(stop(0, 1, number=2), history())
    made.receive(stop(0, number=1), history())
    made.receive(stop(0, head=bytes(32)), history())
    assert unsaid(made, history()) == [(2, body), (NOW, body)]
    assert unsaid(made, history(gone=ZERO)) == [(2, body)]
    assert unsaid(made, history(number=2)) == [(2, body)]


# The end.


def by(made: Stops, here: History) -> tuple[Seat, ...] | None:
    agreed = made.consent(here)
    return None if agreed is None else agreed.by


def test_stops_that_complete_a_consent_end_the_table_once() -> None:
    made = stops(stop(0), stop(1), stop(2))
    assert by(made, history()) is None
    made.receive(stop(3), history())
    assert by(made, history()) == ALL
    assert by(made, history()) is None


def test_forgotten_stops_end_nothing() -> None:
    made = stops(stop(3, 0, 1, 2, number=1))
    made.round_opened(history(number=8))
    assert by(made, history(number=8)) is None


def test_consent_for_the_earliest_round_counts() -> None:
    both = [stop(seat, 2, 3, number=number) for number in (2, NOW) for seat in (0, 1)]
    found = stops(*both).consent(history())
    assert found is not None
    assert found.stops == tuple(both[:2])
    assert by(stops(*both[1:]), history()) == (ZERO, ONE)


def test_stops_under_another_head_or_in_no_round_end_nothing() -> None:
    strange = [stop(seat, head=bytes(32)) for seat in ALL]
    assert by(stops(*strange), history()) is None
    assert by(stops(*strange, stop(2, 0, 1, 3)), history()) == (TWO,)
    assert by(stops(stop(3, 0, 1, 2)), history(number=2)) is None
    assert by(stops(stop(3, 0, 1, 2), stop(2, 0, 1, 3, number=2)), history(number=2)) == (TWO,)
