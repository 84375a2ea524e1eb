"""Games that are played on a page of the real program, in Chromium."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.lengths import long, mostly_long
from tests.needs import need
from tests.ui.web.live_browser import LONGEST_S

from .web_program import Finger, Player, Typist, audit, program

HOST = ("host", "--web", "--new", "--name", "Ada")
TOUCHES = () if os.environ.get("P2PHANABI_SOAK") else (10,)
LOST_AT_ONCE = ("--game", "hanabi", "--option", "red=1")


@pytest.fixture(scope="module")
def driver(chrome: Chrome) -> Chrome:
    need("posix")
    return chrome


def test_hanabi_from_the_first_move_to_the_replay_and_out(driver: Chrome, tmp_path: Path) -> None:
    with program(tmp_path, *HOST, *LOST_AT_ONCE, "--bots", "2") as host:
        player = Player(driver)
        player.come(host.address)
        player.until(lambda: player.kind == "table")
        assert player.play() == "end"
        player.wait_for("Red tokens: 1 of 1.")
        player.press("Replay")
        player.until(lambda: player.kind == "replay")
        player.wait_for("Hanabi, played by Ada")
        player.press("Close")
        player.until(lambda: player.kind == "end")
        assert player.complaints() == []
        player.press("Close the table")
        player.press("Confirm")
        assert host.process.wait(LONGEST_S) == 0
    code, sentence = audit(tmp_path)
    assert code == 0, sentence


HANDS = [(Finger, "koikoi"), (Typist, "ikebana"), (Finger, "ikebana"), (Finger, "hanabi")]


@long
@pytest.mark.parametrize("case", mostly_long(HANDS, 2))
def test_a_phone_is_touched_and_a_keyboard_is_enough(
    driver: Chrome, tmp_path: Path, case: tuple[type[Player], str]
) -> None:
    """Some moves; with P2PHANABI_SOAK=1 the whole game."""
    hand, game = case
    with program(tmp_path, *HOST, "--game", game, "--bots", "1") as host:
        player = hand(driver)
        player.come(host.address)
        player.until(lambda: player.kind == "table")
        # Ten moves can lose a game of Hanabi.
        assert player.play(*TOUCHES) in (("table", "end") if TOUCHES else ("end",))
        assert len([each for each in player.log_lines() if each.startswith("You ")]) > 1
        assert player.complaints() == []
