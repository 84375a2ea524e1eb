"""A conversation on a console: handle events and input until it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..drawing.style import Line
from .console_port import Console, Interrupted


@dataclass(frozen=True, slots=True)
class Update:
    """News to show. `calls`: alert the player with a bell."""

    lines: tuple[Line, ...]
    calls: bool = False


class Conversation(Protocol):
    """One side of the conversation, without I/O."""

    @property
    def is_over(self) -> bool: ...

    def look(self) -> Update:
        """Return the news since the last look."""

    def complete(self, line: str) -> Sequence[str]: ...

    def typed(self, line: str) -> Sequence[Line]:
        """Carry out a line of input; return the answer, apart from what `look` will report."""

    def interrupted(self) -> Sequence[Line]:
        """Handle Ctrl-C or Ctrl-D at a terminal."""

    def end_of_input(self) -> Sequence[Line]:
        """Handle the end of a pipe or a file."""


async def converse(
    talk: Conversation, console: Console, changed: Callable[[], Awaitable[None]]
) -> None:
    """Run a conversation until it is over. `changed` waits for the next news for `look`."""
    console.complete = talk.complete
    reading: asyncio.Task[str | None] | None = asyncio.create_task(console.read())
    changing = asyncio.ensure_future(changed())
    try:
        while True:
            await asyncio.sleep(0)  # `changed` must listen before the look, to miss nothing
            _write(console, talk.look())
            if talk.is_over:
                return
            waited_for = {changing} if reading is None else {changing, reading}
            await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)
            if reading is not None and reading.done():
                reading = _take(talk, console, reading)
            if changing.done():
                changing.result()
                changing = asyncio.ensure_future(changed())
    finally:
        console.complete = lambda _: ()
        await _stop(changing, reading)


def _take(
    talk: Conversation, console: Console, reading: asyncio.Task[str | None]
) -> asyncio.Task[str | None] | None:
    """Handle what was read, and start the next read; return None at the end of the input."""
    try:
        line = reading.result()
    except Interrupted:
        console.write(*talk.interrupted())
    else:
        if line is not None:
            console.write(*talk.typed(line))
        elif console.is_terminal:
            console.write(*talk.interrupted())
        else:
            console.write(*talk.end_of_input())
            return None
    return None if talk.is_over else asyncio.create_task(console.read())


def _write(console: Console, report: Update) -> None:
    if report.calls:
        console.bell()
    if report.lines:
        console.write(*report.lines)


async def _stop(*tasks: asyncio.Future[None] | asyncio.Task[str | None] | None) -> None:
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
