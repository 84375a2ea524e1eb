"""Diagnose why a table cannot be joined: the address, the machine, the port or the table.

Facts only. How precise they are depends on whether the system shows the kernel's neighbour table.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import shutil
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import ifaddr

from p2p_hanabi.faults import number_of
from protocol.errors import BadEncoding
from protocol.identity.pairing import OtherVersion, PairingFailed, Refused, banner_from
from protocol.reasons import Reason

from ..links.addresses import Address, Interface, on_links
from ..links.certificate import joining_context
from ..links.link import CannotReach, Link, LinkLost, NoAnswer, connected, dial_patiently, looked_up
from ..lobby.lobby_messages import About, about_from
from .checkup import others_on

CONNECT_S = 6.0  # the kernel tries to resolve a neighbour for three seconds
BANNER_S = 5.0
LONG_BYTES, LONG_S = 3000, 5.0
SETTLE_S = 10.0
ASK_AGAIN_S = 0.5
OTHER_PORT = 9  # "discard": nothing listens there, so a machine without a firewall refuses
_REJECTIONS = (errno.EACCES, errno.EPERM)
_UNREACHABLE = (errno.EHOSTUNREACH, errno.ENETUNREACH)
_NO_ROUTE = (errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL)


class Verdict(IntEnum):
    """The possible findings, from the best to the least specific."""

    TABLE = 0
    BUSY = 1  # a table that admits nobody now
    LOSES_LONG = 2  # a table, but long packets to it are lost
    OTHER_VERSION = 3
    NO_TABLE = 4  # something else answers
    SILENT = 5  # connections are accepted, but nothing is sent
    REFUSED = 6  # the machine is up, but nothing listens on the port
    REJECTED = 7  # a firewall rejects the connection
    DROPPED = 8  # no response, though the machine responds on another port
    MUTE = 9  # a neighbour that responds to nothing else
    ABSENT = 10  # no such neighbour, while others answer
    ALONE = 11  # no such neighbour, and no others answer
    ELSEWHERE = 12  # on another network, and does not respond
    NO_ANSWER = 13
    NO_WAY = 14
    NO_NAME = 15

    @property
    def word(self) -> str:
        """The name for scripts."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found at an address. `description` describes a table; `busy` is the host's code for
    why it admits nobody, `against` any other obstacle, and `interface` the one whose network the
    address is on, empty if there is none."""

    address: Address
    verdict: Verdict
    description: About | None = None
    busy: str = ""
    against: Reason | None = None
    interface: str = ""


async def diagnose(address: Address, interfaces: Sequence[Interface]) -> Diagnosis:
    """Return the best diagnosis of all addresses that this one may stand for."""
    places = []
    for one in on_links([address], interfaces):
        try:
            rows = await looked_up(one)
        except (OSError, UnicodeError):
            continue
        places += [Address(_host(where), one.port) for *_, where in rows]
    if not places:
        return Diagnosis(address, Verdict.NO_NAME)
    found = await asyncio.gather(*(_examine(one, interfaces) for one in dict.fromkeys(places)))
    return min(found, key=lambda one: one.verdict)


async def _examine(address: Address, interfaces: Sequence[Interface]) -> Diagnosis:
    number = await _connects(address)
    if number == 0:
        return await _probe(address)
    if number == errno.ECONNREFUSED:
        return Diagnosis(address, Verdict.REFUSED)
    interface = _interface_to(address.host)
    is_neighbour = await _is_neighbour(address.host)
    if number in _REJECTIONS or (number in _UNREACHABLE and is_neighbour):
        return Diagnosis(address, Verdict.REJECTED)
    if interface and is_neighbour is False:
        own = [one for one in interfaces if one.name == interface]
        others = await others_on(own[0]) if own else set()
        verdict = Verdict.ABSENT if others else Verdict.ALONE
        return Diagnosis(address, verdict, interface=interface)
    if number in _NO_ROUTE:
        return Diagnosis(address, Verdict.NO_WAY)
    if await _connects(Address(address.host, OTHER_PORT)) == errno.ECONNREFUSED:
        return Diagnosis(address, Verdict.DROPPED)
    if not interface:
        return Diagnosis(address, Verdict.ELSEWHERE)
    return Diagnosis(address, Verdict.MUTE if is_neighbour else Verdict.NO_ANSWER)


async def _connects(address: Address) -> int:
    """Return the error number of an attempt to connect; 0 if it succeeded."""
    try:
        async with asyncio.timeout(CONNECT_S):
            sock = await connected(address)
    except TimeoutError:
        return errno.ETIMEDOUT
    except OSError as error:
        return number_of(error) or errno.ETIMEDOUT
    sock.close()
    return 0


async def _probe(address: Address) -> Diagnosis:
    """Dial as a joiner does, and inspect the response."""
    try:
        link = await dial_patiently(address, joining_context())
    except NoAnswer:
        return Diagnosis(address, Verdict.SILENT)
    except CannotReach:
        return Diagnosis(address, Verdict.NO_TABLE)
    try:
        return await _judge(address, link)
    finally:
        await link.close()


async def _judge(address: Address, link: Link) -> Diagnosis:
    try:
        async with asyncio.timeout(BANNER_S):
            about = about_from(banner_from(await link.receive()))
    except Refused as refused:
        return Diagnosis(address, Verdict.BUSY, busy=refused.reason)
    except OtherVersion as error:
        return Diagnosis(address, Verdict.OTHER_VERSION, against=error.reason)
    except (PairingFailed, BadEncoding, LinkLost, TimeoutError):
        return Diagnosis(address, Verdict.NO_TABLE)
    if await _takes_long(link):
        return Diagnosis(address, Verdict.TABLE, about)
    return Diagnosis(address, Verdict.LOSES_LONG)


async def _takes_long(link: Link) -> bool:
    """Send a long, invalid message: a table that receives it closes the connection."""
    link.send(bytes(LONG_BYTES))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONG_S):
            await link.lost()
            return True
    return False


def _host(where: tuple[str, int] | tuple[str, int, int, int]) -> str:
    """Return the host of a resolved address, in the form in which it is dialled."""
    match where:
        case (host, _, _, scope) if scope:
            return f"{host.partition('%')[0]}%{socket.if_indextoname(scope)}"
        case _:
            return where[0]


def _interface_to(host: str) -> str:
    """Return the interface whose network contains the host; empty if a router is in between."""
    plain, _, scope = host.partition("%")
    if scope:
        return scope
    place = ipaddress.ip_address(plain)
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            own = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            network = ipaddress.ip_network(f"{own}/{entry.network_prefix}", strict=False)
            if place in network:
                return adapter.nice_name
    return ""


async def _is_neighbour(host: str) -> bool | None:
    """Return whether a machine has answered for this address on its link; None if unknown.

    To be called after sending something there. The kernel is about to check entries in doubt.
    """
    state = await _neighbour_state(host)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SETTLE_S):
            while state in ("DELAY", "PROBE"):
                await asyncio.sleep(ASK_AGAIN_S)
                state = await _neighbour_state(host)
    return None if state is None else state not in ("FAILED", "INCOMPLETE")


async def _neighbour_state(host: str) -> str | None:
    """Return the state that iproute2 prints."""
    plain, _, scope = host.partition("%")
    if (tool := shutil.which("ip")) is None:
        return None
    words = ["neighbour", "show", "to", plain, *(["dev", scope] if scope else [])]
    process = await asyncio.create_subprocess_exec(
        tool, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    output, _ = await process.communicate()
    lines = output.decode(errors="replace").split("\n")
    return lines[0].split()[-1] if lines[0].split() else None
