"""A table that goes on without a seat that is gone for good."""

from __future__ import annotations

import pytest

from protocol.game import Seat
from protocol.status import Doing
from tests.attacks.villain import SPLIT, film
from tests.protocol.split import (
    check_closed,
    find_gone,
    join,
    lose,
    others,
    restored,
    waiting_for,
)


@pytest.mark.parametrize("seats", [3, 5])
def test_a_table_with_escrow_at_which_nobody_is_gone_closes(seats: int) -> None:
    report = check_closed(film(seats, SPLIT)[Doing.ENDED], *range(seats))
    assert report.proofs["statements recomputed"] == report.statements


LATER = (
    Doing.SHUFFLING,
    Doing.AGREEING_ON_PILE,
    Doing.DEALING,
    Doing.OPENING,
    Doing.MOVING,
    Doing.AGREEING_ON_MOVE,
    Doing.CLOSING,
)
AWAITED = [
    (doing, seat)
    for doing in LATER
    for seat in range(3)
    if (doing, seat) != (Doing.AGREEING_ON_PILE, 2)  # who shuffled last need not agree
]


@pytest.mark.parametrize(("doing", "seat"), AWAITED, ids=str)
def test_the_others_play_on_and_close_without_one_that_is_gone(doing: Doing, seat: int) -> None:
    scene = waiting_for(seat, doing)
    lose(scene, seat)
    scene.run()
    assert scene.ended == []
    find_gone(scene, seat)
    scene.run()
    report = check_closed(scene, *others(scene, seat), gone=seat)
    assert report.proofs["absences"] >= 2


@pytest.mark.parametrize(("doing", "seat"), AWAITED, ids=str)
def test_a_seat_that_is_gone_comes_back_and_closes_with_the_others(doing: Doing, seat: int) -> None:
    scene = waiting_for(seat, doing)
    lose(scene, seat)
    scene.run()
    find_gone(scene, seat)
    scene.wire.nodes[seat].table = restored(scene, seat)
    join(scene, seat, *others(scene, seat))
    scene.wire.carry(Seat(seat), scene.tables[seat].start())
    scene.run()
    check_closed(scene, *range(3), gone=seat)
