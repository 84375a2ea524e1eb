"""No byte of a transcript can be changed: a sample here, all of them in `flip_every_byte.py`."""

from __future__ import annotations

import pytest

from protocol.audit.verdict import audit
from tests.any_game import RULES
from tests.tampering import flip_every_byte
from tests.tampering.flip_every_byte import masks_at, spread
from tests.tampering.track import track


def test_a_flipped_byte_is_found() -> None:
    size = len(track().data)
    for place in spread(size, 150):
        for mask in masks_at(place, every_bit=False):
            assert track().fault_of_flip(place, mask) is not None, place


def test_all_bits_of_the_first_and_the_last_bytes_are_found() -> None:
    """The first ones say that it is a transcript, the last are the last seat's signature."""
    size = len(track().data)
    for place in (*range(24), *range(size - 24, size)):
        for mask in masks_at(place, every_bit=True):
            assert track().fault_of_flip(place, mask) is not None, place


@pytest.mark.parametrize("part", range(8))
def test_audit_from_the_middle_finds_as_much_as_a_whole_audit(part: int) -> None:
    """Where what follows can still be read; else the whole audit stops while reading."""
    size = len(track().data)
    place = part * size // 8 + 977
    data = track().data
    changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
    here, there = track().fault_of_flip(place, 1), audit(changed, RULES).fault
    assert here is not None
    assert there is not None
    assert (here.reason, here.round_number) == (there.reason, there.round_number)


def test_nothing_is_found_where_nothing_was_changed() -> None:
    """So that the search can fail."""
    assert track().fault_of_flip(len(track().data) // 2, 0) is None


def test_places_are_spread_from_the_first_to_the_last() -> None:
    assert spread(100, None) == range(100)
    assert spread(100, 100) == range(100)
    assert spread(100, 4) == [0, 33, 66, 99]
    assert {masks_at(place, every_bit=False) for place in range(8)} == {
        (1 << bit,) for bit in range(8)
    }


def test_the_search_counts_what_it_tried_and_what_it_missed() -> None:
    data = track().data
    assert flip_every_byte.flip(data, spread(len(data), 10)) == (10, [])
    assert flip_every_byte.flip(data, [500, 90_000], every_bit=True) == (16, [])
