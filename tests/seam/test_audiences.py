"""Which seats see a card."""

from __future__ import annotations

import pytest

from p2p_hanabi.seam.audiences import may_see
from protocol.game import AllBut, Audience, Everyone, Only, Seat


@pytest.mark.parametrize(
    ("audience", "expected"),
    [
        (Everyone(), [True, True, True]),
        (Only(Seat(1)), [False, True, False]),
        (AllBut(Seat(1)), [True, False, False]),
    ],
)
def test_card_is_seen_by_its_audience_alone(audience: Audience, expected: list[bool]) -> None:
    assert [may_see(audience, seat) for seat in (Seat(0), Seat(1), None)] == expected
