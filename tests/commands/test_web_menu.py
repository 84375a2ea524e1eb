"""`p2phanabi web`: from the menu to a table and back, without a command."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.paths import Home
from tests.lengths import long
from tests.needs import need

from .board_room import BigScreen, phone, ready, screen
from .web_program import Player, program


@pytest.fixture
def player(chrome: Chrome) -> Player:
    need("posix")
    return Player(chrome)


def test_a_game_is_begun_left_and_continued_from_the_menu(player: Player, tmp_path: Path) -> None:
    with program(tmp_path / "home", "web") as web:
        player.come(web.address)
        player.wait_for("What is your name?")
        player.type("Zoé", button="OK")
        player.press("Practise with bots")
        player.press("Koi-Koi")
        player.press("12")
        player.press("Begin")
        player.wait_for_turn()
        assert Home(tmp_path / "home").known_player().name == "Zoé"
        player.press("More")
        player.press("Leave; you can come back later")
        player.press("Confirm")
        player.press_beginning("Continue")
        player.wait_for_turn()
        player.press("More")
        player.press("Leave; you can come back later")
        player.press("Confirm")
        player.press("List the games you have played")
        player.wait_for("No games played here yet.")  # it is not over
        player.press("Go back")
        player.wait_for("What would you like to do?")
        assert player.complaints() == []


@long
def test_the_big_screen_is_opened_left_and_continued(chrome: Chrome, tmp_path: Path) -> None:
    need("posix")
    board, phones = screen(chrome), [phone(chrome) for _each in range(2)]
    with program(tmp_path / "home", "web") as web:
        board.come(web.address)
        board.type("Zoé", button="OK")
        board.press("Telephones and one big screen")
        board.press("2")
        board.press("Open the table")
        for each, name in zip(phones, ("Ana", "Ben"), strict=True):
            code = str(board.until(board.codes)[0])
            assert urlsplit(code).netloc == urlsplit(web.address).netloc
            each.come(code)
            each.type(name, button="OK")
            board.until(partial(is_seated, board, name))
        for each in phones:
            ready(each)
        board.until(lambda: "is to move" in board.heading())
        leave(board)
        board.press("Continue on the big screen")
        board.until(lambda: "is to move" in board.heading())
        leave(board)


def is_seated(board: BigScreen, name: str) -> bool:
    return name in board.texts("#board .tokens b")


def leave(board: BigScreen) -> None:
    board.press("Leave")
    board.press("Confirm")
    board.wait_for("What would you like to do?")
