"""Announce tables on the network, and discover them, by multicast DNS.

A table is identified by its random id, never by its name. Nothing announced is derived from the
room code or authenticated: screens may show it, but the pairing decides. During a game every seat
announces itself, so that one with a new address is found again.

Multicast DNS identifies a service by its name alone, and probes for name conflicts are lost where
several programs on one machine share the port. So service names end with the first digits of the
id, as in "Duo (3f2a1c)"; screens show them without these. Such names need no probes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from zeroconf import (  # type: ignore[attr-defined] # two are not in its __all__
    DNSOutgoing,
    DNSQuestion,
    DNSQuestionType,
    Error,
    IPVersion,
    ServiceStateChange,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.gathering import Notice, Phase, Program
from p2p_hanabi.systems import HEARS_BOTH_FAMILIES
from protocol.errors import BadEncoding, ReasonedError
from protocol.identity.name_rules import MAX_NAME, name_from
from protocol.identity.pairing import VERSION
from protocol.reasons import Reason

from ..links.addresses import MAX_ADDRESSES, Address, Interface, hosts_to_announce, on_links
from ..links.link import reason_of
from ..tasks import background_task, end_all, undisturbed

SERVICE = "_p2phanabi._tcp.local."
MAX_LABEL_BYTES = 63
MAX_TXT_BYTES = 400
RESOLVE_MS = 3000
PROBE_S = 2.0
PROBE_AGAIN_S = 5.0
ASK_AGAIN_S = 2.0
ASK_AT_LEAST_EVERY_S = 30.0
MAX_FOUND = 256
MAX_LOOKS = 256
MAX_WAITING = 4096
"""Names that wait to be looked up: on a large network many arrive at once."""
MAX_PROBES = 64
_Host = str | int | tuple[tuple[str, int, int], int]


_QUERY, _POINTER, _INTERNET = 0, 12, 1  # RFC 1035: a standard query; PTR; IN


class _OneLine(logging.Filter):
    """Leaves out tracebacks of network errors, which zeroconf logs when a network is gone: its
    message says it all."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info is not None and isinstance(record.exc_info[1], OSError):
            record.exc_info = None
        return True


_ONE_LINE = _OneLine()


class CannotDiscover(ReasonedError):
    """Multicast does not work here; `--connect HOST:PORT` still works."""


@dataclass(frozen=True, slots=True)
class Found:
    """A notice and the addresses to dial. Only `reached` shows that anybody listens there."""

    notice: Notice
    addresses: tuple[Address, ...]
    reached: bool = False

    @property
    def key(self) -> tuple[bytes, bytes]:
        return (self.notice.table, self.notice.who)


def text_of(notice: Notice) -> dict[str, str]:
    """Return the TXT record, always under 400 bytes: options that do not fit are left out, and then
    the host's name. A name that its label cannot hold is in the record too."""
    text = {
        "v": str(VERSION),
        "id": notice.table.hex(),
        "game": notice.game[:32],
        "options": notice.options,
        "taken": str(notice.seats_taken),
        "seats": str(notice.seats),
        "phase": notice.phase.value,
    }
    if notice.host:
        text["host"] = notice.host
    if notice.who:
        text["who"] = notice.who.hex()
    if _untagged(_label(_instance(notice)), notice.table, notice.who) != notice.name:
        text["name"] = notice.name  # a label has at most 63 bytes, and no dots
    if _size(text) >= MAX_TXT_BYTES:
        text["options"] = "..."
    if _size(text) >= MAX_TXT_BYTES:
        text.pop("host", None)
    return text


def _size(text: Mapping[str, str]) -> int:
    return sum(len(f"{key}={value}".encode()) + 1 for key, value in text.items())


def notice_from(name: str, text: dict[str, str | None]) -> Notice | None:
    """Parse a TXT record; return None if it is invalid."""
    try:
        version = int(text.get("v") or "")
        if version != VERSION:
            return _of_another_version(name, text, version)
        table, who = bytes.fromhex(text.get("id") or ""), bytes.fromhex(text.get("who") or "")
        return Notice(
            table=table,
            name=_name_of(name, text, table, who),
            game=(text.get("game") or "")[:32],
            options=(text.get("options") or "")[:200],
            seats_taken=int(text.get("taken") or ""),
            seats=int(text.get("seats") or ""),
            phase=Phase(text.get("phase")),
            who=who,
            host=(text.get("host") or "")[:MAX_NAME],
        )
    except (ValueError, BadEncoding):
        return None


