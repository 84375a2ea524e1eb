"""Tables on the network: say that one is here, and list those that are.

A table is known by its random id, never by its name; nothing that is said here is derived from the
room code, and nothing is proven: the screen may show it, the pairing decides. While it is played
every seat says so for itself, so that one with a new address is found again.

Multicast DNS knows a service by its name alone, and the question whether a name is taken goes
unheard where several programs of one machine share the port. So the name of a service ends with the
first digits of the id, as in "Duo (3f2a1c)"; screens show it without them.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from zeroconf import (  # type: ignore[attr-defined] # of which two are not in its __all__
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
from p2p_hanabi.gathering import Notice, Phase
from p2p_hanabi.systems import HEARS_BOTH_FAMILIES
from protocol.errors import ReasonedError
from protocol.identity.name_rules import MAX_NAME
from protocol.reasons import Reason

from .addresses import MAX_ADDRESSES, Address, Interface, hosts_to_announce, on_links
from .link import reason_of
from .tasks import background_task, end_all

SERVICE = "_p2phanabi._tcp.local."
VERSION = 1
MAX_LABEL_BYTES = 63
MAX_TXT_BYTES = 400
RESOLVE_MS = 3000
PROBE_S = 2.0
PROBE_AGAIN_S = 5.0
ASK_AGAIN_S = 2.0
ASK_AT_LEAST_EVERY_S = 30.0
MAX_FOUND = 256
MAX_LOOKS = 256
MAX_PROBES = 64
_Host = str | int | tuple[tuple[str, int, int], int]


_QUERY, _POINTER, _INTERNET = 0, 12, 1  # RFC 1035: a standard query; PTR; IN


class CannotDiscover(ReasonedError):
    """Multicast does not work here; `--connect HOST:PORT` still works."""


@dataclass(frozen=True, slots=True)
class Found:
    """A notice somebody gave, and where to dial. Only `reached` tells that anybody is there."""

    notice: Notice
    addresses: tuple[Address, ...]
    reached: bool = False

    @property
    def key(self) -> tuple[bytes, bytes]:
        return (self.notice.table, self.notice.who)


def text_of(notice: Notice) -> dict[str, str]:
    """Return the TXT record, always under 400 bytes: options that do not fit are left out."""
    text = {
        "v": str(VERSION),
        "id": notice.table.hex(),
        "game": notice.game[:32],
        "options": notice.options,
        "taken": str(notice.taken),
        "seats": str(notice.seats),
        "phase": notice.phase.value,
    }
    if notice.host:
        text["host"] = notice.host
    if notice.who:
        text["who"] = notice.who.hex()
    if sum(len(f"{key}={value}".encode()) + 1 for key, value in text.items()) >= MAX_TXT_BYTES:
        text["options"] = "..."
    return text


def notice_from(name: str, text: dict[str, str | None]) -> Notice | None:
    """Return what a TXT record says, None if it is of another version or makes no sense."""
    try:
        if text.get("v") != str(VERSION):
            return None
        table, who = bytes.fromhex(text.get("id") or ""), bytes.fromhex(text.get("who") or "")
        return Notice(
            table=table,
            name=_untagged(name, table, who),
            game=(text.get("game") or "")[:32],
            options=(text.get("options") or "")[:200],
            taken=int(text.get("taken") or ""),
            seats=int(text.get("seats") or ""),
            phase=Phase(text.get("phase")),
            who=who,
            host=(text.get("host") or "")[:MAX_NAME],
        )
    except ValueError:
        return None


@asynccontextmanager
async def multicast(interfaces: Sequence[Interface]) -> AsyncIterator[AsyncZeroconf]:
    """Open one zeroconf on exactly these interfaces, and close it at the end.

    zeroconf's own choice of interfaces fails without a route for multicast, and takes in bridges.
    """
    zeroconf = _open(interfaces)
    try:
        await _begun(zeroconf)
        yield zeroconf
    finally:
        await zeroconf.async_close()


class Announcer:
    """A notice on the network for as long as the context lasts; `update` when something changes."""

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
        """Begin to say it. Takes one or two seconds, in which the table can be used already."""
        self._notice = notice
        self._info = self._service(notice, _instance(notice, self._type))
        self._registering = asyncio.create_task(self._register(self._info))

    async def said(self) -> None:
        """Wait until the notice is out."""
        if self._registering is not None:
            await asyncio.shield(self._registering)

    async def update(self, notice: Notice) -> None:
        """Announce something else of the same table. Raise `CannotDiscover` if it does not fit."""
        if self._info is None or notice == self._notice:
            return
        self._notice = notice
        await self.said()
        self._info = self._service(notice, self._info.name)
        try:
            await (await self._zeroconf.async_update_service(self._info))
        except (OSError, Error) as error:
            raise CannotDiscover(reason_of(error)) from None

    async def stop(self) -> None:
        """Withdraw the notice, so that nobody sees a table that is gone."""
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
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
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
    """The live list of notices. `changed` is called, in the loop, whenever it is another one.

    Only `wanted` notices are listed. Entries, look-ups and probes are bounded, whoever announces
    thousands of tables that are not there: the oldest make room, and among the entries those first
    where nobody answers.
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
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._unread: dict[str, None] = {}  # heard of, and no more
        self._probes = asyncio.Semaphore(MAX_PROBES)
        # On loopback a unicast answer may go to another process that shares the port.
        on_loopback = all(interface.is_loopback for interface in interfaces)
        self._question = DNSQuestionType.QM if on_loopback else None
        self._browser = AsyncServiceBrowser(
            zeroconf.zeroconf,
            [service],
            handlers=[self._heard],
            question_type=self._question,
        )
        self._watching = (
            background_task(self._probe_again(), "probing tables"),
            background_task(self._ask_again(), "asking for tables"),
        )

    @property
    def found(self) -> tuple[Found, ...]:
        """One entry per table and speaker, by name; those whose port answers come first."""
        by_key = {one.key: one for one in sorted(self._found.values(), key=lambda one: one.reached)}
        return tuple(sorted(by_key.values(), key=_in_the_list))

    async def close(self) -> None:
        await self._browser.async_cancel()
        await end_all(*self._watching, *self._looks.values())

    def _heard(
        self,
        zeroconf: Zeroconf,  # noqa: ARG002 - zeroconf passes these four by name
        service_type: str,  # noqa: ARG002
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if (running := self._looks.pop(name, None)) is not None:
            running.cancel()
        if state_change is ServiceStateChange.Removed:
            self._unread.pop(name, None)
            if self._found.pop(name, None) is not None:
                self._changed()
            return
        self._begin_to_look(name)

    def _begin_to_look(self, name: str) -> None:
        while len(self._looks) >= MAX_LOOKS:
            self._looks.pop(next(iter(self._looks))).cancel()
        look = asyncio.create_task(self._look(name))
        self._looks[name] = look
        look.add_done_callback(lambda done: self._looked(name, done))

    def _looked(self, name: str, look: asyncio.Task[None]) -> None:
        if self._looks.get(name) is look:
            del self._looks[name]

    async def _look(self, name: str) -> None:
        info = AsyncServiceInfo(self._type, name)
        if not await info.async_request(
            self._zeroconf.zeroconf, RESOLVE_MS, question_type=self._question
        ):
            if len(self._unread) < MAX_LOOKS:
                self._unread[name] = None
            return
        self._unread.pop(name, None)
        notice = notice_from(_label(name, self._type), info.decoded_properties)
        if notice is None or info.port is None or not self._wanted(notice):
            return
        hosts = info.parsed_scoped_addresses(IPVersion.V4Only)
        hosts += info.parsed_scoped_addresses(IPVersion.V6Only)
        before = self._found.get(name)
        said = [Address(host, info.port) for host in hosts]
        addresses = on_links(said, self._interfaces)[:MAX_ADDRESSES]
        reached = before is not None and before.reached and before.addresses == addresses
        entry = Found(notice, addresses, reached)
        self._show(name, entry)
        if self._probe and not reached:
            await self._probe_one(name, entry)

    async def _probe_again(self) -> None:
        """Notice a host that was killed, or one that has come back."""
        while self._probe:
            await asyncio.sleep(PROBE_AGAIN_S)
            entries = list(self._found.items())
            await asyncio.gather(*(self._probe_one(name, entry) for name, entry in entries))

    async def _ask_again(self) -> None:
        """Ask who is here, and what was not answered. zeroconf asks four times in fourteen seconds
        and never again: where every fifth packet is lost, one search in sixty heard no answer."""
        pause = ASK_AGAIN_S
        while True:
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, ASK_AT_LEAST_EVERY_S)
            question = DNSOutgoing(_QUERY)
            question.add_question(DNSQuestion(self._type, _POINTER, _INTERNET))
            self._zeroconf.zeroconf.async_send(question)
            for name in self._unread.keys() - self._looks.keys():
                self._begin_to_look(name)

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
    """Tell whether anybody takes a connection at one of these: a killed host is advertised on and
    on."""
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
    """Tell whether this machine (still) has the address; zeroconf would fail halfway through."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def _open(interfaces: Sequence[Interface]) -> AsyncZeroconf:
    """Of both families if that can be: a machine of one finds one of both."""
    reason = Reason(LinkFault.NO_INTERFACE)
    for version, hosts in _ways(interfaces):
        try:
            return AsyncZeroconf(interfaces=hosts, ip_version=version)
        except (OSError, Error, RuntimeError) as error:  # RuntimeError: an address that has gone
            reason = reason_of(error)
    raise CannotDiscover(reason)


async def _begun(zeroconf: AsyncZeroconf) -> None:
    """A task that is cancelled while it waits for zeroconf's start cancels the start itself, and
    then nothing is found any more: looks at tables are cancelled when there is news of them."""
    try:
        await zeroconf.zeroconf.async_wait_for_start()
    except Error as error:
        raise CannotDiscover(reason_of(error)) from None


def _ways(interfaces: Sequence[Interface]) -> Iterator[tuple[IPVersion, list[_Host]]]:
    """Return what zeroconf may be opened with, the best first."""
    ipv4: list[_Host] = [one.host for one in interfaces if one.is_ipv4 and _is_ours(one.host)]
    ipv6: list[_Host] = [*_speakers(interfaces)]
    if ipv4 and ipv6 and HEARS_BOTH_FAMILIES:
        yield IPVersion.All, ipv4 + ipv6
    if ipv4:
        yield IPVersion.V4Only, ipv4
    if ipv6:
        yield IPVersion.V6Only, ipv6


def _speakers(interfaces: Sequence[Interface]) -> list[str]:
    """One IPv6 address of each interface to speak from, of the link itself if there is one; none of
    loopback, where nothing can be said to all."""
    found: dict[str, str] = {}
    for one in interfaces:
        if not one.is_ipv4 and not one.is_loopback and (one.is_link_local or one.name not in found):
            found[one.name] = one.host
    return list(found.values())


def _instance(notice: Notice, service: str = SERVICE) -> str:
    """Join the table's name and its tag to a label of at most 63 bytes, cut between characters."""
    tag = _tag(notice.table, notice.who)
    room = MAX_LABEL_BYTES - len(tag)
    label = notice.name.replace(".", " ").encode()[:room].decode("utf-8", "ignore").strip()
    return f"{label or 'Table'}{tag}.{service}"


def _tag(table: bytes, who: bytes) -> str:
    """Return what no other table, nor another seat of this one, has after its name."""
    return f" ({(table[:3] + who[:2]).hex()})"


def _untagged(label: str, table: bytes, who: bytes) -> str:
    """Return the name that was given; zeroconf puts a number after a label that is taken all the
    same."""
    return re.sub(rf"{re.escape(_tag(table, who))}(-\d+)?$", "", label)


def _label(instance: str, service: str = SERVICE) -> str:
    return instance.removesuffix(f".{service}")


def _in_the_list(entry: Found) -> tuple[bool, str, bytes]:
    return (not entry.reached, entry.notice.name, entry.notice.table)
