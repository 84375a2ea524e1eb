"""A table on the big screen: nobody plays at that computer, and the phones' seats run on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.needs import need

from .board_room import BigScreen, phone, ready, screen
from .web_program import Finger, program

BOARD = ("host", "--board", "--option", "first=1", "--option", "red=1")


def seat(board: BigScreen, phone: Finger, name: str) -> None:
    """Somebody scans what is shown, and says a name."""
    phone.come(board.until(board.codes)[0])
    phone.type(name, button="OK")
    board.until(lambda: name in board.texts("#board .tokens b"))


@pytest.fixture
def room(chrome: Chrome) -> tuple[BigScreen, list[Finger]]:
    need("posix")
    return screen(chrome), [phone(chrome) for _each in range(3)]


def test_three_phones_play_to_the_end_and_again(
    room: tuple[BigScreen, list[Finger]], tmp_path: Path
) -> None:
    board, phones = room
    with program(tmp_path, *BOARD, "--phones", "3") as host:
        board.come(host.address)
        for each, name in zip(phones, ("Ana", "Ben", "Cleo"), strict=True):
            seat(board, each, name)
        for each in phones:
            ready(each)
        board.until(lambda: board.heading().startswith("Ana is to move"))
        for each in phones * 40:
            if each.play(touches=2) == "end":
                break
        board.until(lambda: board.heading() == "The game has ended.")
        board.wait_for("All players have signed the result.")
        for each in phones:
            each.press("Play again")
            each.press("Confirm")
        for each in phones:
            ready(each)
        board.until(lambda: "is to move" in board.heading())
        assert not board.complaints()
