"""A conversation on a console: what happens and what is typed, in turn, until it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .console_port import Console, Interrupted
from .style import Line


@dataclass(frozen=True, slots=True)
class Update:
    """What is new. `calls` the player with a bell."""

    lines: tuple[Line, ...]
    calls: bool = False


class Conversation(Protocol):
    """One side of the conversation, without I/O."""

    @property
    def is_over(self) -> bool: ...

    def look(self) -> Update:
        """Return what is new since the last look."""

    def complete(self, line: str) -> Sequence[str]: ...

    def typed(self, line: str) -> Sequence[Line]:
        """Do what was typed; what is to be said of it besides what `look` will find."""

    def interrupted(self) -> Sequence[Line]:
        """Answer Ctrl-C or Ctrl-D at a terminal."""

    def end_of_input(self) -> Sequence[Line]:
        """Answer the end of a pipe or a file: nothing more will be typed."""


async def converse(
    talk: Conversation, console: Console, changed: Callable[[], Awaitable[None]]
) -> None:
    """Until the talk is over. `changed` waits for the next thing that `look` could find."""
    console.complete = talk.complete
    reading: asyncio.Task[str | None] | None = asyncio.create_task(console.read())
    changing = asyncio.ensure_future(changed())
    try:
        while True:
            await asyncio.sleep(0)  # `changed` begins to listen before one looks: nothing is missed
            _tell(console, talk.look())
            if talk.is_over:
                return
            waited_for = {changing} if reading is None else {changing, reading}
            await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)
            if reading is not None and reading.done():
                reading = _hear(talk, console, reading)
            if changing.done():
                changing.result()
                changing = asyncio.ensure_future(changed())
    finally:
        console.complete = lambda _: ()
        await _stop(changing, reading)


def _hear(
    talk: Conversation, console: Console, reading: asyncio.Task[str | None]
) -> asyncio.Task[str | None] | None:
    """Answer what was read and read on; None once there is nothing more to read."""
    try:
        line = reading.result()
    except Interrupted:
        console.say(*talk.interrupted())
    else:
        if line is not None:
            console.say(*talk.typed(line))
        elif console.is_terminal:
            console.say(*talk.interrupted())
        else:
            console.say(*talk.end_of_input())
            return None
    return None if talk.is_over else asyncio.create_task(console.read())


def _tell(console: Console, report: Update) -> None:
    if report.calls:
        console.bell()
    if report.lines:
        console.say(*report.lines)


async def _stop(*tasks: asyncio.Future[None] | asyncio.Task[str | None] | None) -> None:
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
