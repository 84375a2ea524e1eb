"""Open, discover, join and begin a table on this machine alone, to test its network.

No player sees the table: it has its own service type.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from p2p_hanabi.gathering import Notice, TableConfig
from p2p_hanabi.paths import Home, LocalPlayer
from protocol.errors import P2PError
from protocol.reasons import Reason

from ..discovery.discovery import Announcer, Browser, CannotDiscover, Found, multicast
from ..links.addresses import Address, Interface, on_links
from ..links.endpoint import Endpoint
from ..links.link import reason_of
from ..lobby.lobby_host import HostLobby
from ..lobby.lobby_join import JoinLobby
from ..lobby.lobby_record import HostedTable, Invitation, new_invitation
from ..table.seat import Seated
from ..tasks import end_all

SERVICE = "_p2phanabi-try._tcp.local."
FOUND_S = 10.0
SEATED_S = 20.0


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a test, `addresses` which addresses.

    `unheard` is why the table was not discovered, `failed` why it could not be joined; None if that
    worked.
    """

    unheard: Reason | None = None
    failed: Reason | None = None
    addresses: tuple[Address, ...] = ()


Check = Callable[[TableConfig], None]
"""Refuses a game that the guest cannot play, as `JoinLobby` requires."""


async def try_table(interfaces: Sequence[Interface], config: TableConfig, check: Check) -> Trial:
    """Open a table at these addresses, discover it, and join it, by address if not discovered."""
    endpoint = Endpoint(tuple(interfaces), alone=True)
    invitation = new_invitation()
    unheard: Reason | None = None
    at: tuple[Address, ...] = ()
    try:
        async with AsyncExitStack() as closing:
            folder = Path(closing.enter_context(TemporaryDirectory(prefix="p2phanabi-")))
            ours = await asyncio.to_thread(_player, folder, "Host")
            theirs = await asyncio.to_thread(_player, folder, "Guest")
            host = HostLobby(HostedTable(invitation, config), *ours, endpoint, discoverable=False)
            closing.push_async_callback(host.close)
            at = on_links([Address(one, host.port) for one in endpoint.hosts], interfaces)
            try:
                async with asyncio.timeout(FOUND_S):
                    at = await _found(host, config, endpoint.interfaces) or at
            except (CannotDiscover, OSError, TimeoutError) as error:
                unheard = reason_of(error)
            guest = JoinLobby(*theirs, endpoint, check, patience_s=SEATED_S, discovers=False)
            closing.push_async_callback(guest.close)
            async with asyncio.timeout(SEATED_S):
                await _sit_down(host, guest, invitation, at)
    except (P2PError, OSError, TimeoutError) as error:
        return Trial(unheard, reason_of(error), at)
    return Trial(unheard, None, at)


def _player(folder: Path, name: str) -> tuple[LocalPlayer, Home]:
    home = Home(folder / name)
    return home.player(name, lambda: os.urandom(32)), home


async def _found(
    host: HostLobby, config: TableConfig, interfaces: Sequence[Interface]
) -> tuple[Address, ...]:
    """Announce the table by one zeroconf instance, and wait until another discovers it."""
    answer: asyncio.Future[Found] = asyncio.get_running_loop().create_future()

    def changed() -> None:
        for one in browser.found:
            if one.notice.table == host.table_id and not answer.done():
                answer.set_result(one)

    async with AsyncExitStack() as closing:
        speaker = await closing.enter_async_context(multicast(interfaces))
        listener = await closing.enter_async_context(multicast(interfaces))
        browser = Browser(listener, interfaces, changed, probe=False, service=SERVICE)
        closing.push_async_callback(browser.close)
        advert = Announcer(speaker, interfaces, host.port, SERVICE)
        closing.push_async_callback(advert.stop)
        advert.start(Notice(host.table_id, config.name, config.game, "", 1, config.seats))
        return (await answer).addresses


async def _sit_down(
    host: HostLobby, guest: JoinLobby, invitation: Invitation, at: Sequence[Address]
) -> None:
    """Pair, get ready and begin, until both have the signatures of both."""

    async def come_in() -> Seated:
        await guest.knock(at, invitation.room_code, invitation.table)
        guest.ready(True)
        return await guest.run()

    host.ready(True)
    sides = [asyncio.create_task(host.run()), asyncio.create_task(come_in())]
    try:
        await asyncio.gather(*sides)
    finally:
        for seated in await end_all(*sides):
            if isinstance(seated, Seated):
                await seated.close()
