"""A finished game is looked at on phones, whose seats run on the computer that has opened it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.lengths import long
from tests.needs import need

from .board_room import BigScreen, phone, play_again, ready, screen
from .test_web_board import BOARD, killed, process_of, seat
from .web_program import OPEN, Finger, Player, program

STEP = "document.querySelector('#steps [data-key=forward]').click()"
"""One move forward."""
LAST = "document.querySelector('#steps [data-key=last]').click()"
"""To the last move."""
CLOSE = "document.querySelector('[data-key=\"press close\"]').click()"


@pytest.fixture
def room(chrome: Chrome) -> tuple[BigScreen, Finger, Finger]:
    need("posix")
    return screen(chrome), phone(chrome), phone(chrome)


def heading(player: Player) -> str:
    return str(player.texts("#heading")[0])


def close(player: Player, is_closed: Callable[[], bool]) -> None:
    """Press until it is so: what is pressed while the page changes may be refused."""

    def pressed() -> bool:
        if player.kind == "replay":
            player.run(OPEN, "Close")
            player.press_if_there("Close")
        return is_closed()

    player.until(pressed)


def look_together(player: Player) -> None:
    """Press until it is so, as above."""

    def pressed() -> bool:
        if player.kind != "replay":
            player.run(OPEN, "Look at it together")
            player.press_if_there("Look at it together")
        return player.kind == "replay"

    player.until(pressed)


def is_at_end(player: Player) -> bool:
    return player.kind == "end"


def test_a_phone_looks_at_a_game_with_its_host(
    room: tuple[BigScreen, Finger, Finger], tmp_path: Path, short_game: Path
) -> None:
    host, ben, _unused = room
    words = ("review", str(short_game), "--phones", "1", "--web", "--name", "Ana", "--open")
    with program(tmp_path, *words) as ana:
        host.come(ana.address)
        ben.come(host.until(lambda: host.all("#codes code"))[0].text)
        ben.until(lambda: ben.all("input"))
        assert not ben.shows("could read every card")  # no card is hidden here
        ben.type("Ben", button="OK")
        host.wait_for("Ben")
        for each in (ben, host):
            ready(each)
        host.until(lambda: "You lead Ben." in heading(host))
        host.run(STEP)
        ben.until(lambda: heading(ben) == "Move 1 of 3. Ana leads.")
        killed(tmp_path / "phones" / "1")
        ben.until(lambda: ben.state == "lost")
        ben.until(lambda: ben.is_open() and heading(ben) == "Move 1 of 3. Ana leads.")
        host.until(lambda: "You lead Ben." in heading(host))
        host.run(CLOSE)
        host.until(lambda: host.state == "finished")
        ben.until(lambda: ben.state == "stopped")
        assert "The program was closed on its computer." in ben.texts("#state")[0]
    with program(tmp_path, *words) as ana:
        host.come(ana.address)
        ben.until(lambda: ben.is_open() and ben.all("input"))


@long
def test_phones_look_at_a_game_on_the_big_screen(
    room: tuple[BigScreen, Finger, Finger], tmp_path: Path, short_game: Path
) -> None:
    board, ana, ben = room
    words = ("review", str(short_game), "--board", "--phones", "2")
    with program(tmp_path, *words) as host:
        board.come(host.address)
        for each, name in ((ana, "Ana"), (ben, "Ben")):
            seat(board, each, name)
        for each in (ana, ben):
            ready(each)
        ana.until(lambda: "You lead Ben." in heading(ana))
        ana.run(STEP)
        board.until(lambda: board.heading() == "Move 1 of 3. Ana leads.")
        ben.until(lambda: heading(ben) == "Move 1 of 3. Ana leads.")
        ben.use(ben.all("#areas button.face")[0])
        ben.press("Point")
        board.wait_for("Ben points at: ")
        assert not board.all("#board .felt button")
        first = killed(tmp_path / "board")  # it runs the other phone's seat too
        ana.until(lambda: ana.state == "lost")
        board.until(lambda: process_of(tmp_path / "board") not in (0, first))
        board.until(lambda: board.heading() == "Move 1 of 3. Ana leads.")
        ana.until(lambda: ana.is_open() and "You lead Ben." in heading(ana))
        close(ana, lambda: ana.shows("The others still look at the game."))
        ben.until(lambda: "You lead" in heading(ben))
        ben.run(LAST)  # those who were killed may have come back where they were, or at the start
        board.until(lambda: board.heading() == "Move 3 of 3. Ben leads.")
        close(ben, lambda: board.shows("Open another table"))
    assert not any((tmp_path / "board").glob("**/tables/*"))


def test_a_board_shows_what_is_looked_at_after_a_game(
    room: tuple[BigScreen, Finger, Finger], tmp_path: Path
) -> None:
    board, ana, ben = room
    with program(tmp_path, *BOARD, "--phones", "2") as host:
        board.come(host.address)
        for each, name in ((ana, "Ana"), (ben, "Ben")):
            seat(board, each, name)
        for each in (ana, ben):
            ready(each)
        while board.heading() != "The game has ended.":
            for each in (ana, ben):
                if each.kind == "table" and heading(each) == "YOUR TURN":
                    each.play(touches=1)
        for each in (ana, ben):
            look_together(each)
        board.until(lambda: "leads." in board.heading())
        leader = next(each for each in (ana, ben) if "You lead" in heading(each))
        leader.run(STEP)
        board.until(lambda: board.heading().startswith("Move 1 of "))
        for each in (ana, ben):
            close(each, partial(is_at_end, each))
        board.until(lambda: board.heading() == "The game has ended.")
        for each in (ana, ben):
            play_again(each)
        board.until(lambda: {"Ana", "Ben"} <= set(board.texts("#board .tokens b")))