def _of_another_version(name: str, text: Mapping[str, str | None], version: int) -> Notice:
    """Return what every version announces: the other keys may mean something else, or be gone."""
    table, who = bytes.fromhex(text.get("id") or ""), bytes.fromhex(text.get("who") or "")
    is_playing = text.get("phase") == Phase.PLAYING.value
    return Notice(
        table=table,
        name=_name_of(name, text, table, who),
        game="",
        options="",
        seats_taken=0,
        seats=0,
        phase=Phase.PLAYING if is_playing else Phase.OPEN,
        who=who,
        program=Program.NEWER if version > VERSION else Program.OLDER,
    )


def _name_of(label: str, text: Mapping[str, str | None], table: bytes, who: bytes) -> str:
    """Return a table's name. Raise `BadEncoding` if the record has one that no table may have."""
    named = text.get("name")
    return _untagged(label, table, who) if named is None else name_from(named, MAX_LABEL_BYTES)


@asynccontextmanager
async def multicast(interfaces: Sequence[Interface]) -> AsyncIterator[AsyncZeroconf]:
    """Open one zeroconf on exactly these interfaces, and close it at the end.

    zeroconf's own choice of interfaces fails without a multicast route, and includes bridges.
    """
    logging.getLogger("zeroconf").addFilter(_ONE_LINE)
    zeroconf = _open(interfaces)
    try:
        # A cancelled wait would cancel what zeroconf itself waits for when it is closed.
        await asyncio.shield(_started(zeroconf))
        yield zeroconf
    finally:
        await undisturbed(zeroconf.async_close())


class Announcer:
    """Announces a notice from `start` to `stop`; `update` when something changes."""

    def __init__(
        self,
        zeroconf: AsyncZeroconf,
        interfaces: Sequence[Interface],
        port: int,
        service: str = SERVICE,
    ) -> None:
        self._zeroconf = zeroconf
        self._type = service
        self._hosts = hosts_to_announce(interfaces)
        self._port = port
        self._info: AsyncServiceInfo | None = None
        self._notice: Notice | None = None
        self._registering: asyncio.Task[None] | None = None

    def start(self, notice: Notice) -> None:
        """Start announcing. Others find the table at once; this goes on for half a second."""
        self._notice = notice
        self._info = self._service(notice, _instance(notice, self._type))
        self._registering = asyncio.create_task(self._register(self._info))

    async def announced(self) -> None:
        """Wait until the notice has been announced."""
        if self._registering is not None:
            await asyncio.shield(self._registering)

    async def update(self, notice: Notice) -> None:
        """Announce a new notice of the same table. Raise `CannotDiscover` if that fails."""
        if self._info is None or notice == self._notice:
            return
        self._notice = notice
        await self.announced()
        self._info = self._service(notice, self._info.name)
        try:
            await (await self._zeroconf.async_update_service(self._info))
        except (OSError, Error) as error:
            raise CannotDiscover(reason_of(error)) from None

    async def stop(self) -> None:
        """Withdraw the notice, so that nobody sees a table that no longer exists."""
        if self._registering is None or self._info is None:
            return
        self._registering.cancel()
        with contextlib.suppress(asyncio.CancelledError, CannotDiscover):
            await self._registering
        info, self._info = self._info, None
        if self._zeroconf.zeroconf.registry.async_get_info_name(info.key) is not None:
            with contextlib.suppress(OSError, Error):
                await (await self._zeroconf.async_unregister_service(info))

    async def _register(self, info: AsyncServiceInfo) -> None:
        try:
            # RFC 6762 §8.1 asks for probes of names that others may have too: more than a second in
            # which nobody finds the table. But the name contains the table's random id. For the
            # same reason ICE candidates, whose names are UUIDs, are not probed either
            # (draft-ietf-mmusic-mdns-ice-candidates).
            await (await self._zeroconf.async_register_service(info, cooperating_responders=True))
        except (OSError, Error) as error:
            raise CannotDiscover(reason_of(error)) from None

    def _service(self, notice: Notice, name: str) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            self._type,
            name,
            port=self._port,
            properties=text_of(notice),
            server=f"p2phanabi-{notice.table[:4].hex()}{notice.who[:4].hex()}.local.",
            parsed_addresses=list(self._hosts),
        )


