"""The one port of a computer's pages, with a door for each seat, whose process serves its page.

A door is the beginning of a path, such as `/2` of `/2/socket`. This process reads the first line of
a request, and then passes everything on, in both directions, to the page's server. That server has
the secrets, and encrypts: what passes here is what passes on the network.

Strangers can open connections at this port, and at any door. Those that do not say which door they
want replace one another (`MAX_WAITING`), first those of the address that has the most. Behind a
door its own server limits strangers (`web_server.py`), so at another door nobody is kept out.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import re
import socket
from asyncio import StreamReader, StreamWriter
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Self

from ..links.addresses import Address, open_listener

LOCAL = ("127.0.0.1",)
MAX_WAITING = 32
"""Connections whose door is not known yet; one more replaces one of them."""
MAX_FILES = 16
"""Requests for files at one door; one more replaces the oldest."""
MAX_AT_DOOR = 64
"""Connections at one door, more than its server keeps; one more is refused."""
MAX_LINE = 1024
CHUNK = 16 * 1024
BUFFER = 64 * 1024
"""How much may wait between a page's server and here: a slow page should miss what is outdated."""
FIRST_LINE_S = 5.0
ENTER_S = 5.0
CLOSE_S = 20.0
KEY_BYTES = 32
NO_DOOR = b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NOBODY_THERE = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_DOOR = re.compile(rb"[A-Z]{1,16} /([0-9]{1,3})/")
_CHANNEL = re.compile(rb"GET (/[0-9]{1,3})?/socket ")


@dataclass(frozen=True, slots=True)
class Room:
    """Where a page's server listens on this computer. Whoever connects there says `request` first,
    and the server `answers`: another user's program can neither use the room nor take its place."""

    port: int
    request: bytes = field(repr=False)
    answers: bytes = field(repr=False)

    @classmethod
    def new(cls, port: int) -> Room:
        return cls(port, os.urandom(KEY_BYTES), os.urandom(KEY_BYTES))


class NotThere(Exception):
    """Nobody, or somebody else, is behind this door."""


