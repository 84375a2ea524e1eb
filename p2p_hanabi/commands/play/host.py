"""`p2phanabi host`: open a table, wait for players, and play."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from p2p_hanabi.net.lobby.lobby_record import HostedTable, discard
from p2p_hanabi.net.lobby.lobby_record import left_open as all_left_open
from p2p_hanabi.paths import StorageFailed
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.model.lobby.sentences_lobby import left_table
from p2p_hanabi.ui.words.i18n import N_, _

from ..console.failures import Failed, storage_failed
from ..console.output import tell_owner
from ..console.output_file import Out
from ..local_seats.local_seats import local_seats, no_local_seats
from ..settings.environment import Environment, pause_of_bots
from .rematch import GameSeries, play_games
from .run_lobby import open_table
from .seat_screen import Screen

_TYPED_LEFT_WITH_GUESTS = N_(
    "They still look for it: `p2phanabi host --reopen` opens it again, `p2phanabi host --new` "
    "opens a new table."
)
_TYPED_LEFT_EMPTY = N_(
    "A new one is opened now; `p2phanabi host --reopen` would open the old one again."
)


class TableLeftOpen(Failed):
    """Guests wait at a table that this player left open, and nobody can be asked what to do."""


class LeftOpen(Enum):
    """What to do with tables that were still gathering when their host stopped: ask the player,
    reopen the latest instead of a new one, or leave them for later."""

    ASK = auto()
    REOPEN = auto()
    LEAVE = auto()


async def host(
    offer: HostedTable,
    env: Environment,
    screen: Screen,
    out: Out | None,
    *,
    left_open: LeftOpen,
    phones: int = 0,
) -> int:
    """Host a table and return the exit code. `phones` is the number of seats for phones. Raise
    `Failed`."""
    if (left := await _left_before(env, screen, left_open)) is not None:
        offer, env = left, replace(env, player=replace(env.player, name=left.host))
    pause_s = pause_of_bots(for_person=screen.is_person)
    async with local_seats(env, pause_s, screen.doors, phones) as guests:
        seated = await open_table(offer, env, screen, guests)
        series = GameSeries(env, screen, guests, offer.config.name)
        return await play_games(seated, series, out)


async def _left_before(env: Environment, screen: Screen, left_open: LeftOpen) -> HostedTable | None:
    """Return the table to reopen, if any. Raise `Failed`."""
    if left_open is LeftOpen.LEAVE:
        return None
    tables = all_left_open(env.home, _tell_unreadable)
    if left_open is LeftOpen.REOPEN:
        if not tables:
            raise Failed(_("There is no table to reopen."))
        return tables[0]
    bots = no_local_seats(env).bots
    for left in tables:
        names = [guest.name for guest in left.guests]
        config = left.config
        question = left_table(config.name, title_of(SCREENS, config.game), config.seats, names)
        choices = _("Open it again"), _("Close it and open a new table")
        chosen = await screen.choose_one(question, choices)
        facts = {"table": config.name, "game": config.game, "seats": config.seats, "guests": names}
        if chosen is None:
            screen.report("left open", **facts)
            if not all(bots.are_here(guest.peer.identity) for guest in left.guests):
                raise TableLeftOpen(question, typed=_(_TYPED_LEFT_WITH_GUESTS))
            tell_owner(f"{question} {_(_TYPED_LEFT_EMPTY)}")
        elif chosen == 0:
            return left
        else:
            discard(env.home, left)
    return None


def _tell_unreadable(error: StorageFailed) -> None:
    tell_owner(storage_failed(error))
