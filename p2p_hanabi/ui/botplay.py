"""A seat that is played by a bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from p2p_hanabi.bots import BOTS
from protocol.status import Doing, Ending

from .port import TablePort


def _quiet(_line: str) -> None:
    """Say nothing."""


async def play_by_bot(port: TablePort, game: str, say: Callable[[str], None] = _quiet) -> Ending:
    """Plays whenever the seat is to act, until the table ends. `say` is given each own move."""
    choose: Callable[[Any], Any] = BOTS[game]
    played = -1
    while True:
        changing = asyncio.create_task(port.changed())
        await asyncio.sleep(0)  # `changed` begins to listen before one looks: nothing is missed
        try:
            if (ending := port.ending()) is not None:
                return ending
            status = port.status()
            is_due = status.doing is Doing.MOVING and port.seat in status.waiting_for
            if is_due and status.round_number != played:
                played = status.round_number
                move = choose(port.view())
                say(f"{port.names[port.seat]}: {move}")
                port.play(move)
            await changing
        finally:
            changing.cancel()
