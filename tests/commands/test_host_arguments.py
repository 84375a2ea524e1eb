"""The page on which a table is opened: whatever is chosen there, `host` takes it."""

from __future__ import annotations

import pytest

from p2p_hanabi.commands.menu.host_arguments import arguments, catalogue
from p2p_hanabi.commands.settings.table_config import config
from p2p_hanabi.registry import GAMES, OPTIONS
from p2p_hanabi.ui.model.inputs import TableInput
from p2p_hanabi.ui.model.new_table import NewTable, TableKind


def new(kind: TableKind = TableKind.OPEN) -> TableInput:
    return TableInput(NewTable.usual(kind, catalogue()))


def choose(form: TableInput, about: str, value: str) -> None:
    """Choose the value in these words, of the setting whose label begins so."""
    setting = next(each for each in form.new_table.settings if each.label.startswith(about))
    form.choose(setting.key, next(v.typed for v in setting.values if v.sentence == value))


def offered(form: TableInput, about: str) -> list[str]:
    setting = next(each for each in form.new_table.settings if each.label.startswith(about))
    return [value.sentence for value in setting.values]


def command_line(form: TableInput) -> str:
    return " ".join(arguments(form.new_table))


def test_a_table_as_usual_needs_one_touch() -> None:
    assert command_line(new()) == "--game hanabi --seats 3"
    assert command_line(new(TableKind.PRACTICE)) == "--game hanabi --seats 3 --bots 2"


def test_unusual_choices_are_shown_as_typed_options() -> None:
    table = new()
    choose(table, "Blue tokens", "10")
    choose(table, "A sixth colour", "a sixth colour")
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
        table = new(TableKind.PRACTICE)
        choose(table, "Game", GAMES[game].title)
        setting = table.new_table.settings[number - len(OPTIONS[game])]
        table.choose(setting.key, setting.values[-1].typed)
        words = arguments(table.new_table)
        [typed] = [each for each in words if "=" in each]
        name, _equals, value = typed.partition("=")
        assert name == option.name
        assert value in {option.spelled(each) for each in option.allowed}
        assert value != option.spelled(option.default)
        settled = dict(config(game, (typed,), int(words[3]), "Kitchen").options)
        assert option.spelled(settled[option.key]) == value
        assert table.new_table.settings[number - len(OPTIONS[game])].current == value


def test_choices_too_large_for_fewer_players_are_reset() -> None:
    table = new()
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
    table = new()
    assert len(offered(table, "Play on without a player")) == 2  # three may trust each other
    choose(table, "Players", "2")
    assert len(offered(table, "Play on without a player")) == 1


def test_another_game_has_its_own_options() -> None:
    table = new()
    choose(table, "Blue tokens", "10")
    choose(table, "Game", "Koi-Koi")
    choose(table, "How many rounds", "12")
    assert command_line(table) == "--game koikoi --seats 2 --option rounds=12"
