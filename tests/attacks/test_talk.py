"""Remarks of a dishonest seat are dropped, name nobody, and fill no memory."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.encoding import enc
from protocol.game import Seat
from protocol.peer.remarks import MAX_IN_A_ROUND, Phrase
from protocol.reasons import Ignored, Reason, RemarkFault
from tests.attacks.mounts_talk import LET_ME_THINK
from tests.protocol.peer.talking import Evening, evening


def check_nothing_came_of_it(night: Evening) -> None:
    for seat in range(len(night.mes)):
        assert night.table(seat).remarks() == ()
        assert night.orders(seat) == {}
        assert night.table(seat).ending() is None
    night.move()


def test_a_phrase_during_another_seats_turn_is_dropped() -> None:
    night = evening("phrases")
    villain, hearer = night.waiter, night.mover
    message = night.signed(villain, ("phrase", LET_ME_THINK))
    assert night.deliver(hearer, message, villain) == Reason(RemarkFault.ANOTHERS_TURN)
    check_nothing_came_of_it(night)


@pytest.mark.parametrize("talk", ["none", "phrases"])
def test_free_text_is_dropped_where_it_is_not_allowed(talk: str) -> None:
    night = evening(talk)
    villain, hearer = night.mover, night.waiter
    night.deliver(hearer, night.signed(villain, ("text", "play your third card")), villain)
    check_nothing_came_of_it(night)


def test_a_remark_that_another_seat_has_signed_is_dropped() -> None:
    night = evening()
    payload = night.payload(0, ("text", "I am a fool"))
    forged = enc(("talk", payload, night.mes[1].identity.sign(payload)))
    assert night.deliver(2, forged, 1) == Reason(Ignored.REMARK_UNSIGNED)
    check_nothing_came_of_it(night)


@pytest.mark.parametrize(
    "other",
    [
        {"table": bytes(32)},
        {"head": bytes(32)},
        {"seat": 3},
        {"seat": True},
        {"number": MAX_IN_A_ROUND},
        {"round": 10_000},
        {"round": 2**64 - 1},
        {"table": None},
    ],
)
def test_a_remark_for_another_place_is_dropped(other: dict[str, Any]) -> None:
    night = evening()
    assert night.deliver(0, night.signed(1, ("text", "hello"), **other), 1)
    check_nothing_came_of_it(night)


@pytest.mark.parametrize(
    "payload", [b"", enc("talk"), enc(("text", "x" * 3000)), b"\xc1", enc(("talk", *range(9)))]
)
def test_a_malformed_remark_is_dropped(payload: bytes) -> None:
    night = evening()
    signature = night.mes[1].identity.sign(payload)
    reason = night.deliver(0, enc(("talk", payload, signature)), 1)
    assert reason is not None
    assert reason.code is Ignored.NO_REMARK
    check_nothing_came_of_it(night)


def test_a_replayed_remark_has_no_effect() -> None:
    night = evening("phrases")
    speaker, hearer = night.mover, night.waiter
    message = night.signed(speaker, ("phrase", 0))
    for _ in range(3):
        assert night.deliver(hearer, message, speaker) is None
    night.move()
    assert night.deliver(hearer, message, speaker) is None
    assert night.remarks_at(hearer) == [(speaker, Phrase(0))]


def test_two_remarks_with_one_number_count_as_one() -> None:
    night = evening()
    first, second = (night.signed(1, ("phrase", index)) for index in (0, 1))
    assert night.deliver(0, first, 1) is None
    assert night.deliver(0, second, 1) == Reason(Ignored.REMARK_TWICE)
    assert night.remarks_at(0) == [(1, Phrase(0))]


def test_an_order_of_another_seats_cards_is_dropped() -> None:
    night = evening()
    theirs, mine = night.hand(0), night.hand(1)
    for cards in (theirs, (*mine[1:], theirs[0]), mine[1:]):
        message = night.signed(1, ("order", cards))
        assert night.deliver(0, message, 1) == Reason(RemarkFault.NOT_THE_HAND)
    check_nothing_came_of_it(night)


def test_a_flood_of_remarks_fills_a_bounded_number_of_places() -> None:
    night = evening()
    talk, now = night.table(0)._talk, night.stage.round_number
    for ahead in (*range(8), 20, 40):
        for number in range(MAX_IN_A_ROUND + 5):
            message = night.signed(1, ("text", "a" * 200), round=now + ahead, number=number)
            night.deliver(0, message, 1)
    most = MAX_IN_A_ROUND * (len(night.mes) + 2)
    assert (len(talk._spoken), len(talk._early)) == (MAX_IN_A_ROUND, most)
    night.move()
    assert night.table(0).ending() is None


def test_honest_table_goes_on_while_one_seat_talks_endlessly() -> None:
    night = evening()
    for _ in range(5):
        for number in range(MAX_IN_A_ROUND):
            night.deliver(0, night.signed(1, ("phrase", 1), number=number), 1)
        night.move()
    assert {each.seat for each in night.table(0).remarks()} == {Seat(1)}
    assert len(night.table(0)._talk._spoken) == 5 * MAX_IN_A_ROUND
