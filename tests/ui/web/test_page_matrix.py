"""A sample of all phases, sizes, colours and languages; `make axe` looks at all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.ui.words import i18n
from tests.lengths import mostly_long, sampled

from .live_browser import Seat, server
from .page_matrix import LYING, REACHED, RIGHT, Look, fits, measured, open_as, show, tabbed
from .phases import phases

SAMPLE = (
    "menu",
    "form",
    "codes",
    "lobby-doubts",
    "hanabi-5-setting-up",
    "hanabi-5-own-card",
    "hanabi-2-ended-well",
    "ikebana-5-away",
    "koikoi-2-turn",
    "koikoi-2-replay",
    "board-hanabi-5-game",
    "board-lobby",
)
LOOKS = (
    Look((320, 568), text="200%", language="fr"),
    Look((360, 740), is_dark=True, language="ro"),
    Look((1280, 800), is_dark=True, text="200%"),
    Look(LYING),
    Look((1920, 1080)),
)


@pytest.fixture
def seat(chrome: Chrome) -> Iterator[Seat]:
    yield Seat(chrome)
    i18n.choose("en")


@sampled(1)
@pytest.mark.parametrize("look", mostly_long(LOOKS, 3), ids=str)
def test_no_text_overlaps_or_is_pale_or_sticks_out(seat: Seat, look: Look) -> None:
    i18n.choose(look.language)
    with server() as address:
        open_as(seat, look, address)
        shown = {name: each for name, each in phases(*SAMPLE).items() if fits(name, look)}
        assert {name: measured(seat, each) for name, each in shown.items()} == dict.fromkeys(
            shown, RIGHT
        )


@pytest.mark.parametrize("name", ["form", "hanabi-2-turn", "lobby-host"])
def test_the_tabulator_reaches_every_button_in_sight(seat: Seat, name: str) -> None:
    with server() as address:
        open_as(seat, Look((360, 740)), address)
        assert tabbed(seat, phases(name)[name]) == REACHED


def test_the_title_of_a_board_takes_few_lines_on_a_phone(seat: Seat) -> None:
    with server() as address:
        open_as(seat, Look((360, 740)), address)
        for phase in phases("board-*").values():
            show(seat, phase)
            assert seat.run("return document.querySelector('#heading').offsetHeight") < 740 / 5
