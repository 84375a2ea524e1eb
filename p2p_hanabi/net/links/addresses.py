"""Network addresses: usable interfaces, parsing of HOST:PORT, listening sockets."""

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
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding, LocalError, ReasonedError
from protocol.reasons import Malformed

MAX_ADDRESSES = 8
ANY_HOST = ("0.0.0.0", "::")  # noqa: S104 - a table is for the whole LAN
MAX_SEGMENT_BYTES = 1220
"""With its headers exactly the minimum MTU of IPv6, which passes even tunnels and switches that
silently drop longer packets."""

# Bridges and tunnels to virtual machines, containers and remote networks, where no player is.
_NOT_THE_LAN = re.compile(
    r"^(docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|tun|tap|wg|zt"
    r"|tailscale|ppp|utun|awdl|llw|ipsec|gif|stf)"
    r"|^(VirtualBox|VMware|TAP-Windows|WireGuard|Tailscale|ZeroTier|OpenVPN) "
)
_UP, _LOOPBACK, _POINT_TO_POINT, _MULTICAST = 0x1, 0x8, 0x10, 0x1000


class BadAddress(LocalError):
    """The text is not HOST:PORT."""

    def __init__(self, typed: str) -> None:
        super().__init__(f"{typed!r} is not HOST:PORT")
        self.typed = typed


class NoInterface(ReasonedError, LocalError):
    """No interface of this machine is usable, or the requested one does not exist."""

    def __init__(self, asked: str | None, there_are: Sequence[str]) -> None:
        super().__init__(LinkFault.NO_INTERFACE)
        self.asked = asked
        self.there_are = tuple(there_are)


class Address(NamedTuple):
    """A host and a port to dial."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def unscoped(self) -> str:
        """The host without its scope, which means nothing on other machines."""
        return self.host.partition("%")[0]


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of one interface. `index` is the interface's number in IPv6 scopes."""

    name: str
    address: str
    index: int

    @property
    def is_ipv4(self) -> bool:
        return ":" not in self.address

    @property
    def is_loopback(self) -> bool:
        return ipaddress.ip_address(self.address).is_loopback

    @property
    def is_link_local(self) -> bool:
        """Whether this is an IPv6 address that is valid on its own link only, and needs a scope."""
        return _needs_scope(self.address)

    @property
    def scoped(self) -> str:
        """The address as this machine listens at it or dials it."""
        return f"{self.address}%{self.name}" if self.is_link_local else self.address


def parse_address(typed: str) -> Address:
    """Parse HOST:PORT, 192.0.2.7:7000, [2001:db8::1]:7000 or [fe80::1%eth0]:7000. Raise
    `BadAddress` for anything else."""
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
    except UnicodeError:  # an empty or overlong label
        return False
    return True


def addresses_from(
    hosts: Iterable[object], port: object, interface: str = ""
) -> tuple[Address, ...]:
    """Parse the addresses that a peer announces: numeric ones only, at most `MAX_ADDRESSES`.

    `interface` is the one they arrived on, empty if unknown. It becomes the scope of link-local
    addresses; a scope sent by the peer is local to its machine, and is refused.
    """
    if not isinstance(port, Integer) or not 1 <= port <= 65535:
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
    """Decode addresses stored by this machine. Raise `BadEncoding`."""
    found = []
    for row in value if isinstance(value, tuple) else (None,):
        match row:
            case (str(host), Integer(port)):
                found.append(Address(host, port))
            case _:
                raise BadEncoding(Malformed.FORM)
    return tuple(found)


def on_links(addresses: Iterable[Address], interfaces: Sequence[Interface]) -> tuple[Address, ...]:
    """Return the addresses as this machine dials them: one that lacks a scope it needs may be on
    any of its links."""
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

    Unless `asked`, interfaces that are loopback, point-to-point, for virtual machines, down or
    without multicast are left out. Raise `NoInterface` if none remain.
    """
    everything = all_interfaces()
    if asked is None:
        chosen = [interface for interface in everything if _is_on_the_lan(interface)]
    else:
        chosen = [one for one in everything if asked in (one.name, one.address, one.scoped)]
    if not chosen:
        raise NoInterface(asked, sorted({interface.name for interface in everything}))
    return tuple(sorted(chosen, key=lambda one: (not one.is_ipv4, one.is_link_local)))


def hosts_to_announce(interfaces: Sequence[Interface]) -> tuple[str, ...]:
    """Return the addresses to announce, without scopes, which are local to this machine.

    One of each kind comes first, so that many addresses of one kind do not crowd out the others.
    """
    kinds = {(one.name, one.is_ipv4, one.is_link_local): one for one in reversed(interfaces)}
    ordered = [*reversed(kinds.values()), *interfaces]
    return tuple(dict.fromkeys(one.address for one in ordered))[:MAX_ADDRESSES]


def hosts_for_browsers(interfaces: Sequence[Interface], first: str | None) -> tuple[str, ...]:
    """Return the addresses usable in URLs, which cannot contain a scope: IPv4 before IPv6, and
    within each family those of the interface `first` first."""
    found = [one for one in interfaces if not one.is_link_local]
    found.sort(key=lambda one: (not one.is_ipv4, one.name != first))
    return tuple(dict.fromkeys(one.address for one in found))[:MAX_ADDRESSES]


def with_interfaces(hosts: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses of this machine, each with the interface that has it: 192.0.2.7%eth0.
    Any other stays as it is, as does an empty one."""
    names = {one.address: one.name for one in all_interfaces()}
    return tuple(f"{host}%{names[host]}" if host in names else host for host in hosts)


def is_chosen(interface: Interface, chosen: str) -> bool:
    """Return whether the interface is one where a player chose to play, which `with_interfaces`
    has written: its name stays, while its address may change. An address that none had is
    compared itself. An empty choice is any interface."""
    host, _, name = chosen.partition("%")
    return not host or (interface.name == name if name else interface.address == host)


def interface_of(sockname: object) -> str:
    """Return the interface with this local address of a socket; empty if there is none."""
    match sockname:
        case (str(), Integer(), Integer(), Integer(scope)) if scope:
            return _name_of(str(scope))
        case (str(host), *_):
            return next((one.name for one in all_interfaces() if one.address == host), "")
    return ""


def all_interfaces() -> list[Interface]:
    """Return every address of this machine."""
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
    """Return the interface's flags on Linux; None elsewhere, where its name must do."""
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
    """Return the interface's name; its number may change at the next boot."""
    return next((one.name for one in all_interfaces() if str(one.index) == scope), scope)


def by_number(host: str) -> str:
    """Return the host with any scope as a number, which every system accepts."""
    bare, _, scope = host.partition("%")
    if not scope:
        return host
    index = next((one.index for one in all_interfaces() if one.name == scope), None)
    return host if index is None else f"{bare}%{index}"


def open_listener(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Open listening sockets that share one port: at these addresses or, if there are none, at all
    addresses of both families.

    Raise `OSError` if the port is taken. Only the first address must be usable: a machine may lack
    IPv6.
    """
    first, *more = hosts or ANY_HOST
    listeners = [_listen(first, port)]
    for host in more:
        with contextlib.suppress(OSError):
            listeners.append(_listen(host, listeners[0].getsockname()[1]))
    return listeners


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio disables Nagle's algorithm only if the protocol is given, also for accepted sockets
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
    """Limit the packet size in both directions; to be called before `connect` or `listen`.

    Systems that refuse this so early go without.
    """
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, MAX_SEGMENT_BYTES)
