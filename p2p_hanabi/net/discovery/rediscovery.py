"""During a game every seat announces itself, so that one with a new address is found."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from hashlib import sha256

from p2p_hanabi.gathering import Notice, Phase
from protocol.game import Seat
from protocol.identity.seating import Seating

from ..links.addresses import Interface, hosts_to_announce
from ..links.mesh import Mesh
from ..tasks import undisturbed
from .address_watch import follow_interfaces
from .discovery import Announcer, Browser, Found, multicast


async def keep_found(mesh: Mesh, port: int, find: Callable[[], Sequence[Interface]]) -> None:
    """Announce this seat and discover the others until cancelled.

    `find` returns this machine's interfaces, which change when a laptop is carried elsewhere.
    Without multicast, the links rely on the addresses that they know.
    """

    async def be_found_on(interfaces: tuple[Interface, ...]) -> None:
        mesh.announce(hosts_to_announce(interfaces))
        await _on_these(mesh, port, interfaces)

    await follow_interfaces(find, be_found_on)


def table_id(seating: Seating) -> bytes:
    """Return the id under which a table is announced during its game."""
    return seating.table[:16]


def who_is(identity: bytes) -> bytes:
    """Return the id of a seat in its announcements."""
    return sha256(identity).digest()[:8]


async def _on_these(mesh: Mesh, port: int, interfaces: tuple[Interface, ...]) -> None:
    async with multicast(interfaces) as zeroconf:
        browser = Browser(
            zeroconf,
            interfaces,
            lambda: _learn_from(mesh, browser.found),
            probe=False,
            wanted=lambda notice: notice.table == table_id(mesh.seating),
        )
        advert = Announcer(zeroconf, interfaces, port)
        try:
            advert.start(_notice(mesh))
            await asyncio.get_running_loop().create_future()  # until it is cancelled
        finally:
            await undisturbed(_stop(browser, advert))


async def _stop(browser: Browser, advert: Announcer) -> None:
    await browser.close()
    with contextlib.suppress(OSError):
        await advert.stop()


def _notice(mesh: Mesh) -> Notice:
    seating = mesh.seating
    place = seating.places[mesh.seat]
    count = len(seating.places)
    return Notice(
        table=table_id(seating),
        name=place.name,
        game=seating.game,
        options="",
        seats_taken=count,
        seats=count,
        phase=Phase.PLAYING,
        who=who_is(place.identity),
    )


def _learn_from(mesh: Mesh, found: Sequence[Found]) -> None:
    seats = {who_is(place.identity): Seat(i) for i, place in enumerate(mesh.seating.places)}
    for entry in found:
        seat = seats.get(entry.notice.who)
        if seat is not None and entry.notice.table == table_id(mesh.seating):
            mesh.learn(seat, entry.addresses)
