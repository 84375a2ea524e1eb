"""In another language nothing of the command line is left in English but what is typed."""

from __future__ import annotations

import re
from ast import Constant
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog

from p2p_hanabi.cli import main
from p2p_hanabi.commands.settings.localization import CLICK_MESSAGES
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.words import i18n
from tests.command_line import run
from tests.messages import compiled, extracted, forms
from tests.sources import nodes

FIELD = re.compile(r"(\{[^{}]*\})")
WORD = re.compile(r"[A-Za-z]{2,}")
SIGN = "•"
"""Stands for each letter of a sentence that was looked up."""
TYPED = {"phanabi", "nosuch", "hos", "seat", "N", "x"}
CHOICES = {"en", "fr", "ro", *GAMES, "dark", "light", "terminal", "none"}
ERRORS = [
    (),
    ("nosuch",),
    ("hos",),
    ("--nosuch",),
    ("host", "--nosuch"),
    ("host", "--seat"),
    ("host", "--seats"),
    ("host", "--seats", "1"),
    ("host", "--seats", "nosuch"),
    ("host", "--plain=nosuch"),
    ("host", "--game", "nosuch"),
    ("host", "--theme", "nosuch"),
    ("host", "nosuch"),
    ("host", "nosuch", "nosuch"),
    ("tables", "--seconds", "nosuch"),
    ("tables", "--seconds", "99"),
    ("audit",),
    ("replay",),
    ("export", "nosuch"),
    ("games", "--lang", "nosuch"),
]


@cache
def letterless() -> bytes:
    """A language whose sentences have no letters."""
    catalog = Catalog(locale="fr", fuzzy=False)
    for message in extracted():
        if message.id:
            one, *many = map(unlettered, forms(message.id))
            string = (one, *many * (catalog.num_plurals - 1)) if many else one
            catalog.add(message.id, string, context=message.context)
    return compiled(catalog)


@pytest.fixture
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where one speaks so instead of French."""
    path = tmp_path / "fr" / "LC_MESSAGES" / f"{i18n.DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(letterless())
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
    for command in (main, *main.commands.values()):  # click says it once for a process
        monkeypatch.setattr(command, "_help_option", None)
    yield
    monkeypatch.undo()
    i18n.choose("en")


def unlettered(sentence: str) -> str:
    parts = FIELD.split(sentence)
    return "".join(each if n % 2 else re.sub(r"\w", SIGN, each) for n, each in enumerate(parts))


def names() -> set[str]:
    """What is typed: commands, options, and the choices behind them."""
    options = [param for each in main.commands.values() for param in each.params]
    declared = {name for param in options for name in param.opts}
    return set(WORD.findall(" ".join([*main.commands, *declared, "--help", "--version"])))


def left_in_english(arguments: tuple[str, ...]) -> set[str]:
    result = run("--lang", "fr", *arguments, prog_name="p2phanabi")
    return set(WORD.findall(result.output)) - names() - TYPED - CHOICES


@pytest.mark.usefixtures("_elsewhere")
@pytest.mark.parametrize("command", [(), *((name,) for name in main.commands)], ids=str)
def test_no_word_of_help_is_left_in_english(command: tuple[str, ...]) -> None:
    assert left_in_english((*command, "--help")) == set()


@pytest.mark.usefixtures("_elsewhere")
@pytest.mark.parametrize("arguments", ERRORS, ids=str)
def test_no_word_of_a_refusal_is_left_in_english(arguments: tuple[str, ...]) -> None:
    assert left_in_english(arguments) == set()


def test_messages_of_click_are_its_own_words() -> None:
    """They are copies, so one that click has reworded fails here."""
    modules = Path(click.__file__).parent.glob("*.py")
    constants = (node for path in modules for node in nodes(path) if isinstance(node, Constant))
    known = {constant.value for constant in constants}
    assert {form for message in CLICK_MESSAGES for form in forms(message)} - known == set()
