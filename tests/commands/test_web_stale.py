"""What is pressed on a real page just when the program has gone on to another one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.ui.web.live_page import CLOSE, Button, Dialog, Page, PlayMove, Press
from tests.ui.web.live_browser import Seat, server
from tests.ui.web.shown_pages import table

from .test_page_stage import CHANGED, staged

TABLE = table("hanabi", 2, 9)
STOP = "End the game for all?"


@pytest.fixture(scope="module")
def browser(chrome: Chrome) -> Iterator[tuple[Seat, str]]:
    with server() as address:
        yield Seat(chrome), address


class Late:
    """A page that shows what the program showed before, until the next snapshot reaches it."""

    def __init__(self, seat: Seat, first: Page) -> None:
        self.seat = seat
        self.wire, self.scene, self.stage = staged()
        self.go_on(first)
        self.arrive()

    def go_on(self, page: Page) -> None:
        self.scene.shown = page
        self.stage.refresh()

    def arrive(self) -> None:
        self.seat.run("window.tried.onSnapshot(arguments[0])", self.wire.shown[-1])

    def send(self) -> None:
        """Let the program hear what was pressed."""
        for each in self.seat.run("return window.tried.sent.splice(0)"):
            self.stage._received(json.dumps(each).encode())
        self.arrive()

    def confirm(self) -> None:
        self.seat.until(lambda: self.seat.one("#moves .main").is_enabled())
        self.seat.one("#moves .main").click()


@pytest.fixture
def late(browser: tuple[Seat, str]) -> Late:
    seat, address = browser
    seat.open(address)
    return Late(seat, TABLE)


def test_a_move_is_made_wherever_it_stands_in_the_new_list(late: Late) -> None:
    card = TABLE.sorts[1]
    late.seat.one(f'button[data-card="{card}"]').click()
    played = next(each for each in TABLE.moves if card in each.cards and each.is_usual)
    late.go_on(replace(TABLE, moves=TABLE.moves[::-1], log=()))
    late.confirm()
    late.send()
    assert late.scene.done == [PlayMove(played.name)]
    assert CHANGED not in late.seat.one("#messages").text


def test_a_move_that_has_gone_is_refused_and_another_can_be_made(late: Late) -> None:
    first, second = (f'button[data-card="{card}"]' for card in TABLE.sorts[:2])
    late.seat.one(first).click()
    rest = tuple(each for each in TABLE.moves if TABLE.sorts[0] not in each.cards)
    late.go_on(replace(TABLE, moves=rest))
    late.confirm()
    late.send()
    assert late.scene.done == []
    assert CHANGED in late.seat.one("#messages").text
    late.seat.one(second).click()
    late.confirm()
    late.send()
    assert len(late.scene.done) == 1
    assert CHANGED not in late.seat.one("#messages").text


def test_a_confirm_for_one_dialog_does_not_confirm_the_next(late: Late) -> None:
    confirm = (Button("answer", "Confirm", is_main=True), Button(CLOSE, "Cancel"))
    late.go_on(replace(TABLE, dialog=Dialog("Leave the table?", buttons=confirm)))
    late.arrive()
    late.go_on(replace(TABLE, dialog=Dialog(STOP, buttons=confirm)))
    late.seat.button("Confirm").click()
    late.send()
    assert late.scene.done == []
    assert late.seat.texts("#dialog h2") == [STOP]
    late.seat.button("Confirm").click()
    late.send()
    assert late.scene.done == [Press("answer")]