class Browser:
    """A live list of notices. `changed` is called in the event loop whenever the list changes.

    Only `wanted` notices are listed and dialled. Entries, look-ups and probes are bounded against
    floods of fake announcements: the oldest are evicted, starting with entries where nobody
    answers.
    """

    def __init__(
        self,
        zeroconf: AsyncZeroconf,
        interfaces: Sequence[Interface],
        changed: Callable[[], None],
        *,
        probe: bool = True,
        wanted: Callable[[Notice], bool] = lambda _notice: True,
        service: str = SERVICE,
    ) -> None:
        self._zeroconf = zeroconf
        self._type = service
        self._interfaces = interfaces
        self._changed = changed
        self._probe = probe
        self._wanted = wanted
        self._found: dict[str, Found] = {}
        self._lookups: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, None] = {}
        self._unresolved: dict[str, None] = {}
        self._probes = asyncio.Semaphore(MAX_PROBES)
        # On loopback a unicast answer may go to another process that shares the port.
        on_loopback = all(interface.is_loopback for interface in interfaces)
        self._question = DNSQuestionType.QM if on_loopback else None
        self._browser = AsyncServiceBrowser(
            zeroconf.zeroconf,
            [service],
            handlers=[self._service_changed],
            question_type=self._question,
        )
        self._is_closed = False
        self._tasks = (
            background_task(self._probe_again(), "probing tables"),
            background_task(self._query_again(), "asking for tables"),
        )

    @property
    def found(self) -> tuple[Found, ...]:
        """One entry per table and announcer, by name; those whose port answers come first."""
        by_key = {one.key: one for one in sorted(self._found.values(), key=lambda one: one.reached)}
        return tuple(sorted(by_key.values(), key=_in_the_list))

    async def close(self) -> None:
        self._is_closed = True
        await undisturbed(self._end())

    async def _end(self) -> None:
        await self._browser.async_cancel()
        await end_all(*self._tasks, *self._lookups.values())

    def _service_changed(
        self,
        zeroconf: Zeroconf,  # noqa: ARG002 - zeroconf passes these four by name
        service_type: str,  # noqa: ARG002
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        self._waiting.pop(name, None)
        if (running := self._lookups.pop(name, None)) is not None:
            running.cancel()
        if state_change is ServiceStateChange.Removed:
            self._unresolved.pop(name, None)
            if self._found.pop(name, None) is not None:
                self._changed()
            return
        info = self._info(name)
        if info is None:
            return
        if info.load_from_cache(self._zeroconf.zeroconf) and self._entry_of(name, info) is None:
            self._drop(name)  # at once: there may be a thousand of these
            return
        self._start_lookup(name)

    def _start_lookup(self, name: str) -> None:
        if len(self._lookups) >= MAX_LOOKS:
            if len(self._waiting) >= MAX_WAITING:
                del self._waiting[next(iter(self._waiting))]
            self._waiting[name] = None
            return
        look = asyncio.create_task(self._resolve(name))
        self._lookups[name] = look
        look.add_done_callback(lambda done: self._lookup_done(name, done))

    def _lookup_done(self, name: str, look: asyncio.Task[None]) -> None:
        if self._lookups.get(name) is look:
            del self._lookups[name]
        if self._waiting and not self._is_closed and len(self._lookups) < MAX_LOOKS:
            following = next(iter(self._waiting))
            del self._waiting[following]
            self._start_lookup(following)

    def _info(self, name: str) -> AsyncServiceInfo | None:
        """Return an empty record; None if no service may have this name, as anybody can send."""
        try:
            return AsyncServiceInfo(self._type, name)
        except (Error, ValueError):
            return None

    async def _resolve(self, name: str) -> None:
        info = self._info(name)
        if info is None:
            return
        if not await info.async_request(
            self._zeroconf.zeroconf, RESOLVE_MS, question_type=self._question
        ):
            if len(self._unresolved) < MAX_LOOKS:
                self._unresolved[name] = None
            return
        self._unresolved.pop(name, None)
        entry = self._entry_of(name, info)
        if entry is None:
            self._drop(name)
            return
        self._show(name, entry)
        if self._probe and not entry.reached:
            await self._probe_one(name, entry)

    def _drop(self, name: str) -> None:
        """Remove an entry that is not wanted any more."""
        if self._found.pop(name, None) is not None:
            self._changed()

    def _entry_of(self, name: str, info: AsyncServiceInfo) -> Found | None:
        """Return the entry for an announcement; None if it is not wanted."""
        notice = notice_from(_label(name, self._type), info.decoded_properties)
        if notice is None or info.port is None or not self._wanted(notice):
            return None
        hosts = info.parsed_scoped_addresses(IPVersion.V4Only)
        hosts += info.parsed_scoped_addresses(IPVersion.V6Only)
        before = self._found.get(name)
        announced = [Address(host, info.port) for host in hosts]
        addresses = on_links(announced, self._interfaces)[:MAX_ADDRESSES]
        reached = before is not None and before.reached and before.addresses == addresses
        return Found(notice, addresses, reached)

    async def _probe_again(self) -> None:
        """Detect hosts that were killed, and hosts that have come back."""
        while self._probe:
            await asyncio.sleep(PROBE_AGAIN_S)
            entries = list(self._found.items())
            await asyncio.gather(*(self._probe_one(name, entry) for name, entry in entries))

    async def _query_again(self) -> None:
        """Repeat the query and failed look-ups. zeroconf sends only four queries, within fourteen
        seconds: at 20 % packet loss, one search in sixty received no response."""
        pause = ASK_AGAIN_S
        while True:
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, ASK_AT_LEAST_EVERY_S)
            question = DNSOutgoing(_QUERY)
            question.add_question(DNSQuestion(self._type, _POINTER, _INTERNET))
            self._zeroconf.zeroconf.async_send(question)
            for name in self._unresolved.keys() - self._lookups.keys():
                self._start_lookup(name)

    async def _probe_one(self, name: str, entry: Found) -> None:
        async with self._probes:
            reached = await answers(entry.addresses)
        if self._found.get(name) == entry:
            self._show(name, replace(entry, reached=reached))

    def _show(self, name: str, entry: Found) -> None:
        if self._found.get(name) == entry:
            return
        if name not in self._found and len(self._found) >= MAX_FOUND:
            del self._found[min(self._found, key=lambda one: self._found[one].reached)]
        self._found[name] = entry
        self._changed()


