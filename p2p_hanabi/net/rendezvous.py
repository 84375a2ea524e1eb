"""While a table is played every seat says where it is, so that one with a new address is found."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from hashlib import sha256

from protocol.game import Seat
from protocol.seating import Seating

from .addresses import Interface, NoInterface, hosts_to_announce
from .discovery import Advert, Browser, CannotDiscover, Found, Notice, Phase, multicast
from .mesh import Mesh

LOOK_AGAIN_S = 5.0

_log = logging.getLogger(__name__)


async def keep_found(mesh: Mesh, port: int, find: Callable[[], Sequence[Interface]]) -> None:
    """Advertise this seat and listen for the others until cancelled.

    `find` gives the interfaces of this machine, which change when a laptop is carried elsewhere.
    Without multicast there is nothing to be done, and the links go on by the addresses they know.
    """
    while True:
        try:
            interfaces = tuple(find())
            mesh.announce(hosts_to_announce(interfaces))
            await _on_these(mesh, port, interfaces, find)
        except (CannotDiscover, NoInterface, OSError) as error:
            _log.info("no discovery: %s", error)
            await asyncio.sleep(LOOK_AGAIN_S)


def table_id(seating: Seating) -> bytes:
    """The id under which a table is advertised while it is played."""
    return seating.table[:16]


def who_is(identity: bytes) -> bytes:
    """How a seat is named in what it advertises."""
    return sha256(identity).digest()[:8]


async def _on_these(
    mesh: Mesh,
    port: int,
    interfaces: tuple[Interface, ...],
    find: Callable[[], Sequence[Interface]],
) -> None:
    """Until the interfaces are other ones."""
    async with multicast(interfaces) as zeroconf:
        browser = Browser(
            zeroconf,
            interfaces,
            lambda: _learn_from(mesh, browser.found),
            probe=False,
            wanted=lambda notice: notice.table == table_id(mesh.seating),
        )
        advert = Advert(zeroconf, interfaces, port)
        try:
            advert.start(_notice(mesh))
            while True:
                await asyncio.sleep(LOOK_AGAIN_S)
                if tuple(find()) != interfaces:
                    return
        finally:
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
        taken=count,
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
