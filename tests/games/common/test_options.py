"""What players can choose, how it is typed, and how it stands in a seating."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.common.options import Option, parse, shown
from p2p_hanabi.registry import OPTIONS
from protocol.encoding import Value
from protocol.errors import BadOptions
from tests.any_game import RULES

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


def test_the_six_options_always_stand_in_a_seating() -> None:
    """HB6, D1, D9, D10"""
    assert HANABI.options({}) == DEFAULTS


def test_three_options_stand_there_only_where_they_differ() -> None:
    """D12, D19, D24, HM1, HM2"""
    assert HANABI.options({"first": None, "stuck": "lose", "talk": "none"}) == DEFAULTS
    chosen = dict(HANABI.options({"first": 0, "blue": 10}))
    assert list(chosen) == sorted(chosen)
    assert (chosen["first"], chosen["blue"]) == (0, 10)


def test_a_settled_choice_settles_to_itself() -> None:
    settled = HANABI.options({"first": 4, "red": 1, "empty hints": True})
    assert HANABI.options(dict(settled)) == settled


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"blue": 9}, "Option 'blue' must be one of 8, 10, not '9'."),
        ({"blue": "8"}, "Option 'blue' must be one of 8, 10, not '8'."),
        ({"red": True}, "Option 'red' must be one of 3, 1, not 'true'."),
        ({"red": None}, "Option 'red' must be one of 3, 1, not 'None'."),
        ({"announce": 1}, "Option 'announce' must be one of false, true, not '1'."),
        ({"first": 5}, "Option 'first' must be one of 1, 2, 3, 4, 5, not '6'."),
        ({"first": False}, "Option 'first' must be one of 1, 2, 3, 4, 5, not 'false'."),
        ({"talk": "loud"}, "Option 'talk' must be one of none, phrases, free, not 'loud'."),
        ({"stuck": True}, "Option 'stuck' must be one of lose, skip, not 'true'."),
        ({"green": 1}, "Unknown option 'green'. The options are announce, blue, empty_hints, "),
    ],
)
def test_a_bad_choice_is_refused_in_one_sentence(chosen: dict[str, Value], sentence: str) -> None:
    with pytest.raises(BadOptions) as refused:
        HANABI.options(chosen)
    assert str(refused.value).startswith(sentence)
    with pytest.raises(BadOptions):
        HANABI.start(chosen, 5, b"")


def test_a_seat_that_is_not_at_the_table_cannot_begin() -> None:
    """D12"""
    with pytest.raises(BadOptions, match="must be 1 to 2, not 3"):
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
    ("typed", "sentence"),
    [
        ("blue", "An option is typed as key=value, for example blue=10."),
        ("green=1", "Unknown option 'green'"),
        ("blue=", "Option 'blue' must be one of 8, 10, not ''."),
        ("blue=²", "Option 'blue' must be one of 8, 10, not '²'."),
        ("blue=1" + "0" * 5000, "Option 'blue' must be one of 8, 10, not '1000"),
        ("blue=true", "Option 'blue' must be one of 8, 10, not 'true'."),
        ("empty hints=2", "Option 'empty_hints' must be one of false, true, not '2'."),
        ("first=0", "Option 'first' must be one of 1, 2, 3, 4, 5, not '0'."),
        ("first=coin", "Option 'first' must be one of 1, 2, 3, 4, 5, not 'coin'."),
    ],
)
def test_a_badly_typed_option_is_refused_in_one_sentence(typed: str, sentence: str) -> None:
    with pytest.raises(BadOptions) as refused:
        parse(TABLE, typed)
    assert str(refused.value).startswith(sentence)


def test_the_table_of_options_agrees_with_what_the_game_accepts() -> None:
    for option in TABLE:
        assert option.meaning
        for value in option.allowed:
            seat = option.is_seat
            alone = [Option(option.key, option.allowed, None, "", is_seat=seat)]
            key, typed = parse(alone, f"{option.name}={option.spelled(value)}")
            assert (key, typed) == (option.key, value)
            assert dict(HANABI.options({key: value})).get(key, option.default) == value


def test_options_are_shown_as_they_are_typed_and_what_is_unknown_as_it_is() -> None:
    """D12"""
    settled: dict[str, Value] = {"empty hints": True, "first": 0, "red": 3, "an other": 0}
    assert shown(TABLE, settled) == {"empty_hints": True, "first": 1, "red": 3, "an_other": 0}
    assert shown(TABLE, {"first": False}) == {"first": False}
