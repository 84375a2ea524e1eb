"""`p2phanabi host`: open a table, gather, and play."""

from __future__ import annotations

from p2p_hanabi.net.lobby_record import Gathering

from .evening import Evening, play_games
from .gathering import open_table
from .out import Out
from .robots import Robots
from .screens import Screen
from .settings import Here, pause_of_bots


async def host(offer: Gathering, here: Here, screen: Screen, out: Out | None) -> int:
    """Returns the exit code."""
    pause_s = pause_of_bots(for_person=screen.is_person)
    async with Robots(here.home, here.interface, pause_s) as robots:
        seated = await open_table(offer, here, screen, robots)
        evening = Evening(here, screen, robots, offer.config.name)
        return await play_games(seated, evening, out)
