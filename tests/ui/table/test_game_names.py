"""Games and options by the names that players read."""

from __future__ import annotations

import pytest

from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.seam.options import Option
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.model.lobby.lobby_painter import chosen
from tests.any_game import RULES, SCREENS

CHOICES = [
    (game, option, value)
    for game, options in OPTIONS.items()
    for option in options
    for value in option.allowed
    if value != option.default
]


def test_every_game_has_a_title() -> None:
    titles = {game: title_of(SCREENS, game) for game in RULES}
    assert titles.items() >= {"hanabi": "Hanabi", "ikebana": "Ikebana", "koikoi": "Koi-Koi"}.items()
    assert all(titles.values())
    assert title_of(SCREENS, "poker") == "poker"


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_every_unusual_choice_is_described_in_words(
    game: str, option: Option, value: object
) -> None:
    shown = option.spelled(value)  # type: ignore[arg-type] # the values of options are of several types
    words = SCREENS[game].option_words
    assert chosen(words, option.key, value, shown) != f"{option.key} {shown}"


def test_the_seat_that_begins_is_counted_as_players_count() -> None:
    assert chosen({}, "first", 0, "0") == "player 1 begins"


def test_option_without_a_description_is_shown_as_typed() -> None:
    assert chosen({}, "colour", "pink", "pink") == "colour pink"
