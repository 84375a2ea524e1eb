"""What a player chose once for all: who wins over it, how it is changed, and a file that is no such
thing."""

from __future__ import annotations

import asyncio
import getpass
import json
import os
import subprocess
from pathlib import Path

import pytest

from p2p_hanabi.commands.menu.settings_menu import change_settings
from p2p_hanabi.commands.settings import preferences
from p2p_hanabi.folders import data_folder, settings_file
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.words import i18n
from p2p_hanabi.ui.words.i18n import LANGUAGES
from tests import warm
from tests.command_line import run
from tests.commands.test_menu import Answers
from tests.ui.kit.test_real_program import Tmux, has, tmux
from tests.ui.words.languages import speaking

__all__ = ["tmux"]
VARIABLES = [each.variable for each in preferences.preferences()]


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    return tmp_path / "settings.json"


def keep(file: Path, **chosen: str) -> None:
    file.write_text(json.dumps(chosen))


def printed(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value for name, value in os.environ.items() if name not in {*VARIABLES, "LANGUAGE"}
    }
    done = warm.run(["p2p_hanabi", *arguments], {**clean, **environ})
    done.check_returncode()
    return done


def test_settings_fill_in_for_the_environment(file: Path) -> None:
    keep(file, colours="light", cards="2010", mouse="0", signs="", pause="3")
    environ = {"P2PHANABI_THEME": "dark", "P2PHANABI_PAUSE": ""}
    preferences.apply(preferences.load(), environ)
    assert environ == {
        "P2PHANABI_THEME": "dark",
        "P2PHANABI_EDITION": "2010",
        "P2PHANABI_MOUSE": "0",
        "P2PHANABI_PAUSE": "",
    }


def test_command_line_beats_environment_beats_settings(file: Path) -> None:
    french = "Exemple", {"P2PHANABI_LANG": "fr"}
    romanian = "Exemplu", {"LC_ALL": "ro_RO.UTF-8"}
    assert romanian[0] in printed("join", "--help", **romanian[1]).stdout
    keep(file, language="en")
    assert "Example" in printed("join", "--help", **romanian[1]).stdout
    assert french[0] in printed("join", "--help", **french[1], **romanian[1]).stdout
    assert romanian[0] in printed("join", "--help", "--lang", "ro", **french[1]).stdout


def test_a_theme_that_was_typed_wins_over_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("P2PHANABI_THEME", "")
    run("tutorial", "--theme", "light", "--help")
    assert os.environ["P2PHANABI_THEME"] == "light"
    assert "NO_COLOR" not in os.environ


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\xff", b"[]", b'{"language": 3}', b'{"language": "xx"}', b'{"colours": "light"'),
        b"[" * 60_000,
    ],
    ids=lambda content: repr(content[:20]),
)
def test_damaged_settings_are_reported_and_left_until_a_change(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    sentences = printed("games")
    assert "it does not contain settings. The defaults apply" in sentences.stderr
    assert "Hanabi" in sentences.stdout
    assert file.read_bytes() == content
    language = preferences.preferences()[0]
    environ: dict[str, str] = {}
    assert not preferences.change(language, "fr", environ)
    assert environ == {"P2PHANABI_LANG": "fr"}
    assert json.loads(file.read_bytes()) == {"language": "fr"}
    assert file.with_name("settings.json.damaged-1").read_bytes() == content
    assert printed("games").stderr == ""


def test_unknown_settings_of_a_later_version_are_kept(file: Path) -> None:
    keep(file, later="kept")
    preferences.change(preferences.preferences()[1], "dark", {})
    assert json.loads(file.read_bytes()) == {"later": "kept", "colours": "dark"}


def test_setting_overridden_by_the_environment_is_still_saved(file: Path) -> None:
    theme = preferences.preferences()[1]
    environ = {"P2PHANABI_THEME": "none"}
    assert preferences.change(theme, "dark", environ)
    assert environ == {"P2PHANABI_THEME": "none"}
    assert json.loads(file.read_bytes()) == {"colours": "dark"}
    del environ["P2PHANABI_THEME"]
    assert not preferences.change(theme, "light", environ)
    assert not preferences.change(theme, "", environ)
    assert environ == {}


def test_settings_page_changes_one_and_shows_the_current_value(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in (*VARIABLES, "LANGUAGE"):
        monkeypatch.setenv(variable, "")  # as it was, afterwards
        monkeypatch.delenv(variable)
    before = card_edition.chosen()
    try:
        page = Answers("Language: same as this computer", "Română")
        assert asyncio.run(change_settings(page, "")) == ""
        assert i18n.language() == "ro"
        page = Answers("Limba: Română", "cea a calculatorului")
        assert asyncio.run(change_settings(page, "")) == ""
        assert i18n.language() == "en"
        page = Answers(
            "Cards: standard", "Cards of the 2010 edition: Hanabi's fifth colour is black."
        )
        assert asyncio.run(change_settings(page, "")) == ""
        assert card_edition.chosen() == "2010"
        monkeypatch.setenv("P2PHANABI_THEME", "dark")
        page = Answers("Colours: what fits the terminal", "none")
        sentence = asyncio.run(change_settings(page, ""))
        assert sentence == "Saved, but P2PHANABI_THEME is set and takes precedence."
        name = Home(file.parent).player("Ana", lambda: bytes(32)).name
        page = Answers(f"Your name: {name}", "Zoé")
        assert asyncio.run(change_settings(page, sentence)) == ""
        assert page.asked[0] == (sentence, [])
        assert Home(file.parent).known_player().name == "Zoé"
        assert asyncio.run(change_settings(Answers("Mouse: for the game", None), "")) == ""
        assert asyncio.run(change_settings(Answers(None), "")) is None
    finally:
        i18n.choose("en")
        card_edition.choose(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_words_and_a_row_of_its_own(language: str) -> None:
    with speaking(language):
        for each in preferences.preferences():
            sentences = [i18n._(words) for words in each.values.values()]
            assert all(sentences)
            assert len(set(sentences)) == len(sentences)


def test_settings_default_to_the_systems_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("P2PHANABI_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert settings_file().name == "settings.json"
    assert settings_file().parent != data_folder()


def test_a_person_changes_the_language_and_the_name_in_the_menu(tmux: Tmux) -> None:
    tmux.start()
    tmux.until(has("6 Past games, network test, settings"))
    tmux.type("6")
    tmux.until(has("▶ 6"))
    tmux.type("Enter")
    tmux.until(has("3 Settings"))
    tmux.type("3")
    tmux.until(has("▶ 3"))
    tmux.type("Enter")
    tmux.until(has("1 Language: same as this computer"))
    tmux.type("Enter")
    tmux.until(has("3 Français"))
    tmux.type("3")
    tmux.until(has("▶ 3"))
    tmux.type("Enter")
    tmux.until(has("Langue : Français"))
    tmux.type("8")
    tmux.until(has("▶ 8"))
    tmux.type("Enter")
    tmux.until(has("Comment vous appelez-vous"))
    login = getpass.getuser().capitalize()  # the present name, in the field
    tmux.until(has(login))
    tmux.type(*["BSpace"] * len(login))
    tmux.until(lambda shown: login not in shown)
    tmux.type(*"Zo1")
    tmux.until(has("Zo1"))
    tmux.type("BSpace")
    tmux.until(lambda shown: "Zo1" not in shown)
    tmux.type("é")
    tmux.until(has("Zoé"))
    tmux.type("Enter")
    tmux.until(has("Votre nom : Zoé"))
    tmux.type("Escape")
    tmux.until(has("Que voulez-vous faire"))
