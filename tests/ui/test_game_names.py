"""Games and options by the names that players read."""

from __future__ import annotations

import pytest

from p2p_hanabi.games import GAMES, OPTIONS
from p2p_hanabi.games.common.options import Option
from p2p_hanabi.ui.table import sentences_games as say

CHOICES = [
    (option, value)
    for options in OPTIONS.values()
    for option in options
    for value in option.allowed
    if value != option.default
]


def test_every_game_has_a_title() -> None:
    assert {game: say.title_of(game) for game in GAMES} == say.TITLES
    assert say.title_of("poker") == "poker"


@pytest.mark.parametrize(("option", "value"), CHOICES)
def test_every_unusual_choice_is_told_in_words(option: Option, value: object) -> None:
    shown = option.spelled(value)  # type: ignore[arg-type] # the values of options are of several types
    assert say.chosen(option.key, value, shown) != f"{option.key} {shown}"


def test_the_seat_that_begins_is_counted_as_players_count() -> None:
    assert say.chosen("first", 0, "0") == "player 1 begins"


def test_an_option_without_words_is_told_as_it_is_typed() -> None:
    assert say.chosen("colour", "pink", "pink") == "colour pink"
