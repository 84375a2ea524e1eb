"""What is new in a sequence that grows."""

from __future__ import annotations

from p2p_hanabi.seam.changes import since


def test_removed_entries_are_distinguished_from_new_ones() -> None:
    assert since((), (1,)) == (0, (1,))
    assert since((1,), (1, 2)) == (0, (2,))
    assert since((1, 2), (1, 2)) == (0, ())
    assert since((1, 2), (1, 3)) == (1, (3,))
    assert since((1, 2), (1,)) == (1, ())
