"""The real program in a real terminal (tmux), against a bot: hosts, plays, leaves, comes back."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from p2p_hanabi.ui.kit.keyboard import FAST_S
from tests.needs import need

ROOT = Path(__file__).parents[3]
PATIENCE_S = 60.0
PICTURE_S = 0.02
"""So long after its first byte a picture is whole, mostly."""
LOOK_S = 1.0


class Tmux:
    """A server of its own, with one window of 80x24."""

    def __init__(self, folder: Path) -> None:
        need("tmux", "pseudo-terminals")
        self._folder = folder
        self.home = folder / "home"
        self._is_open = False
        self._drawn = folder / "drawn"
        """A pipe, in which stands whatever is written to the window."""
        os.mkfifo(self._drawn)
        self._reader = os.open(self._drawn, os.O_RDWR | os.O_NONBLOCK)

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", "socket", "-f", "/dev/null", *arguments],
            cwd=self._folder,  # the path of a socket must be short
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        return done.stdout

    def start(
        self,
        *arguments: str,
        program: tuple[str, ...] = ("-m", "p2p_hanabi"),
        size: tuple[int, int] = (80, 24),
        settings: tuple[str, ...] = (),
    ) -> None:
        """The program, and after it a line that tells its exit code."""
        fixed = f"P2PHANABI_HOME={self.home}", "LC_ALL=C.UTF-8", "NO_COLOR="
        command = ["env", *fixed, *settings, sys.executable, *program, *arguments]
        line = f"{shlex.join(command)}; echo EXIT $?; cat"
        if self._is_open:
            opening = ["respawn-pane", "-k", "-t", ":", line]
        else:
            columns, rows = map(str, size)
            opening = ["new-session", "-d", "-c", str(ROOT), "-x", columns, "-y", rows, line]
        copying = f"exec cat >{shlex.quote(str(self._drawn))}"
        self(*opening, ";", "pipe-pane", "-t", ":", copying)
        self._is_open = True

    def close(self) -> None:
        """Close the window on whatever runs in it."""
        self("kill-server")
        self._is_open = False

    def end(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):  # it may be closed already
            self.close()
        os.close(self._reader)

    def shown(self) -> str:
        return self("capture-pane", "-p", "-t", ":")

    def until(self, seen: Callable[[str], bool]) -> str:
        """Look until it is there, whenever something was drawn, and in a picture that is whole."""
        deadline = time.monotonic() + PATIENCE_S
        before = None
        while (shown := self.shown()) != before or not seen(shown):
            assert time.monotonic() < deadline, shown
            wait_s = PICTURE_S if seen(shown) else LOOK_S
            if select.select([self._reader], [], [], wait_s)[0]:
                time.sleep(PICTURE_S)
                self._forget_drawn()
            before = shown
        return shown

    def _forget_drawn(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._reader, 1 << 16):
                continue

    def type(self, *keys: str) -> None:
        """Press keys, not so soon after those before that they look like a paste."""
        time.sleep(5 * FAST_S)
        self("send-keys", "-t", ":", *keys)


@pytest.fixture
def tmux(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tmux]:
    server = Tmux(tmp_path_factory.mktemp("t"))
    try:
        yield server
    finally:
        server.end()


def has(*words: str) -> Callable[[str], bool]:
    return lambda shown: all(each in shown for each in words)


def test_player_leaves_a_game_against_a_bot_and_comes_back(tmux: Tmux) -> None:
    tmux.start(
        *("host", "--seats", "2", "--bots", "1", "--interface", "127.0.0.1", "--name", "Ana"),
        *("--option", "first=1"),
    )
    first = tmux.until(has("YOUR TURN"))
    assert "Pile 40" in first
    for count in (1, 2):
        tmux.type("p", "1")
        tmux.until(has("You play card 1"))
        tmux.type("Enter")
        tmux.until(has(f"{2 * count}. Wren", "YOUR TURN"))
    assert "your turn" in tmux("display", "-p", "-t", ":", "#{pane_title}").lower()
    tmux.type("C-c")
    tmux.until(has("Leave?"))
    tmux.type("C-c")
    assert "resume" in tmux.until(has("EXIT 130"))
    tmux.start("resume", "--interface", "127.0.0.1")
    again = tmux.until(has("YOUR TURN"))
    assert "4. Wren" in again
    tmux.type("A")
    tmux.until(has("End the game for everybody"))
    tmux.type(*"end")
    tmux.until(has("end_", ">end<"))
    tmux.type("Enter")
    tmux.until(has("You have ended the game for everybody."))
    tmux.type("C-c")
    tmux.until(has("Close the table?"))
    tmux.type("C-c")
    assert ".p2ph" in tmux.until(has("EXIT 1"))


def test_a_bot_thinks_so_long_that_a_person_can_follow(tmux: Tmux) -> None:
    """It would have moved long before the seconds of its turn can be read."""
    bots = ("--bots", "1", "--option", "first=2")
    tmux.start("host", *bots, "--interface", "127.0.0.1", settings=("P2PHANABI_PAUSE=60",))
    tmux.until(lambda shown: bool(re.search(r"Wren is to move \([1-9]", shown)))
    tmux.type("C-c", "C-c")
    tmux.until(has("EXIT 130"))


BROKEN = """
from p2p_hanabi.cli import main
from p2p_hanabi.ui.terminal import lobby_scene
def broken(*_):
    raise RuntimeError("painted")
lobby_scene.LobbyScene.paint = broken
main()
"""


def test_crashed_screen_restores_the_terminal_and_names_the_log(tmux: Tmux) -> None:
    tmux.start(*("host", "--seats", "2", "--interface", "127.0.0.1"), program=("-c", BROKEN))
    shown = tmux.until(has("EXIT 2"))
    assert "The screen failed" in shown
    assert "/home/log" in shown.replace("\n", "")
    assert "Traceback" not in shown


def test_small_terminal_is_reported_and_gets_plain_mode(tmux: Tmux) -> None:
    tmux.start(*("host", "--seats", "2", "--interface", "127.0.0.1"), size=(59, 24))
    shown = tmux.until(has("The room code is"))
    assert "full screen (60x20)" in shown.replace("\n      ", " ")


SHELL = "import os; os.execvp('bash', ('bash', '--norc', '-i'))"


@pytest.mark.parametrize(("mode", "first"), [("", "q leave"), (" --plain", "Press Enter")])
def test_ctrl_z_restores_the_terminal_until_the_program_resumes(
    tmux: Tmux, mode: str, first: str
) -> None:
    """Only a shell with jobs can stop it: without one the key does nothing."""
    tmux.start(program=("-c", SHELL))
    tmux.type(f"{sys.executable} -m p2p_hanabi tutorial{mode}", "Enter")
    before = tmux.until(has(first))
    tmux.type("C-z")
    tmux.until(has("Stopped"))
    tmux.type("clear; fg", "Enter")
    if mode:
        tmux.type("Enter")
        tmux.until(has("could"))
    else:
        tmux.until(before.__eq__)  # the whole picture
