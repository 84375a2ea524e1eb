"""The other seats on this machine: bots and phones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from protocol.identity.seating import Seating

from ..settings.environment import Environment
from .bot_processes import BotProcesses
from .page_doors import PageDoors
from .phone_processes import PhoneProcesses
from .seat_processes import LOOK_S


@dataclass(frozen=True, slots=True)
class LocalSeats:
    """The bots and phones that play on this machine besides its player."""

    bots: BotProcesses
    phones: PhoneProcesses

    async def resume(self, table: bytes) -> None:
        """Start the seats that have not finished this table. Raise `Failed`."""
        self.bots.resume(table)
        await self.phones.resume(table)

    async def keep_playing(self, seating: Seating, tell: Callable[[str], None]) -> None:
        """Restart the seats whose processes exit in the middle of this table, until cancelled.
        `tell` reports those that are given up."""
        while not (self.bots.is_empty and self.phones.is_empty):
            await asyncio.sleep(LOOK_S)
            await self.phones.look_for_network()
            for sentence in self.play_on(seating):
                tell(sentence)

    def play_on(self, seating: Seating) -> list[str]:
        """Restart the seats whose processes have exited. Return a sentence about each that is given
        up."""
        return [*self.bots.keep_playing(seating.table), *self.phones.keep_playing(seating)]


def no_local_seats(env: Environment) -> LocalSeats:
    """Return no bots and no phones, for a player who opens no table."""
    where = env.home, env.endpoint.asked
    return LocalSeats(BotProcesses(*where), PhoneProcesses(*where))


@asynccontextmanager
async def local_seats(
    env: Environment, pause_s: float, doors: PageDoors | None, phones: int = 0
) -> AsyncIterator[LocalSeats]:
    """Run their processes until the context ends. Bots wait for `pause_s` before each move. `doors`
    are those of the port of this process; None if it has none yet."""
    where = env.home, env.endpoint.asked
    phone_processes = PhoneProcesses(*where, phones, doors)
    async with BotProcesses(*where, pause_s, env.forks) as bots, phone_processes:
        yield LocalSeats(bots, phone_processes)
