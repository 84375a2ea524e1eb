"""Trying out this machine's network, as a table would use it: facts only, and no opinion of them.

Nothing here can be seen by players as a table: the trial has a service type of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import struct
from dataclasses import dataclass
from pathlib import Path

import ifaddr
from zeroconf import Error, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from .addresses import Interface, open_listener
from .discovery import CannotDiscover, multicast

TRIAL = "_p2phanabi-try._tcp.local."
HEARD_S = 4.0
OTHERS_S = 2.0
CONNECT_S = 2.0
GROUP, PORT = "224.0.0.251", 5353
# One question for all types of service, which every responder answers (RFC 6763, section 9).
_QUESTION = (
    struct.pack("!6H", 0, 0, 1, 0, 0, 0)
    + b"".join(bytes([len(word)]) + word for word in (b"_services", b"_dns-sd", b"_udp", b"local"))
    + struct.pack("!B2H", 0, 12, 1)
)
_TUNNEL = re.compile(r"^(tun|tap|wg|ppp|zt|tailscale|utun|ipsec|nordlynx|proton)")


@dataclass(frozen=True, slots=True)
class Trial:
    """Whether an announcement on an interface was heard there. `reason` is the system's, if not."""

    interface: Interface
    heard: bool
    reason: str = ""


async def try_multicast(interface: Interface) -> Trial:
    """Announce a service by one zeroconf, and look for it by another."""
    heard = asyncio.Event()
    name = f"{interface.index}-{id(heard):x}.{TRIAL}"

    def found(
        zeroconf: Zeroconf,  # noqa: ARG001 - zeroconf passes these four by name
        service_type: str,  # noqa: ARG001
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if state_change is ServiceStateChange.Added and name == info.name:
            heard.set()

    info = AsyncServiceInfo(TRIAL, name, port=9, parsed_addresses=[interface.host])
    try:
        async with multicast([interface]) as speaker, multicast([interface]) as listener:
            browser = AsyncServiceBrowser(listener.zeroconf, [TRIAL], handlers=[found])
            saying = asyncio.create_task(_say(speaker, info))
            try:
                async with asyncio.timeout(HEARD_S):
                    await heard.wait()
            finally:
                saying.cancel()
                await asyncio.gather(saying, return_exceptions=True)
                await browser.async_cancel()
    except TimeoutError:
        return Trial(interface, heard=False)
    except (CannotDiscover, OSError, Error) as error:
        return Trial(interface, heard=False, reason=str(error))
    return Trial(interface, heard=True)


async def _say(zeroconf: AsyncZeroconf, info: AsyncServiceInfo) -> None:
    await (await zeroconf.async_register_service(info))


async def others_on(interface: Interface) -> set[str]:
    """The addresses of other machines that answer a question to all; of IPv4 only."""
    if not interface.is_ipv4 or interface.is_loopback:
        return set()
    heard = _Ears()
    loop = asyncio.get_running_loop()
    try:
        transport, _ = await loop.create_datagram_endpoint(
            lambda: heard, sock=_multicast_socket(interface.host)
        )
    except OSError:
        return set()
    try:
        for _ in range(2):
            with contextlib.suppress(OSError):
                transport.sendto(_QUESTION, (GROUP, PORT))
            await asyncio.sleep(OTHERS_S / 2)
    finally:
        transport.close()
    return heard.speakers - own_addresses()


class _Ears(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.speakers: set[str] = set()

    def datagram_received(self, data: bytes, addr: tuple[str | object, int]) -> None:  # noqa: ARG002 - asyncio passes both
        self.speakers.add(str(addr[0]))


def _multicast_socket(host: str) -> socket.socket:
    """Beside whoever else speaks multicast DNS here."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("", PORT))
        membership = socket.inet_aton(GROUP) + socket.inet_aton(host)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host))
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


async def can_be_reached(interface: Interface) -> str | None:
    """Listen as a host does, and dial it at its address; what the system says against it, if it
    does. What a firewall does to other machines cannot be seen from here."""
    host = interface.scoped
    try:
        listeners = open_listener([host], 0)
    except OSError as error:
        return error.strerror or str(error)
    server = await asyncio.start_server(lambda _, writer: writer.close(), sock=listeners[0])
    try:
        async with asyncio.timeout(CONNECT_S):
            _, writer = await asyncio.open_connection(host, listeners[0].getsockname()[1])
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    except TimeoutError:
        return "no answer"
    except OSError as error:
        return error.strerror or str(error)
    finally:
        server.close()
        await server.wait_closed()
    return None


def own_addresses() -> set[str]:
    return {
        address.ip if isinstance(address.ip, str) else address.ip[0]
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
    }


def tunnels() -> list[str]:
    """The interfaces that look like a VPN, and have an address."""
    names = {adapter.nice_name for adapter in ifaddr.get_adapters() if adapter.ips}
    return sorted(name for name in names if _TUNNEL.match(name))


def default_interface() -> str | None:
    """Where packets for elsewhere go; Linux tells."""
    try:
        rows = Path("/proc/net/route").read_text("ascii").splitlines()[1:]
    except OSError:
        return None
    return next((row.split()[0] for row in rows if row.split()[1] == "00000000"), None)


def is_wireless(name: str) -> bool:
    """Linux tells."""
    return Path(f"/sys/class/net/{name}/wireless").exists()
