"""A connection to one peer that carries frames, with bounded buffers in both directions.

A frame is a length of four bytes, big-endian, and one `enc` value of at most 1 MiB; a longer one
ends the connection before it is read. While too much received data is unread, reading pauses. A
peer that does not read is dropped once too much has been buffered for it, or for too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
import struct
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import TypeAlias, cast

from p2p_hanabi.faults import LinkFault, SystemFault, fault_of
from protocol.errors import ReasonedError
from protocol.reasons import Code, Reason

from ..tasks import end_all, undisturbed
from .addresses import Address, by_number, interface_of, shorten_segments

Where: TypeAlias = tuple[str, int] | tuple[str, int, int, int]
"""An IPv4 or IPv6 socket address."""
MAX_FRAME_BYTES = 1 << 20
MAX_UNREAD_BYTES = 2 * MAX_FRAME_BYTES
MAX_UNSENT_BYTES = 8 * MAX_FRAME_BYTES
STALLED_AFTER_S = 30.0
STRANGER_BYTES = 4096
HANDSHAKE_S = 60.0
"""From connecting to being authenticated. After a lost SYN, TCP assumes a round trip of a second:
packets lost later on that connection are resent after 1.3, 2.8, 5.5, 11 and 22 seconds."""
DIAL_S = 5.0
DIALS = 3
GOODBYE_S = 1.0

_LENGTH = struct.Struct(">I")


class LinkLost(ReasonedError):
    """The connection has ended."""


class CannotReach(ReasonedError):
    """The peer was not reached at any of the addresses."""

    def __init__(self, addresses: Sequence[Address], why: Code | Reason) -> None:
        super().__init__(why)
        self.addresses = tuple(addresses)


class NoAnswer(CannotReach):
    """No response in time. On a lossy network, a retry may succeed."""


def frame(message: bytes) -> bytes:
    """Prefix a message with its length. Raise `ValueError` if it is too long."""
    if len(message) > MAX_FRAME_BYTES:
        raise ValueError(f"a frame of {len(message)} bytes")
    return _LENGTH.pack(len(message)) + message


class Link(asyncio.Protocol):
    """`on_news` is called whenever a message has arrived or the link is lost. `own_host` is this
    machine's address on the way to the peer, without a scope, and stays known when it is lost."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.on_news: Callable[[], None] = _nothing
        self._made_at = self.heard_at = loop.time()
        self.frames = 0  # how many have arrived
        self.own_host = ""
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._peer: Address | None = None
        self._buffer = bytearray()
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._reading = True
        self._budget: int | None = STRANGER_BYTES
        self._stalled: asyncio.TimerHandle | None = None
        self._reason: Reason | None = None
        self._interface = ""
        self._lost = loop.create_future()
        self._waiter: asyncio.Future[None] | None = None

    # -- for the owner

    @property
    def is_up(self) -> bool:
        return self._transport is not None and self._reason is None

    @property
    def reason(self) -> Reason | None:
        """Why the link was lost; None while it is up."""
        return self._reason

    @property
    def peer_certificate(self) -> bytes | None:
        """The certificate (DER) that the peer presented in the handshake, if any."""
        tls = self._extra("ssl_object")
        return tls.getpeercert(binary_form=True) if isinstance(tls, ssl.SSLObject) else None

    @property
    def peer_host(self) -> str:
        """The peer's address, without a scope."""
        peer = self._extra("peername")
        return str(peer[0]).partition("%")[0] if isinstance(peer, tuple) else ""

    @property
    def interface(self) -> str:
        """The interface of this machine that leads to the peer; empty if unknown."""
        self._interface = self._interface or interface_of(self._extra("sockname"))
        return self._interface

    @property
    def described(self) -> str:
        """A description for the log."""
        now = self._loop.time()
        lasted = f"{now - self._made_at:.1f} s with {self._peer}, {self.frames} frames"
        ended = "" if self._reason is None else f", {self._reason}"
        return f"{lasted}, heard {now - self.heard_at:.1f} s ago{ended}"

    def trust(self) -> None:
        """Lift the limit for strangers: the peer is authenticated."""
        self._budget = None

    def send(self, message: bytes) -> None:
        """Send the message without waiting; do nothing if the link is lost."""
        if self._transport is None or self._reason is not None:
            return
        self._transport.write(frame(message))
        if self._transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.drop(LinkFault.NOT_READING)

    @property
    def has_unread(self) -> bool:
        """Whether there is a message to `take`."""
        return bool(self._unread)

    def take(self) -> bytes | None:
        """Return the next message if one has arrived."""
        if not self._unread:
            return None
        message = self._unread.popleft()
        self._unread_bytes -= len(message)
        if not self._reading and self._unread_bytes <= MAX_UNREAD_BYTES // 2 and self.is_up:
            self._reading = True
            cast("asyncio.Transport", self._transport).resume_reading()
        return message

    async def receive(self) -> bytes:
        """Wait for the next message. Raise `LinkLost` when there will be none."""
        while (message := self.take()) is None:
            if self._reason is not None:
                raise LinkLost(self._reason)
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return message

    def drop(self, why: Code | Reason) -> None:
        """Abort the connection; unsent messages are lost."""
        if self._reason is None:
            self._reason = Reason.of(why)
            self._news()
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """Flush for a moment, then close the connection."""
        if self._transport is None:
            return
        if self._reason is None:
            self._reason = Reason(LinkFault.CLOSED_HERE)
        if not self._transport.is_closing():  # asyncio forgets a TLS connection closed twice
            self._transport.close()
        try:
            async with asyncio.timeout(GOODBYE_S):
                await asyncio.shield(self._lost)
        except TimeoutError:
            self._transport.abort()
            await self._lost

    async def lost(self) -> None:
        await asyncio.shield(self._lost)

    # -- for asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._made_at = self.heard_at = self._loop.time()
        if isinstance(peer := self._extra("peername"), tuple):
            self._peer = Address(*peer[:2])
        if isinstance(own := self._extra("sockname"), tuple):
            self.own_host = str(own[0]).partition("%")[0]

    def data_received(self, data: bytes) -> None:
        self.heard_at = self._loop.time()
        if self._budget is not None:
            self._budget -= len(data)
            if self._budget < 0:
                self.drop(LinkFault.STRANGER_BYTES)
        if self._reason is None:
            self._buffer += data
            self._cut_frames()

    def pause_writing(self) -> None:
        self._stalled = self._loop.call_later(
            STALLED_AFTER_S, self.drop, LinkFault.NOT_READ_FOR.reason(seconds=int(STALLED_AFTER_S))
        )

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, error: Exception | None) -> None:
        self.resume_writing()
        if self._reason is None:
            self._reason = reason_of(error) if error else Reason(LinkFault.CLOSED_THERE)
        if not self._lost.done():
            self._lost.set_result(None)
        self._news()

    # -- internals

    def _cut_frames(self) -> None:
        start = 0
        while len(self._buffer) - start >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer, start)
            if length > MAX_FRAME_BYTES:
                self.drop(LinkFault.FRAME_SIZE.reason(size=length))
                return
            end = start + _LENGTH.size + length
            if len(self._buffer) < end:
                break
            self._unread.append(bytes(self._buffer[start + _LENGTH.size : end]))
            self._unread_bytes += length
            self.frames += 1
            start = end
        if self._unread_bytes > MAX_UNREAD_BYTES and self._reading:
            self._reading = False
            cast("asyncio.Transport", self._transport).pause_reading()
        if start:
            del self._buffer[:start]
            self._news()

    def _news(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        self.on_news()

    def _extra(self, name: str) -> object:
        return None if self._transport is None else self._transport.get_extra_info(name)


async def dial(address: Address, context: ssl.SSLContext, name: str = "") -> Link:
    """Connect and complete the handshake. Raise `CannotReach`, or `NoAnswer` if nobody answers.

    `name` identifies the dialler (`introduced_as`), empty for a joiner. The other end is known by
    its certificate, which is compared as bytes.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(DIAL_S):
            _, link = await loop.create_connection(
                Link,
                sock=await connected(address),
                ssl=context,
                server_hostname=name,
                ssl_handshake_timeout=DIAL_S,
                ssl_shutdown_timeout=GOODBYE_S,
            )
    except TimeoutError:
        raise NoAnswer([address], LinkFault.NO_ANSWER) from None
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise CannotReach([address], reason_of(error)) from None
    return link


async def connected(address: Address) -> socket.socket:
    """Return a connected socket; a name is tried at each of its addresses in turn."""
    failed = OSError(errno.EADDRNOTAVAIL, "no address")
    for family, kind, protocol, where in await looked_up(address):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setblocking(False)
            shorten_segments(sock)
            await asyncio.get_running_loop().sock_connect(sock, where)
        except OSError as error:
            sock.close()
            failed = error
        except BaseException:
            sock.close()
            raise
        else:
            return sock
    raise failed


async def looked_up(address: Address) -> list[tuple[int, int, int, Where]]:
    """Resolve an address into family, type, protocol and socket address; only names take time."""
    host, port = by_number(address.host), address.port
    kind, protocol = socket.SOCK_STREAM, socket.IPPROTO_TCP
    try:
        numeric = socket.AI_NUMERICHOST
        rows = socket.getaddrinfo(host, port, type=kind, proto=protocol, flags=numeric)
    except socket.gaierror:
        loop = asyncio.get_running_loop()
        rows = await loop.getaddrinfo(host, port, type=kind, proto=protocol)
    return [(row[0], row[1], row[2], cast("Where", row[4])) for row in rows]


async def dial_patiently(address: Address, context: ssl.SSLContext) -> Link:
    """Dial with retries: at 20 % packet loss, one dial in ten gets no response."""
    for _ in range(DIALS - 1):
        with contextlib.suppress(NoAnswer):
            return await dial(address, context)
    return await dial(address, context)


async def first_of(
    addresses: Sequence[Address], meet: Callable[[Address], Coroutine[object, None, Link]]
) -> Link:
    """Try all addresses concurrently and keep the first link that `meet` accepts. Raise
    `CannotReach` if there is none."""
    tries = [asyncio.create_task(meet(address)) for address in addresses]
    reason = Reason(LinkFault.NO_ADDRESS)
    kept: Link | None = None
    try:
        for ended in asyncio.as_completed(tries):
            try:
                kept = await ended
            except (CannotReach, LinkLost) as error:
                reason = error.reason
            else:
                return kept
    finally:
        await undisturbed(_close_all_but(kept, tries))
    raise CannotReach(addresses, reason)


async def _close_all_but(kept: Link | None, tries: Sequence[asyncio.Task[Link]]) -> None:
    for result in await end_all(*tries):
        if isinstance(result, Link) and result is not kept:
            await result.close()


def reason_of(error: Exception) -> Reason:
    """Return why a link failed."""
    match error:
        case ReasonedError():
            return error.reason
        case TimeoutError():
            return Reason(LinkFault.NO_ANSWER)
        case ssl.SSLCertVerificationError():
            return Reason(LinkFault.SOMEBODY_ELSE)
        case OSError() if error.strerror and not isinstance(error, ssl.SSLError):
            return fault_of(error)
    return SystemFault.OTHER.reason(said=str(error) or type(error).__name__)


def _nothing() -> None:
    return None
