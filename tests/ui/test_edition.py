"""The paint of the box of 2010: black where others have white, on this screen alone."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from p2p_hanabi.ui import edition


def taught(*arguments: str, typed: str, **environment: str) -> str:
    """What the lesson prints, in which Robin holds the fifth colour's 1."""
    program = [sys.executable, "-m", "p2p_hanabi", "tutorial", "--plain", *arguments]
    settings = {**os.environ, **environment}
    done = subprocess.run(
        program, input=typed, capture_output=True, text=True, check=False, env=settings
    )
    assert done.stderr == ""
    return done.stdout


def test_with_the_theme_of_2010_the_fifth_colour_is_black() -> None:
    told = taught("--theme", "2010", typed="\n")
    assert "3 K1: told nothing" in told
    assert "W1" not in told


BLACK = """
from p2p_hanabi.ui.full.words_hanabi import help_rows
from p2p_hanabi.ui.sentences_hanabi import HELP, colour_meaning, colour_typed, face
assert [colour_typed(word, 5) for word in ("k", "black", "w", "b")] == [4, 4, None, 3]
assert face(4, 1) == "black 1"
assert colour_meaning(4, [0], 5) == "card 1 is black, the others are not"
assert "R Y G B K M" in " ".join([*help_rows(), *HELP])
"""


def test_black_is_understood_and_explained_in_words() -> None:
    settings = {**os.environ, "P2PHANABI_EDITION": "2010"}
    subprocess.run([sys.executable, "-c", BLACK], check=True, env=settings)


def test_without_it_the_fifth_colour_is_white() -> None:
    assert "3 W1: told nothing" in taught(typed="\n")


@pytest.mark.parametrize(("value", "is_black"), [("2010", True), ("", False), ("2013", False)])
def test_the_environment_chooses(
    monkeypatch: pytest.MonkeyPatch, value: str, is_black: bool
) -> None:
    monkeypatch.setenv(edition.EDITION_VARIABLE, value)
    assert edition.is_black() == is_black
