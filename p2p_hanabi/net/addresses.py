"""Addresses of this machine and of others: usable interfaces, HOST:PORT as typed, listening."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import ifaddr

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.systems import keep_port
from protocol.encoding import Value
from protocol.errors import BadEncoding, LocalError, ReasonedError
from protocol.reasons import Malformed

MAX_ADDRESSES = 8
MAX_SEGMENT_BYTES = 1220
"""With its headers as long as the shortest packet that every path of IPv6 must carry: tunnels and
switches that drop longer ones without a word let this through."""

# Bridges and tunnels to virtual machines, containers and far-away networks: no player sits there.
_NOT_THE_LAN = re.compile(
    r"^(docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|tun|tap|wg|zt"
    r"|tailscale|ppp|utun|awdl|llw|ipsec|gif|stf)"
    r"|^(VirtualBox|VMware|TAP-Windows|WireGuard|Tailscale|ZeroTier|OpenVPN) "
)
_UP, _LOOPBACK, _POINT_TO_POINT, _MULTICAST = 0x1, 0x8, 0x10, 0x1000


class BadAddress(LocalError):
    """What was typed is not HOST:PORT."""

    def __init__(self, typed: str) -> None:
        super().__init__(f"{typed!r} is not HOST:PORT")
        self.typed = typed


class NoInterface(ReasonedError, LocalError):
    """No interface of this machine can be used, or not the one that was asked for."""

    def __init__(self, asked: str | None, there_are: Sequence[str]) -> None:
        super().__init__(LinkFault.NO_INTERFACE)
        self.asked = asked
        self.there_are = tuple(there_are)


class Address(NamedTuple):
    """Where to dial."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def unscoped(self) -> str:
        """The host as others may be told it."""
        return self.host.partition("%")[0]


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
        return _needs_scope(self.host)

    @property
    def scoped(self) -> str:
        """The address as this machine itself listens at it, or dials it."""
        return f"{self.host}%{self.name}" if self.is_link_local else self.host


def parse_address(typed: str) -> Address:
    """Read HOST:PORT, 192.0.2.7:7000, [2001:db8::1]:7000 or [fe80::1%eth0]:7000. Raise `BadAddress`
    for anything else."""
    match = re.fullmatch(
        r"\[([0-9A-Za-z:.%_\-]+)\]:(\d{1,5})|([^\s:\[\]]+):(\d{1,5})", typed.strip()
    )
    if match is None:
        raise BadAddress(typed)
    host, port = (match[1] or match[3]), int(match[2] or match[4])
    if not 1 <= port <= 65535 or not _can_be_looked_up(host):
        raise BadAddress(typed)
    return Address(host, port)


def _can_be_looked_up(host: str) -> bool:
    try:
        host.encode("idna")
    except UnicodeError:  # nothing, or too much, between two dots
        return False
    return True


def addresses_from(
    hosts: Iterable[object], port: object, interface: str = ""
) -> tuple[Address, ...]:
    """Read what a peer says of itself: numeric addresses only, and only so many of them.

    `interface` is the one over which it was said, empty if that is not known. An address that means
    something on one link only means it there; a scope that a peer gives is one of its own machine.
    """
    if not isinstance(port, int) or isinstance(port, bool) or not 1 <= port <= 65535:
        return ()
    found = []
    for host in hosts:
        if isinstance(host, str) and _is_host(host):
            if not _needs_scope(host):
                found.append(Address(host, port))
            elif interface:
                found.append(Address(f"{host}%{interface}", port))
    return tuple(found[:MAX_ADDRESSES])


def stored_addresses(value: Value) -> tuple[Address, ...]:
    """Decode addresses from a file of this machine. Raise `BadEncoding`."""
    found = []
    for row in value if isinstance(value, tuple) else (None,):
        match row:
            case (str(host), int(port)):
                found.append(Address(host, port))
            case _:
                raise BadEncoding(Malformed.FORM)
    return tuple(found)


