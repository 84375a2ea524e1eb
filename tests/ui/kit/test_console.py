"""Lines as a terminal, a pipe or a plain old stream gets them."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2p_hanabi.ui.drawing.style import PATH, as_text, folded, text
from p2p_hanabi.ui.kit.console import (
    Printer,
    StreamConsole,
    TerminalConsole,
    open_console,
)
from p2p_hanabi.ui.kit.console_port import Console, Interrupted
from p2p_hanabi.ui.kit.keyboard import FAST_S
from p2p_hanabi.ui.lines.plain import play_table
from tests.needs import need

from ..table.ports import DealtTable
from .paper import Paper, at_a_pipe

RED = (("red", "R1"), ("", " is red"))


def test_colours_are_written_only_if_asked_for() -> None:
    plain, coloured = Paper(), Paper()
    Printer(plain).write(RED)
    Printer(coloured, colour=True).write(RED)
    assert plain.lines == ["R1 is red"]
    assert coloured.lines == ["\x1b[31mR1\x1b[0m is red"]


def test_name_cannot_control_the_terminal_or_reverse_the_text() -> None:
    paper = Paper()
    Printer(paper).write(text("A\x1b[2J\u202eB\nC"))
    assert paper.lines == ["A?[2J?B?C"]


def test_non_ascii_loses_accents_or_becomes_question_marks() -> None:
    paper = Paper("ascii")
    Printer(paper).write(text("Zoë 花"))
    assert paper.lines == ["Zoe ?"]


def test_long_lines_are_cut_between_words_and_indented() -> None:
    assert [as_text(row) for row in folded(text("  1. one two three four five"), 16)] == [
        "  1. one two",
        "      three four",
        "      five",
    ]


def test_a_word_longer_than_the_line_is_cut_anywhere() -> None:
    rows = [as_text(row) for row in folded(text("x" * 50), 20)]
    assert all(len(row) <= 20 for row in rows)
    assert "".join(row.strip() for row in rows) == "x" * 50


def test_a_path_is_never_cut() -> None:
    path = text("/home/ana/" + "x" * 100, PATH)
    assert folded(path, 20) == [path]


def test_wide_letters_count_twice() -> None:
    assert [as_text(row) for row in folded(text("花花花花 花花花花花花"), 20)] == [
        "花花花花",
        "      花花花花花花",
    ]


def test_the_end_of_a_pipe_is_no_line() -> None:
    received: list[str | None] = []

    async def read_all(console: Console) -> None:
        while (line := await console.read()) is not None:
            received.append(line)

    asyncio.run(at_a_pipe(read_all, Paper(), "one", "zwölf"))
    assert received == ["one", "zwölf"]


def test_a_line_too_long_is_no_command_and_what_follows_is_read() -> None:
    async def read() -> list[str | None]:
        reader = asyncio.StreamReader(limit=8)
        reader.feed_data(b"x" * 20 + b"\nhelp\n")
        reader.feed_eof()
        console = StreamConsole(reader, Paper())
        return [await console.read() for _ in range(3)]

    assert asyncio.run(read()) == ["?", "help", None]


def test_a_file_is_read_as_a_pipe_is(tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_text("help\n", encoding="utf-8")

    async def read(stdin: TextIO) -> list[str | None]:
        async with open_console(stdin, Paper(), {}) as console:
            return [await console.read(), await console.read()]

    with typed.open(encoding="utf-8") as stdin:
        assert asyncio.run(read(stdin)) == ["help", None]


# -- at a terminal


class Screen(io.StringIO):
    """What a terminal of 80 columns is sent."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe:
        yield pipe


def at_a_terminal(keys: PipeInput, port: DealtTable, *, colour: bool = True) -> str:
    screen = Screen()
    output = Vt100_Output(screen, lambda: Size(24, 80), term="xterm", enable_cpr=False)

    async def play() -> None:
        with create_app_session(input=keys, output=output):
            console = TerminalConsole(colour=colour)
            await play_table(port, console)
            console.flush()

    asyncio.run(play())
    return screen.getvalue()


def test_terminal_rings_and_asks_before_a_move(keys: PipeInput) -> None:
    keys.send_text("hint ben 1\ryes\rquit\rleave\r")
    port = DealtTable(2, options={"first": 0})
    port.until_my_turn()
    shown = at_a_terminal(keys, port)
    assert "\a" in shown
    assert "Confirm? [Y/n]" in shown
    assert "You tell Ben: " in shown
    assert "\x1b[31mR" in shown


def test_without_colour_no_card_is_coloured(keys: PipeInput) -> None:
    keys.send_text("quit\rleave\r")
    port = DealtTable(2)
    port.until_my_turn()
    assert "\x1b[31mR" not in at_a_terminal(keys, port, colour=False)


