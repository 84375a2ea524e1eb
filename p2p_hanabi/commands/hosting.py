"""`p2phanabi host`: open a table, gather, and play."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.net.lobby_record import Gathering, discard, left_open
from p2p_hanabi.registry import title_of
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.lobby.sentences_lobby import left_table
from p2p_hanabi.ui.reports.sentences_failures import NOTHING_TO_REOPEN

from .bot_processes import Robots
from .failures import Failed
from .gathering import open_table
from .output_file import Out
from .rematch import Evening, play_games
from .screens import Screen
from .settings import Here, pause_of_bots


async def host(
    offer: Gathering, here: Here, screen: Screen, out: Out | None, *, reopens: bool
) -> int:
    """Returns the exit code. `reopens`: the table that was left while it gathered, without asking.

    A player is asked whether to open that one instead of the offer.
    """
    if (left := await _left_before(here, screen, reopens=reopens)) is not None:
        offer, here = left, replace(here, player=replace(here.player, name=left.host))
    pause_s = pause_of_bots(for_person=screen.is_person)
    async with Robots(here.home, here.interface, pause_s) as robots:
        seated = await open_table(offer, here, screen, robots)
        evening = Evening(here, screen, robots, offer.config.name)
        return await play_games(seated, evening, out)


async def _left_before(here: Here, screen: Screen, *, reopens: bool) -> Gathering | None:
    """The last table that gathered when its host stopped, if the player wants it."""
    tables = left_open(here.home)
    if reopens:
        if not tables:
            raise Failed(_(NOTHING_TO_REOPEN))
        return tables[0]
    for left in tables:
        names = [guest.name for guest in left.guests]
        config = left.config
        question = left_table(config.name, title_of(config.game), config.seats, names)
        if (wanted := await screen.ask_to_reopen(question)) is None:
            return None
        if wanted:
            return left
        discard(here.home, left)
    return None
