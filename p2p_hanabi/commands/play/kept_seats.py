"""This machine's bots and phones, kept running while their table lasts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from p2p_hanabi.net.tasks import running_beside
from protocol.identity.seating import Seating

from ..console.failures import Failed
from ..local_seats.local_seats import LocalSeats
from .seat_screen import Screen


@asynccontextmanager
async def keeping_seats(
    guests: LocalSeats, seating: Seating, screen: Screen
) -> AsyncIterator[None]:
    """Restart processes that exit in the middle of this table, until the context ends. The screen
    has the codes that move a phone's seat to another phone."""
    screen.phones = partial(guests.phones.codes_at, seating)
    async with running_beside(guests.keep_playing(seating, _given_up_at(seating, screen))):
        yield


def _given_up_at(seating: Seating, screen: Screen) -> Callable[[str], None]:
    """Return how to report that a seat on this machine is given up. At a table for this machine's
    bots alone nobody could do anything about it, so the host leaves: it raises `Failed`."""
    is_alone = not screen.is_person and len(set(seating.machines)) == 1

    def report(sentence: str) -> None:
        screen.report("given up", sentence=sentence)
        if is_alone:
            raise Failed(sentence)
        screen.show(sentence)

    return report
