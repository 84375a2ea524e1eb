"""The paint of the box of 2010: black where others have white, on this screen alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.games.hanabi.ui.editions import BLACK
from p2p_hanabi.games.hanabi.ui.words.sentences import colour_meaning, colour_typed, face
from p2p_hanabi.games.hanabi.ui.words.sentences import help_rows as in_lines
from p2p_hanabi.games.hanabi.ui.words.words_board import help_rows as on_screen
from p2p_hanabi.ui.drawing import card_edition
from tests.command_line import run
from tests.independent_vectors import FOLDER


@pytest.fixture(autouse=True)
def _white_again() -> Iterator[None]:
    yield
    card_edition.choose(None)


def taught(*arguments: str, typed: str, **environment: str) -> str:
    """What the lesson prints, in which Robin holds the fifth colour's 1."""
    program = [sys.executable, "-m", "p2p_hanabi", "tutorial", "--plain", *arguments]
    settings = {**os.environ, **environment}
    done = subprocess.run(
        program, input=typed, capture_output=True, text=True, check=False, env=settings
    )
    assert done.stderr == ""
    return done.stdout


def test_with_the_cards_of_2010_the_fifth_colour_is_black() -> None:
    sentence = taught("--cards", "2010", typed="\n")
    assert ": K1\n" in sentence
    assert "W1" not in sentence


@pytest.mark.parametrize("command", ["audit", "replay", "export"])
def test_audit_replay_and_export_can_show_the_2010_cards(command: str, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    words = [command, str(FOLDER / "game-2.p2ph"), "--cards", "2010"]
    done = CliRunner().invoke(
        main, [*words, *(("--out", str(page)) if command == "export" else ())]
    )
    assert done.exit_code == 0
    sentence = page.read_text() if command == "export" else done.stdout
    assert re.search(r"\bK[0-5]\b", sentence)
    assert not re.search(r"\bW[0-5]\b", sentence)
    if command == "export":
        assert '"art":["black"]' in sentence
        assert '"art":["white"]' not in sentence


def test_bots_play_with_the_cards_of_2010_too() -> None:
    assert "--cards" in run("demo", "--help").stdout


@pytest.fixture
def black() -> None:
    card_edition.choose(BLACK)


@pytest.mark.usefixtures("black")
def test_black_is_understood_and_explained_in_words() -> None:
    typed = [colour_typed(word, 5) for word in ("k", "black", "w", "b")]
    assert typed == [4, 4, None, 3]
    assert face(4, 1) == "black 1"
    assert colour_meaning([4], [0], 5) == "card 1 is black, the others are not"
    for rows in (in_lines(announce=False), on_screen(3)):
        assert "R Y G B K M" in " ".join(rows)
        assert "R Y G B W M" not in " ".join(rows)


def test_without_it_the_fifth_colour_is_white() -> None:
    assert ": W1\n" in taught(typed="\n")


@pytest.mark.parametrize(("value", "one"), [("2010", "K1"), ("", "W1"), ("2013", "W1")])
def test_the_environment_chooses(value: str, one: str) -> None:
    assert f": {one}\n" in taught(typed="\n", P2PHANABI_EDITION=value)


READS = """
import importlib, os, pkgutil, sys, p2p_hanabi
whole = type(os.environ).__getitem__
def watched(environ, key):
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] in ("os", "_collections_abc"):  # as `get` and `getenv` do
        frame = frame.f_back
    assert not frame.f_globals["__name__"].startswith("p2p_hanabi"), key
    return whole(environ, key)
type(os.environ).__getitem__ = watched
for each in pkgutil.walk_packages(p2p_hanabi.__path__, "p2p_hanabi."):
    if not each.name.endswith(("__main__", "systems.windows")):
        importlib.import_module(each.name)
"""


def test_no_module_reads_the_environment_while_it_is_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", READS], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
