"""`p2phanabi join`: find a table, enter its code, and play."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from p2p_hanabi.net.links.addresses import on_links, parse_address
from p2p_hanabi.net.lobby.lobby_join import probe
from p2p_hanabi.ui.words.i18n import N_, _

from ..console.failures import Failed, NoTable, WrongRoomCode, protocol_errors_as_failed, reason_of
from ..console.output_file import Out
from ..local_seats.local_seats import LocalSeats, local_seats
from ..settings.environment import Environment, code_from_environment
from .rematch import GameSeries, play_games
from .run_lobby import Target, take_seat
from .seat_screen import Screen
from .table_search import TableSearch, search_tables
from .unfinished import unfinished_tables

FIND_S = 30.0
_TYPED_CONNECT = N_("Try --connect HOST:PORT, as shown on the host's screen.")


@dataclass(frozen=True, slots=True)
class TableQuery:
    """The table's name, its host's name, and its address; None if not given."""

    table: str | None
    host: str | None
    connect: str | None


async def join_table(
    env: Environment, screen: Screen, wanted: TableQuery, out: Out | None, *, phones: int = 0
) -> int:
    """Join a table and return the exit code. `phones` is the number of seats that this player lends
    to phones. Raise `Failed`."""
    async with local_seats(env, 0, screen.doors, phones) as guests:
        return await _join(env, screen, wanted, out, guests=guests)


async def _join(
    env: Environment,
    screen: Screen,
    wanted: TableQuery,
    out: Out | None,
    *,
    guests: LocalSeats,
) -> int:
    code = code_from_environment()
    if wanted.connect is None:
        target = await _chosen(env, screen, wanted)
    else:
        target = await _dialled(wanted.connect, env)
    about = target.description
    asks = code is None and not about.is_open
    table = _("{table}, opened by {host}.").format(table=about.name, host=about.host)
    while True:
        try:
            seated = await take_seat(
                target, await screen.ask_code(table) if asks else code, env, screen, guests=guests
            )
        except WrongRoomCode as wrong:
            if not (asks and screen.is_person):
                raise
            screen.report("refused", reason=reason_of(wrong), sentence=str(wrong))
            screen.show(str(wrong))
        else:
            return await play_games(seated, GameSeries(env, screen, guests), out)


def _not_found(name: str | None) -> str:
    seconds = f"{FIND_S:.0f}"
    if name is None:
        return _("No open table found in {n} s.").format(n=seconds)
    return _('No open table called "{name}" found in {n} s.').format(name=name, n=seconds)


async def _dialled(connect: str, env: Environment) -> Target:
    with protocol_errors_as_failed():
        addresses = on_links([parse_address(connect)], env.endpoint.interfaces)
        about = await probe(addresses)
    return Target(addresses, about)


async def _chosen(env: Environment, screen: Screen, wanted: TableQuery) -> Target:
    """Let the screen choose until there is a table, if an address is typed. Raise `Failed` or
    `NoTable`."""
    while True:
        found = await _found(env, screen, wanted)
        if isinstance(found, Target):
            return found
        try:
            return await _dialled(found, env)
        except Failed as failed:
            screen.show(str(failed))


async def _found(env: Environment, screen: Screen, wanted: TableQuery) -> Target | str:
    """Let the screen choose a table, or return the address that was typed instead; a bot gives up
    after `FIND_S`. Raise `Failed` or `NoTable`."""
    with protocol_errors_as_failed():
        async with _search(env, wanted) as search:
            try:
                async with asyncio.timeout(None if screen.is_person else FIND_S):
                    chosen = await screen.choose(search)
            except TimeoutError:
                raise NoTable(_not_found(wanted.table), typed=_(_TYPED_CONNECT)) from None
    if search.dialled:
        return search.dialled
    if chosen is None:
        raise Failed(_("No table was chosen."))
    with protocol_errors_as_failed():
        about = await probe(chosen.addresses)
    return Target(chosen.addresses, replace(about, table=chosen.notice.table))


def _search(env: Environment, wanted: TableQuery) -> AbstractAsyncContextManager[TableSearch]:
    has_unfinished = bool(unfinished_tables(env.home))
    return search_tables(env.endpoint, wanted.table, wanted.host, has_unfinished=has_unfinished)
