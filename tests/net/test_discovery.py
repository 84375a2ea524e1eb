"""Discovery: real multicast DNS on loopback, and the format of notices."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, text
from zeroconf import DNSOutgoing, ServiceStateChange, Zeroconf  # type: ignore[attr-defined] # the first is not in its __all__
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from p2p_hanabi.commands.play import table_search
from p2p_hanabi.commands.play.table_search import search_tables
from p2p_hanabi.gathering import Notice, Phase, Program
from p2p_hanabi.net.discovery import discovery
from p2p_hanabi.net.discovery.discovery import (
    MAX_TXT_BYTES,
    Announcer,
    Browser,
    CannotDiscover,
    Found,
    multicast,
    notice_from,
    text_of,
)
from p2p_hanabi.net.links.addresses import Interface, open_listener, usable_interfaces
from protocol.errors import BadEncoding
from protocol.identity.name_rules import name_from
from protocol.identity.pairing import VERSION
from tests.net.tables import loopback

ID, OTHER_ID = os.urandom(16), os.urandom(16)
NOTICE = Notice(ID, f"Café à {ID.hex()[:6]}", "hanabi", "multicolour=no", 1, 3)


class Ear:
    """A separate browser, as in another process, and its news."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.browser: Browser | None = None

    @property
    def found(self) -> Sequence[Found]:
        """The tables of this test: there may be others on this machine at the same time."""
        assert self.browser is not None
        return tuple(one for one in self.browser.found if one.notice.table in (ID, OTHER_ID))

    async def until(self, fact: Callable[[Sequence[Found]], bool]) -> Sequence[Found]:
        while not fact(self.found):
            self.news.clear()
            await self.news.wait()
        return self.found


@asynccontextmanager
async def with_two_programs() -> AsyncIterator[tuple[AsyncZeroconf, AsyncZeroconf, int]]:
    interfaces = usable_interfaces("127.0.0.1")
    (listener,) = open_listener(["127.0.0.1"], 0)
    with listener:
        async with (
            asyncio.timeout(20),
            multicast(interfaces) as speaking,
            multicast(interfaces) as hearing,
        ):
            yield speaking, hearing, listener.getsockname()[1]


@asynccontextmanager
async def on_loopback() -> AsyncIterator[tuple[Announcer, Ear, int]]:
    async with with_two_programs() as (speaking, hearing, port):
        interfaces, ear = usable_interfaces("127.0.0.1"), Ear()
        advert = Announcer(speaking, interfaces, port)
        ear.browser = Browser(hearing, interfaces, ear.news.set)
        try:
            yield advert, ear, port
        finally:
            await advert.stop()
            await ear.browser.close()


async def test_a_table_is_found_updated_and_withdrawn() -> None:
    async with on_loopback() as (advert, ear, port):
        advert.start(NOTICE)
        (entry,) = await ear.until(lambda found: any(one.reached for one in found))
        assert entry.notice == NOTICE
        assert entry.addresses[0] == ("127.0.0.1", port)
        await advert.update(replace(NOTICE, seats_taken=2))
        (entry,) = await ear.until(lambda found: found[0].notice.seats_taken == 2)
        assert entry.reached
        await advert.stop()
        assert await ear.until(lambda found: not found) == ()


async def wait_between_probes(_milliseconds: float) -> None:
    raise AssertionError("a probe")


async def test_table_is_announced_without_waiting_for_probes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with on_loopback() as (advert, ear, _port):
        speaking = advert._zeroconf.zeroconf
        monkeypatch.setattr(speaking, "async_wait", wait_between_probes)
        advert.start(NOTICE)
        await ear.until(lambda found: any(one.reached for one in found))
        await advert.announced()


