"""Addresses of this machine and of others: usable interfaces, HOST:PORT as typed, listening."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import ifaddr

from protocol.errors import LocalError

MAX_ADDRESSES = 8

# Bridges and tunnels to virtual machines, containers and far-away networks: no player sits there.
_NOT_THE_LAN = re.compile(
    r"^(docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|tun|tap|wg|zt"
    r"|tailscale|ppp|utun|awdl|llw|ipsec|gif|stf)"
)
_UP, _LOOPBACK, _POINT_TO_POINT, _MULTICAST = 0x1, 0x8, 0x10, 0x1000


class BadAddress(LocalError):
    """What was typed is no HOST:PORT."""


class NoInterface(LocalError):
    """No interface of this machine can be used, or not the one that was asked for."""

    def __init__(self, asked: str | None, there_are: Sequence[str]) -> None:
        super().__init__(f"no interface {asked}" if asked else "no usable interface")
        self.asked = asked
        self.there_are = tuple(there_are)


class Address(NamedTuple):
    """Where to dial."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of one interface. `index` is the number by which IPv6 scopes are meant."""

    name: str
    host: str
    index: int

    @property
    def is_ipv4(self) -> bool:
        return ":" not in self.host

    @property
    def is_loopback(self) -> bool:
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def is_link_local(self) -> bool:
        """Such an IPv6 address means something on its own link only, and needs a scope there."""
        return not self.is_ipv4 and ipaddress.ip_address(self.host).is_link_local


def parse_address(typed: str) -> Address:
    """HOST:PORT, 192.0.2.7:7000, [2001:db8::1]:7000 or [fe80::1%eth0]:7000."""
    match = re.fullmatch(
        r"\[([0-9A-Za-z:.%_\-]+)\]:(\d{1,5})|([^\s:\[\]]+):(\d{1,5})", typed.strip()
    )
    if match is None:
        raise BadAddress(f"{typed!r} is no HOST:PORT")
    host, port = (match[1] or match[3]), int(match[2] or match[4])
    if not 1 <= port <= 65535:
        raise BadAddress(f"{port} is no port")
    return Address(host, port)


def addresses_from(hosts: Iterable[object], port: object) -> tuple[Address, ...]:
    """What a peer says of itself: numeric addresses only, and only so many of them."""
    if not isinstance(port, int) or isinstance(port, bool) or not 1 <= port <= 65535:
        return ()
    return tuple(Address(host, port) for host in hosts if isinstance(host, str) and _is_host(host))[
        :MAX_ADDRESSES
    ]


def usable_interfaces(asked: str | None = None) -> tuple[Interface, ...]:
    """The addresses to use, IPv4 first. `asked` names an interface or one of its addresses.

    Unless asked for: no loopback, no point-to-point link, nothing that leads to virtual machines,
    nothing that is down or without multicast. `NoInterface` if nothing remains.
    """
    everything = _all_interfaces()
    if asked is None:
        chosen = [interface for interface in everything if _is_on_the_lan(interface)]
    else:
        chosen = [one for one in everything if asked in (one.name, one.host)]
    if not chosen:
        raise NoInterface(asked, sorted({interface.name for interface in everything}))
    return tuple(sorted(chosen, key=lambda one: (not one.is_ipv4, one.is_link_local)))


def hosts_to_announce(interfaces: Sequence[Interface]) -> tuple[str, ...]:
    """Addresses that mean the same to the others: none that needs a scope of this machine."""
    return tuple(one.host for one in interfaces if not one.is_link_local)[:MAX_ADDRESSES]


def _all_interfaces() -> list[Interface]:
    found = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            host = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            found.append(Interface(adapter.nice_name, host, adapter.index or 0))
    return found


def _is_on_the_lan(interface: Interface) -> bool:
    if interface.is_loopback or _NOT_THE_LAN.match(interface.name):
        return False
    flags = _flags(interface.name)
    if flags is None:
        return True
    return bool(flags & _UP and flags & _MULTICAST) and not flags & (_LOOPBACK | _POINT_TO_POINT)


def _flags(name: str) -> int | None:
    """Linux tells; elsewhere the name has to do."""
    try:
        return int(Path(f"/sys/class/net/{name}/flags").read_text("ascii"), 16)
    except (OSError, ValueError):
        return None


def _is_host(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return not (address.is_multicast or address.is_unspecified)


def open_listener(host: str | None, port: int) -> list[socket.socket]:
    """Listening sockets: on one address, or on all addresses of both families (one port for both).

    `OSError` if the port is taken.
    """
    if host is not None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return [_listen(family, host, port)]
    first = _listen(socket.AF_INET, "0.0.0.0", port)  # noqa: S104 - a table is for the whole LAN
    try:
        second = _listen(socket.AF_INET6, "::", first.getsockname()[1])
    except OSError:
        return [first]  # a machine without IPv6
    return [first, second]


def _listen(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    # asyncio turns Nagle's delay off only where the protocol is named, also of what is accepted
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family is socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0][4])
        listener.listen(64)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener
