"""A letter for each colour, in the player's language: shown, and typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.ui.reserved import NAMES
from p2p_hanabi.games.hanabi.ui.words import sentences
from p2p_hanabi.games.ikebana.ui.words.sentences import letters
from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.words.i18n import bare
from tests.ui.kit.terminal import Terminal, at_terminal
from tests.ui.table.playing import hanabi_scene, typed
from tests.ui.table.ports import DealtTable
from tests.ui.words.languages import speaking


@pytest.fixture(autouse=True)
def usual_cards() -> Iterator[None]:
    yield
    card_edition.choose(None)


LANGUAGES = pytest.mark.parametrize("language", ["en", "fr", "ro"])
EDITIONS = pytest.mark.parametrize("edition", [None, "2010"])


@LANGUAGES
@EDITIONS
def test_each_colour_has_a_letter_of_its_name_and_its_own(
    language: str, edition: str | None
) -> None:
    card_edition.choose(edition)
    with speaking(language):
        own = sentences.colour_letters()
        assert len(set(own)) == len(own) == 6
        names = [bare(name) for name in sentences.colours(6)]
        assert all(a.lower() in name for a, name in zip(own, names, strict=True))
        assert [sentences.colour_typed(letter.lower(), 6) for letter in own] == list(range(6))


@pytest.mark.parametrize(
    ("language", "typed", "colour"),
    [
        ("fr", "j", "yellow"),
        ("fr", "y", "yellow"),
        ("fr", "v", "green"),
        ("fr", "g", "green"),
        ("fr", "b", "blue"),
        ("fr", "c", "white"),
        ("fr", "w", "white"),
        ("fr", "bl", "blue"),
        ("fr", "bla", "white"),
        ("ro", "g", "yellow"),
        ("ro", "v", "green"),
        ("ro", "a", "blue"),
        ("ro", "b", "blue"),
        ("ro", "l", "white"),
        ("ro", "w", "white"),
    ],
)
def test_own_letters_come_first_and_english_ones_are_understood(
    language: str, typed: str, colour: str
) -> None:
    card_edition.choose(None)
    with speaking(language):
        found = sentences.colour_typed(typed, 6)
    assert found is not None
    with speaking("en"):
        assert sentences.colour(found) == colour


@LANGUAGES
@EDITIONS
def test_no_player_may_have_the_name_of_a_colour(language: str, edition: str | None) -> None:
    card_edition.choose(edition)
    with speaking(language):
        own = sentences.colour_letters().lower()
    assert set(own) <= set(NAMES.words())
    assert all(NAMES.is_card(f"{letter}3") for letter in own)


@pytest.mark.parametrize(
    ("language", "key", "word"),
    [("en", "y", "yellow"), ("fr", "j", "jaune"), ("fr", "y", "jaune"), ("ro", "g", "galben")],
)
def test_a_hint_is_chosen_by_the_letter_of_the_language(language: str, key: str, word: str) -> None:
    port = DealtTable(5)
    port.until_my_turn()
    with speaking(language):
        assert word in typed(port, "h", "3", key)


def test_no_mark_stands_where_a_line_is_not_broken() -> None:
    """French has a no-break space before a colon."""
    port = DealtTable(5)
    port.until_my_turn()
    spaces: list[Any] = []

    async def play(screen: Terminal) -> None:
        await screen.type("h", "3", "v")
        buffer = screen.glass.screen.buffer
        spaces.extend(cell for row in buffer.values() for cell in row.values() if cell.data == " ")

    with speaking("fr"):
        at_terminal(hanabi_scene(port), (80, 24), play)
    assert spaces
    assert not [cell for cell in spaces if cell.underscore]


@LANGUAGES
def test_signs_of_ikebana_differ(language: str) -> None:
    with speaking(language):
        assert len(set(letters())) == 6
