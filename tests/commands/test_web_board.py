"""A table on the big screen: nobody plays at that computer, and the phones' seats run on it."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome

from tests.lengths import long
from tests.needs import need

from .board_room import BigScreen, phone, play_again, ready, screen
from .web_program import Finger, program

ANA_FIRST = ("host", "--board", "--option", "first=1")
BOARD = (*ANA_FIRST, "--option", "red=1")


def seat(board: BigScreen, phone: Finger, name: str) -> str:
    """Somebody scans what is shown, and says a name; return what was scanned."""
    code = str(board.until(board.codes)[0])
    phone.come(code)
    phone.type(name, button="OK")
    board.until(lambda: name in board.texts("#board .tokens b"))
    phone.until(lambda: phone.kind == "lobby")
    return code


@pytest.fixture
def room(chrome: Chrome) -> tuple[BigScreen, list[Finger]]:
    need("posix")
    return screen(chrome), [phone(chrome) for _each in range(3)]


@long
def test_three_phones_play_to_the_end_and_again(
    room: tuple[BigScreen, list[Finger]], tmp_path: Path
) -> None:
    board, phones = room
    with program(tmp_path, *BOARD, "--phones", "3") as host:
        board.come(host.address)
        names = zip(phones, ("Ana", "Ben", "Cleo"), strict=True)
        places = {urlsplit(host.address).netloc}
        for each, name in names:
            places.add(urlsplit(seat(board, each, name)).netloc)
            ready(each)  # once: it stays so when the next one comes
        assert len(places) == 1
        board.until(lambda: board.heading().startswith("Ana is to move"))
        for each in phones * 40:
            if each.play(touches=2) == "end":
                break
        board.until(lambda: board.heading() == "The game has ended.")
        board.wait_for("All players have signed the result.")
        for each in phones:
            play_again(each)
        board.until(lambda: {"Ana", "Ben", "Cleo"} <= set(board.texts("#board .tokens b")))
        for each in phones:
            ready(each)
        board.until(lambda: "is to move" in board.heading())
        assert not board.complaints()


@long
def test_board_and_phones_come_back_after_each_was_killed(
    room: tuple[BigScreen, list[Finger]], tmp_path: Path
) -> None:
    board, (ana, ben, _unused) = room
    options = ("--phones", "2", "--option", "red=3")
    with program(tmp_path, *BOARD, *options) as host:
        board.come(host.address)
        for each, name in ((ana, "Ana"), (ben, "Ben")):
            seat(board, each, name)
        for each in (ana, ben):
            ready(each)
        board.until(lambda: board.heading().startswith("Ana is to move"))
        seats = tmp_path / "board", tmp_path / "board" / "phones" / "1"
        former = process_of(seats[1])
        first = killed(seats[0])  # it has the first seat, and runs the other
        ana.until(lambda: ana.state == "lost")
        board.until(lambda: process_of(seats[0]) not in (0, first))
        ana.until(lambda: is_at_table(ana))
        ben.until(lambda: process_of(seats[1]) not in (0, former))
        ben.until(lambda: is_at_table(ben))
        second = killed(seats[1])
        ben.until(lambda: ben.state == "lost")
        ben.until(lambda: process_of(seats[1]) not in (0, second))
        ben.until(lambda: is_at_table(ben))
        host.kill()
        board.until(lambda: board.state == "lost")
        ana.until(lambda: ana.state == "lost")
    with program(tmp_path, "resume", "--board"):
        board.until(board.is_open)
        board.until(lambda: board.heading().startswith("Ana is to move"))
        ana.until(lambda: is_at_table(ana))
        ben.until(lambda: is_at_table(ben))


def is_at_table(phone: Finger) -> bool:
    return phone.is_open() and phone.kind == "table" and not phone.shows("Waiting")


def killed(home: Path) -> int:
    """Kill the process whose data directory this is, and return its number."""
    number = process_of(home)
    assert number
    os.kill(number, signal.SIGKILL)
    return number


def process_of(home: Path) -> int:
    """The process that plays the seat of this data directory; 0 if there is none."""
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        with contextlib.suppress(OSError):
            if link.readlink().is_relative_to(home / "tables"):
                return int(link.parts[2])
    return 0


@long
def test_phone_plays_with_a_bot_beside_a_board(chrome: Chrome, tmp_path: Path) -> None:
    need("posix")
    board, ana = screen(chrome), phone(chrome)
    with program(tmp_path, *ANA_FIRST, "--phones", "1", "--bots", "1") as host:
        board.come(host.address)
        seat(board, ana, "Ana")
        board.wait_for("Wren")
        ready(ana)
        board.until(lambda: board.heading().startswith("Ana is to move"))

        def bot_has_moved() -> bool:
            if board.heading().startswith("Ana is to move"):
                ana.play(touches=1)  # a touch may miss while the page changes
            return board.shows("Wren ")

        board.until(bot_has_moved)
        host.kill()
        ana.until(lambda: ana.state == "lost")
    with program(tmp_path, "resume", "--board"):
        board.until(board.is_open)
        ana.until(lambda: is_at_table(ana))
        ana.play()
        ana.until(lambda: ana.kind == "end")
        board.until(lambda: board.heading() == "The game has ended.")
