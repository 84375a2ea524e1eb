"""Going on without a seat: what the active seats resume."""

from __future__ import annotations

from protocol.game import Seat
from protocol.peer.status import Activity
from protocol.rounds.exclusion import without
from protocol.rounds.phases import Confirming
from tests.attacks.villain import SPLIT, film


def test_first_of_several_void_rounds_says_what_was_under_way() -> None:
    stage = film(4, SPLIT)[Activity.MOVING].history(0).stage
    first = without(stage, Seat(1), bytes(32))
    second = without(first, Seat(2), b"2" * 32)
    assert (second.phase, second.gone, second.head) == (Confirming(stage.phase), 2, b"2" * 32)
    assert second.round_number == stage.round_number + 2
