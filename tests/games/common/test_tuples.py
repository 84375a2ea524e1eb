"""Tuples that change."""

from __future__ import annotations

from p2p_hanabi.games.common.tuples import since, with_entry


def test_one_entry_is_replaced_and_the_others_stay() -> None:
    assert with_entry((1, 2, 3), 1, 5) == (1, 5, 3)


def test_what_does_not_stand_any_more_is_told_apart_from_what_is_new() -> None:
    assert since((), (1,)) == (0, (1,))
    assert since((1,), (1, 2)) == (0, (2,))
    assert since((1, 2), (1, 2)) == (0, ())
    assert since((1, 2), (1, 3)) == (1, (3,))
    assert since((1, 2), (1,)) == (1, ())
