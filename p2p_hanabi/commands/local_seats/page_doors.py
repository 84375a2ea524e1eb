"""The doors by which phones reach the pages of seats that run on this computer, all at one port.

The port is that of the process that its player started. A seat's process serves its page in a room
of its own, and says on its standard output where that is; from there the port gets it, if need be
through the seat between them (`commands/board/`).
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from p2p_hanabi.net.checks.checkup import default_interface
from p2p_hanabi.net.links.addresses import (
    Address,
    NoInterface,
    hosts_for_browsers,
    parse_address,
    usable_interfaces,
)
from p2p_hanabi.net.page.page_port import PagePort, Room
from p2p_hanabi.ui.words.i18n import N_, _

from ..console.failures import Failed

NO_NETWORK = N_("This computer is not on a network that a phone could reach.")
OPENED = b"door "
"""How the line begins that says where the page's server of a door is."""


@dataclass(frozen=True, slots=True)
class Door:
    """The name of a door, and the addresses by which a phone reaches it, the best first."""

    name: str
    addresses: tuple[Address, ...]

    def __str__(self) -> str:
        return f"{self.name}@{','.join(map(str, self.addresses))}"

    @classmethod
    def parse(cls, typed: str) -> Door:
        """Decode the text of one. Raise `BadAddress`."""
        name, _at, addresses = typed.partition("@")
        return cls(name, tuple(map(parse_address, addresses.split(","))))

    def encoded(self, room: Room) -> bytes:
        """Return the line that says where the door leads."""
        words = (self.name, str(room.port), room.request.hex(), room.answers.hex())
        return OPENED + " ".join(words).encode() + b"\n"


def _decoded(line: bytes) -> tuple[str, Room]:
    """Decode such a line. Raise `ValueError`."""
    name, port, asks, answers = line.removeprefix(OPENED).decode().split()
    return name, Room(int(port), bytes.fromhex(asks), bytes.fromhex(answers))


class PageDoors(Protocol):
    async def addresses(self) -> tuple[Address, ...]:
        """Return the addresses by which phones reach the port now. Raise `Failed`."""

    def name(self, number: int) -> str:
        """Return the name of the door of a phone, which are numbered from 1."""

    def door_opened(self, line: bytes) -> None:
        """Receive the line of a seat's process, in any thread."""


class OwnDoors:
    """Those of a port in this process. `used` is called with its number when phones are to use it.

    `interface` is that of `--interface`."""

    def __init__(self, port: PagePort, interface: str | None, used: Callable[[int], None]) -> None:
        self._port, self._interface, self._used = port, interface, used
        self._loop = asyncio.get_running_loop()
        self._hosts: tuple[str, ...] = ()

    async def addresses(self) -> tuple[Address, ...]:
        """Listen there too. Raise `Failed`."""
        hosts = phone_hosts(self._interface)
        try:
            addresses = await self._port.listen(hosts)
        except OSError:
            raise Failed(_(NO_NETWORK)) from None
        if hosts != self._hosts:
            self._hosts = hosts
            await asyncio.to_thread(self._used, self._port.port)
        return addresses

    def name(self, number: int) -> str:
        return str(number)

    def door_opened(self, line: bytes) -> None:
        name, room = _decoded(line)
        with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
            self._loop.call_soon_threadsafe(self._port.open_door, name, room, self._hosts)


class OuterDoors:
    """Those of the port of the process that has started this one, which has the first of them."""

    def __init__(self, own: Door) -> None:
        self._own = own

    async def addresses(self) -> tuple[Address, ...]:
        return self._own.addresses

    def name(self, number: int) -> str:
        return str(int(self._own.name) + number)

    def door_opened(self, line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def phone_hosts(interface: str | None) -> tuple[str, ...]:
    """Return the addresses of this computer that a phone may reach. Raise `Failed` if there is
    none."""
    try:
        hosts = hosts_for_browsers(usable_interfaces(interface), default_interface())
    except NoInterface:
        raise Failed(_(NO_NETWORK)) from None
    if not hosts:
        raise Failed(_(NO_NETWORK))
    return hosts
