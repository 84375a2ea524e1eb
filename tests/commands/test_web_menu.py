"""`p2phanabi web`: from the menu to a table and back, without a command."""

from __future__ import annotations

import shutil
import time
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
        player.press("Past games")
        player.wait_for("No games played here yet.")  # it is not over
        player.wait_for("What would you like to do?")
        assert player.complaints() == []


def test_past_games_are_looked_at_from_the_menu(
    player: Player, tmp_path: Path, short_game: Path
) -> None:
    past = Home(tmp_path / "home").transcripts
    past.mkdir(parents=True)
    shutil.copy(short_game, past / "game.p2ph")
    with program(tmp_path / "home", "web") as web:
        player.come(web.address)
        player.type("Zoé", button="OK")
        player.press("Past games")
        player.press("game.p2ph")
        player.press("Watch it again, and try other moves")
        player.until(lambda: player.kind == "replay")
        player.press("Close")
        player.press("game.p2ph")
        player.press("See how it was played")
        player.wait_for("Hints given")
        player.press("Go back")
        player.press("Totals of all games")
        player.wait_for("Hints given: ")
        player.press("Go back")
        player.wait_for("with Ana, Ben and Chi: score 0")  # it is known now
        player.press_beginning(time.strftime("%Y"))
        player.press("Look at it together with others")
        player.until(lambda: player.kind == "lobby")
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
