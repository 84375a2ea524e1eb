"""The page on which a table is opened: whatever is chosen there, `host` takes it."""

from __future__ import annotations

import pytest

from p2p_hanabi.commands.menu.new_table import NewTable
from p2p_hanabi.commands.settings.table_config import config
from p2p_hanabi.registry import GAMES, OPTIONS


def choose(table: NewTable, about: str, value: str) -> None:
    """Press the button with these words, of the choice whose heading begins so."""
    for row, (label, offered, _chosen) in enumerate(table.choices()):
        if label.startswith(about):
            table.choose(row, list(offered).index(value))
            return
    raise AssertionError(about)


def offered(table: NewTable, about: str) -> list[str]:
    return next(
        list(values) for label, values, _chosen in table.choices() if label.startswith(about)
    )


def command_line(table: NewTable) -> str:
    return " ".join(table.arguments())


def test_a_table_as_usual_needs_one_touch() -> None:
    assert command_line(NewTable(is_practice=False)) == "--game hanabi --seats 3"
    assert command_line(NewTable(is_practice=True)) == "--game hanabi --seats 3 --bots 2"


def test_unusual_choices_are_shown_as_typed_options() -> None:
    table = NewTable(is_practice=False)
    choose(table, "Blue tokens", "10")
    choose(table, "A sixth colour", "yes")
    choose(table, "The player who begins", "2")
    choose(table, "What players may say", "free talk")
    choose(table, "Who may join", "anybody on the network")
    assert command_line(table) == (
        "--game hanabi --seats 3 --open --option blue=10 --option multicolour=true "
        "--option first=2 --option talk=free"
    )
    choose(table, "Blue tokens", "8")
    assert "blue" not in command_line(table)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_every_game_can_be_chosen_and_is_taken(game: str) -> None:
    for number, option in enumerate(OPTIONS[game]):
        table = NewTable(is_practice=True)
        choose(table, "Game", GAMES[game].title)
        row = len(table.choices()) - len(OPTIONS[game]) + number
        last = len(table.choices()[row][1]) - 1
        table.choose(row, last)
        words = table.arguments()
        [typed] = [each for each in words if "=" in each]
        name, _equals, value = typed.partition("=")
        assert name == option.name
        assert value in {option.spelled(each) for each in option.allowed}
        assert value != option.spelled(option.default)
        settled = dict(config(game, (typed,), int(words[3]), "Kitchen").options)
        assert option.spelled(settled[option.key]) == value
        assert table.choices()[row][2] == last


def test_choices_too_large_for_fewer_players_are_reset() -> None:
    table = NewTable(is_practice=False)
    choose(table, "Players", "5")
    choose(table, "The player who begins", "5")
    choose(table, "Blue tokens", "10")
    choose(table, "Bots", "2")
    choose(table, "Guests on a phone", "2")
    assert offered(table, "Bots") == ["0", "1", "2"]
    choose(table, "Players", "2")
    assert command_line(table) == "--game hanabi --seats 2 --bots 1 --option blue=10"
    assert offered(table, "Guests on a phone") == ["0"]


def test_only_what_goes_with_so_many_players_is_offered() -> None:
    table = NewTable(is_practice=False)
    assert len(offered(table, "Play on without a player")) == 2  # three may trust each other
    choose(table, "Players", "2")
    assert len(offered(table, "Play on without a player")) == 1


def test_another_game_has_its_own_options() -> None:
    table = NewTable(is_practice=False)
    choose(table, "Blue tokens", "10")
    choose(table, "Game", "Koi-Koi")
    choose(table, "How many rounds", "12")
    assert command_line(table) == "--game koikoi --seats 2 --option rounds=12"
