"""A page that loses its program, or its seat, and comes back: the real program, in Chromium."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.lengths import long
from tests.needs import need

from .test_web_games import HOST, LOST_AT_ONCE
from .web_program import Player, program

BOT = ("--bots", "1")
WRONG = "A" * 48


@pytest.fixture(scope="module")
def player(chrome: Chrome) -> Player:
    need("posix")
    return Player(chrome)


@long
def test_a_page_comes_back_by_itself_whatever_was_lost(player: Player, tmp_path: Path) -> None:
    with program(tmp_path, *HOST, *LOST_AT_ONCE, *BOT) as host:
        player.come(host.address)
        player.until(lambda: player.kind == "table")
        player.wait_for_turn()

        player.driver.refresh()
        player.until(player.is_open)
        player.wait_for_turn()

        host.process.send_signal(signal.SIGSTOP)  # as a machine that sleeps
        player.until(lambda: player.state == "lost")
        host.process.send_signal(signal.SIGCONT)
        player.until(player.is_open)

        host.kill()
        player.until(lambda: player.state == "lost")
    with program(tmp_path, "resume", "--web") as again:
        assert again.address.partition("#")[0] == host.address.partition("#")[0]
        player.until(player.is_open)
        player.wait_for_turn()
        assert player.play() == "end"


def test_the_seat_is_in_one_tab_at_a_time_and_nobody_elses(player: Player, tmp_path: Path) -> None:
    with program(tmp_path, *HOST, *LOST_AT_ONCE, *BOT) as host:
        player.come(host.address)
        player.until(lambda: player.kind == "table")
        driver: Chrome = player.driver
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(host.address.partition("#")[0])
        player.until(player.is_open)
        driver.switch_to.window(first)
        player.wait_for("This seat is open in another tab or on another device.")
        player.press("Use it here")
        player.until(player.is_open)
        driver.switch_to.window(driver.window_handles[-1])
        player.until(lambda: player.state == "elsewhere")
        driver.close()
        driver.switch_to.window(first)

        player.run("localStorage.clear()")
        driver.get("about:blank")
        driver.get(f"{host.address.partition('#')[0]}#{WRONG}")
        player.wait_for(
            "This page may not show the seat: its code is wrong or has already been used."
        )
