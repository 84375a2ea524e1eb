"""A terminal to look at: what is typed goes into a real pipe, what is drawn is read off by pyte."""

from __future__ import annotations

import asyncio
import io
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count

import prompt_toolkit.application.application as of_prompt_toolkit
import pyte
from prompt_toolkit.data_structures import Size as Cells
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.scenes import Scene
from p2p_hanabi.ui.kit.terminal import TerminalScreen

KEYS = {
    "<enter>": "\r",
    "<esc>": "\x1b",
    "<back>": "\x7f",
    "<up>": "\x1b[A",
    "<down>": "\x1b[B",
    "<left>": "\x1b[D",
    "<right>": "\x1b[C",
    "<home>": "\x1b[H",
    "<end>": "\x1b[F",
    "<pagedown>": "\x1b[6~",
    "<tab>": "\t",
    "<ctrl-c>": "\x03",
}
SETTLES = 30
"""So many turns of the event loop are more than any key needs."""

# every application makes the same keys of an editor for itself, which takes longer than a picture
of_prompt_toolkit.load_key_bindings = cache(of_prompt_toolkit.load_key_bindings)  # type: ignore[attr-defined] # imported there


class Glass(io.StringIO):
    """What is written goes to the emulated terminal, once somebody looks at it."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self.all = ""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._shown = 0

    @property
    def screen(self) -> pyte.Screen:
        new, self._shown = self.all[self._shown :], len(self.all)
        self._stream.feed(new)
        return self._screen

    def write(self, words: str) -> int:
        self.all += words
        return len(words)

    def isatty(self) -> bool:
        return True


@dataclass
class Terminal:
    """A player at a terminal of a size."""

    stage: TerminalScreen
    glass: Glass
    keyboard: PipeInput
    size: list[int] = field(default_factory=list)

    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.glass.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    async def type(self, *keys: str) -> str:
        """One key after the other. What is on the screen then."""
        await self.press(*keys)
        return self.text

    async def press(self, *keys: str) -> None:
        """The same, without a look at the screen."""
        for key in keys:
            self.keyboard.send_text(KEYS.get(key, key))
            await self.settle()
        await self.settle()

    async def click(self, words: str) -> str:
        """At the first sign of what is on the screen, in the lowest row that has it."""
        row = max(n for n, line in enumerate(self.rows) if words in line)
        column = self.rows[row].index(words) + len(words) - len(words.lstrip())
        for end in "Mm":
            self.keyboard.send_text(f"\x1b[<0;{column + 1};{row + 1}{end}")
            await self.settle()
        return self.text

    async def paste(self, words: str) -> str:
        """As a terminal that marks what is pasted."""
        return await self.type(marked(words))

    async def answer(self, key: str) -> str:
        """Ask by a key, and answer by the other button."""
        return await self.type(key, "<right>", "<enter>")

    async def settle(self) -> None:
        for _ in range(SETTLES):
            await asyncio.sleep(0)

    async def resize(self, columns: int, rows: int) -> str:
        self.size[:] = [columns, rows]
        self.glass.screen.resize(rows, columns)
        signal.raise_signal(signal.SIGWINCH)
        await self.settle()
        return self.text


def marked(words: str) -> str:
    """What a terminal sends that marks what is pasted."""
    return f"\x1b[200~{words}\x1b[201~"


@contextmanager
def terminal(
    scene: Scene, columns: int, rows: int, theme: Theme | None = None
) -> Iterator[Terminal]:
    size = [columns, rows]
    glass = Glass(columns, rows)
    output = Vt100_Output(glass, lambda: Cells(size[1], size[0]), term="xterm", enable_cpr=False)
    with create_pipe_input() as keyboard:
        seconds = map(float, count())  # between any two clicks
        stage = TerminalScreen(scene, theme or Theme(), (keyboard, output), escape_s=0)
        stage.clock = lambda: next(seconds)
        yield Terminal(stage, glass, keyboard, size)


def at_terminal(
    scene: Scene,
    size: tuple[int, int],
    play: Callable[[Terminal], Awaitable[None]],
    theme: Theme | None = None,
) -> Terminal:
    """Play on a terminal of (columns, rows), and leave it."""

    async def run() -> Terminal:
        with terminal(scene, *size, theme) as shown:
            running = asyncio.create_task(shown.stage.run())
            await shown.settle()
            shown.stage.refresh()
            await shown.settle()
            try:
                await play(shown)
            finally:
                shown.stage.close()
                await running
            return shown

    return asyncio.run(run())
