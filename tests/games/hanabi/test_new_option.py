"""One more boolean option: the steps of docs/contributing.md, applied to a copy of the program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
HANABI = Path("p2p_hanabi") / "games" / "hanabi"
STEPS = (
    (
        "options.py",
        '    Option("finale",',
        '    Option("short end", (False, True), False, "one turn after the last card"),\n'
        '    Option("finale",',
    ),
    (
        "options.py",
        "        finale=settled",
        '        short_end=settled["short end"] is True,\n        finale=settled',
    ),
    ("state.py", "    finale: bool", "    short_end: bool\n    finale: bool"),
    (
        "effects.py",
        "else rules.seats,",
        "else 1 if rules.short_end else rules.seats,",
    ),
    (
        "ui/words/words_options.py",
        '    ("finale", "true")',
        '    ("short end", "true"): N_("a short last round"),\n    ("finale", "true")',
    ),
    (
        "ui/words/words_options.py",
        "    Variant(lambda rules: rules.finale",
        '    Variant(lambda rules: rules.short_end, N_("a short last round")),\n'
        "    Variant(lambda rules: rules.finale",
    ),
    (
        "ui/words/sentences_rules.py",
        '    N_("It is won at once when all fireworks have reached 5."),',
        '    N_("It is won at once when all fireworks have reached 5."),\n'
        '    RowBy("short end", {False: "", True: N_("Here one turn follows the last card.")}),',
    ),
)
"""File, old text, new text."""


@pytest.fixture(name="shown", scope="module")
def program_with_the_option(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Its output. The words have no translation yet, so they appear in English."""
    folder = tmp_path_factory.mktemp("copy")
    for package in ("p2p_hanabi", "protocol"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file, before, after in STEPS:
        path = folder / HANABI / file
        source = path.read_text("utf-8")
        assert source.count(before) == 1
        path.write_text(source.replace(before, after), "utf-8")
    (folder / "tests").symlink_to(ROOT / "tests")
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.hanabi.one_option_more", str(folder)],
        cwd=folder, env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["program"] == str(folder / "p2p_hanabi")
    return found


def test_a_boolean_option_touches_at_most_five_files() -> None:
    assert len({file for file, _, _ in STEPS}) <= 5


def test_new_option_can_be_chosen_and_is_in_the_seating(shown: dict[str, Any]) -> None:
    assert "short_end" in shown["games"]
    assert "one turn after the last card" in shown["games"]
    assert "short_end" in shown["refused"]
    assert shown["seating"] is True


def test_the_lobby_and_the_table_show_it(shown: dict[str, Any]) -> None:
    assert shown["lobby"].endswith("a short last round.")
    assert "Variants: a short last round." in shown["lines"]
    assert "Here one turn follows the last card." in shown["rules"]
    assert "Here one turn follows the last card." in shown["screen"]


def test_new_option_shortens_the_game(shown: dict[str, Any]) -> None:
    usual, short = shown["turns"]
    assert shown["view"] is True
    assert short == usual - 2


def test_a_finished_game_shows_it(shown: dict[str, Any]) -> None:
    assert shown["audit"] is True
    assert "Variants: a short last round." in shown["replay"]
    assert "The game was written to" in shown["page"]


def test_a_game_with_it_is_not_exported_to_a_site_without_it(shown: dict[str, Any]) -> None:
    assert 'does not support "short end"' in shown["elsewhere"]
