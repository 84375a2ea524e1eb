"""Which names a seat may have: the specification's rule, read twice."""

from __future__ import annotations

import random
import unicodedata

import pytest

from protocol.errors import BadEncoding
from protocol.identity.name_rules import name_from

from .rounds import good_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PILOT = "\U0001f469\U0001f3fd\u200d\u2708\ufe0f"
HEART = "\u2764\ufe0f\u200d\U0001f525"


def is_good(name: str) -> bool:
    """As the program reads it; both have to agree."""
    try:
        name_from(name)
    except BadEncoding:
        return False
    return True


@pytest.mark.parametrize(
    "name", ["Ana", "Ștefan", "A B", "עדה", "नमिता", "안나", FAMILY, PILOT, HEART, "R" + FAMILY]
)
def test_names_of_all_peoples_and_emoji_families_are_names(name: str) -> None:
    assert is_good(name)
    assert good_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *(" ", "\u00a0 ", "\u3000", "\u3164", "\u2800\u2800", "\ufe0f", "\u034f", "\u115f\u1160"),
        *("\uffa0", "\u180b", "\U000e0100", "\U000e0fff", "\u2065"),
        *("A\u200dB", "\u200dAna", FAMILY + "\u200d", "\u200d" + FAMILY, "\U0001f468\u200dx"),
        *("A\u200d\U0001f468", "\U0001f468\u200d\u200d\U0001f469", "A\u200bB", "A\u202eB"),
        *("A\nB", "A\u2028B", "\u200d"),
    ],
    ids=ascii,
)
def test_blank_or_hidden_text_is_no_name(name: str) -> None:
    assert not is_good(name)
    assert not good_name(name)


def test_both_auditors_take_the_same_names() -> None:
    dice = random.Random(1)  # noqa: S311 - a seed for a test
    some = "AbȘ \u0301\u200d\u200d\u200d\ufe0f\u3164\u2800\u200b"
    some += "\U0001f468\u2764\u2708\u21ff\u2200\u27c0\U0001fb00"
    for _ in range(20_000):
        name = "".join(dice.choices(some, k=dice.randint(1, 6)))
        assert is_good(name) == good_name(name), ascii(name)
    # all where most characters are, and some of the planes that are nearly or wholly empty
    for point in (*range(0x20000), *range(0x20000, 0x110000, 61), *range(0xE0000, 0xE1000)):
        if unicodedata.category(chr(point)) != "Cs":
            assert is_good(chr(point)) == good_name(chr(point)), hex(point)