async def test_a_table_whose_port_does_not_answer_is_a_ghost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery, "PROBE_AGAIN_S", 0.05)

    async with on_loopback() as (_advert, ear, _port):
        interfaces = usable_interfaces("127.0.0.1")
        (listener,) = open_listener(["127.0.0.1"], 0)
        async with multicast(interfaces) as zeroconf:
            ghost = Announcer(zeroconf, interfaces, listener.getsockname()[1])
            ghost.start(NOTICE)
            await ear.until(lambda found: any(one.reached for one in found))
            listener.close()  # as if killed: nothing is withdrawn
            (entry,) = await ear.until(lambda found: not any(one.reached for one in found))
            assert entry.notice == NOTICE
            await ghost.stop()


async def test_two_tables_of_one_name_are_both_always_listed_under_it() -> None:
    async with on_loopback() as (advert, ear, port):
        interfaces = usable_interfaces("127.0.0.1")
        advert.start(NOTICE)
        await ear.until(lambda found: len(found) == 1)
        async with multicast(interfaces) as zeroconf:
            other = Announcer(zeroconf, interfaces, port)
            other.start(replace(NOTICE, table=OTHER_ID))
            seen = {ID}
            while OTHER_ID not in seen:
                ear.news.clear()
                await ear.news.wait()
                seen = {one.notice.table for one in ear.found}
                assert ID in seen
            assert {one.notice.name for one in ear.found} == {NOTICE.name}
            await other.stop()
            (left,) = await ear.until(lambda found: len(found) == 1)
            assert left.notice == NOTICE


@asynccontextmanager
async def found_late() -> AsyncIterator[tuple[Browser, AsyncZeroconf, str]]:
    """A browser that begins once a table is announced as this service. Then it must find it."""
    async with with_two_programs() as (speaking, _, port):
        interfaces, service = usable_interfaces("127.0.0.1"), f"_t{ID.hex()[:6]}._tcp.local."
        advert = Announcer(speaking, interfaces, port, service=service)
        advert.start(NOTICE)
        await advert.announced()
        async with multicast(interfaces) as later:
            ear = Ear()
            ear.browser = Browser(later, interfaces, ear.news.set, service=service)
            yield ear.browser, later, service
            (entry,) = await ear.until(lambda found: any(one.reached for one in found))
            assert entry.notice == NOTICE
            await ear.browser.close()
        await advert.stop()


class Unheard(AsyncServiceBrowser):
    """zeroconf asks four times; on this wire all four are lost."""

    async def _async_start_query_sender(self) -> None:
        return None


class HalfResolved(AsyncServiceInfo):
    """On this wire the first lookup of a table fails."""

    looks: ClassVar[list[str]] = []

    async def async_request(self, *details: Any, **more: Any) -> bool:
        self.looks.append(self.name)
        return len(self.looks) > 1 and await super().async_request(*details, **more)


async def test_table_is_found_though_first_queries_and_lookup_are_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery, "AsyncServiceBrowser", Unheard)
    monkeypatch.setattr(discovery, "AsyncServiceInfo", HalfResolved)
    monkeypatch.setattr(discovery, "ASK_AGAIN_S", 0.02)
    async with found_late():
        pass
    assert len(HalfResolved.looks) > 1


async def test_cancelled_lookup_leaves_discovery_alive() -> None:
    """News of a table cancels the pending lookup. That once cancelled zeroconf's start too."""
    async with found_late() as (browser, later, service):
        name = discovery._instance(NOTICE, service)
        for news in (ServiceStateChange.Added, ServiceStateChange.Updated):
            browser._service_changed(later.zeroconf, service, name, news)
            await asyncio.sleep(0)


def test_an_address_of_another_machine_is_one_clear_error() -> None:
    async def main() -> None:
        async with multicast([Interface("gone", "192.0.2.99", 1)]):
            raise AssertionError

    with pytest.raises(CannotDiscover):
        asyncio.run(main())


@pytest.mark.parametrize("options", ["", "multicolour=yes", "long=" + "ü" * 300])
def test_a_notice_is_under_400_bytes_whatever_the_options(options: str) -> None:
    text = text_of(replace(NOTICE, options=options, who=b"12345678"))
    assert sum(len(f"{key}={value}".encode()) + 1 for key, value in text.items()) < MAX_TXT_BYTES


