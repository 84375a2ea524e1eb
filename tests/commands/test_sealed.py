"""What is wanted after a game works without another file of the program: it was loaded before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.commands.test_again import lose
from tests.lengths import long
from tests.needs import need
from tests.ui.kit.test_real_program import ROOT, Tmux, has
from tests.ui.web.live_browser import LONGEST_S

from . import web_program

LOOPBACK = ("--interface", "127.0.0.1")
SHORT = ("--option", "first=1", "--option", "red=1")
LOADED = "what follows the game is loaded"
SEALED = ("-m", "tests.commands.sealed")


class Player(Tmux):
    """At a terminal, in whose process nothing more is loaded once it is sealed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder
        self._starts = 0

    def play(self, *words: str) -> None:
        self._starts += 1
        self.start(str(self._folder), *words, *LOOPBACK, program=SEALED)

    def seal(self) -> None:
        """Seal it as soon as all is loaded; the dealing takes longer."""
        log = self.home / "log"
        self.until(lambda _shown: log.read_text("utf-8").count(LOADED) == self._starts)
        (self._folder / "seal").touch()

    @property
    def refused(self) -> list[str]:
        """What was to be loaded since then."""
        return (self._folder / "refused").read_text(encoding="utf-8").splitlines()

    @property
    def page(self) -> str:
        """The web page of the one game that was played here."""
        (page,) = (self.home / "transcripts").glob("*.html")
        return page.read_text(encoding="utf-8")


@pytest.fixture
def ana(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    player = Player(tmp_path_factory.mktemp("a"))
    yield player
    player.end()


@pytest.fixture
def ben(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    player = Player(tmp_path_factory.mktemp("b"))
    yield player
    player.end()


def begin(ana: Player, ben: Player) -> None:
    ana.until(has("Ben: not ready yet"))
    ben.type("ready", "Enter")
    ana.until(has("Ben: ready"))
    ana.type("r")
    ana.until(has("Are you ready?"))
    ana.type("Enter")
    ana.until(has("YOUR TURN"))
    ben.until(has("cards are left in the pile."))


def leave(one: Player) -> None:
    one.type("C-c", "C-c")
    one.until(has("EXIT 130"))


def test_nothing_is_loaded_after_the_deal(ana: Player, ben: Player) -> None:
    """Two games, on the full screen and in lines, with all that follows the first."""
    ana.play("host", "--seats", "2", "--name", "Ana", "--open", *SHORT)
    invited = ana.until(has("--connect")).split()
    address = invited[invited.index("--connect") + 1].rstrip('".')
    ben.play("join", "--plain", "--connect", address, "--name", "Ben")
    begin(ana, ben)
    leave(ben)
    ben.play("resume", "--plain")
    ben.until(has("Ana is to move"))
    for one in (ana, ben):
        one.seal()
    lose(ana, ben, "Score:")
    for one in (ana, ben):
        one.until(has("everything is correct, down to the last card"))
    ana.type("r")
    ana.until(has("REPLAY 0/"))
    ana.type("x", "q", "q")
    ana.until(has("a plays again"))
    ana.type("w")
    ana.until(has("The game was written to"))
    ana.type("h")
    ana.until(has("with Ben: score 0"))
    ben.until(has('"again" to play again'))
    ben.type("replay", "Enter")
    ben.until(has("The game is lost", "Ana still held"))
    ben.type("page", "Enter")
    ben.until(has("The game was written to"))
    ben.type("history", "Enter")
    ben.until(has("with Ana: score 0"))
    assert "<title>" in ana.page
    assert "<title>" in ben.page
    ben.type("again", "Enter")
    ana.until(has("Ben would like to play again."))
    ana.type("a", "Right")
    ana.until(has(">again<"))
    ana.type("Enter")
    begin(ana, ben)
    for one in (ben, ana):
        leave(one)
    assert ana.refused == ben.refused == []


@long
def test_nothing_is_loaded_after_the_deal_for_a_page(chrome: Chrome, tmp_path: Path) -> None:
    need("posix")
    home = tmp_path / "home"
    words = "host", "--web", "--new", "--name", "Ada", "--bots", "1", *LOOPBACK, *SHORT
    with subprocess.Popen(
        [sys.executable, *SEALED, str(tmp_path), *words],
        cwd=ROOT,
        env={**os.environ, "P2PHANABI_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
    ) as host:
        assert host.stdout is not None
        try:
            player = web_program.Player(chrome)
            player.come(host.stdout.readline().strip())
            player.until(lambda: player.kind == "table")
            player.wait_for_turn()
            player.until(lambda: LOADED in (home / "log").read_text("utf-8"))
            (tmp_path / "seal").touch()
            assert player.play() == "end"
            player.wait_for("everything is correct, down to the last card")
            player.press("Replay")
            player.until(lambda: player.kind == "replay")
            player.press("Close")
            player.until(lambda: player.kind == "end")
            player.press("Save as a web page")
            player.wait_for("Download")
            player.press("Close")
            player.press("Past games")
            player.wait_for("with Wren: score 0")
            player.press("Close the table")
            player.press("Confirm")
            assert host.wait(LONGEST_S) == 0
        finally:
            host.kill()
    assert (tmp_path / "refused").read_text(encoding="utf-8") == ""
