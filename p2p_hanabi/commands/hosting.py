"""`p2phanabi host`: open a table, gather, and play."""

from __future__ import annotations

from pathlib import Path

from .evening import Evening, play_games
from .gathering import Offer, open_table
from .robots import Robots
from .screens import Screen
from .settings import Here


async def host(offer: Offer, here: Here, screen: Screen, out: Path | None) -> int:
    """Returns the exit code."""
    async with Robots(here.home, here.interface) as robots:
        seated = await open_table(offer, here, screen, robots)
        evening = Evening(here, screen, robots, offer.config.name)
        return await play_games(seated, evening, out)
