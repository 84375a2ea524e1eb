"""Functional changes to tuples."""

from __future__ import annotations

from p2p_hanabi.games.common.tuples import since, with_entry


def test_one_entry_is_replaced_and_the_others_stay() -> None:
    assert with_entry((1, 2, 3), 1, 5) == (1, 5, 3)


def test_removed_entries_are_distinguished_from_new_ones() -> None:
    assert since((), (1,)) == (0, (1,))
    assert since((1,), (1, 2)) == (0, (2,))
    assert since((1, 2), (1, 2)) == (0, ())
    assert since((1, 2), (1, 3)) == (1, (3,))
    assert since((1, 2), (1,)) == (1, ())