def on_links(addresses: Iterable[Address], interfaces: Sequence[Interface]) -> tuple[Address, ...]:
    """Return the addresses as this machine dials them: one that needs a scope and has none may be
    on any of its links."""
    links = [one.name for one in interfaces if one.is_link_local]
    found: list[Address] = []
    for address in addresses:
        host, _, scope = address.host.partition("%")
        if not _is_host(host) or not _needs_scope(host):
            found.append(address)
        elif scope not in ("", "0"):
            found.append(Address(f"{host}%{_name_of(scope)}", address.port))
        else:
            scoped = [Address(f"{host}%{name}", address.port) for name in links]
            found += scoped or [address]
    return tuple(dict.fromkeys(found))


def usable_interfaces(asked: str | None = None) -> tuple[Interface, ...]:
    """Find the addresses to use, IPv4 first. `asked` names an interface or one of its addresses.

    Unless asked for: no loopback, no point-to-point link, nothing that leads to virtual machines,
    nothing that is down or without multicast. Raise `NoInterface` if nothing remains.
    """
    everything = all_interfaces()
    if asked is None:
        chosen = [interface for interface in everything if _is_on_the_lan(interface)]
    else:
        chosen = [one for one in everything if asked in (one.name, one.host, one.scoped)]
    if not chosen:
        raise NoInterface(asked, sorted({interface.name for interface in everything}))
    return tuple(sorted(chosen, key=lambda one: (not one.is_ipv4, one.is_link_local)))


def hosts_to_announce(interfaces: Sequence[Interface]) -> tuple[str, ...]:
    """Return what the others are told, without scopes, which are this machine's own.

    One of each kind comes first: many addresses of one kind crowd out no other.
    """
    kinds = {(one.name, one.is_ipv4, one.is_link_local): one for one in reversed(interfaces)}
    ordered = [*reversed(kinds.values()), *interfaces]
    return tuple(dict.fromkeys(one.host for one in ordered))[:MAX_ADDRESSES]


def hosts_for_browsers(interfaces: Sequence[Interface], first: str | None) -> tuple[str, ...]:
    """Return the addresses that can stand in the address of a page, which a scope cannot: those of
    the interface `first` come first, and IPv4 before IPv6."""
    found = [one for one in interfaces if not one.is_link_local]
    found.sort(key=lambda one: (not one.is_ipv4, one.name != first))
    return tuple(dict.fromkeys(one.host for one in found))[:MAX_ADDRESSES]


def interface_of(sockname: object) -> str:
    """Return the interface that has this address of a socket of ours; empty if there is none."""
    match sockname:
        case (str(), int(), int(), int(scope)) if scope:
            return _name_of(str(scope))
        case (str(host), *_):
            return next((one.name for one in all_interfaces() if one.host == host), "")
    return ""


def all_interfaces() -> list[Interface]:
    """Return every address that this machine has."""
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
    return not ("%" in host or address.is_multicast or address.is_unspecified)


def _needs_scope(host: str) -> bool:
    address = ipaddress.ip_address(host)
    return address.version == 6 and address.is_link_local


def _name_of(scope: str) -> str:
    """Return the interface that is meant; a number means the same one only until the next start."""
    return next((one.name for one in all_interfaces() if str(one.index) == scope), scope)


def by_number(host: str) -> str:
    """Return the host with its scope, if it has one, as every system takes it: as a number."""
    bare, _, scope = host.partition("%")
    index = next((one.index for one in all_interfaces() if scope and one.name == scope), None)
    return host if index is None else f"{bare}%{index}"


def open_listener(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Listening sockets with one port for all: at these addresses, or, if there are none, at all
    addresses of both families.

    `OSError` if the port is taken. Only the first address must be one that can be used: a machine
    may be without IPv6.
    """
    first, *more = hosts or ("0.0.0.0", "::")  # noqa: S104 - a table is for the whole LAN
    listeners = [_listen(first, port)]
    for host in more:
        with contextlib.suppress(OSError):
            listeners.append(_listen(host, listeners[0].getsockname()[1]))
    return listeners


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's delay off only where the protocol is named, also of what is accepted
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        keep_port(listener)
        if family is socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        shorten_segments(listener)
        listener.bind(socket.getaddrinfo(by_number(host), port, family, socket.SOCK_STREAM)[0][4])
        listener.listen(64)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def shorten_segments(sock: socket.socket) -> None:
    """Before it is connected, or listens: send short packets, and ask the peer for such.

    Systems that do not take it so early go without.
    """
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, MAX_SEGMENT_BYTES)
