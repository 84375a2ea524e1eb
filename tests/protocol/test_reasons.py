"""Reasons are codes with facts, and are logged as such."""

from __future__ import annotations

import pytest

from protocol.errors import Wrong
from protocol.game import Seat
from protocol.reasons import Forbidden, Ignored


def test_a_reason_has_exactly_its_own_facts() -> None:
    assert Ignored.UNSIGNED.reason(seat=Seat(2)).named == {"seat": 2}
    for facts in ({}, {"card": 2}, {"seat": 2, "card": 1}):
        with pytest.raises(TypeError, match="unsigned tells"):
            Ignored.UNSIGNED.reason(**facts)


def test_a_wrong_statement_names_its_seat_in_a_log() -> None:
    assert str(Wrong(2, Forbidden.OUT_OF_TURN)).startswith("seat 2: ")
