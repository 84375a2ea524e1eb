"""What click says by itself is in the player's language, whatever version of click it is."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from babel.messages.extract import extract_from_dir
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.commands.settings.localization import CLICK_MESSAGES
from p2p_hanabi.ui.kit.i18n import LANGUAGES

MISTAKES = [
    ("--nope",),
    ("nope",),
    ("histroy",),
    ("import",),
    ("host", "--seats"),
    ("host", "--seats", "x"),
    ("host", "--game", "poker"),
    ("host", "--sea", "3"),
    ("host", "--langg", "fr"),
    ("games", "extra"),
    ("games", "extra", "more"),
    ("games", "--json=1"),
    ("arena", "--games", "0"),
]


def lines(*arguments: str) -> set[str]:
    """Return what the program says about this mistake."""
    done = CliRunner(env={"LANGUAGE": None}).invoke(main, arguments)
    assert done.exit_code == 2
    return {*filter(None, done.stderr.splitlines())}


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_line_about_a_mistake_stays_english(language: str, mistake: tuple[str, ...]) -> None:
    english = lines("--lang", "en", *mistake)
    assert english
    assert lines("--lang", language, *mistake) & english == set()


def test_the_messages_are_those_of_click() -> None:
    """They are copies, so one that click has reworded fails here."""
    found = extract_from_dir(Path(click.__file__).parent, [("**.py", "python")])
    known = {message for _file, _line, message, _comments, _context in found}
    assert {*CLICK_MESSAGES} - known == set()
