"""A guest's computer lends a seat to a phone, at a table that somebody else has opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.lengths import long
from tests.needs import need

from .board_room import phone, play_again, ready, screen
from .web_program import Finger, Player, Program, program

TABLE = ("host", "--new", "--web", "--seats", "3", "--open", "--port", "0", "--option", "red=1")


@pytest.fixture
def players(chrome: Chrome) -> tuple[Player, Player, Finger]:
    need("posix")
    return screen(chrome), screen(chrome), phone(chrome)


def address_of(host: Player) -> str:
    """Where the others find the table."""
    host.wait_for("its address is")
    words = host.texts("body")[0].split()
    return next(word.rstrip(".") for word in words if word.startswith("127."))


@contextmanager
def begun(players: tuple[Player, Player, Finger], folder: Path) -> Iterator[Program]:
    """A table at which all three sit and play, while the guest's program runs, which is yielded."""
    host, guest, phone = players
    with program(folder / "host", *TABLE, "--name", "Ana", "--option", "first=1") as first:
        host.come(first.address)
        where = address_of(host)
        lends = ("join", "--new", "--web", "--phones", "1", "--name", "Bo", "--connect", where)
        with program(folder / "guest", *lends) as second:
            guest.come(second.address)
            phone.come(guest.until(lambda: guest.texts("#codes code"))[0])
            phone.type("Cleo", button="OK")
            host.wait_for("Cleo")
            host.wait_for("same computer as Bo")
            guest.wait_for("same computer as you")
            for each in (phone, guest, host):
                ready(each)
            host.wait_for_turn()
            yield second


@long
def test_guest_lends_a_seat_that_all_see_on_its_machine(
    players: tuple[Player, Player, Finger], tmp_path: Path
) -> None:
    host, guest, phone = players
    with begun(players, tmp_path):
        for each in (host, guest, phone) * 60:
            if each.play(touches=2) == "end":
                break
        for each in (host, guest, phone):
            play_again(each)
        host.wait_for("Cleo")
        host.wait_for("same computer as Bo")
        for each in (phone, guest, host):
            ready(each)
        host.until(lambda: host.kind == "table")


@long
def test_lent_seat_comes_back_with_its_lender(
    players: tuple[Player, Player, Finger], tmp_path: Path
) -> None:
    host, guest, phone = players
    with begun(players, tmp_path) as lender:
        lender.kill()
        phone.until(lambda: phone.state == "lost")
        with program(tmp_path / "guest", "resume", "--web"):
            guest.until(lambda: guest.is_open() and guest.kind == "table")
            phone.until(lambda: phone.is_open() and phone.kind == "table")
            host.play(touches=2)
            phone.until(lambda: any(each.startswith("Ana ") for each in phone.log_lines()))
