"""The server of one seat's page: its files and its encrypted channel, behind a door of the port of
this computer's pages (`page_port.py`).

One page has the seat. It authenticates by the secret of an invitation, which works once, or by the
one that its device derived then; the last to connect takes over the seat. Strangers can request
the files, which are not secret, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import hmac
import logging
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import lru_cache
from http import HTTPStatus
from ipaddress import ip_address
from types import TracebackType
from typing import Self

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from p2p_hanabi.web_file import WebFile

from ..links.addresses import Address, open_listener
from ..tasks import background_task
from .page_channel import (
    BOX_BYTES,
    BUILD_BYTES,
    HERE,
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
    id_of,
)
from .page_port import BUFFER, LOCAL, PagePort, Room

SOCKET_PATH = "/socket"
MAX_MESSAGE_BYTES = 4096
MAX_STRANGERS = 16
"""Unauthenticated connections; one more replaces the oldest."""
HANDSHAKE_S = 5.0
CLOSE_S = 1.0
MESSAGES_A_SECOND = 20.0
MAX_BURST = 40
MAX_DROPPED = 100

ELSEWHERE, REFUSED, OTHER_VERSION, LET_GO, FINISHED = 4001, 4002, 4003, 4006, 4007
"""Codes for closing a connection, after which the page waits for its player."""
GARBLED, TOO_MANY, STOPPED = 4004, 4005, 4008
"""Codes after which the page reconnects."""

_log = logging.getLogger(__name__)
_quiet = logging.getLogger("p2p_hanabi.net.page.web_server.frames")
_quiet.setLevel(logging.CRITICAL + 1)  # strangers could fill the log with messages of websockets

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src ws://{channel}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Connection": "close",
}


_FOR_EVER = "public, max-age=31536000, immutable"


def _nothing() -> None:
    pass


def _ignored(_content: bytes) -> None:
    pass


class WebServer:
    """Open while it is entered: `page_room` is where it listens, `door` the name of its door, empty
    for that of a port without others. `device` is the secret of the page that had the seat before
    this process began.

    The callbacks: `received` gets each message of the page that has the seat, `changed` is called
    when `is_there` may have changed, `bound` receives a new device's secret, to be stored.
    """

    def __init__(
        self, files: Mapping[str, WebFile], door: str = "", *, device: bytes | None = None
    ) -> None:
        self.received: Callable[[bytes], None] = _ignored
        self.changed: Callable[[], None] = _nothing
        self.bound: Callable[[bytes], None] = _ignored
        self.page_room: Room
        self._files, self._prefix = files, f"/{door}" if door else ""
        self._build = _build_of(files)
        self._addresses: tuple[Address, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._invitation: PageSecret | None = None
        self._derived: PageSecret | None = None
        self._device_secret = None if device is None else PageSecret.of(device)
        self._latest: bytes | None = None
        self._seated: _Tab | None = None
        self._strangers = _Strangers()
        self._rejected: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()
        self._exit_stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Start listening. Raise `OSError` if that is impossible."""
        (listener,) = open_listener(LOCAL, 0)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        self.page_room = Room.new(listener.getsockname()[1])
        await self._exit_stack.enter_async_context(
            serve(
                self._meet,
                sock=listener,
                process_request=self._answer,
                create_connection=self._strangers.connections(self.page_room),
                compression=None,  # encrypted data does not compress
                max_size=MAX_MESSAGE_BYTES + BOX_BYTES,
                max_queue=4,
                open_timeout=HANDSHAKE_S,
                close_timeout=CLOSE_S,
                server_header=None,
                logger=_quiet,
            )
        )
        return self

    def serve_at(self, addresses: Sequence[Address]) -> None:
        """Accept requests to these addresses too, where the door is, and use the first in
        invitations from now on."""
        self._addresses = (*addresses, *self._addresses)
        self._names |= frozenset(_names(addresses))

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._strangers.send_away()
        if self._seated is not None:  # it learns that this is no lost connection
            await self._seated.socket.close(STOPPED)
        await self._exit_stack.aclose()
        await asyncio.gather(*self._closing, return_exceptions=True)

    @property
    def address(self) -> Address:
        return self._addresses[0]

    @property
    def is_there(self) -> bool:
        """Whether a page has the seat now."""
        return self._seated is not None

    def invite(self) -> str:
        """Return the URL by which a page takes the seat. It works once, and earlier ones become
        void. The page that has the seat now keeps it until then."""
        self._invitation, self._derived = PageSecret.new(), None
        return self._address_of(self._invitation)

    def invitation(self) -> str:
        """Return the unused invitation; a new one if there is none."""
        return self.invite() if self._invitation is None else self._address_of(self._invitation)

    def _address_of(self, secret: PageSecret) -> str:
        return f"http://{self.address}{self._prefix}/#{secret.fragment}"

    def serve_files(self, files: Mapping[str, WebFile]) -> None:
        """Serve these from now on. They are of the same build, so a connected page still fits."""
        self._files = files

    async def let_go(self) -> None:
        """Close the connection of the page that has the seat: its player has left, and comes back
        when they want to."""
        if self._seated is not None:
            await self._seated.socket.close(LET_GO)

    async def finish(self) -> None:
        """Close the connection of the page that has the seat: nothing follows."""
        if self._seated is not None:
            await self._seated.socket.close(FINISHED)

    def show(self, snapshot: bytes) -> None:
        """Send a snapshot to the page, or to the next that connects; only the latest is kept."""
        self._latest = snapshot
        if self._seated is not None:
            self._seated.show(snapshot)

    # -- files

    def _answer(self, _connection: ServerConnection, request: Request) -> Response | None:
        """Return the response to a request; None upgrades it to a channel."""
        host = _single(request.headers, "Host").lower()
        if host not in self._names:  # a foreign name that resolves to here: DNS rebinding
            return self._turned_away(HTTPStatus.MISDIRECTED_REQUEST)
        method = getattr(request, "method", "GET")  # an older websockets accepts no other
        door, path = request.path[: len(self._prefix)], request.path[len(self._prefix) :]
        if door != self._prefix:
            return self._turned_away(HTTPStatus.NOT_FOUND)
        if method not in ("GET", "HEAD") or (method == "HEAD" and path == SOCKET_PATH):
            return self._turned_away(HTTPStatus.METHOD_NOT_ALLOWED)
        if path == SOCKET_PATH:
            if _single(request.headers, "Origin").lower() != f"http://{host}":
                return self._turned_away(HTTPStatus.FORBIDDEN)
            return None
        channel = f"{host}{self._prefix}{SOCKET_PATH}"
        if (file := self._files.get(path)) is None:
            return _response(HTTPStatus.NOT_FOUND, WebFile(b"", "text/plain"), channel)
        is_packed = _accepts_gzip(request.headers)
        response = _response(HTTPStatus.OK, file, channel, is_packed=is_packed)
        if method == "HEAD":
            response.body = b""
        return response

    def _turned_away(self, status: HTTPStatus) -> Response:
        self._refuse(status.phrase)
        return _response(status, WebFile(b"", "text/plain"), "")

    def _refuse(self, why: str) -> None:
        """Log the first, second, fourth, ... refusal only, so that nobody can fill the disk."""
        self._rejected[why] += 1
        count = self._rejected[why]
        if count & (count - 1) == 0:
            _log.info("turned a page away: %s (%d)", why, count)

    # -- the channel

    async def _meet(self, socket: ServerConnection) -> None:
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                channel = await self._authenticated(socket)
        except (_TurnedAway, NotSealed, TimeoutError) as error:
            code = error.status if isinstance(error, _TurnedAway) else REFUSED
            self._refuse(f"code {code}")
            await socket.close(code)
        except ConnectionClosed:
            pass
        else:
            self._strangers.known(socket)
            await self._serve(_Tab(socket, channel))

    async def _authenticated(self, socket: ServerConnection) -> PageChannel:
        """Authenticate a page; bind an invited device. Raise `_TurnedAway` or `NotSealed`."""
        greeting = Greeting(self._build)
        await socket.send(greeting.frame)
        hello = await _received(socket)
        if hello[:1] != bytes([VERSION]):
            raise _TurnedAway(OTHER_VERSION)
        secret = self._secret_of(id_of(hello))
        if secret is None:
            raise _TurnedAway(REFUSED)
        channel = greeting.channel(secret, hello)
        if secret is self._invitation:
            await self._bind_new_device(socket, channel, secret)
        elif secret is self._derived:
            self._bind(secret)
        return channel

    def _secret_of(self, asked: bytes) -> PageSecret | None:
        there_are = (self._invitation, self._derived, self._device_secret)
        return next((one for one in there_are if one and hmac.compare_digest(one.id, asked)), None)

    async def _bind_new_device(
        self, socket: ServerConnection, channel: PageChannel, invitation: PageSecret
    ) -> None:
        """Bind the device once it has stored the derived secret: if disconnected before, the
        invitation still works; if right after, the derived secret does."""
        derived = self._derived = channel.device_secret()
        await socket.send(channel.seal(KEEP))
        if channel.open(await _received(socket)) != (KEPT, b""):
            raise _TurnedAway(REFUSED)
        if self._device_secret is not derived:
            if self._invitation is not invitation:
                raise _TurnedAway(REFUSED)  # another was faster
            self._bind(derived)

    def _bind(self, device: PageSecret) -> None:
        self._device_secret, self._invitation, self._derived = device, None, None
        self.bound(device.content)

    async def _serve(self, tab: _Tab) -> None:
        """Serve a page until it disconnects, or another takes the seat."""
        before, self._seated = self._seated, tab
        if before is not None:
            self._send_elsewhere(before)
        tab.here()
        if self._latest is not None:
            tab.show(self._latest)
        self.changed()
        sending = background_task(tab.send(), "sending to a page")
        try:
            await self._listen(tab)
        except ConnectionClosed:
            pass
        except NotSealed:
            self._refuse("a box that does not open")
            await tab.socket.close(GARBLED)
        finally:
            sending.cancel()
            if self._seated is tab:
                self._seated = None
                self.changed()

    def _send_elsewhere(self, tab: _Tab) -> None:
        closing = background_task(tab.socket.close(ELSEWHERE), "closing a page")
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _listen(self, tab: _Tab) -> None:
        limit = RateLimit(asyncio.get_running_loop().time())
        while True:
            box = await _received(tab.socket)
            if self._seated is not tab:
                return
            if not limit.allows(asyncio.get_running_loop().time()):
                tab.channel.skip()
                if limit.dropped >= MAX_DROPPED:
                    self._refuse("too many messages")
                    await tab.socket.close(TOO_MANY)
                    return
                continue
            match tab.channel.open(box):
                case (kind, content) if kind == MESSAGE:
                    self.received(content)
                case (kind, b"") if kind == PING:
                    tab.here()
                case _:
                    raise NotSealed


