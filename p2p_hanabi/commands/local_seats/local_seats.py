"""The other seats on this machine: bots and phones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..settings.environment import Environment
from .bot_processes import BotProcesses
from .phone_processes import PhoneProcesses


@dataclass(frozen=True, slots=True)
class LocalSeats:
    """The bots and phones that play on this machine besides its player."""

    bots: BotProcesses
    phones: PhoneProcesses

    def resume(self, table: bytes) -> None:
        """Start those that left this table unfinished."""
        self.bots.resume(table)
        self.phones.resume(table)


def no_local_seats(env: Environment) -> LocalSeats:
    """Return no bots and no phones, for a player who opens no table."""
    where = env.home, env.endpoint.asked
    return LocalSeats(BotProcesses(*where), PhoneProcesses(*where))


@asynccontextmanager
async def local_seats(
    env: Environment, pause_s: float, phones: int = 0
) -> AsyncIterator[LocalSeats]:
    """Run their processes until the context ends. Bots wait for `pause_s` before each move."""
    where = env.home, env.endpoint.asked
    async with BotProcesses(*where, pause_s) as bots, PhoneProcesses(*where, phones) as phone_seats:
        yield LocalSeats(bots, phone_seats)
