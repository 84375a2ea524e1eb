"""A player's listener, for joiners and seats, which strangers cannot exhaust.

An unauthenticated connection gets a minute and 4 KiB. There are at most 16 of these at once: one
more replaces the oldest of the address that has most of them. So idle ones keep nobody out, and one
machine cannot disconnect a player who types the code at another.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.systems import accept_each
from protocol.errors import P2PError
from protocol.identity.pairing import refusal

from ..tasks import end_all
from .addresses import ANY_HOST
from .certificate import LinkCertificate, Pins
from .link import GOODBYE_S, HANDSHAKE_S, Link

MAX_STRANGERS = 16

_log = logging.getLogger(__name__)
Welcome = Callable[[Link], Awaitable[None]]
"""Handles a new link. When it returns, the link is trusted and has an owner, or is closed."""


class Listener:
    """`on_joiner` handles links without a certificate, `on_seat` those with a pinned one."""

    def __init__(self, certificate: LinkCertificate, sockets: Sequence[socket.socket]) -> None:
        self.certificate = certificate
        self.on_joiner: Welcome = turn_away
        self.on_seat: Welcome = turn_away
        self._pins = Pins(certificate)
        self._listening: dict[socket.socket, Callable[[], None]] = {}
        self.port: int = sockets[0].getsockname()[1]
        self._strangers: dict[asyncio.Task[None], str] = {}  # their addresses, oldest first
        self._is_closed = False
        self._unmet: set[socket.socket] = set()
        self.listen(sockets)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses at which it listens, without scopes; an empty one for all of this
        machine's."""
        hosts = (each.getsockname()[0].partition("%")[0] for each in self._listening)
        return tuple(dict.fromkeys("" if host in ANY_HOST else host for host in hosts))

    def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Accept connections on these too: this machine has a new address."""
        for each in sockets:
            self._listening[each] = accept_each(each, self._let_in)

    def pin(self, certificates: Sequence[bytes]) -> None:
        """Let only the owners of these connect as seats from now on."""
        self._pins.set(certificates)

    async def close(self) -> None:
        """Stop listening, and drop unauthenticated connections."""
        if self._is_closed:
            return
        self._is_closed = True
        for each, stop in self._listening.items():
            stop()
            each.close()
        await end_all(*self._strangers)

    def _let_in(self, connection: socket.socket) -> None:
        host = ""
        with contextlib.suppress(OSError):  # it may be closed already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            host = connection.getpeername()[0]
        self._make_room()
        self._unmet.add(connection)
        task = asyncio.create_task(self._meet(connection))
        self._strangers[task] = host
        task.add_done_callback(lambda done: self._leave(done, connection))

    def _make_room(self) -> None:
        staying = {task: host for task, host in self._strangers.items() if not task.cancelling()}
        while len(staying) >= MAX_STRANGERS:
            [(busiest, _)] = Counter(staying.values()).most_common(1)
            oldest = next(task for task, host in staying.items() if host == busiest)
            oldest.cancel()
            del staying[oldest]

    def _leave(self, task: asyncio.Task[None], connection: socket.socket) -> None:
        self._strangers.pop(task, None)
        if connection in self._unmet:  # cancelled before it began
            self._unmet.discard(connection)
            connection.close()

    async def _meet(self, connection: socket.socket) -> None:
        self._unmet.discard(connection)
        link: Link | None = None
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                link = await self._handshake(connection)
                welcome = self.on_joiner if link.peer_certificate is None else self.on_seat
                await welcome(link)
        except (P2PError, OSError, TimeoutError) as error:
            _log.info("lets nobody in: %s: %s", type(error).__name__, error)
            if link is not None:
                link.drop(LinkFault.STRANGER_SILENT)
        except asyncio.CancelledError:
            if link is not None:
                link.drop(LinkFault.NO_ROOM)
            raise

    async def _handshake(self, connection: socket.socket) -> Link:
        """Complete the TLS handshake. From here on asyncio owns the connection, and closes it."""
        _, link = await asyncio.get_running_loop().connect_accepted_socket(
            Link,
            connection,
            ssl=self._pins.context,
            ssl_handshake_timeout=HANDSHAKE_S,
            ssl_shutdown_timeout=GOODBYE_S,
        )
        return link


async def turn_away(link: Link) -> None:
    """Refuse a joiner: the table is not, or no longer, open to them."""
    link.send(refusal("playing"))
    with contextlib.suppress(P2PError):
        await link.close()
