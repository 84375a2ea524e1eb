"""The page's server, on real sockets: who gets in, who does not, and what a page receives."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gzip
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from p2p_hanabi.net.page import page_channel, page_port, web_server
from p2p_hanabi.net.page.noise import KEY_BYTES, TAG_BYTES
from p2p_hanabi.net.page.page_channel import (
    BUILD_BYTES,
    HERE,
    ID_BYTES,
    KEEP,
    KEPT,
    MESSAGE,
    PING,
    SNAPSHOT,
    VERSION,
    Greeting,
    NotSealed,
    PageChannel,
    PageSecret,
)
from p2p_hanabi.net.page.page_port import MAX_WAITING, PagePort
from p2p_hanabi.net.page.web_server import (
    ELSEWHERE,
    FINISHED,
    GARBLED,
    LET_GO,
    MAX_BURST,
    MAX_MESSAGE_BYTES,
    OTHER_VERSION,
    REFUSED,
    STOPPED,
    TOO_MANY,
    RateLimit,
    WebServer,
    served,
)
from p2p_hanabi.web_file import WebFile

from .page_side import GREETING_BYTES, greeted

FILES = {"/": WebFile(b"<!doctype html>", "text/html; charset=utf-8")}


def secret_of(invitation: str) -> PageSecret:
    return PageSecret.of(base64.urlsafe_b64decode(invitation.partition("#")[2]))


class Guest:
    """A page like the one in `channel.js`."""

    def __init__(self, socket: ClientConnection, channel: PageChannel) -> None:
        self.socket, self.channel = socket, channel
        self.device: PageSecret | None = None

    async def received(self) -> tuple[int, bytes]:
        box = await self.socket.recv()
        assert isinstance(box, bytes)
        return self.channel.open(box)

    async def send(self, kind: int, content: bytes = b"") -> None:
        await self.socket.send(self.channel.seal(kind, content))

    async def end(self) -> int:
        """Why the server closed it."""
        return await closed(self.socket)


async def closed(socket: ClientConnection) -> int:
    """Why the server closed it."""
    while True:
        try:
            await socket.recv()
        except ConnectionClosed:
            assert socket.close_code is not None
            return socket.close_code


@asynccontextmanager
async def dialled(
    server: WebServer, host: str = "", origin: str = "", *, port: int = 0
) -> AsyncIterator[Any]:
    named = host or str(server.address)
    async with connect(
        f"ws://{named}{server._prefix}/socket",
        host="127.0.0.1",
        port=port or server.address.port,
        origin=origin or f"http://{named}",  # type: ignore[arg-type]  # a NewType of str
        compression=None,
        proxy=None,
    ) as socket:
        yield socket


@asynccontextmanager
async def asked(server: WebServer, secret: PageSecret, port: int = 0) -> AsyncIterator[Guest]:
    """Wait until it has identified itself."""
    async with dialled(server, port=port) as socket:
        hello, channel = greeted(await socket.recv(), secret)
        await socket.send(hello)
        yield Guest(socket, channel)


@asynccontextmanager
async def seated(server: WebServer, secret: PageSecret) -> AsyncIterator[Guest]:
    async with asked(server, secret) as guest:
        kind, content = await guest.received()
        if kind == KEEP:
            assert content == b""
            guest.device = guest.channel.device_secret()
            await guest.send(KEPT)
            kind, content = await guest.received()
        assert (kind, content) == (HERE, b"")
        yield guest


@asynccontextmanager
async def invited() -> AsyncIterator[tuple[WebServer, Guest]]:
    """A server, and a page that has used an invitation."""
    async with served(FILES) as server, seated(server, secret_of(server.invite())) as guest:
        yield server, guest


async def get(server: WebServer, request: str) -> str:
    return (await get_bytes(server, request)).decode()


async def get_bytes(server: WebServer, request: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.address.port)
    writer.write(request.replace("\n", "\r\n").encode())
    answer = await reader.read()
    writer.close()
    return answer


# -- files


async def test_files_come_with_a_strict_policy() -> None:
    async with served(FILES) as server:
        answer = await get(server, f"GET / HTTP/1.1\nHost: {server.address}\n\n")
        head, _, body = answer.partition("\r\n\r\n")
        assert head.startswith("HTTP/1.1 200 ")
        assert body == "<!doctype html>"
        lines = dict(line.split(": ", 1) for line in head.split("\r\n")[1:])
        policy = lines["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert f"connect-src ws://{server.address}/socket;" in policy
        assert "unsafe" not in policy
        assert lines["Cache-Control"] == "no-store"
        assert lines["Referrer-Policy"] == "no-referrer"
        assert lines["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in lines
        assert "Server" not in lines


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [("gzip, deflate", True), ("br;q=1.0, GZIP;q=0.5", True), ("gzip;q=0", False), ("", False)],
)
async def test_fixed_files_are_cached_and_packed(accepted: str, *, is_packed: bool) -> None:
    content = b"let n = 1;" * 100
    file = WebFile(content, "text/javascript", is_fixed=True)
    async with served({"/n.js": file}) as server:
        answer = await get_bytes(
            server, f"GET /n.js HTTP/1.1\nHost: {server.address}\nAccept-Encoding: {accepted}\n\n"
        )
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"\r\nCache-Control: public, max-age=31536000, immutable\r\n" in head
    assert b"\r\nVary: Accept-Encoding\r\n" in head
    assert head.endswith(f"\r\nContent-Length: {len(body)}".encode())
    assert (b"\r\nContent-Encoding: gzip\r\n" in head) == is_packed
    assert (len(body) < 100) == is_packed
    assert (gzip.decompress(body) if is_packed else body) == content


@pytest.mark.parametrize(("path", "length"), [("/", 15), ("/none", 0)])
async def test_head_is_answered_without_a_body(path: str, length: int) -> None:
    async with served(FILES) as server:
        lines = f"{path} HTTP/1.1\nHost: {server.address}\n\n"
        got, head = await get(server, f"GET {lines}"), await get(server, f"HEAD {lines}")
        assert head == got.partition("\r\n\r\n")[0] + "\r\n\r\n"
        assert f"\r\nContent-Length: {length}\r\n" in head


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("GET /secrets HTTP/1.1\nHost: {own}\n\n", 404),
        ("GET /../x HTTP/1.1\nHost: {own}\n\n", 404),
        ("GET / HTTP/1.1\nHost: localhost:{port}\n\n", 200),
        ("GET / HTTP/1.1\nHost: evil.example:{port}\n\n", 421),
        ("GET / HTTP/1.1\nHost: 127.0.0.1\n\n", 421),
        ("GET / HTTP/1.1\nHost: {own}\nHost: evil.example\n\n", 421),
        ("GET / HTTP/1.1\n\n", 421),
        ("GET /socket HTTP/1.1\nHost: {own}\nOrigin: http://evil.example\n\n", 403),
        ("GET /socket HTTP/1.1\nHost: {own}\nOrigin: null\n\n", 403),
        ("GET /socket HTTP/1.1\nHost: {own}\n\n", 403),
        ("GET /socket HTTP/1.1\nHost: {own}\nOrigin: http://{own}\n\n", 426),
        ("HEAD /socket HTTP/1.1\nHost: {own}\nOrigin: http://{own}\n\n", 405),
        ("POST / HTTP/1.1\nHost: {own}\nContent-Length: 0\n\n", 405),
    ],
)
async def test_only_requests_to_this_server_are_answered(request_: str, status: int) -> None:
    async with served(FILES) as server:
        text = request_.format(own=server.address, port=server.address.port)
        assert (await get(server, text)).startswith(f"HTTP/1.1 {status} ")


async def test_a_slow_reader_gets_a_large_file_whole() -> None:
    large = WebFile(bytes(2_000_000), "text/plain")
    async with served({"/large": large}) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.address.port, limit=1024)
        writer.write(f"GET /large HTTP/1.1\r\nHost: {server.address}\r\n\r\n".encode())
        count = 0
        while got := await reader.read(700):
            count += len(got)
            await asyncio.sleep(0)
        writer.close()
        assert count > 2_000_000


# -- secrets


async def test_invitation_yields_a_device_secret_and_works_once() -> None:
    bound: list[bytes] = []
    async with served(FILES) as server:
        server.bound = bound.append
        invitation = server.invite()
        assert invitation.startswith(f"http://127.0.0.1:{server.address.port}/#")
        secret = secret_of(invitation)
        async with seated(server, secret) as guest:
            assert server.is_there
            assert guest.device is not None
            assert bound == [guest.device.content]
        async with asked(server, secret) as late:
            assert await late.end() == REFUSED
        async with seated(server, guest.device) as again:
            assert again.device is None


async def test_seat_moves_to_another_device_at_a_reachable_address() -> None:
    async with PagePort() as there, WebServer(FILES) as server:

        async def reach(host: str) -> None:
            server.serve_at(await there.listen([host]))
            there.open_door("", server.page_room, [host])

        await reach("127.0.0.1")
        port = server.address.port
        async with seated(server, secret_of(server.invite())) as here:
            await reach("127.0.0.2")
            assert server.address.port == port
            server.invite()
            invitation = server.invitation()
            assert invitation == server.invitation()  # it has not been used
            assert invitation.startswith(f"http://127.0.0.2:{port}/#")
            async with seated(server, secret_of(invitation)):
                assert await here.end() == ELSEWHERE
                assert here.device is not None
                async with asked(server, here.device) as late:
                    assert await late.end() == REFUSED
            assert server.invitation() != invitation


async def test_a_device_comes_back_to_a_new_process() -> None:
    device = PageSecret.new()
    async with (
        served(FILES, device=device.content) as server,
        seated(server, device),
    ):
        assert server.is_there


@pytest.mark.parametrize(
    ("ending", "code"), [(WebServer.let_go, LET_GO), (WebServer.finish, FINISHED)]
)
async def test_page_receives_the_reason_why_its_seat_goes(
    ending: Callable[[WebServer], Coroutine[object, object, None]], code: int
) -> None:
    device = PageSecret.new()
    async with served(FILES, device=device.content) as server:
        await ending(server)  # nobody is there
        async with seated(server, device) as page:
            closing = asyncio.create_task(ending(server))
            assert await page.end() == code
            await closing


async def test_page_learns_that_its_program_was_closed() -> None:
    device = PageSecret.new()
    async with AsyncExitStack() as pages:
        async with served(FILES, device=device.content) as server:
            page = await pages.enter_async_context(seated(server, device))
            ending = asyncio.create_task(page.end())
        assert await ending == STOPPED


async def test_invitation_still_works_if_no_secret_was_stored() -> None:
    async with served(FILES) as server:
        secret = secret_of(server.invite())
        async with asked(server, secret) as cut:
            assert (await cut.received())[0] == KEEP
        async with seated(server, secret):
            assert server.is_there


async def test_device_cut_off_before_confirming_has_the_seat() -> None:
    async with served(FILES) as server:
        secret = secret_of(server.invite())
        bound: list[bytes] = []
        server.bound = bound.append
        async with asked(server, secret) as cut:
            await cut.received()
            device = cut.channel.device_secret()
        async with seated(server, device):
            assert bound == [device.content]
        async with asked(server, secret) as late:
            assert await late.end() == REFUSED


async def test_first_of_two_devices_to_confirm_an_invitation_is_seated() -> None:
    async with served(FILES) as server:
        secret = secret_of(server.invite())
        async with asked(server, secret) as slow:
            await slow.received()
            async with seated(server, secret):
                await slow.send(KEPT)
                assert await slow.end() == REFUSED
                assert server.is_there
        async with asked(server, slow.channel.device_secret()) as late:
            assert await late.end() == REFUSED


async def test_new_invitation_voids_the_last_unconfirmed_secret() -> None:
    async with served(FILES) as server:
        async with asked(server, secret_of(server.invite())) as cut:
            await cut.received()
        server.invite()
        async with asked(server, cut.channel.device_secret()) as late:
            assert await late.end() == REFUSED


async def test_a_new_invitation_takes_the_seat_back_once_it_is_used() -> None:
    async with served(FILES) as server:
        unused = secret_of(server.invite())
        async with seated(server, secret_of(server.invite())) as old:
            async with asked(server, unused) as late:
                assert await late.end() == REFUSED
            following = secret_of(server.invite())
            await old.send(PING)
            assert await old.received() == (HERE, b"")
            async with seated(server, following):
                assert await old.end() == ELSEWHERE
                assert old.device is not None
                async with asked(server, old.device) as late:
                    assert await late.end() == REFUSED


@pytest.mark.parametrize(
    "wrong", ["id", "key", "greeting", "short", "long", "text", "tag", "point"]
)
async def test_a_wrong_secret_is_refused(wrong: str) -> None:
    async with served(FILES) as server, dialled(server) as socket:
        secret, other = secret_of(server.invite()), PageSecret.new()
        greeting = await socket.recv()
        if wrong == "greeting":
            greeting = Greeting(bytes(BUILD_BYTES)).frame  # of another peer
        known = PageSecret(
            other.id if wrong == "id" else secret.id,
            other.secret_key if wrong == "key" else secret.secret_key,
        )
        hello, _channel = greeted(greeting, known)
        flipped = hello[:-1] + bytes([hello[-1] ^ 1])
        small = hello[: 1 + ID_BYTES] + bytes(KEY_BYTES) + hello[-TAG_BYTES:]
        sent: dict[str, str | bytes] = {
            "short": hello[:-1],
            "long": hello + b"x",
            "text": "hello",
            "tag": flipped,
            "point": small,
        }
        await socket.send(sent.get(wrong, hello))
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == REFUSED
        assert not server.is_there


async def test_a_page_that_confirms_anything_else_has_no_seat() -> None:
    async with served(FILES) as server:
        secret = secret_of(server.invite())
        for kind, content in ((KEPT, b"x"), (PING, b"")):
            async with asked(server, secret) as guest:
                assert await guest.received() == (KEEP, b"")
                await guest.send(kind, content)
                assert await guest.end() == REFUSED
        assert not server.is_there


@pytest.mark.parametrize("version", [1, VERSION + 1])
async def test_a_page_of_another_version_is_informed(version: int) -> None:
    async with served(FILES) as server, dialled(server) as socket:
        assert (await socket.recv())[0] == VERSION
        await socket.send(bytes([version]))
        assert await closed(socket) == OTHER_VERSION


async def test_a_recorded_hello_is_useless_on_another_connection() -> None:
    async with served(FILES) as server:
        device = PageSecret.new()
        server._device_secret = device
        async with dialled(server) as socket:
            hello, _channel = greeted(await socket.recv(), device)
            await socket.send(hello)
            await socket.recv()
        async with dialled(server) as replaying:
            await replaying.recv()
            await replaying.send(hello)
            assert await closed(replaying) == REFUSED


async def test_each_connection_has_keys_of_its_own() -> None:
    async with served(FILES) as server:
        secret = secret_of(server.invite())
        devices, greetings = set(), set()
        for _ in range(3):
            async with dialled(server) as socket:
                greeting = await socket.recv()
                greetings.add(greeting)
                hello, channel = greeted(greeting, secret)
                await socket.send(hello)
                assert channel.open(await socket.recv()) == (KEEP, b"")
                devices.add(channel.device_secret())
        assert len(devices) == len(greetings) == 3


async def test_relay_with_an_unused_code_cannot_give_both_one_secret() -> None:
    """Once they are no longer in between, the page is refused."""
    async with served(FILES) as server:
        secret = secret_of(server.invite())
        middle = Greeting(server._build)
        hello, page = greeted(middle.frame, secret)
        to_page = middle.channel(secret, hello)
        assert page.open(to_page.seal(KEEP)) == (KEEP, b"")  # a page notices nothing yet
        async with seated(server, secret) as to_peer:
            assert to_peer.device != page.device_secret() == to_page.device_secret()
        async with asked(server, page.device_secret()) as late:
            assert await late.end() == REFUSED


async def test_page_can_detect_that_its_files_have_changed() -> None:
    async def build_of(files: dict[str, WebFile]) -> bytes:
        async with served(files) as server, dialled(server) as socket:
            return bytes((await socket.recv())[1 : 1 + BUILD_BYTES])

    changed = {"/": WebFile(b"<!doctype html>!", "text/html")}
    moved = {"/a": FILES["/"]}
    builds = [await build_of(files) for files in (FILES, dict(FILES), changed, moved)]
    assert builds[0] == builds[1]
    assert len(set(builds)) == 3


# -- origins


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("evil.example:{port}", "", 421),
        ("127.0.0.1:1", "", 421),
        ("", "http://evil.example", 403),
        ("", "http://127.0.0.1:1", 403),
        ("", "https://127.0.0.1:{port}", 403),
        ("", "null", 403),
        ("", "http://localhost:{port}", 403),
    ],
)
async def test_a_foreign_page_gets_no_channel(host: str, origin: str, status: int) -> None:
    async with served(FILES) as server:
        asked_as = host.format(port=server.address.port), origin.format(port=server.address.port)
        with pytest.raises(InvalidStatus) as refused:
            async with dialled(server, *asked_as):
                pass
        assert refused.value.response.status_code == status


async def test_this_machine_may_be_called_localhost() -> None:
    async with served(FILES) as server, dialled(server, f"localhost:{server.address.port}"):
        pass


# -- messages


async def test_a_new_page_gets_the_last_snapshot_and_those_that_follow() -> None:
    async with served(FILES) as server:
        server.show(b"1")
        server.show(b"2")
        async with seated(server, secret_of(server.invite())) as guest:
            assert await guest.received() == (SNAPSHOT, b"2")
            server.show(b"3")
            assert await guest.received() == (SNAPSHOT, b"3")
        assert guest.device is not None
        async with seated(server, guest.device) as again:
            assert await again.received() == (SNAPSHOT, b"3")


async def test_a_slow_page_gets_the_last_of_many_snapshots() -> None:
    async with invited() as (server, guest):
        guest.socket.transport.pause_reading()
        for number in range(100):
            server.show(b"%07d" % number * 100_000)
            await asyncio.sleep(0)
        guest.socket.transport.resume_reading()
        seen = 0
        while (await guest.received())[1][:7] != b"%07d" % 99:
            seen += 1
        assert seen < 50


async def test_a_message_is_received_and_a_check_is_answered() -> None:
    received: list[bytes] = []
    async with invited() as (server, guest):
        server.received = received.append
        server.show(b"1")
        assert await guest.received() == (SNAPSHOT, b"1")
        await guest.send(MESSAGE, b"{}")
        for _ in range(2):  # and nothing else is sent again
            await guest.send(PING)
            assert await guest.received() == (HERE, b"")
        assert received == [b"{}"]


async def test_a_second_tab_takes_the_seat_and_the_first_is_informed() -> None:
    received: list[bytes] = []
    async with served(FILES) as server:
        server.received = received.append
        async with seated(server, secret_of(server.invite())) as first:
            assert first.device is not None
            async with seated(server, first.device) as second:
                with contextlib.suppress(ConnectionClosed):
                    await first.send(MESSAGE, b"stale")
                assert await first.end() == ELSEWHERE
                await second.send(MESSAGE, b"new")
                await second.send(PING)
                await second.received()
                assert server.is_there
        assert received == [b"new"]


async def test_server_reports_when_a_page_connects_and_disconnects() -> None:
    gone, seen = asyncio.Event(), []

    def changed() -> None:
        seen.append(server.is_there)
        if not server.is_there:
            gone.set()

    async with served(FILES) as server:
        server.changed = changed
        async with seated(server, secret_of(server.invite())):
            assert seen == [True]
        await gone.wait()
        assert seen == [True, False]


@pytest.mark.parametrize("how", ["flipped", "replayed", "left out", "empty", "text", "kind"])
async def test_invalid_or_repeated_box_is_ignored_and_ends_the_link(how: str) -> None:
    received: list[bytes] = []
    async with invited() as (server, guest):
        server.received = received.append
        if how == "left out":
            guest.channel.seal(MESSAGE, b"lost")
        box = guest.channel.seal(9 if how == "kind" else MESSAGE, b"{}")
        flipped = box[:-1] + bytes([box[-1] ^ 1])
        if how == "replayed":
            await guest.socket.send(box)
        sent: dict[str, str | bytes] = {"flipped": flipped, "empty": b"", "text": "x"}
        await guest.socket.send(sent.get(how, box))
        assert await guest.end() == GARBLED
        assert received == ([b"{}"] if how == "replayed" else [])


async def test_a_message_that_is_too_long_is_not_read() -> None:
    received: list[bytes] = []
    async with served(FILES) as server:
        server.received = received.append
        async with seated(server, secret_of(server.invite())) as guest:
            await guest.send(MESSAGE, bytes(MAX_MESSAGE_BYTES))
            await guest.send(MESSAGE, bytes(MAX_MESSAGE_BYTES + 1))
            assert await guest.end() == 1009
        assert [len(each) for each in received] == [MAX_MESSAGE_BYTES]


async def test_message_flood_is_cut_short_and_disconnected() -> None:
    received: list[bytes] = []
    async with invited() as (server, guest):
        server.received = received.append
        with contextlib.suppress(ConnectionClosed):  # it may be disconnected before the last
            for number in range(1000):
                await guest.send(MESSAGE, b"%d" % number)
        await guest.socket.wait_closed()
        assert guest.socket.close_code == TOO_MANY
        assert len(received) < 900
        assert received[:MAX_BURST] == [b"%d" % n for n in range(MAX_BURST)]


async def test_the_message_after_a_dropped_one_is_received(monkeypatch: pytest.MonkeyPatch) -> None:
    class SecondDropped(RateLimit):
        def allows(self, now: float) -> bool:
            super().allows(now)
            self.dropped += 1
            return self.dropped != 2

    monkeypatch.setattr(web_server, "RateLimit", SecondDropped)

    received: list[bytes] = []
    async with invited() as (server, guest):
        server.received = received.append
        for number in (b"1", b"2", b"3"):
            await guest.send(MESSAGE, number)
        await guest.send(PING)
        assert await guest.received() == (HERE, b"")
        assert received == [b"1", b"3"]


def test_an_allowance_grows_with_time_up_to_its_maximum() -> None:
    limit = RateLimit(0.0)
    assert all(limit.allows(0.0) for _ in range(MAX_BURST))
    assert not limit.allows(0.0)
    assert limit.allows(0.06)
    assert not limit.allows(0.06)
    assert [limit.allows(1000.0) for _ in range(MAX_BURST + 1)].count(True) == MAX_BURST
    assert limit.dropped == 3


# -- strangers


async def test_silent_strangers_exclude_no_page_and_cost_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_port, "FIRST_LINE_S", 1000.0)

    async with served(FILES) as server:
        async with seated(server, secret_of(server.invite())) as guest:
            silent = [
                await asyncio.open_connection("127.0.0.1", server.address.port)
                for _ in range(3 * MAX_WAITING)
            ]
            assert await silent[0][0].read() == b""  # the oldest was disconnected
            await guest.send(PING)
            assert await guest.received() == (HERE, b"")
            assert guest.device is not None
            async with seated(server, guest.device):
                assert await guest.end() == ELSEWHERE
        for _, writer in silent:
            writer.close()


@pytest.mark.parametrize("how_far", ["connected", "asked", "channel"])
async def test_client_that_does_not_finish_connecting_is_disconnected(
    how_far: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "HANDSHAKE_S", 0.05)
    monkeypatch.setattr(page_port, "FIRST_LINE_S", 0.05)

    async with served(FILES) as server:
        if how_far == "channel":
            async with dialled(server) as socket:
                await socket.recv()
                assert await closed(socket) == REFUSED
            return
        reader, writer = await asyncio.open_connection("127.0.0.1", server.address.port)
        writer.write(b"GET / HT" if how_far == "asked" else b"")
        assert await reader.read() == b""
        writer.close()


def test_strangers_cannot_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def test() -> None:
        async with served(FILES) as server:
            for _ in range(100):
                await get(server, "GET / HTTP/1.1\nHost: evil.example\n\n")
                await get(server, "nonsense\n\n")

    asyncio.run(test())
    lines = [each.message for each in caplog.records if each.name.startswith(("p2p", "websock"))]
    assert len(lines) == 7  # of 1, 2, 4 and so on up to 64
    assert all(len(line) < 200 for line in lines)


# -- the channel


def channels() -> tuple[PageChannel, PageChannel]:
    """The two ends of one: the page's and the peer's."""
    secret, greeting = PageSecret.new(), Greeting(bytes(BUILD_BYTES))
    hello, page = greeted(greeting.frame, secret)
    return page, greeting.channel(secret, hello)


def test_a_box_opens_once_in_order_and_in_its_direction() -> None:
    page, peer = channels()
    first, second = page.seal(MESSAGE, b"1"), page.seal(MESSAGE, b"2")
    with pytest.raises(NotSealed):
        peer.open(second)
    assert peer.open(first) == (MESSAGE, b"1")
    with pytest.raises(NotSealed):
        peer.open(first)
    with pytest.raises(NotSealed):
        page.open(first)
    peer.skip()
    assert peer.open(page.seal(PING)) == (PING, b"")
    with pytest.raises(NotSealed):
        peer.open(channels()[0].seal(PING))


def test_a_message_may_be_longer_than_those_of_noise() -> None:
    page, peer = channels()
    assert page.open(peer.seal(SNAPSHOT, bytes(100_000))) == (SNAPSHOT, bytes(100_000))


@pytest.mark.parametrize("at", range(GREETING_BYTES))
def test_altered_greeting_opens_no_channel(at: int) -> None:
    secret, greeting = PageSecret.new(), Greeting(bytes(BUILD_BYTES))
    altered = bytearray(greeting.frame)
    altered[at] ^= 1
    with pytest.raises(NotSealed):
        greeted(bytes(altered), secret)


def test_a_greeting_of_another_length_is_none() -> None:
    greeting = Greeting(bytes(BUILD_BYTES)).frame
    for wrong in (b"", greeting[:-1], greeting + b"x"):
        with pytest.raises(NotSealed):
            greeted(wrong, PageSecret.new())


def test_an_address_fits_a_small_code() -> None:
    secret = PageSecret.new()
    assert len(secret.fragment) == 48
    assert PageSecret.of(secret.content) == secret
    assert secret.secret_key.hex() not in repr(secret)
    with pytest.raises(ValueError, match=r"^$"):
        PageSecret.of(bytes(35))


def test_the_label_names_the_version() -> None:
    assert page_channel.LABEL.endswith(bytes([VERSION]))
