"""The links between the seats of a table: each pair by pinned mutual TLS, redialled when lost.

Of two seats the higher dials the lower, at all its addresses at once; it sends hello on the one
link it keeps, and only a hello establishes a link. A client that TLS refuses notices it by the
missing hello. Frames `["link", ...]` belong to the mesh; all others are the table's messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from ssl import SSLContext
from typing import TypeAlias

from p2p_hanabi.faults import LinkFault
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding, BadProof
from protocol.game import Seat
from protocol.identity.pairing import VERSION
from protocol.identity.seating import Seating
from protocol.peer.remarks import Order, Phrase, Text, remark_from
from protocol.reasons import Code, Malformed, PairingFailure, Reason

from ..tasks import background_task, end_all
from .addresses import MAX_ADDRESSES, Address, addresses_from
from .certificate import LinkCertificate, introduced_as, pinned_context
from .heartbeat import keep_alive
from .link import CannotReach, Link, LinkLost, dial, first_of
from .listener import Listener

HELLO_S = 5.0
USEFUL_S = 1.0
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 5.0
MAX_CONTROL_BYTES = 8192
MAX_HELD_BYTES = 8 << 20
MAX_AT_ONCE = 256

_log = logging.getLogger(__name__)
_CONTROL = b"\xa4link"  # follows the array header in the mesh's own frames
_LEAVING = enc(["link", "leaving"])
_PING = enc(["link", "ping"])


@dataclass(frozen=True, slots=True)
class LinkUp:
    seat: Seat


@dataclass(frozen=True, slots=True)
class LinkDown:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Received:
    seat: Seat
    message: bytes


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark of a seat whose table has ended."""

    seat: Seat
    remark: Phrase | Text


@dataclass(frozen=True, slots=True)
class WantsAgain:
    """A seat would play again with the same players."""

    seat: Seat


MeshEvent: TypeAlias = LinkUp | LinkDown | Received | Remarked | WantsAgain


@dataclass
class _Attempts:
    """How a link was lost, and the attempts to dial since."""

    last: str = ""
    count: int = 0

    def failed(self, name: str, error: CannotReach) -> None:
        """Log a failure, less and less often unless it is a new one."""
        self.count += 1
        sentence = f"{error} ({', '.join(map(str, error.addresses)) or 'nowhere'})"
        if sentence != self.last or self.count.bit_count() == 1:
            _log.info("cannot reach %s, dial %d: %s", name, self.count, sentence)
        self.last = sentence

    def __str__(self) -> str:
        return f"{self.count} dials; last: {self.last or 'never linked'}"


@dataclass(frozen=True, slots=True)
class LocalEnd:
    """This seat's end of the mesh. `certificates` are all seats' (DER), in seat order."""

    seat: Seat
    certificate: LinkCertificate
    certificates: tuple[bytes, ...]
    hosts: tuple[str, ...]  # the addresses that this seat announces
    chosen_hosts: tuple[str, ...] = ("",)
    """Where its player chose to play, to be stored: see `with_interfaces`."""


