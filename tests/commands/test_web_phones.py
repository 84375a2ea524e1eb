"""A phone at a host's table: its page is of a process of its own, which ends with its host."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome

from tests.lengths import long
from tests.needs import need
from tests.ui.web.live_browser import chromium

from .test_web_games import HOST
from .web_program import Finger, Player, program

TAKE = """
localStorage.clear();
Object.entries(arguments[0]).forEach(([name, value]) => localStorage.setItem(name, value));
location.reload();
"""
"""Be the device with these secrets."""


@pytest.fixture
def browsers(chrome: Chrome, tmp_path: Path) -> Iterator[tuple[Player, Finger]]:
    need("posix")
    with chromium(tmp_path / "phone") as phone:
        yield Player(chrome), Finger(phone)


def test_a_phone_sits_down_plays_and_comes_back(
    browsers: tuple[Player, Finger], tmp_path: Path
) -> None:
    player, phone = browsers
    home = tmp_path / "home"
    with program(home, *HOST, "--option", "first=2", "--phones", "1") as host:
        player.come(host.address)
        code = player.until(lambda: player.all("#codes code"))[0].text
        assert urlsplit(code).netloc == urlsplit(host.address).netloc
        phone.come(code)
        phone.wait_for("Your seat runs on the computer that opened the table")
        phone.type("Ben", button="OK")
        player.wait_for("Ben")
        phone.press("I am ready")
        player.press("I am ready")
        phone.wait_for_turn()
        phone.play(touches=2)
        player.until(lambda: any(each.startswith("Ben ") for each in player.log_lines()))
        phone.press("More")
        phone.press("Leave; you can come back later")
        phone.press("Confirm")
        phone.until(lambda: phone.state == "left")
        assert (
            phone.one("body").text == "You have left. Your seat is kept on its computer.\nCome back"
        )
        player.wait_for("Ben has left")
        player.play(touches=2)  # the game goes on until it is Ben's turn
        phone.press("Come back")
        phone.until(lambda: phone.is_open() and phone.kind == "table")
        player.until(lambda: not player.shows("Ben has left"))
        phone.wait_for_turn()  # a third card played blindly could end the game
        kept = phone.run("return { ...localStorage }")
        phone.run("localStorage.clear()")  # it is another one now, which scans a new code
        player.press("More")
        player.press("New codes for phones")
        phone.come(player.until(lambda: player.all("#dialog .code code"))[0].text)
        phone.until(lambda: phone.kind == "table")
        player.press("Close")
        anew = phone.run("return { ...localStorage }")
        phone.run(TAKE, kept)
        phone.until(lambda: phone.state == "refused")
        phone.run(TAKE, anew)
        phone.until(phone.is_open)
        host.kill()
        phone.until(lambda: phone.state == "lost")
    with program(home, "resume", "--web"):
        player.until(player.is_open)
        phone.until(phone.is_open)
        phone.until(lambda: phone.kind == "table")
        player.press("More")
        player.press("Continue on a phone")
        phone.come(player.until(lambda: player.all("#dialog .code code"))[0].text)
        player.until(lambda: player.state == "elsewhere")
        phone.until(lambda: phone.is_open() and phone.kind == "table")


@long
def test_returning_phone_plays_again_under_its_name(
    browsers: tuple[Player, Finger], tmp_path: Path
) -> None:
    player, phone = browsers
    options = ("--option", "first=2", "--option", "red=1", "--phones", "1")
    with program(tmp_path / "home", *HOST, *options) as host:
        player.come(host.address)
        phone.come(player.until(lambda: player.all("#codes code"))[0].text)
        phone.type("Ben", button="OK")
        player.wait_for("Ben")
        phone.press("I am ready")
        player.press("I am ready")
        phone.wait_for_turn()
        phone.press("More")
        phone.press("Leave; you can come back later")
        phone.press("Confirm")
        phone.until(lambda: phone.state == "left")
        phone.press("Come back")
        phone.until(lambda: phone.is_open() and phone.kind == "table")
        turns = cycle((phone, player))
        while next(turns).play(touches=2) != "end":
            pass
        for each in (phone, player):
            each.press("Play again")
        phone.until(lambda: phone.kind == "lobby")
        phone.wait_for("you, not ready yet")
        phone.press("I am ready")
        player.press("I am ready")
        phone.wait_for_turn()
