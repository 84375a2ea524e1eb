"""Functional changes to tuples."""

from __future__ import annotations

from p2p_hanabi.games.common.tuples import with_entry


def test_one_entry_is_replaced_and_the_others_stay() -> None:
    assert with_entry((1, 2, 3), 1, 5) == (1, 5, 3)