async def answers(addresses: Sequence[Address]) -> bool:
    """Return whether any of these accepts a connection: a killed host stays advertised."""
    tries = [asyncio.create_task(_is_there(address)) for address in addresses]
    try:
        for ended in asyncio.as_completed(tries):
            if await ended:
                return True
    finally:
        await end_all(*tries)
    return False


async def _is_there(address: Address) -> bool:
    try:
        async with asyncio.timeout(PROBE_S):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True


def _is_ours(host: str) -> bool:
    """Return whether this machine still has the address; if not, zeroconf would fail halfway."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def _open(interfaces: Sequence[Interface]) -> AsyncZeroconf:
    """Open zeroconf for both families if possible, so that single-stack machines find this one."""
    reason = Reason(LinkFault.NO_INTERFACE)
    for version, hosts in _zeroconf_arguments(interfaces):
        try:
            return AsyncZeroconf(interfaces=hosts, ip_version=version)
        except (OSError, Error, RuntimeError) as error:  # RuntimeError: an address that is gone
            reason = reason_of(error)
    raise CannotDiscover(reason)


async def _started(zeroconf: AsyncZeroconf) -> None:
    """Wait for zeroconf to start. A look-up that was cancelled while it waits for that would cancel
    the start itself, and nothing would ever be found."""
    try:
        await zeroconf.zeroconf.async_wait_for_start()
    except Error as error:
        raise CannotDiscover(reason_of(error)) from None


def _zeroconf_arguments(interfaces: Sequence[Interface]) -> Iterator[tuple[IPVersion, list[_Host]]]:
    """Yield the arguments to try for zeroconf, best first."""
    ipv4: list[_Host] = [one.address for one in interfaces if one.is_ipv4 and _is_ours(one.address)]
    ipv6: list[_Host] = [*_ipv6_sources(interfaces)]
    if ipv4 and ipv6 and HEARS_BOTH_FAMILIES:
        yield IPVersion.All, ipv4 + ipv6
    if ipv4:
        yield IPVersion.V4Only, ipv4
    if ipv6:
        yield IPVersion.V6Only, ipv6


def _ipv6_sources(interfaces: Sequence[Interface]) -> list[str]:
    """Return one IPv6 source address per interface, link-local if possible; none for loopback,
    which has no multicast."""
    found: dict[str, str] = {}
    for one in interfaces:
        if not one.is_ipv4 and not one.is_loopback and (one.is_link_local or one.name not in found):
            found[one.name] = one.address
    return list(found.values())


def _instance(notice: Notice, service: str = SERVICE) -> str:
    """Join the table's name and tag into a label of at most 63 bytes, cut between characters."""
    tag = _tag(notice.table, notice.who)
    room = MAX_LABEL_BYTES - len(tag)
    label = notice.name.replace(".", " ").encode()[:room].decode("utf-8", "ignore").strip()
    return f"{label or 'Table'}{tag}.{service}"


def _tag(table: bytes, who: bytes) -> str:
    """Return the suffix that makes a label unique to this table and seat."""
    return f" ({(table[:3] + who[:2]).hex()})"


def _untagged(label: str, table: bytes, who: bytes) -> str:
    """Return the name without the tag, or the number that a program that probes adds to a label
    that is taken."""
    return re.sub(rf"{re.escape(_tag(table, who))}(-\d+)?$", "", label)


def _label(instance: str, service: str = SERVICE) -> str:
    return instance.removesuffix(f".{service}")


def _in_the_list(entry: Found) -> tuple[bool, str, bytes]:
    return (not entry.reached, entry.notice.name, entry.notice.table)
