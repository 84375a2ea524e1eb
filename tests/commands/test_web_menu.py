"""`p2phanabi web`: from the menu to a table and back, without a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.paths import Home
from tests.needs import need

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
