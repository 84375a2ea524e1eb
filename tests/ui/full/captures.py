"""Text captures of the full screen: `python -m tests.ui.full.captures` prints all of them.

With `--docs` it writes those that docs/play.md shows into it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from p2p_hanabi.ui.dialogue import PlainTable
from p2p_hanabi.ui.full.canvas import Size, as_rows
from p2p_hanabi.ui.full.gathering import Busy, Choice, Code, Lobby
from p2p_hanabi.ui.full.hanabi_table import HanabiTable
from p2p_hanabi.ui.full.look import Look
from p2p_hanabi.ui.full.scene import Scene
from p2p_hanabi.ui.full.talk_scene import AnyTable
from p2p_hanabi.ui.port import Kept
from protocol.game import Seat
from protocol.status import Ending, How
from tests.ui.table_port import BOT, DealtTable
from tests.ui.test_lobby import CELLAR, KITCHEN, Found, Gathering, Sitter
from tests.ui.test_lobby import Lobby as AtLobby

PLAY = Path(__file__).parents[3] / "docs" / "play.md"
SHOWN = ("five seats at 80x24", "a hint before it is given")


class Cheated(DealtTable):
    """A table that has ended because of Chi."""

    def ending(self) -> Ending | None:
        return Ending(How.CHEAT, Seat(2), "the claim does not hold")


def dealt(seats: int = 5, moves: int = 20, game: str = "hanabi") -> DealtTable:
    """At one's own turn, after so many moves."""
    port = DealtTable(seats, game=game, seed=3)
    port.until_my_turn()
    while len(port.view().log) < moves and port.ending() is None:
        port.play(BOT(port.view()))
        port.until_my_turn()
    return port


def still() -> float:
    return 0.0


def hanabi(port: DealtTable, *keys: str) -> HanabiTable:
    scene = HanabiTable(port, still)
    scene.look()
    for key in keys:
        scene.press(key)
    return scene


def talk(game: str, seats: int) -> AnyTable:
    port = dealt(seats, 0, game)
    scene = AnyTable(port, PlainTable(port, asks=True))
    for _ in range(4):  # what leaves no choice is done by looking
        scene.look()
        port.until_my_turn()
    return scene


def ended() -> HanabiTable:
    port = dealt(3, 1000)
    scene = hanabi(port)
    scene.finish_table(Kept(Path("transcripts/hanabi.p2ph"), None, port.faces))
    return scene


def objection() -> HanabiTable:
    port = Cheated(3)
    scene = hanabi(port)
    scene.finish_table(Kept(Path("transcripts/hanabi.p2ph"), Path("tables/5f3a/evidence")))
    return scene


def away() -> HanabiTable:
    port = dealt()
    port.absent = {Seat(2): 34.0}
    return hanabi(port)


def lobby() -> Lobby:
    sitters = (Sitter("Ana"), Sitter("Ben", is_ready=True))
    scene = Lobby(AtLobby(Gathering(sitters=sitters)))
    scene.look()
    return scene


def choice() -> Choice:
    scene = Choice(Found(KITCHEN, CELLAR))
    scene.look()
    return scene


def code() -> Code:
    scene = Code()
    for key in "acorn-am":
        scene.press(key)
    return scene


def captures() -> Iterator[tuple[str, Scene, Size, Look]]:
    small, usual, large = Size(60, 20), Size(80, 24), Size(120, 40)
    look = Look()
    yield "tables found", choice(), usual, look
    yield "the code", code(), usual, look
    yield "the network is asked", Busy(), usual, look
    yield "the lobby", lobby(), usual, look
    yield "setting up", hanabi(DealtTable(5, me=1)), usual, look
    yield "five seats at 80x24", hanabi(dealt()), usual, look
    yield "five seats at 60x20", hanabi(dealt()), small, look
    yield "five seats at 120x40", hanabi(dealt()), large, look
    yield "five seats in ASCII", hanabi(dealt()), usual, replace(look, is_ascii=True)
    yield "two seats at 60x20", hanabi(dealt(2)), small, look
    yield "a hint before it is given", hanabi(dealt(), "h", "4", "3"), usual, look
    yield "looking back", hanabi(dealt(), "pageup", "left"), usual, look
    yield "a player is away", away(), usual, look
    yield "help", hanabi(dealt(), "?"), usual, look
    yield "leaving", hanabi(dealt(), "q"), usual, look
    yield "an objection", objection(), usual, look
    yield "the end", ended(), usual, look
    yield "ikebana", talk("ikebana", 3), usual, look
    yield "koikoi", talk("koikoi", 2), usual, look


def capture(scene: Scene, size: Size, look: Look) -> str:
    return "\n".join(as_rows(scene.paint(size, look)))


def in_document(document: str) -> str:
    """The document with its captures made anew."""
    for name, scene, size, look in captures():
        if name in SHOWN:
            head, rest = document.split(f"<!-- capture: {name} -->\n```text\n")
            tail = rest.partition("\n```")[2]
            made = capture(scene, size, look)
            document = f"{head}<!-- capture: {name} -->\n```text\n{made}\n```{tail}"
    return document


def main(arguments: list[str]) -> None:
    if arguments == ["--docs"]:
        PLAY.write_text(in_document(PLAY.read_text(encoding="utf-8")), encoding="utf-8")
        return
    for name, scene, size, look in captures():
        head = f"== {name} ".ljust(size.columns, "=")
        sys.stdout.write(f"{head}\n{capture(scene, size, look)}\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