@asynccontextmanager
async def served(
    files: Mapping[str, WebFile],
    hosts: Sequence[str] = LOCAL,
    port: int = 0,
    *,
    device: bytes | None = None,
) -> AsyncIterator[WebServer]:
    """Serve a page that has the port to itself. Raise `OSError` if the first address cannot be
    used."""
    async with PagePort(port) as there, WebServer(files, device=device) as server:
        server.serve_at(await there.listen(hosts))
        there.open_door("", server.page_room, hosts)
        yield server


class _TurnedAway(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.status = code


class _Tab:
    """A page that has the seat. Only the latest snapshot waits for it, not a queue: a slow page
    misses some, but always gets the last."""

    def __init__(self, socket: ServerConnection, channel: PageChannel) -> None:
        self.socket, self.channel = socket, channel
        self._snapshot: bytes | None = None
        self._is_asked = False
        self._due = asyncio.Event()

    def show(self, snapshot: bytes) -> None:
        self._snapshot = snapshot
        self._due.set()

    def here(self) -> None:
        self._is_asked = True
        self._due.set()

    async def send(self) -> None:
        """Send until the connection ends, or this is cancelled."""
        with contextlib.suppress(ConnectionClosed):
            while await self._due.wait():
                self._due.clear()
                if self._is_asked:
                    self._is_asked = False
                    await self.socket.send(self.channel.seal(HERE))
                if self._snapshot is not None:
                    snapshot, self._snapshot = self._snapshot, None
                    await self.socket.send(self.channel.seal(SNAPSHOT, snapshot))


class RateLimit:
    """A token bucket for messages: `MAX_BURST` of them, refilled at `MESSAGES_A_SECOND`."""

    def __init__(self, now: float) -> None:
        self._remaining, self._updated = float(MAX_BURST), now
        self.dropped = 0

    def allows(self, now: float) -> bool:
        self._remaining = min(
            MAX_BURST, self._remaining + (now - self._updated) * MESSAGES_A_SECOND
        )
        self._updated = now
        if self._remaining < 1:
            self.dropped += 1
            return False
        self._remaining -= 1
        return True


class _Strangers:
    """Unauthenticated connections, oldest first."""

    def __init__(self) -> None:
        self._there: dict[ServerConnection, None] = {}

    def connections(self, room: Room) -> type[ServerConnection]:
        """Return a connection class whose instances are counted from the start, and know who may
        enter the room."""
        strangers = self._there

        class Counted(ServerConnection):
            asked: bytes | None = b""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                if len(strangers) >= MAX_STRANGERS:
                    next(iter(strangers)).transport.abort()
                strangers[self] = None

            def data_received(self, data: bytes) -> None:
                if self.asked is not None:
                    self.asked += data
                    if len(self.asked) < len(room.request):
                        return
                    asked, data = self.asked[: len(room.request)], self.asked[len(room.request) :]
                    if not hmac.compare_digest(asked, room.request):
                        self.transport.abort()
                        return
                    self.asked = None
                    self.transport.write(room.answers)
                super().data_received(data)

            def connection_lost(self, exc: Exception | None) -> None:
                strangers.pop(self, None)
                super().connection_lost(exc)

        return Counted

    def known(self, connection: ServerConnection) -> None:
        self._there.pop(connection, None)

    def send_away(self) -> None:
        for each in list(self._there):
            each.transport.abort()


def _names(addresses: Sequence[Address]) -> list[str]:
    """Return the values of `Host` by which a browser may address these."""
    here = [each for each in addresses if ip_address(each.unscoped).is_loopback]
    return [
        *(str(each).lower() for each in addresses),
        *(f"localhost:{each.port}" for each in here),
    ]


def _single(headers: Headers, name: str) -> str:
    """Return the header, or "" if there is none or more than one."""
    values = headers.get_all(name)
    return values[0] if len(values) == 1 else ""


def _accepts_gzip(headers: Headers) -> bool:
    accepted = ",".join(headers.get_all("Accept-Encoding")).lower().replace(" ", "").split(",")
    return any(re.fullmatch(r"gzip(;q=(0\.\d*[1-9]\d*|1(\.0*)?))?", each) for each in accepted)


def _response(
    status: HTTPStatus, file: WebFile, channel: str, *, is_packed: bool = False
) -> Response:
    body = file.content
    headers = Headers(_HEADERS)
    headers["Cache-Control"] = _FOR_EVER if file.is_fixed else "no-store"
    headers["Content-Security-Policy"] = _POLICY.format(channel=channel)
    headers["Content-Type"] = file.content_type
    headers["Vary"] = "Accept-Encoding"
    if is_packed:
        body = _packed(body)
        headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(body))
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = "GET, HEAD"
    return Response(status.value, status.phrase, headers, body)


@lru_cache(maxsize=16)
def _packed(content: bytes) -> bytes:
    """Return the content as gzip has it. Nothing in these files is secret, so their sizes are not
    either."""
    return gzip.compress(content, mtime=0)


def _build_of(files: Mapping[str, WebFile]) -> bytes:
    """Return a digest of the files, by which a page that reconnects notices that they changed."""
    found = hashlib.sha256()
    for path, file in sorted(files.items()):
        found.update(hashlib.sha256(path.encode()).digest())
        found.update(hashlib.sha256(file.content).digest())
    return found.digest()[:BUILD_BYTES]


async def _received(socket: ServerConnection) -> bytes:
    """Return the next frame. Raise `NotSealed` if it is text."""
    frame = await socket.recv()
    if isinstance(frame, str):
        raise NotSealed
    return frame