class PagePort:
    """Open while it is entered. `port` is the one to use if it is free."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self._addresses: dict[str, Address] = {}
        self._rooms: dict[str, tuple[Room, frozenset[str]]] = {}
        self._waiting: dict[StreamWriter, str] = {}
        self._inside: Counter[str] = Counter()
        self._files: defaultdict[str, dict[asyncio.Task[None], None]] = defaultdict(dict)
        self._passing: set[asyncio.Task[None]] = set()
        self._servers: list[asyncio.Server] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for server in self._servers:
            server.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def listen(self, hosts: Sequence[str]) -> tuple[Address, ...]:
        """Listen at these addresses of this computer, and return those that can be used: all at the
        same port, unless another program has it at one of them. Raise `OSError` if the first cannot
        be used."""
        new = [host for host in hosts if host not in self._addresses]
        if new:
            is_first = not self._addresses
            try:
                sockets = open_listener(new, self.port)
            except OSError:
                sockets = open_listener(new, 0)
            for each in sockets:
                host, port = each.getsockname()[:2]
                receive = partial(self._receive, host)
                self._servers.append(await asyncio.start_server(receive, sock=each, limit=MAX_LINE))
                self._addresses[host] = Address(host, port)
            if is_first:
                self.port = port
        return tuple(self._addresses[host] for host in hosts if host in self._addresses)

    def open_door(self, door: str, room: Room, hosts: Sequence[str]) -> None:
        """Let whoever asks for this door into the room from now on, at these addresses and at those
        where it was open before."""
        _former, before = self._rooms.get(door, (None, frozenset[str]()))
        self._rooms[door] = room, before | frozenset(hosts)

    def _receive(self, host: str, reader: StreamReader, writer: StreamWriter) -> None:
        self._make_way()
        name = writer.get_extra_info("peername") or ("",)
        self._waiting[writer] = str(name[0])
        task = asyncio.create_task(self._serve(host, reader, writer), name="at a page's door")
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    def _make_way(self) -> None:
        """Disconnect the oldest of those who wait, of the address with the most."""
        if len(self._waiting) >= MAX_WAITING:
            counted = Counter(self._waiting.values())
            busiest = max(counted.values())
            oldest = next(one for one, at in self._waiting.items() if counted[at] == busiest)
            del self._waiting[oldest]
            oldest.transport.abort()

    async def _serve(self, host: str, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            line = await self._first_line(reader, writer)
            door = door_of(line)
            room, hosts = self._rooms.get(door, (None, frozenset()))
            if room is None or host not in hosts:
                await _turn_away(writer, NO_DOOR)
            elif self._inside[door] >= MAX_AT_DOOR:
                await _turn_away(writer, NOBODY_THERE)
            else:
                with self._counted(door, line):
                    await _pass_on(room, line, reader, writer)
        except NotThere:
            with contextlib.suppress(OSError, TimeoutError):
                await _turn_away(writer, NOBODY_THERE)
        except (
            OSError,
            asyncio.LimitOverrunError,
            asyncio.IncompleteReadError,
            TimeoutError,
        ):
            pass  # the page connects again
        finally:
            self._waiting.pop(writer, None)
            writer.transport.abort()

    async def _first_line(self, reader: StreamReader, writer: StreamWriter) -> bytes:
        async with asyncio.timeout(FIRST_LINE_S):
            line = await reader.readuntil(b"\n")
        self._waiting.pop(writer, None)
        return line

    @contextlib.contextmanager
    def _counted(self, door: str, line: bytes) -> Iterator[None]:
        """Count this task at the door; one that fetches a file replaces the oldest that does, which
        somebody may keep open by reading nothing."""
        files, task = self._files[door], asyncio.current_task()
        if task is not None and not _CHANNEL.match(line):
            if len(files) >= MAX_FILES:
                next(iter(files)).cancel()
            files[task] = None
        self._inside[door] += 1
        try:
            yield
        finally:
            self._inside[door] -= 1
            if task is not None:
                files.pop(task, None)


async def _pass_on(room: Room, line: bytes, reader: StreamReader, writer: StreamWriter) -> None:
    """Pass on the line and what follows, until the server has closed its side, or one of the two
    connections is lost. Raise `NotThere`, `OSError` or `TimeoutError`."""
    from_server, to_server = await _enter(room)
    to_server.write(line)
    upwards = asyncio.create_task(_pump_up(reader, to_server))
    try:
        await _pump(from_server, writer)
        async with asyncio.timeout(CLOSE_S):
            writer.close()
            await writer.wait_closed()
    finally:
        to_server.transport.abort()
        upwards.cancel()
        await asyncio.gather(upwards, return_exceptions=True)


def door_of(line: bytes) -> str:
    """Return the door that the first line of a request names; "" if it names none."""
    found = _DOOR.match(line)
    return found[1].decode() if found else ""


async def _enter(room: Room) -> tuple[StreamReader, StreamWriter]:
    """Connect to a page's server. Raise `NotThere`."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        async with asyncio.timeout(ENTER_S):
            await asyncio.get_running_loop().sock_connect(sock, (LOCAL[0], room.port))
            reader, writer = await asyncio.open_connection(sock=sock, limit=CHUNK)
            writer.write(room.request)
            answer = await reader.readexactly(KEY_BYTES)
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        sock.close()
        raise NotThere from None
    except BaseException:
        sock.close()
        raise
    if not hmac.compare_digest(answer, room.answers):
        writer.transport.abort()
        raise NotThere
    return reader, writer


async def _pump(reader: StreamReader, writer: StreamWriter) -> None:
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()


async def _pump_up(reader: StreamReader, writer: StreamWriter) -> None:
    """Pass on what a page sends, and that it has ended, or is lost."""
    try:
        await _pump(reader, writer)
        writer.write_eof()
    except OSError:
        writer.transport.abort()


async def _turn_away(writer: StreamWriter, answer: bytes) -> None:
    writer.write(answer)
    async with asyncio.timeout(CLOSE_S):
        await writer.drain()
        writer.close()
        await writer.wait_closed()
