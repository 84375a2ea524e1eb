"""A whole game, line by line: a console and a table joined by a dialogue."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from p2p_hanabi.games.hanabi_view import HanabiView
from protocol.status import Ending, How

from . import sentences_end, table_painter
from .console import Console, Interrupted
from .dialogue import PlainTable
from .news import Report
from .port import Company, Kept, TablePort
from .style import Line, text


async def play_table(
    port: TablePort,
    console: Console,
    *,
    asks: bool | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Ending | None:
    """Until the table ends, or the player leaves (None). `asks`: by default, on a terminal."""
    table = PlainTable(port, asks=console.is_terminal if asks is None else asks, clock=clock)
    console.complete = table.complete
    reading: asyncio.Task[str | None] | None = asyncio.create_task(console.read())
    changing = asyncio.create_task(port.changed())
    try:
        while True:
            await asyncio.sleep(0)  # `changed` begins to listen before one looks: nothing is missed
            _tell(console, table.look())
            if (ending := port.ending()) is not None:
                return ending
            tasks = {changing} if reading is None else {changing, reading}
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if reading is not None and reading.done():
                console.say(*_heard(table, reading, console))
                if table.has_left:
                    return None
                ended = not reading.exception() and reading.result() is None
                over = ended and not console.is_terminal
                reading = None if over else asyncio.create_task(console.read())
            if changing.done():
                changing.result()
                changing = asyncio.create_task(port.changed())
    finally:
        await _stop(changing, reading)


def _heard(table: PlainTable, reading: asyncio.Task[str | None], console: Console) -> list[Line]:
    try:
        line = reading.result()
    except Interrupted:
        return table.ask_to_leave()
    if line is not None:
        return table.typed(line)
    return table.ask_to_leave() if console.is_terminal else table.end_of_input()


def _tell(console: Console, report: Report) -> None:
    if report.calls:
        console.bell()
    if report.lines:
        console.say(*report.lines)


async def _stop(*tasks: asyncio.Task[None] | asyncio.Task[str | None] | None) -> None:
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def ending_lines(port: TablePort, ending: Ending, kept: Kept) -> list[Line]:
    """How the table ended and what is left of it; to be said once the files are written."""
    company = Company(port.seat, port.names)
    who = None if ending.seat is None else company.other(ending.seat)
    lines: list[Line] = []
    match ending.how:
        case How.CLOSED:
            view = port.view()
            if isinstance(view, HanabiView):
                lines += table_painter.held_at_the_end(view, company, kept.hands)
            lines.append(text(sentences_end.all_signed()))
        case How.CHEAT:
            lines.append(text(sentences_end.cheat(who, ending.reason), "alarm"))
        case How.WITHDRAWN:
            lines.append(text(sentences_end.withdrawn(who, ending.reason), "alarm"))
        case How.SPLIT:
            lines.append(text(sentences_end.split(), "alarm"))
        case How.STUCK:
            named = ending.seat is not None
            lines.append(text(sentences_end.stuck(who, named), "alarm"))
    if kept.evidence is not None:
        lines.append(text(sentences_end.evidence_at(kept.evidence)))
    if kept.transcript is not None:
        lines.append(text(sentences_end.transcript_at(kept.transcript)))
    return lines
