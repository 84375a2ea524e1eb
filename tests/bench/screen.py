"""The cost of the full screen: its start, a key press, a repaint, an idle seat.

The real program runs in a terminal of 80x24 (a pseudo-terminal, read by pyte) at a table with a
bot, over its real network code on this machine. Repaints are of five-seat tables in this process.
All figures are processor time of the process in question, not wall-clock time.

    python -m tests.bench.screen
"""

from __future__ import annotations

import asyncio
import fcntl
import io
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pyte
from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size as Cells
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2p_hanabi.games.hanabi.ui.words import words_board as words_hanabi
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.terminal import TerminalScreen
from tests.bench.clock import interleaved, out, ratio, spent_by, spent_s, whole_run_s
from tests.captures import at

COLUMNS, ROWS = 80, 24
KEYS, REPAINTS, IDLE_S, PATIENCE_S = 45, 50, 10.0, 60.0
LEVELS, STARTS = 3, 5
BETWEEN_KEYS_S = 0.1
"""Nobody types faster: faster input is taken for a paste."""
COMMANDS = ("host", "join")
IN_PICTURE = "q leave"
"""Text that is in the first picture of each."""
TABLES = (("hanabi", 5, 20), ("ikebana", 5, 60), ("koikoi", 2, 14))
HOST = ("--seats", "2", "--bots", "1", "--interface", "127.0.0.1", "--option", "first=1")


def main() -> None:
    out("the full screen at 80x24                                median    worst   target")
    for game, seats, moves in TABLES:
        times = repaints(game, seats, moves)
        row(f"a repaint of {game} with {seats} seats, ms", times, "10")
    starts = interleaved([bare, *(partial(first_picture, one) for one in COMMANDS)], STARTS)
    for command, spent in zip(COMMANDS, starts[1:], strict=True):
        of_bare = ratio(spent, starts[0])
        out(f"{f'{command} to its picture, times `python -c pass`':<52} {of_bare:>9.1f}")
    with table() as terminal:
        row("a key press to the screen, ms", key_presses(terminal), "50")
        busy = idle(terminal)
    out(f"{'an idle seat, % of a core':<52} {busy:>9.2f} {'':>8} {'1':>8}")


def row(name: str, times: list[float], wanted: str) -> None:
    median, worst = statistics.median(times) * 1000, max(times) * 1000
    out(f"{name:<52} {median:>9.2f} {worst:>8.2f} {wanted:>8}")


def bare() -> float:
    return whole_run_s("-c", "pass")


# -- in this process


def repaints(game: str, seats: int, moves: int) -> list[float]:
    """Return seconds for the whole screen: the board, and all its cells as bytes for the terminal.

    They are this process's processor time, so that other load on the machine matters little.
    """
    scene = at(game, seats, moves)()
    sink = io.StringIO()
    output = Vt100_Output(sink, lambda: Cells(ROWS, COLUMNS), term="xterm", enable_cpr=False)
    times = []
    with create_pipe_input() as keyboard:
        stage = TerminalScreen(scene, Theme(), (keyboard, output))

        async def paint() -> None:
            app: Application[None] = stage._app
            with set_app(app):  # else every query would create a new one
                for _ in range(REPAINTS):
                    app.renderer.reset()
                    start = spent_s()
                    app.renderer.render(app, app.layout)
                    times.append(spent_s() - start)

        asyncio.run(paint())
    assert len(sink.getvalue()) > COLUMNS * ROWS // 2
    return times


# -- the real program


class Terminal:
    """The program's terminal, and its content."""

    def __init__(self, file: int, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._file = file
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def type(self, key: str) -> None:
        os.write(self._file, key.encode())

    @property
    def spent_s(self) -> float:
        """Processor time of the program so far."""
        return spent_by(self.process.pid)

    def until(self, wanted: str) -> float:
        """Wait for this text, and return what the program had spent when it appeared."""
        deadline = time.monotonic() + PATIENCE_S
        spent = self.spent_s
        while wanted not in self.text:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{wanted!r} is not on the screen:\n{self.text}")
            if select.select([self._file], [], [], 1.0)[0]:
                seen = os.read(self._file, 65536)
                spent = self.spent_s
                self._stream.feed(seen)
        return spent

    def drain(self) -> None:
        """Read all pending output, which could otherwise block the program."""
        while select.select([self._file], [], [], 0)[0]:
            self._stream.feed(os.read(self._file, 65536))


@contextmanager
def program(*arguments: str) -> Iterator[Terminal]:
    """Run the program in its own terminal, with an empty home."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        settings = {"P2PHANABI_HOME": home, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        process = subprocess.Popen(
            [sys.executable, "-m", "p2p_hanabi", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **settings},
            start_new_session=True,
        )
        os.close(theirs)
        try:
            yield Terminal(ours, process)
        finally:
            process.terminate()
            process.wait()
            os.close(ours)


@contextmanager
def table() -> Iterator[Terminal]:
    """Run a table with a bot, up to the player's first turn."""
    with program("host", *HOST) as terminal:
        terminal.until("YOUR TURN")
        yield terminal


def first_picture(command: str) -> float:
    """Return seconds from the start of Python to the first picture."""
    with program(command, "--interface", "127.0.0.1") as terminal:
        return terminal.until(IN_PICTURE)


def key_presses(terminal: Terminal) -> list[float]:
    """Return seconds from a key that changes the whole board until it is shown."""
    times = []
    for number in range(1, KEYS + 1):
        level = number % LEVELS  # a new scene shows the first one
        time.sleep(BETWEEN_KEYS_S)
        start = terminal.spent_s
        terminal.type("e")
        times.append(terminal.until(words_hanabi.LEVEL_NAMES[level]) - start)
    return times


def idle(terminal: Terminal) -> float:
    """Return the percentage of a core that the program uses while nobody moves."""
    before, start = terminal.spent_s, time.monotonic()
    while (left := start + IDLE_S - time.monotonic()) > 0:
        select.select([], [], [], min(left, 0.5))
        terminal.drain()
    return 100 * (terminal.spent_s - before) / (time.monotonic() - start)


if __name__ == "__main__":
    main()