def test_no_prompt_follows_the_end(keys: PipeInput) -> None:
    keys.send_text("quit\rleave\r")
    port = DealtTable(2)
    port.until_my_turn()
    shown = at_a_terminal(keys, port)
    assert ">" in shown
    assert ">" not in shown[shown.index("You have left") :]


def test_ctrl_c_asks_whether_to_leave_and_a_second_one_leaves(keys: PipeInput) -> None:
    keys.send_text("\x03\x03")
    port = DealtTable(2)
    port.until_my_turn()
    shown = at_a_terminal(keys, port)
    assert "Leave?" in shown
    assert "You have left." in shown


def test_a_tab_completes_a_command(keys: PipeInput) -> None:
    keys.send_text("aban\x7f\x7f\x7f\x7fwor\t\rquit\rleave\r")
    port = DealtTable(2)
    port.until_my_turn()
    assert at_a_terminal(keys, port).count("The table words: ") == 2


def test_an_interrupted_prompt_is_no_line(keys: PipeInput) -> None:
    keys.send_text("\x03")

    async def read() -> None:
        output = Vt100_Output(Screen(), lambda: Size(24, 80), enable_cpr=False)
        with create_app_session(input=keys, output=output):
            await TerminalConsole().read()

    with pytest.raises(Interrupted):
        asyncio.run(read())


def test_a_prompt_that_nobody_answers_does_not_stay(keys: PipeInput) -> None:
    """A game begins while its lobby reads a line."""
    screen = Screen()

    async def read() -> None:
        output = Vt100_Output(screen, lambda: Size(24, 80), enable_cpr=False)
        with create_app_session(input=keys, output=output):
            console = TerminalConsole()
            drawn = asyncio.Event()
            console._prompter.app.after_render += lambda _app: drawn.set()
            reading = asyncio.create_task(console.read())
            await drawn.wait()
            assert ">" in screen.getvalue()
            reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reading
            console.write(text("The cards have been dealt."))

    asyncio.run(read())
    shown = pyte.Screen(80, 24)
    pyte.Stream(shown).feed(screen.getvalue().replace("\n", "\r\n"))
    assert [row.rstrip() for row in shown.display if row.strip()] == ["The cards have been dealt."]


PROMPT_AGAIN = rb"cancels\..*>"
"""The prompt after the question: before it, the terminal itself would take Ctrl-C."""


class Pty:
    """Both ends of a terminal: whenever something is shown that a pattern finds, what belongs to it
    is typed."""

    def __init__(self, *typed: tuple[bytes, bytes]) -> None:
        need("pseudo-terminals")
        self._typed = list(typed)
        self._master, slave = os.openpty()
        self.stdin = os.fdopen(slave, encoding="utf-8")
        self.stdout = os.fdopen(os.dup(slave), "w", encoding="utf-8")
        self.shown = b""

    def listen(self) -> None:
        """Take what is printed; to be called when there is something."""
        self.shown += os.read(self._master, 4096)
        if self._typed and re.search(self._typed[0][0], self.shown, re.DOTALL):
            time.sleep(5 * FAST_S)  # what comes sooner after the last line is taken for a paste
            os.write(self._master, self._typed.pop(0)[1])

    async def play(self, port: DealtTable, environ: dict[str, str]) -> bytes:
        loop = asyncio.get_running_loop()
        loop.add_reader(self._master, self.listen)
        async with open_console(self.stdin, self.stdout, environ) as console:
            await play_table(port, console)
        loop.remove_reader(self._master)
        os.set_blocking(self._master, False)
        with contextlib.suppress(BlockingIOError):  # until nothing more is there
            while True:
                self.listen()
        self.stdin.close()
        self.stdout.close()
        os.close(self._master)
        return self.shown


def test_lines_that_are_pasted_confirm_nothing() -> None:
    port = DealtTable(2, options={"first": 0})
    port.until_my_turn()
    pasted = (b">", b"play 1\ryes\r"), (b"play 1 yes", b"\x03"), (PROMPT_AGAIN, b"\x03")
    shown = asyncio.run(Pty(*pasted).play(port, {"TERM": "xterm"}))
    assert b"Confirm?" not in shown
    assert port.view().log == ()


@pytest.mark.parametrize(
    ("environ", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_a_terminal_is_coloured_unless_it_asks_not_to_be(
    environ: dict[str, str], coloured: bool
) -> None:
    port = DealtTable(2)
    port.until_my_turn()
    shown = asyncio.run(Pty((b">", b"quit\r"), (PROMPT_AGAIN, b"leave\r")).play(port, environ))
    assert b"Leave?" in shown
    assert (b"\x1b[1mYour turn." in shown) is coloured
