"""House rules under a name: on the command line, in the menu, and in the file of the settings."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from p2p_hanabi.commands.console.failures import Failed
from p2p_hanabi.commands.menu.main_menu import choose_from
from p2p_hanabi.commands.settings import preferences
from p2p_hanabi.commands.settings.presets import (
    MAX_NAME,
    MAX_OWN,
    fault_of_preset,
    presets_of,
    save_preset,
    with_preset,
)
from p2p_hanabi.commands.settings.table_config import settled
from p2p_hanabi.registry import GAMES
from tests.command_line import run
from tests.commands.test_menu import Answers

RULES = "House rules: "
KEEP = "keep these under a name"
COLOURS = "A sixth colour, of five cards or of ten; hints of every colour may touch them: "
ANY = "multicolour cards touched by every colour"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    return tmp_path / "settings.json"


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_of_every_game_is_allowed(game: str) -> None:
    for options in presets_of(game).values():
        assert settled(game, options, GAMES[game].rules.seats[0])


@pytest.mark.parametrize("game", ["hanabi", "ikebana", "koikoi"])
def test_games_of_the_rulebooks_have_the_same_presets(game: str) -> None:
    assert list(presets_of(game)) == ["family", "expert"]


def test_options_beside_a_preset_take_precedence() -> None:
    typed = with_preset("hanabi", "Family", ("blue=8",))
    assert dict(settled("hanabi", typed, 2)) == {
        **dict(settled("hanabi", (), 2)), "empty hints": True, "talk": "phrases",
    }  # fmt: skip
    assert with_preset("hanabi", None, ("red=1",)) == ("red=1",)


def test_an_unknown_preset_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Failed, match=r'"x" of koikoi; there are family, expert\.'):
        with_preset("koikoi", "x", ())
    refused = run("demo", "--preset", "x")
    assert refused.exit_code != 0
    assert "there are family, expert" in refused.stderr


def test_own_presets_are_settings_beside_the_others(file: Path) -> None:
    preferences.save("colours", "light")
    save_preset("hanabi", "Our Sunday", ("blue=10", "multicolour=any"))
    assert json.loads(file.read_text()) == {
        "colours": "light", "preset hanabi Our Sunday": "blue=10 multicolour=any",
    }  # fmt: skip
    assert presets_of("hanabi")["Our Sunday"] == ("blue=10", "multicolour=any")
    assert "Our Sunday" not in presets_of("koikoi")
    assert with_preset("hanabi", "our sunday", ()) == ("blue=10", "multicolour=any")
    assert "  --preset Our Sunday: blue=10 multicolour=any" in run("games").stdout
    facts = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    assert facts[0]["presets"]["Our Sunday"] == ["blue=10", "multicolour=any"]


def test_own_preset_that_no_longer_fits_is_not_offered(file: Path) -> None:
    file.write_text(json.dumps({"preset hanabi Old": "blue=9", "preset hanabi Gone": ""}))
    assert list(presets_of("hanabi")) == ["family", "expert"]
    assert with_preset("hanabi", "old", ()) == ("blue=9",)  # which is then refused by its name


@pytest.mark.parametrize("name", ["", " ", "x" * (MAX_NAME + 1), "a\nb", "Expert", ":usual"])
def test_names_that_cannot_be_kept_have_a_fault(name: str) -> None:
    assert fault_of_preset("hanabi", name) is not None


def test_no_more_are_kept_than_a_form_shows() -> None:
    for number in range(MAX_OWN):
        assert fault_of_preset("hanabi", f"No. {number}") is None
        save_preset("hanabi", f"No. {number}", ("red=1",))
    assert "You have 4 already" in (fault_of_preset("hanabi", "one more") or "")
    assert fault_of_preset("hanabi", "No. 1") is None
    assert fault_of_preset("koikoi", "one more") is None


def test_the_menu_keeps_a_preset_and_offers_it_again() -> None:
    first = Answers(
        "Open a table", "Other settings", f"{COLOURS}no", ANY, "Other settings",
        "Other settings",
        f"{RULES}as chosen below", KEEP, "Sunday", f"{RULES}Sunday", None, "Open the table",
    )  # fmt: skip
    wanted = ("host", "--new", "--game", "hanabi", "--seats", "3", "--option", "multicolour=any")
    assert asyncio.run(choose_from(first)) == wanted
    second = Answers("Open a table", f"{RULES}as usual", "Sunday", "Open the table")
    assert asyncio.run(choose_from(second)) == wanted
