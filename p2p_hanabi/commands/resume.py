"""`p2phanabi resume`: the same seat at the same table, after a crash or tomorrow."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.net.seat import OwnSeat, come_back, unfinished
from protocol.game import Seat

from .failures import Failed, told_plainly
from .play import play_on
from .robots import Robots
from .screens import Screen
from .settings import Here


async def go_on(here: Here, screen: Screen, table: str | None, out: Path | None) -> int:
    """`table` is the beginning of a table's id; absent for the last one. Returns the exit code."""
    own = _chosen(unfinished(here.home), table)

    def waiting(seats: tuple[Seat, ...]) -> None:
        screen.tell("waiting", seats=[own.seating.name(seat) for seat in seats])

    async with Robots(here.home, here.interface) as robots:
        robots.resume(own.seating.table)
        with told_plainly():
            seated = await come_back(here.home, own.seating.table, here.where, waiting)
        names = [place.name for place in own.seating.places]
        screen.came_back(own.seating.table.hex()[:16], names, seated.torn_bytes)
        return await play_on(seated, here, screen, out)


def _chosen(tables: tuple[OwnSeat, ...], wanted: str | None) -> OwnSeat:
    if wanted is None:
        if not tables:
            raise Failed("There is no unfinished table here.")
        return tables[0]
    fitting = [own for own in tables if own.seating.table.hex().startswith(wanted.lower())]
    if len(fitting) != 1:
        known = ", ".join(own.seating.table.hex()[:16] for own in tables) or "none"
        what = "several tables begin" if fitting else "no unfinished table begins"
        raise Failed(f"{what.capitalize()} with {wanted!r}; there are: {known}.")
    return fitting[0]
