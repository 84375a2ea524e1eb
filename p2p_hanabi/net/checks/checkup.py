"""The network around this machine: other machines, tunnels, and the default route."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import struct
from pathlib import Path

from p2p_hanabi.systems import share_port

from ..links.addresses import Interface, all_interfaces

OTHERS_S = 2.0
GROUP, GROUP_V6, PORT = "224.0.0.251", "ff02::fb", 5353
# A query for all service types, which every responder answers (RFC 6763, section 9).
_QUESTION = (
    struct.pack("!6H", 0, 0, 1, 0, 0, 0)
    + b"".join(bytes([len(word)]) + word for word in (b"_services", b"_dns-sd", b"_udp", b"local"))
    + struct.pack("!B2H", 0, 12, 1)
)
_TUNNEL = re.compile(
    r"^(tun|tap|wg|ppp|zt|tailscale|utun|ipsec|nordlynx|proton)"
    r"|^(TAP-Windows|WireGuard|Tailscale|ZeroTier|OpenVPN) "
)


async def others_on(interface: Interface) -> set[str]:
    """Find the addresses of other machines that answer a multicast query."""
    if interface.is_loopback:
        return set()
    responders = _Responders()
    loop = asyncio.get_running_loop()
    try:
        sock, group = _multicast_socket(interface)
        transport, _ = await loop.create_datagram_endpoint(lambda: responders, sock=sock)
    except OSError:
        return set()
    try:
        for _ in range(2):
            with contextlib.suppress(OSError):
                transport.sendto(_QUESTION, group)
            await asyncio.sleep(OTHERS_S / 2)
    finally:
        transport.close()
    return responders.hosts - {one.address for one in all_interfaces()}


class _Responders(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.hosts: set[str] = set()

    def datagram_received(self, data: bytes, addr: tuple[str | object, int]) -> None:  # noqa: ARG002 - asyncio passes both
        self.hosts.add(str(addr[0]).partition("%")[0])


def _multicast_socket(interface: Interface) -> tuple[socket.socket, tuple[str | int, ...]]:
    """Return a socket that shares the port of multicast DNS, and the group's address."""
    family = socket.AF_INET if interface.is_ipv4 else socket.AF_INET6
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        share_port(sock)
        if interface.is_ipv4:
            host = socket.inet_aton(interface.address)
            sock.bind(("", PORT))
            membership = socket.inet_aton(GROUP) + host
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, host)
        else:
            index = struct.pack("@I", interface.index)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind(("::", PORT))
            membership = socket.inet_pton(socket.AF_INET6, GROUP_V6) + index
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, membership)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock, (GROUP, PORT) if interface.is_ipv4 else (GROUP_V6, PORT, 0, interface.index)


def tunnels() -> list[str]:
    """List the interfaces that look like a VPN and have an address."""
    names = {one.name for one in all_interfaces()}
    return sorted(name for name in names if _TUNNEL.match(name))


def default_interface() -> str | None:
    """Return the interface of the default route, which only Linux reveals."""
    try:
        rows = Path("/proc/net/route").read_text("ascii").splitlines()[1:]
    except OSError:
        return None
    return next((row.split()[0] for row in rows if row.split()[1] == "00000000"), None)


def is_wireless(name: str) -> bool:
    """Return whether the interface is wireless, which only Linux reveals."""
    return Path(f"/sys/class/net/{name}/wireless").exists()
