"""A table as a screen reader tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.ui.model.game.areas import Role, Words
from p2p_hanabi.ui.web.live_page import PageKind

from .live_browser import Seat, server
from .screen_reader import ScreenReader
from .shown_pages import NAMES, table

TABLE = table("hanabi", 3, 12)
TURNS = "\u202e"
CARD = re.compile(r"button, (your|.+,) card \d: .+")


@pytest.fixture(scope="module")
def browser(chrome: Chrome) -> Iterator[tuple[Seat, str]]:
    with server() as address:
        yield Seat(chrome), address


@pytest.fixture
def seat(browser: tuple[Seat, str]) -> Seat:
    seat, address = browser
    seat.open(address)
    return seat


def test_a_cards_name_has_its_owner_place_and_what_is_known(seat: Seat) -> None:
    seat.show(TABLE)
    names = [each for each in ScreenReader(seat.driver).page() if CARD.match(each)]
    hands = [area for area in TABLE.areas if area.role in (Role.HAND, Role.OWN)]
    cards = [card for area in hands for card in area.cards]
    assert any(card.about for card in cards)
    assert len({each.partition(": ")[0] for each in names}) == len(names) == len(cards) == 15
    for name, card in zip(names, cards, strict=True):
        facts = (card.place, card.front.name if card.front else "hidden", card.about)
        assert all(each.replace(TURNS, "") in name for each in facts), name


def test_moves_are_spoken_in_order_and_then_the_turn(seat: Seat) -> None:
    others = replace(TABLE, is_turn=False, heading=f"{NAMES[1]} is to move", log=(), talk=())
    seat.show(others)
    reader = ScreenReader(seat.driver)
    moves = ("Bob tells you: red.", "Cleo plays red 1.", "Bob discards blue 2.")
    announced: list[str] = []
    for count in range(1, len(moves) + 1):
        seat.show(replace(others, log=tuple(map(Words, moves[:count]))))
        announced += reader.announced()
    seat.show(replace(others, is_turn=True, heading="Your turn", log=tuple(map(Words, moves))))
    announced += reader.announced()
    assert announced[: len(moves) + 1] == [*moves, "Your turn"]


def test_the_end_of_the_game_is_spoken(seat: Seat) -> None:
    seat.show(TABLE)
    reader = ScreenReader(seat.driver)
    ended = replace(TABLE, kind=PageKind.END, is_turn=False, heading="The game is over: 21 points")
    seat.show(ended)
    assert "The game is over: 21 points" in reader.announced()


def test_a_preview_is_spoken_when_its_card_is_touched(seat: Seat) -> None:
    seat.show(TABLE)
    reader = ScreenReader(seat.driver)
    seat.one("#own button.face").click()
    assert reader.announced() == [seat.one("#moves .preview").text]


def test_nothing_without_words_is_spoken(seat: Seat) -> None:
    seat.show(TABLE)
    lines = ScreenReader(seat.driver).page()
    assert [each for each in lines if each in ("image", "img", "button") or each == "\u25cf"] == []