def test_a_notice_is_read_back_from_its_text() -> None:
    notice = replace(NOTICE, phase=Phase.PLAYING, who=b"12345678")
    assert notice_from(notice.name, dict(text_of(notice))) == notice


@pytest.mark.parametrize(
    "wrong",
    [
        {"v": "two"},
        {"v": None},
        {"id": "xyz"},
        {"taken": "many"},
        {"phase": "sleeping"},
        {"seats": None},
    ],
)
def test_a_malformed_text_is_not_a_notice(wrong: dict[str, str | None]) -> None:
    assert notice_from("name", {**text_of(NOTICE), **wrong}) is None


@pytest.mark.parametrize(
    ("version", "program"),
    [(VERSION - 1, Program.OLDER), (VERSION + 1, Program.NEWER), (2**70, Program.NEWER)],
)
def test_a_table_of_another_version_has_its_name_and_id(version: int, program: Program) -> None:
    changed = {"v": str(version), "taken": "1/3", "seats": None, "game": "x" * 200, "phase": "new"}
    expected = Notice(ID, NOTICE.name, "", "", 0, 0, program=program)
    assert notice_from(NOTICE.name, {**text_of(NOTICE), **changed}) == expected


def test_long_name_is_cut_between_characters_before_the_tag() -> None:
    label = discovery._label(discovery._instance(replace(NOTICE, name="日" * 40)))
    assert label == "日" * 18 + f" ({ID.hex()[:6]})"
    assert len(label.encode()) <= 63


def test_a_blank_name_is_announced_as_table() -> None:
    label = discovery._label(discovery._instance(replace(NOTICE, name=" . ")))
    assert label == f"Table ({ID.hex()[:6]})"


def test_namesake_tables_and_seats_are_separate_services() -> None:
    tables = [replace(NOTICE, table=table) for table in (ID, OTHER_ID)]
    seats = [replace(NOTICE, who=who) for who in (b"12345678", b"23456789")]
    assert len({discovery._instance(each) for each in (*tables, *seats)}) == 4


@pytest.mark.parametrize("more", ["", "-2"])
def test_the_tag_of_a_service_is_not_shown_as_part_of_the_name(more: str) -> None:
    label = discovery._label(discovery._instance(NOTICE)) + more
    assert notice_from(label, dict(text_of(NOTICE))) == NOTICE


def test_text_that_only_resembles_a_tag_belongs_to_the_name() -> None:
    notice = notice_from("Duo (000000)", dict(text_of(replace(NOTICE, table=b"\1" * 16))))
    assert notice is not None
    assert notice.name == "Duo (000000)"


# -- a large network

PLAYING, OPEN = 1000, 50


async def test_cancelled_opening_of_multicast_leaves_no_socket_open() -> None:
    async def open_it() -> None:
        async with multicast(usable_interfaces("127.0.0.1")):
            raise AssertionError("it was cancelled before that")

    opening = asyncio.create_task(open_it())
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    await asyncio.sleep(0)
    gc.collect()  # a socket that is still open would say so


async def test_a_name_that_no_service_may_have_is_ignored() -> None:
    """Anybody on the network can announce one; zeroconf raises for it."""
    failures: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, why: failures.append(why))
    async with on_loopback() as (advert, ear, _port):
        advert.start(NOTICE)
        await ear.until(bool)
        assert ear.browser is not None
        for label in ("." * 3, "a\x07b", "x" * 64, "", "\u00fc" * 40):
            name = f"{label}.{discovery.SERVICE}"
            ear.browser._service_changed(
                _zeroconf(ear), discovery.SERVICE, name, ServiceStateChange.Added
            )
            await ear.browser._resolve(name)
        ear.browser._service_changed(
            _zeroconf(ear), discovery.SERVICE, "other", ServiceStateChange.Added
        )
        assert [one.notice.table for one in ear.found] == [ID]
    assert failures == []


def _zeroconf(ear: Ear) -> Zeroconf:
    assert ear.browser is not None
    return ear.browser._zeroconf.zeroconf


