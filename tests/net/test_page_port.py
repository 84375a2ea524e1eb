"""The port of a computer's pages, on real sockets: who gets through which door."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from websockets.exceptions import InvalidStatus

from p2p_hanabi.net.links.addresses import open_listener
from p2p_hanabi.net.page import page_port
from p2p_hanabi.net.page.page_channel import HERE, PING, PageSecret
from p2p_hanabi.net.page.page_port import (
    KEY_BYTES,
    MAX_AT_DOOR,
    MAX_LINE,
    MAX_WAITING,
    PagePort,
    door_of,
)
from p2p_hanabi.net.page.web_server import MAX_STRANGERS, REFUSED, WebServer
from p2p_hanabi.web_file import WebFile

from .page_side import greeted
from .test_web_server import asked, closed, dialled, get, seated, secret_of

HOST = "127.0.0.1"
LARGE = bytes(2_000_000)


def files(door: str) -> dict[str, WebFile]:
    return {"/": WebFile(f"page {door}".encode(), "text/html"), "/big": WebFile(LARGE, "text/css")}


async def opened(there: PagePort, server: WebServer, door: str, host: str = HOST) -> None:
    server.serve_at(await there.listen([host]))
    there.open_door(door, server.page_room, [host])


@asynccontextmanager
async def two_seats() -> AsyncIterator[tuple[PagePort, WebServer, WebServer]]:
    async with (
        PagePort() as there,
        WebServer(files("1"), "1") as first,
        WebServer(files("2"), "2") as second,
    ):
        await opened(there, first, "1")
        await opened(there, second, "2")
        yield there, first, second


def page(server: WebServer, path: str) -> str:
    return f"GET {path} HTTP/1.1\nHost: {server.address}\n\n"


async def test_all_seats_have_one_port_and_pages_of_their_own() -> None:
    async with two_seats() as (_there, first, second):
        assert first.address == second.address
        for server, door in ((first, "1"), (second, "2")):
            assert server.invite().startswith(f"http://{server.address}/{door}/#")
            answer = await get(server, page(server, f"/{door}/"))
            assert answer.endswith(f"page {door}")
            assert f"connect-src ws://{server.address}/{door}/socket;" in answer
        async with (
            seated(first, secret_of(first.invite())),
            seated(second, secret_of(second.invite())),
        ):
            assert first.is_there
            assert second.is_there


@pytest.mark.parametrize(
    "path", ["/", "/3/", "/01/", "/1", "/2/../1/", "/1/2/", "//1/", "/socket", "http://x/1/"]
)
async def test_no_other_path_leads_to_a_seat(path: str) -> None:
    async with two_seats() as (_there, first, _second):
        assert (await get(first, page(first, path))).startswith("HTTP/1.1 404 ")


async def test_page_of_this_computer_is_no_page_of_its_network() -> None:
    async with (
        PagePort() as there,
        WebServer(files("own")) as own,
        WebServer(files("1"), "1") as lent,
    ):
        await opened(there, own, "")
        await opened(there, lent, "1", "127.0.0.2")
        assert own.address.port == lent.address.port
        for host, path, found in (
            ("127.0.0.1", "/", 200),
            ("127.0.0.1", "/1/", 404),
            ("127.0.0.2", "/", 404),
            ("127.0.0.2", "/1/", 200),
        ):
            reader, writer = await asyncio.open_connection(host, own.address.port)
            asking = f"GET {path} HTTP/1.1\r\nHost: {own.address if host == HOST else lent.address}"
            writer.write(asking.encode() + b"\r\n\r\n")
            assert (await reader.read()).startswith(f"HTTP/1.1 {found} ".encode())
            writer.close()


async def test_door_is_opened_even_if_the_port_is_taken_at_its_address() -> None:
    """Another program has the port at the other address."""
    async with (
        PagePort() as there,
        WebServer(files("own")) as own,
        WebServer(files("1"), "1") as lent,
    ):
        await opened(there, own, "")
        (squatter,) = open_listener(["127.0.0.2"], own.address.port)
        await opened(there, lent, "1", "127.0.0.2")
        assert lent.address.port != own.address.port
        squatter.close()


async def test_secret_of_one_seat_opens_no_other_door() -> None:
    async with two_seats() as (_there, first, second):
        mine, theirs = secret_of(first.invite()), secret_of(second.invite())
        for tried in (mine, PageSecret(theirs.id, mine.secret_key)):
            async with asked(second, tried) as guest:
                assert await guest.end() == REFUSED
        assert not second.is_there


async def test_a_hello_heard_at_one_door_is_useless_at_another() -> None:
    async with two_seats() as (_there, first, second):
        secret = secret_of(first.invite())
        second._device_secret = secret  # even if the two shared one
        async with dialled(first) as heard:
            hello, _channel = greeted(await heard.recv(), secret)
        async with dialled(second) as replaying:
            await replaying.recv()
            await replaying.send(hello)
            assert await closed(replaying) == REFUSED


async def test_flood_at_one_door_stops_nobody_at_another() -> None:
    async with (
        two_seats() as (_there, first, second),
        AsyncExitStack() as flood,
        seated(first, secret_of(first.invite())) as victim,
        seated(second, secret_of(second.invite())) as playing,
    ):
        for number in range(3 * MAX_STRANGERS):
            await flood.enter_async_context(dialled(first))
            await get(first, page(first, "/1/"))
            if number % 3:
                continue  # a page may not send so many messages at once
            await playing.send(PING)
            assert await playing.received() == (HERE, b"")
        await victim.send(PING)
        assert await victim.received() == (HERE, b"")
        assert playing.device is not None
        async with seated(second, playing.device):
            assert second.is_there
        async with seated(first, secret_of(first.invite())):
            assert first.is_there


async def test_files_that_nobody_reads_keep_nobody_out() -> None:
    async with two_seats() as (_there, first, _second):
        idle = []
        for _each in range(MAX_AT_DOOR + 8):
            reader, writer = await asyncio.open_connection(HOST, first.address.port, limit=1)
            writer.write(page(first, "/1/big").replace("\n", "\r\n").encode())
            await reader.readexactly(4)
            idle.append(writer)
        assert (await get(first, page(first, "/1/big"))).endswith("\0")
        for writer in idle:
            writer.transport.abort()


async def test_silent_strangers_push_out_one_another_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_port, "FIRST_LINE_S", 1000.0)
    async with two_seats() as (_there, first, _second):
        port = first.address.port
        slow = await asyncio.open_connection(HOST, port, local_addr=("127.0.0.9", 0))
        silent = [await asyncio.open_connection(HOST, port) for _each in range(3 * MAX_WAITING)]
        assert await silent[0][0].read() == b""
        slow[1].write(page(first, "/1/").replace("\n", "\r\n").encode())
        assert (await slow[0].read()).endswith(b"page 1")
        for _reader, writer in (slow, *silent):
            writer.close()


async def test_a_first_line_without_an_end_is_not_read_on() -> None:
    async with two_seats() as (_there, first, _second):
        reader, writer = await asyncio.open_connection(HOST, first.address.port)
        writer.write(b"GET /1/" + b"x" * 3 * MAX_LINE)
        answer = b""
        with suppress(ConnectionError):
            answer = await reader.read()
        assert answer == b""
        writer.close()


async def test_a_seat_that_is_started_again_gets_its_door_back() -> None:
    device = PageSecret.new()
    async with PagePort() as there:
        async with WebServer(files("1"), "1", device=device.content) as server:
            await opened(there, server, "1")
            async with seated(server, device):
                pass
        with pytest.raises(InvalidStatus) as refused:
            async with dialled(server):
                pass
        assert refused.value.response.status_code == 503
        async with WebServer(files("1"), "1", device=device.content) as again:
            await opened(there, again, "1")
            async with seated(again, device):
                assert again.is_there


async def test_another_program_in_a_seats_room_gets_no_request() -> None:
    """It may listen there as soon as the seat's process has ended."""
    got: asyncio.Queue[bytes] = asyncio.Queue()

    async def impostor(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asks = await reader.readexactly(KEY_BYTES)
        writer.write(asks)  # it has nothing better
        got.put_nowait(await reader.read(1))
        writer.close()

    async with two_seats() as (there, first, _second):
        async with WebServer(files("3"), "3") as ended:
            await opened(there, ended, "3")
        inside = await asyncio.start_server(impostor, HOST, ended.page_room.port)
        assert (await get(first, page(first, "/3/"))).startswith("HTTP/1.1 503 ")
        assert await got.get() == b""
        inside.close()


@pytest.mark.parametrize("says", [b"", bytes(KEY_BYTES)])
async def test_nobody_enters_a_room_but_through_its_door(says: bytes) -> None:
    async with two_seats() as (_there, first, _second):
        reader, writer = await asyncio.open_connection(HOST, first.page_room.port)
        writer.write(says + page(first, "/1/").replace("\n", "\r\n").encode())
        writer.write_eof()
        answer = b""
        with suppress(ConnectionError):
            answer = await reader.read()
        assert answer == b""
        writer.close()


@pytest.mark.parametrize(
    ("line", "door"),
    [
        (b"GET /1/socket HTTP/1.1\r\n", "1"),
        (b"HEAD /22/ HTTP/1.1\r\n", "22"),
        (b"GET / HTTP/1.1\r\n", ""),
        (b"GET /socket HTTP/1.1\r\n", ""),
        (b"GET /1 HTTP/1.1\r\n", ""),
        (b"GET /1234/ HTTP/1.1\r\n", ""),
        (b"GET  /1/ HTTP/1.1\r\n", ""),
        (b"\xff\xfe\r\n", ""),
        ("GET /\u0661/ HTTP/1.1\r\n".encode(), ""),
    ],
)
def test_a_door_is_the_number_that_a_path_begins_with(line: bytes, door: str) -> None:
    assert door_of(line) == door
