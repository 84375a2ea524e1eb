"""Consoles that read and write lines: a terminal, a pipe, or a file.

Nothing moves the cursor, so that screen readers and logs get the same text as the eye.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_input

from p2p_hanabi.systems import feed, terminal_output

from ..drawing.ascii_fallback import in_encoding
from ..drawing.style import WIDTH, Line, as_ansi, as_text, clean, folded
from .console_port import Complete, Console, Interrupted
from .keyboard import Keyboard, more_than_a_line

PROMPT = "> "


class Printer:
    """Writes folded lines to a stream; with colours only on request."""

    def __init__(self, out: TextIO, *, colour: bool = False) -> None:
        self._out = out
        self._has_colour = colour

    def write(self, *lines: Line) -> None:
        encoding = self._out.encoding or "utf-8"
        shown = as_ansi if self._has_colour else as_text
        for line in lines:
            for row in folded(clean(line), WIDTH):
                self._out.write(in_encoding(shown(row), encoding) + "\n")
        self._out.flush()


class StreamConsole:
    """A pipe or a file: no prompts, no colours."""

    is_terminal = False

    def __init__(self, reader: asyncio.StreamReader, out: TextIO) -> None:
        self.complete: Complete = lambda _: ()
        self._reader = reader
        self._printer = Printer(out)

    def write(self, *lines: Line) -> None:
        self._printer.write(*lines)

    def bell(self) -> None:
        """Do nothing: nobody would hear it."""

    async def read(self) -> str | None:
        try:
            data = await self._reader.readline()
        except ValueError:  # longer than any command; the reader has discarded it
            return "?"
        return data.decode("utf-8", "replace").rstrip("\r\n") if data else None


class TerminalConsole:
    """A terminal with completion; to be used inside prompt_toolkit's app session.

    Output appears above the prompt, in order.
    """

    is_terminal = True

    def __init__(self, *, colour: bool = True, encoding: str = "utf-8") -> None:
        self.complete: Complete = lambda _: ()
        self._has_colour = colour
        self._encoding = encoding
        self._unwritten: list[str] = []
        self._prompter: PromptSession[str] = PromptSession(
            completer=_Words(self),
            complete_while_typing=False,
            enable_open_in_editor=False,
            enable_suspend=True,
        )

    def write(self, *lines: Line) -> None:
        width = max(20, self._prompter.output.get_size().columns)
        shown = as_ansi if self._has_colour else as_text
        rows = [shown(row) for line in lines for row in folded(clean(line), width)]
        self._write("".join(in_encoding(row, self._encoding) + "\n" for row in rows))

    def bell(self) -> None:
        self._write("\a")

    def flush(self) -> None:
        """Write the output that waits until the prompt is hidden."""
        output, words = self._prompter.output, "".join(self._unwritten)
        self._unwritten.clear()
        output.write_raw(words)
        output.flush()

    def _write(self, words: str) -> None:
        self._unwritten.append(words)
        if self._prompter.app.is_running:
            run_in_terminal(self.flush)
        else:
            self.flush()

    async def read(self) -> str | None:
        reading = asyncio.create_task(self._prompt())
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            self._prompter.app.erase_when_done = True  # a prompt that nobody answers does not stay
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            raise
        finally:
            self._prompter.app.erase_when_done = False

    async def _prompt(self) -> str | None:
        try:
            return await self._prompter.prompt_async(PROMPT)
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Interrupted from None


class _Words(Completer):
    def __init__(self, console: TerminalConsole) -> None:
        self._console = console

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,
    ) -> Iterable[Completion]:
        line = document.text_before_cursor
        start = len(line.split(" ")[-1].split("-")[-1])
        for word in self._console.complete(line):
            yield Completion(word, start_position=-start)


@asynccontextmanager
async def open_console(
    stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]
) -> AsyncIterator[Console]:
    """Open the right console: with a prompt only if both streams are terminals."""
    if stdin.isatty() and stdout.isatty():
        colour = not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        encoding = stdout.encoding or "ascii"
        keys = Keyboard(create_input(stdin), more_than_a_line, time.monotonic)
        app = create_app_session(input=keys, output=terminal_output(stdout, environ, WIDTH))
        with app:
            console = TerminalConsole(colour=colour, encoding=encoding)
            try:
                yield console
            finally:
                console.flush()
        return
    reader = asyncio.StreamReader()
    feeding = await feed(reader, stdin)
    try:
        yield StreamConsole(reader, stdout)
    finally:
        feeding()