class Mesh:
    """`on_news` is called in the event loop when there is something to `take`.

    `missing_since` and `linked_since` have monotonic times, in seconds.
    """

    def __init__(self, seating: Seating, end: LocalEnd, listener: Listener) -> None:
        self.on_news: Callable[[], None] = _nothing
        self.signatures: dict[Seat, bytes] = {}
        self.ended: set[Seat] = set()
        self.stepped_out: set[Seat] = set()  # deliberately; they may come back
        self._is_out = False
        self.incompatible: dict[Seat, Reason] = {}  # whose programs have another version
        self.seating = seating
        self.seat = end.seat
        self.others = tuple(seat for seat in seating.seats if seat != end.seat)
        self.missing_since: dict[Seat, float] = dict.fromkeys(self.others, time.monotonic())
        self.linked_since: dict[Seat, float] = {}
        self._end = end
        self._hosts = end.hosts
        self._listener = listener
        self._clock = time.monotonic
        self._links: dict[Seat, Link] = {}
        self._attempts = {seat: _Attempts() for seat in self.others}
        self._news: deque[MeshEvent] = deque()
        self._held_bytes = 0
        self._addresses: dict[Seat, tuple[Address, ...]] = {}
        self._learnt = {seat: asyncio.Event() for seat in self.others}
        self._has_ended = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, addresses: Mapping[Seat, Sequence[Address]]) -> None:
        """Accept the links of higher seats, and dial lower ones."""
        for seat in self.others:
            self.learn(seat, addresses.get(seat, ()))
        own = self._end.seat
        self._listener.pin([self._end.certificates[seat] for seat in self.others])
        self._listener.on_seat = self._welcome
        mine, theirs = self._end.certificate, self._end.certificates
        self._tasks = [
            background_task(
                self._keep_up(seat, pinned_context(mine, theirs[seat])), f"dialling seat {seat}"
            )
            for seat in self.others
            if seat < own
        ]
        self._tasks.append(background_task(keep_alive(self._links.values, _PING), "the heartbeat"))

    async def close(self) -> None:
        """Flush all links, for a moment at most, and close them."""
        await end_all(*self._tasks)
        links, self._links = list(self._links.values()), {}
        for link in links:
            link.on_news = _nothing
        await asyncio.gather(*(link.close() for link in links))

    # -- for the session

    def take(self) -> list[MeshEvent]:
        """Return what has happened, in order, without waiting."""
        self.pump()
        news = list(self._news)
        self._news.clear()
        self._held_bytes = 0
        return news

    def pump(self) -> None:
        """Read what has arrived: handle the mesh's own frames, and queue the others for `take`.

        At most `MAX_AT_ONCE` messages per link, so that a busy one does not starve the others.
        """
        for seat, link in list(self._links.items()):
            self._drain(seat, link, MAX_AT_ONCE)
            is_over = link.reason is not None and not link.has_unread
            if is_over and self._links.get(seat) is link:
                self._went_down(seat)
        if any(link.has_unread for link in self._links.values()) and self._has_room:
            self.on_news()

    @property
    def own_addresses(self) -> tuple[Address, ...]:
        """Where this seat's player chose to play, with the port on which it listens."""
        hosts = self._end.chosen_hosts[:MAX_ADDRESSES]
        return tuple(Address(host, self._listener.port) for host in hosts)

    @property
    def port(self) -> int:
        """The port on which this seat listens."""
        return self._listener.port

    @property
    def linked(self) -> tuple[Seat, ...]:
        return tuple(self._links)

    def is_up(self, seat: Seat) -> bool:
        return seat in self._links

    def described(self, seat: Seat) -> str:
        """Describe the link, or why there is none, for the log."""
        attempts = self._attempts[seat]
        if (link := self._links.get(seat)) is not None:
            return link.described
        missing_s = self._clock() - self.missing_since.get(seat, self._clock())
        return f"not heard for {missing_s:.1f} s, {attempts}"

    def send(self, seat: Seat, message: bytes) -> None:
        """Send to one seat if it is linked; otherwise it gets what it lacks when it is back."""
        if (link := self._links.get(seat)) is not None:
            link.send(message)

    def broadcast(self, message: bytes) -> None:
        for link in self._links.values():
            link.send(message)

    def drop(self, seat: Seat, why: Code | Reason) -> None:
        if (link := self._links.get(seat)) is not None:
            link.drop(why)

    def add_signatures(self, signatures: Mapping[Seat, bytes]) -> None:
        """Add verified signatures of the seating, and send them to all linked seats."""
        new = {seat: one for seat, one in signatures.items() if seat not in self.signatures}
        if new:
            self.signatures.update(new)
            self.broadcast(self._signatures_message())
            self.on_news()

    def say_ended(self) -> None:
        """Tell the others that this seat needs nothing more from them."""
        if not self._has_ended:
            self._has_ended = True
            self.broadcast(enc(["link", "ended"]))

    def say_leaving(self) -> None:
        """Tell the others that this player is leaving for now, and has not lost the connection."""
        self.broadcast(_LEAVING)

    def step_out(self) -> None:
        """Tell the others, and those who connect later, that this player has left for now, while
        the seat stays connected."""
        self._is_out = True
        self.say_leaving()

    @property
    def is_out(self) -> bool:
        """Whether this player has left for now."""
        return self._is_out

    def step_in(self) -> None:
        """Tell the others that this player is back."""
        self._is_out = False
        self.broadcast(enc(["link", "back"]))

    def learn(self, seat: Seat, addresses: Iterable[Address]) -> None:
        """Store addresses where a seat may be found; the newest are kept."""
        if seat == self.seat:
            return
        known = self._addresses.get(seat, ())
        merged = tuple(dict.fromkeys([*addresses, *known]))[:MAX_ADDRESSES]
        if merged != known:
            self._addresses[seat] = merged
            self._learnt[seat].set()

    def addresses(self) -> dict[Seat, tuple[Address, ...]]:
        """Return the last known addresses of the others."""
        return dict(self._addresses)

    def announce(self, hosts: tuple[str, ...]) -> None:
        """Tell the connected players the new addresses of this machine."""
        if hosts != self._hosts:
            self._hosts = hosts
            self.broadcast(self._hello())

    # -- links

    async def _welcome(self, link: Link) -> None:
        """Handle a connection with a pinned certificate."""
        seat = self._seat_of(link.peer_certificate)
        if seat is None or seat < self.seat:
            link.drop(LinkFault.WRONG_WAY)
            return
        link.trust()
        link.send(self._hello())
        self._read_hello(seat, link, await link.receive())
        self._adopt(seat, link)

    async def _keep_up(self, seat: Seat, context: SSLContext) -> None:
        """Dial at once, then with a backoff, which a new address cuts short."""
        loop = asyncio.get_running_loop()
        pause = 0.0
        while True:
            self._learnt[seat].clear()
            started = loop.time()
            try:
                link = await self._dial(seat, context)
                link.send(self._hello())
                self._adopt(seat, link)
                await link.lost()
                if loop.time() - started > USEFUL_S:
                    pause = 0.0
                    continue
                if link.frames > 1:  # more than hello, so it was of use, however short
                    pause = 0.0
            except CannotReach as error:
                self._attempts[seat].failed(self.seating.name(seat), error)
            pause = min(max(2 * pause, FIRST_PAUSE_S), LONGEST_PAUSE_S)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._learnt[seat].wait()

    async def _dial(self, seat: Seat, context: SSLContext) -> Link:
        me = introduced_as(self._end.certificate.fingerprint)

        async def meet(address: Address) -> Link:
            link = await dial(address, context, me)
            link.trust()
            try:
                async with asyncio.timeout(HELLO_S):
                    self._read_hello(seat, link, await link.receive())
            except (TimeoutError, LinkLost, BadEncoding):
                if seat in self.incompatible:
                    link.send(self._hello())  # so that the other end tells it too
                    await link.close()
                else:
                    link.drop(LinkFault.NO_HELLO)
                raise CannotReach([address], LinkFault.NO_HELLO) from None
            except asyncio.CancelledError:
                link.drop(LinkFault.FASTER)
                raise
            self.learn(seat, [address])
            return link

        return await first_of(self._addresses.get(seat, ()), meet)

    def _adopt(self, seat: Seat, link: Link) -> None:
        if (old := self._links.get(seat)) is not None:
            self._drain(seat, old)
            old.on_news = _nothing
            old.drop(LinkFault.NEWER)
            self._went_down(seat)
        self._links[seat] = link
        self._attempts[seat] = _Attempts()
        self.missing_since.pop(seat, None)
        self.linked_since[seat] = self._clock()
        self.stepped_out.discard(seat)
        self.incompatible.pop(seat, None)
        self._news.append(LinkUp(seat))
        link.on_news = self._on_link_news
        if self.signatures:
            link.send(self._signatures_message())
        if self._has_ended:
            link.send(enc(["link", "ended"]))
        if self._is_out:
            link.send(_LEAVING)
        self.on_news()

    def _went_down(self, seat: Seat) -> None:
        """Remove the link; its seat is missing since its last data, not since that was noticed."""
        link = self._links.pop(seat)
        del self.linked_since[seat]
        silent_s = asyncio.get_running_loop().time() - link.heard_at
        self.missing_since[seat] = self._clock() - silent_s
        self._attempts[seat] = _Attempts(last=f"lost after {link.described}")
        self._news.append(LinkDown(seat))

    def _on_link_news(self) -> None:
        self.on_news()

    # -- the mesh's own frames

    @property
    def _has_room(self) -> bool:
        return self._held_bytes < MAX_HELD_BYTES

    def _drain(self, seat: Seat, link: Link, most: int = sys.maxsize) -> None:
        for _ in range(most):
            if not self._has_room or (message := link.take()) is None:
                return
            if message[1:6] != _CONTROL:
                self._news.append(Received(seat, message))
                self._held_bytes += len(message)
                continue
            try:
                self._held_bytes += len(message)
                self._handle_control(seat, link, dec(message, MAX_CONTROL_BYTES))
            except (BadEncoding, BadProof) as error:
                link.drop(LinkFault.BAD_FRAME.because(error.reason))

    def _handle_control(self, seat: Seat, link: Link, value: Value) -> None:
        match value:
            case ("link", "ping"):
                return
            case ("link", "ended"):
                self.ended.add(seat)
            case ("link", "leaving"):
                self.stepped_out.add(seat)
            case ("link", "back"):
                self.stepped_out.discard(seat)
            case ("link", "say", remark):
                self._news.append(Remarked(seat, _spoken(remark)))
            case ("link", "again"):
                self._news.append(WantsAgain(seat))
            case ("link", "signatures", tuple(signatures)):
                self._read_signatures(signatures)
            case ("link", "hello", *_):
                self._read_hello(seat, link, enc(value))
            case _:
                raise BadEncoding(Malformed.FORM)

    def _read_signatures(self, signatures: Sequence[Value]) -> None:
        if len(signatures) != len(self.seating.places):
            raise BadEncoding(Malformed.FORM)
        held = {}
        for seat, signature in zip(self.seating.seats, signatures, strict=True):
            if isinstance(signature, bytes) and seat not in self.signatures:
                self.seating.verify_seat(seat, signature)
                held[seat] = signature
        self.add_signatures(held)

    def _signatures_message(self) -> bytes:
        signatures = [self.signatures.get(seat) for seat in self.seating.seats]
        return enc(["link", "signatures", signatures])

    def _hello(self) -> bytes:
        where = (self._hosts, self._listener.port)
        return enc(["link", "hello", VERSION, self.seating.table, *where])

    def _read_hello(self, seat: Seat, link: Link, message: bytes) -> None:
        match dec(message, MAX_CONTROL_BYTES):
            case ("link", "hello", Integer(version), *_) if version != VERSION:
                reason = PairingFailure.OTHER_PROTOCOL.reason(version=version, known=VERSION)
                if self.incompatible.get(seat) != reason:
                    _log.info("%s: %s", self.seating.name(seat), reason)
                self.incompatible[seat] = reason
            case ("link", "hello", Integer(), bytes(table), tuple(hosts), Integer(port)):
                if table == self.seating.table:
                    self.learn(seat, addresses_from(hosts, port, link.interface))
                    return
        raise BadEncoding(Malformed.FORM)

    def _seat_of(self, certificate: bytes | None) -> Seat | None:
        if certificate is None:
            return None
        digest = sha256(certificate).digest()
        seats = (seat for seat in self.others if self.seating.places[seat].certificate == digest)
        return next(seats, None)


def _spoken(value: Value) -> Phrase | Text:
    """Decode a remark. Raise `BadEncoding`."""
    remark = remark_from(value)
    if isinstance(remark, Order):
        raise BadEncoding(Malformed.FORM)
    return remark


def _nothing() -> None:
    return None
