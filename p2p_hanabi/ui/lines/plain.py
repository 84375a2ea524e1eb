"""A whole game in plain mode: a dialogue between a console and a table."""

from __future__ import annotations

from protocol.game import Move, View
from protocol.peer.status import Ending

from ..kit.console_port import Console
from ..kit.loop import converse
from ..model.seat.table_port import TablePort
from ..model.table.thinking import ThinkingTimes
from .dialogue import PlainTable


async def play_table(
    port: TablePort[View, Move],
    console: Console,
    *,
    asks: bool | None = None,
    times: ThinkingTimes | None = None,
) -> Ending | None:
    """Play until the table ends, or the player leaves (None). `asks` defaults to whether the
    console is a terminal. `times` measures also after the end, for whoever stays."""
    asks = console.is_terminal if asks is None else asks
    table = PlainTable(port, asks=asks, times=times)
    await converse(table, console, port.changed)
    return None if table.has_left else port.now.ending
