"""Stops: how they are read, and which of them end the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.encoding import Value, enc
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.consent import Consent, consent_of, is_consent, read_stop, stop_body
from protocol.ledger.history import History, Statement
from protocol.reasons import Ignored
from tests.any_game import bare
from tests.attacks.toy import Toy
from tests.fakes import seated
from tests.raised import for_reason

GAME = Toy()
SEATING, SIGNATURES, _ = seated(GAME, 4)
HISTORY = History.of(bare(GAME), SEATING, SIGNATURES)
STAGE = HISTORY.stage


def stated(seat: int, body: Value) -> Statement:
    return Statement(enc(body), bytes(64), 0, Seat(seat), STAGE.head, body)


def stop(seat: int, *missing: int) -> Statement:
    return stated(seat, stop_body(tuple(map(Seat, missing))))


def ending(*stops: Statement) -> tuple[Statement, ...]:
    """The stops of these that end the table."""
    kept: dict[Seat, list[Statement]] = {}
    for one in stops:
        kept.setdefault(one.seat, []).append(one)
    found = consent_of(kept, STAGE)
    return found.stops if found is not None else ()


def test_stop_is_read_as_it_is_written() -> None:
    assert stop(1, 0, 2).body == ("stop", (0, 2))
    assert read_stop(stop(1, 0, 2), SEATING) == {0, 2}
    assert read_stop(stop(1), SEATING) == frozenset()


@pytest.mark.parametrize(
    "body",
    [
        ("stop",),
        ("stop", 0),
        ("stop", (), 0),
        ("halt", ()),
        ("stop", (2, 0)),
        ("stop", (1,)),
        ("stop", (9,)),
        ("stop", (False,)),
        ("stop", (0, False)),
        None,
    ],
    ids=str,
)
def test_malformed_stop_has_no_meaning(body: Value) -> None:
    with pytest.raises(Dropped, check=for_reason(Ignored.NO_STOP)):
        read_stop(stated(1, body), SEATING)


def test_seats_that_call_all_others_missing_end_the_table() -> None:
    all_four = [stop(seat) for seat in range(4)]
    assert ending(*reversed(all_four)) == tuple(all_four)
    assert ending(*all_four[:3]) == ()
    assert ending(stop(0, 3), stop(1, 2, 3), stop(2, 3)) == (stop(0, 3), stop(1, 2, 3), stop(2, 3))
    assert ending(stop(2, 0, 1, 3)) == (stop(2, 0, 1, 3),)
    assert ending() == ()


def test_seat_that_can_reach_another_is_left_out_again_and_again() -> None:
    """Seat 0 is left out because it can reach seat 3, and so is seat 1, which can reach seat 0."""
    assert ending(stop(0), stop(1, 3), stop(2, 0, 1, 3)) == (stop(2, 0, 1, 3),)


def test_fitting_stop_of_smallest_payload_counts() -> None:
    fitting = stop(0, 2, 3), stop(0, 1, 2, 3)
    others = stop(1, 2, 3), stop(0, 3)
    first = min(fitting, key=lambda one: one.payload)
    assert ending(*fitting, *others) == ending(*reversed(fitting), *others) == (first, others[0])


def test_seat_that_is_gone_says_no_stop_and_need_not_be_missing() -> None:
    stops = {Seat(seat): [stop(seat)] for seat in range(4)}
    found = consent_of(stops, replace(STAGE, gone=Seat(3)))
    assert found is not None
    assert found.by == (0, 1, 2)


def test_a_file_has_only_stops_that_end_the_table() -> None:
    stops = [stop(0, 2, 3), stop(1, 2, 3)]
    assert is_consent(stops, STAGE)
    assert not is_consent([*stops, stop(2)], STAGE)
    assert not is_consent(stops[:1], STAGE)


def test_stops_stand_only_under_the_head_that_they_end() -> None:
    stops = (stop(0, 1, 2, 3),)
    assert Consent(stops).standing(HISTORY) == stops
    for elsewhere in ({"head": b"another"}, {"round_number": 1}):
        moved = tuple(replace(one, **elsewhere) for one in stops)
        assert Consent(moved).standing(HISTORY) == ()
