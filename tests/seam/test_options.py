"""The options of a game: which there are, how they are typed, and how a seating records them."""

from __future__ import annotations

import pytest

from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.seam.options import Option, parse, shown, unusual
from protocol.encoding import Value
from protocol.errors import BadOptions
from protocol.reasons import BadOption, Reason
from tests.any_game import RULES
from tests.raised import for_reason

HANABI = RULES["hanabi"]
TABLE = OPTIONS["hanabi"]
DEFAULTS = (
    ("announce", False),
    ("blue", 8),
    ("empty hints", False),
    ("finale", False),
    ("multicolour", False),
    ("red", 3),
)


def test_six_options_are_always_in_a_seating() -> None:
    """HB6, D1, D9, D10"""
    assert HANABI.options({}) == DEFAULTS


def test_three_options_are_in_a_seating_only_where_they_differ() -> None:
    """D12, D19, D24, HM1, HM2"""
    assert HANABI.options({"first": None, "stuck": "lose", "talk": "none"}) == DEFAULTS
    chosen = dict(HANABI.options({"first": 0, "blue": 10}))
    assert list(chosen) == sorted(chosen)
    assert (chosen["first"], chosen["blue"]) == (0, 10)


def test_a_settled_choice_settles_to_itself() -> None:
    settled = HANABI.options({"first": 4, "red": 1, "empty hints": True})
    assert HANABI.options(dict(settled)) == settled


def test_options_other_than_the_default_are_shown_as_typed() -> None:
    """D12"""
    assert unusual(TABLE, dict(DEFAULTS)) == {}
    assert unusual(TABLE, {"red": 1, "empty hints": True, "first": 0}) == {
        "red": "1",
        "empty_hints": "true",
        "first": "1",
    }


KNOWN = ", ".join(sorted(option.name for option in OPTIONS["hanabi"]))


def no_value(key: str, allowed: str, value: str) -> Reason:
    return BadOption.VALUE.reason(key=key, allowed=allowed, value=value)


def no_option(key: str) -> Reason:
    return BadOption.UNKNOWN.reason(key=key, known=KNOWN)


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"blue": 9}, no_value("blue", "8, 10", "9")),
        ({"blue": "8"}, no_value("blue", "8, 10", "8")),
        ({"red": True}, no_value("red", "3, 1", "true")),
        ({"red": None}, no_value("red", "3, 1", "None")),
        ({"announce": 1}, no_value("announce", "false, true", "1")),
        ({"first": 5}, no_value("first", "1, 2, 3, 4, 5", "6")),
        ({"first": False}, no_value("first", "1, 2, 3, 4, 5", "false")),
        ({"talk": "loud"}, no_value("talk", "none, phrases, free", "loud")),
        ({"stuck": True}, no_value("stuck", "lose, skip", "true")),
        ({"green": 1}, no_option("green")),
    ],
)
def test_a_bad_choice_is_refused_with_facts(chosen: dict[str, Value], why: Reason) -> None:
    with pytest.raises(BadOptions) as refused:
        HANABI.options(chosen)
    assert refused.value.reason == why
    with pytest.raises(BadOptions):
        HANABI.start(chosen, 5, b"")


def test_a_seat_that_is_not_at_the_table_cannot_begin() -> None:
    """D12"""
    with pytest.raises(BadOptions, check=for_reason(BadOption.FIRST)):
        HANABI.start({"first": 2}, 2, b"")


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("blue=10", ("blue", 10)),
        ("empty_hints=true", ("empty hints", True)),
        ("empty hints = yes", ("empty hints", True)),
        ("Empty-Hints=OFF", ("empty hints", False)),
        ("first=2", ("first", 1)),
        ("talk=free", ("talk", "free")),
        ("finale=on", ("finale", True)),
        ("stuck=skip", ("stuck", "skip")),
    ],
)
def test_an_option_is_typed_as_key_and_value(typed: str, option: tuple[str, Value]) -> None:
    assert parse(TABLE, typed) == option


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("blue", BadOption.UNTYPED.reason(example="blue=10")),
        ("green=1", no_option("green")),
        ("blue=", no_value("blue", "8, 10", "")),
        ("blue=²", no_value("blue", "8, 10", "²")),
        ("blue=1" + "0" * 5000, no_value("blue", "8, 10", "1" + "0" * 5000)),
        ("blue=true", no_value("blue", "8, 10", "true")),
        ("empty hints=2", no_value("empty_hints", "false, true", "2")),
        ("first=0", no_value("first", "1, 2, 3, 4, 5", "0")),
        ("first=coin", no_value("first", "1, 2, 3, 4, 5", "coin")),
    ],
)
def test_a_badly_typed_option_is_refused_with_facts(typed: str, why: Reason) -> None:
    with pytest.raises(BadOptions) as refused:
        parse(TABLE, typed)
    assert refused.value.reason == why


def test_the_table_of_options_agrees_with_what_the_game_accepts() -> None:
    for option in TABLE:
        assert option.meaning
        for value in option.allowed:
            seat = option.is_seat
            alone = [Option(option.key, option.allowed, None, "", is_seat=seat)]
            key, typed = parse(alone, f"{option.name}={option.spelled(value)}")
            assert (key, typed) == (option.key, value)
            assert dict(HANABI.options({key: value})).get(key, option.default) == value


def test_options_are_shown_as_typed_and_unknown_ones_verbatim() -> None:
    """D12"""
    settled: dict[str, Value] = {"empty hints": True, "first": 0, "red": 3, "an other": 0}
    assert shown(TABLE, settled) == {"empty_hints": True, "first": 1, "red": 3, "an_other": 0}
    assert shown(TABLE, {"first": False}) == {"first": False}