MANY = "_p2ph-many._tcp.local."
"""Of a test with a thousand seats, which other tests on this machine must not dial or list."""


def announced_at(port: int, notices: Sequence[Notice]) -> DNSOutgoing:
    """What as many machines announce, in as few packets as it takes."""
    packet = DNSOutgoing(0x8400)
    for notice in notices:
        name = discovery._instance(notice, MANY)
        server = f"p2phanabi-{notice.table[:4].hex()}{notice.who[:4].hex()}.local."
        info = AsyncServiceInfo(
            MANY,
            name,
            port=port,
            properties=text_of(notice),
            server=server,
            parsed_addresses=["127.0.0.1"],
        )
        records = (info.dns_pointer(), info.dns_service(), info.dns_text(), *info.dns_addresses())
        for record in records:
            packet.add_answer_at_time(record, 0)
    return packet


async def test_open_tables_are_found_beside_a_thousand_seats_that_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None of these is dialled; an open table that begins is no longer listed."""
    monkeypatch.setattr(table_search, "Browser", partial(Browser, service=MANY))
    dialled: list[object] = []

    async def accepted(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        dialled.append(writer.get_extra_info("peername"))
        writer.close()

    playing = [
        Notice(os.urandom(16), f"Seat {n}", "hanabi", "", 5, 5, Phase.PLAYING, os.urandom(8))
        for n in range(PLAYING)
    ]
    tables = [Notice(os.urandom(16), f"Table {n}", "hanabi", "", 1, 5) for n in range(OPEN)]
    ids = {table.table for table in tables}
    async with (
        asyncio.timeout(20),
        multicast(usable_interfaces("127.0.0.1")) as speaking,
        search_tables(loopback()) as search,
        await asyncio.start_server(accepted, "127.0.0.1", 0) as counting,
        await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0) as tabled,
    ):
        busy, port = (one.sockets[0].getsockname()[1] for one in (counting, tabled))
        browser = search._browser
        assert browser is not None

        async def until(expected: set[bytes]) -> None:
            while {one.notice.table for one in search.joinable()} & ids != expected:
                await search.changed()

        async def say(port: int, notices: Sequence[Notice]) -> None:
            """Announce, and go on once it is heard: bursts are lost, as on any network."""
            names = {discovery._instance(notice, MANY).lower() for notice in notices}
            cache = browser._zeroconf.zeroconf.cache
            while not all(cache.entries_with_name(name) for name in names):
                speaking.zeroconf.async_send(announced_at(port, notices))
                await asyncio.sleep(0.02)

        for start in range(0, PLAYING, 40):
            await say(busy, playing[start : start + 40])
            await say(port, tables[start * OPEN // PLAYING :][:2])
        await until(ids)
        begun = replace(tables[0], phase=Phase.PLAYING)
        speaking.zeroconf.async_send(announced_at(port, [begun]))
        await until(ids - {begun.table})
    assert dialled == []


@given(text(min_size=1, max_size=60), text(max_size=24), booleans())
def test_every_name_of_a_table_is_announced_as_it_is(name: str, host: str, is_seat: bool) -> None:
    try:
        name_from(name, 60)
    except BadEncoding:
        return
    who = ID[:8] if is_seat else b""
    notice = Notice(ID, name, "hanabi", "x" * 80, 5, 5, who=who, host=host.replace("\0", ""))
    sentence = text_of(notice)
    assert len(b"".join(f" {key}={value}".encode() for key, value in sentence.items())) < 400
    label = discovery._label(discovery._instance(notice))
    assert len(label.encode()) <= 63
    read = notice_from(label, {**sentence})
    assert read is not None
    assert read.name == name


@pytest.mark.parametrize("name", ["St. Mary's", "é" * 40, " blanks ", "a.b (123)", "x" * 60])
def test_names_that_no_label_can_hold_are_announced_whole(name: str) -> None:
    notice = replace(NOTICE, name=name)
    label = discovery._label(discovery._instance(notice))
    assert notice_from(label, {**text_of(notice)}) == notice
