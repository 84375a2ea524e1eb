"""The host's side of the lobby: show a code, let those in who know it, begin when all are ready."""

from __future__ import annotations

import asyncio
import math
import os
import time
from dataclasses import dataclass, replace
from hashlib import sha256

from p2p_hanabi.paths import Home, Player
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding, P2PError
from protocol.game import Seat
from protocol.pairing import (
    ENTROPY_BYTES,
    OPEN_CODE,
    TABLE_ID_BYTES,
    Banner,
    HostPairing,
    Introduction,
    Peer,
    Setting,
    WrongCode,
    refusal,
)
from protocol.seating import MAX_NAME, Place
from protocol.words import CODE_WORDS

from .addresses import Address, addresses_from
from .certificate import is_certificate, new_certificate
from .discovery import Advert, CannotDiscover, Notice, multicast
from .doorway import turn_away
from .link import Link
from .lobby import (
    MAX_LOBBY_BYTES,
    NONCE_BYTES,
    SECRET_BYTES,
    Changes,
    Doubt,
    LobbyPhase,
    LobbyView,
    Sitter,
    TableConfig,
    as_seen,
    no_doubt,
)
from .room_code import RoomCode
from .seat import Entrance, OwnSeat, Seated, sit_down
from .where import Where

MAX_CERTIFICATE_BYTES = 1024


@dataclass(frozen=True, slots=True, repr=False)
class Doorplate:
    """Under which id a table is announced, and the first code that opens it.

    `expected` are the names of those who know both already.
    """

    table: bytes
    code: bytes
    expected: tuple[str, ...] = ()


def new_plate(*, is_open: bool = False) -> Doorplate:
    code = OPEN_CODE if is_open else os.urandom(CODE_WORDS)
    return Doorplate(os.urandom(TABLE_ID_BYTES), code)


@dataclass(frozen=True, slots=True)
class _Guest:
    link: Link
    peer: Peer
    name: str
    nonce: bytes
    where: tuple[Address, ...]
    is_ready: bool = False

    @property
    def place(self) -> Place:
        fingerprint = sha256(self.peer.certificate).digest()
        return Place(self.name, self.peer.identity, fingerprint, self.nonce)


class HostLobby:
    """Open from `run` until it returns; what it shows is in `view`, which `changed` waits for.

    Whoever comes under a key that is in `doubt`, and was not when the host said that it was ready,
    takes that back. `doubt` may be set before `run`.
    """

    def __init__(
        self,
        config: TableConfig,
        player: Player,
        home: Home,
        where: Where,
        *,
        plate: Doorplate,
        discoverable: bool = True,
    ) -> None:
        self.table_id = plate.table
        self._config = config
        self._player = player
        self._home = home
        self._where = where
        self._discoverable = discoverable
        self.doubt: Doubt = no_doubt
        self._accepted: frozenset[bytes] = frozenset()
        self._expected = plate.expected
        self._code = RoomCode(os.urandom, time.monotonic, plate.code)
        self._certificate = new_certificate()
        self._nonce = os.urandom(NONCE_BYTES)
        self._doorway = where.open_doorway(self._certificate)
        self._guests: list[_Guest] = []
        self._listening: set[asyncio.Task[None]] = set()
        self._is_ready = False
        self._phase = LobbyPhase.GATHERING
        self._waiting_for: tuple[str, ...] = ()
        self._unseen: str | None = None
        self._changes = Changes()

    @property
    def port(self) -> int:
        return self._doorway.port

    def view(self) -> LobbyView:
        me = Sitter(self._player.name, self._is_ready, self._player.identity.public)
        guests = (Sitter(one.name, one.is_ready, one.peer.identity) for one in self._guests)
        sitters = (me, *guests)
        hosts = self._where.hosts
        return LobbyView(
            config=self._config,
            sitters=sitters,
            me=0,
            phase=self._phase,
            waiting_for=self._waiting_for,
            code=self._code.shown,
            new_codes=self._code.new_codes,
            unseen=self._unseen,
            addresses=tuple(Address(host, self.port) for host in hosts),
            expected=self._expected,
        )

    async def changed(self) -> None:
        await self._changes.wait()

    def ready(self, is_ready: bool) -> None:
        """Whether the host itself wants to begin."""
        self._is_ready = is_ready
        self._accepted = self.doubt(self.view())
        self._tell_all()

    async def run(self) -> Seated:
        """Gather, then sit down with all. On failure or cancellation nothing is left open.

        Raises `CannotStore`.
        """
        advertising = asyncio.create_task(self._advertise())
        self._doorway.on_joiner = self._greet
        try:
            while not self._is_complete():
                await self._changes.wait()
            return await self._begin()
        except BaseException:
            await self._doorway.close()
            raise
        finally:
            advertising.cancel()
            await asyncio.gather(advertising, *self._dismiss(), return_exceptions=True)

    async def close(self) -> None:
        """For a lobby that was never run."""
        await self._doorway.close()

    # -- joiners

    async def _greet(self, link: Link) -> None:
        """Within ten seconds: the pairing, and a place."""
        refused = self._refusal_at_the_door()
        if refused is not None:
            link.send(refused)
            await link.close()
            return
        peer = await self._pair(link)
        if peer is None:
            await link.close()
            return
        nonce, hosts, port = _place_request(await link.receive())
        refused = self._refusal_of(peer)
        if refused is not None:
            link.send(refused)
            await link.close()
            return
        where = addresses_from([link.peer_host, *hosts], port, link.interface)
        name = distinct_name(peer.name, [sitter.name for sitter in self.view().sitters])
        link.trust()
        guest = _Guest(link, peer, name, nonce, tuple(dict.fromkeys(where)))
        self._guests.append(guest)
        self._is_ready = self._is_ready and self.doubt(self.view()) <= self._accepted
        task = asyncio.create_task(self._listen_to(link))
        self._listening.add(task)
        task.add_done_callback(self._listening.discard)
        self._tell_all()

    def _refusal_at_the_door(self) -> bytes | None:
        if self._phase is not LobbyPhase.GATHERING:
            return refusal("playing")
        if len(self._guests) + 1 >= self._config.seats:
            return refusal("full")
        if (pause := self._code.pause_s) > 0:
            return refusal("wait", math.ceil(pause))
        return None

    async def _pair(self, link: Link) -> Peer | None:
        """None if it failed; the joiner has been told."""
        about = (self._config.name, self._config.game, len(self._guests) + 1, self._config.seats)
        code = self._code.secret
        link.send(Banner(self.table_id, self._code.is_open, about).message())
        setting = Setting(self.table_id, self._certificate.fingerprint, code)
        me = Introduction(self._player.name, self._player.identity, self._certificate.der)
        pairing = HostPairing(setting, me, os.urandom(ENTROPY_BYTES))
        while pairing.peer is None:
            message = await link.receive()
            try:
                answer = pairing.receive(message)
                self._code.demand(code)
            except WrongCode:
                self._code.guessed_wrong()
                self._changes.tell()
                link.send(refusal("wrong code"))
                return None
            link.send(answer)
        self._code.guessed_right()
        return pairing.peer

    def _refusal_of(self, peer: Peer) -> bytes | None:
        """After the pairing, in which time others may have come."""
        if (refused := self._refusal_at_the_door()) is not None:
            return refused
        known = {self._player.identity.public, *(guest.peer.identity for guest in self._guests)}
        if peer.identity in known:
            return refusal("same player")
        certificates = {self._certificate.der, *(one.peer.certificate for one in self._guests)}
        return _refusal_of_certificate(peer.certificate, certificates)

    async def _listen_to(self, link: Link) -> None:
        """Until the joiner leaves, which frees its seat."""
        try:
            while True:
                match dec(await link.receive(), MAX_LOBBY_BYTES):
                    case ("ready", bool(is_ready)):
                        self._guests = [
                            replace(guest, is_ready=is_ready) if guest.link is link else guest
                            for guest in self._guests
                        ]
                        self._tell_all()
                    case _:
                        link.drop("a message that makes no sense")
        except P2PError:
            await link.close()
        if self._phase is LobbyPhase.GATHERING:
            self._guests = [guest for guest in self._guests if guest.link is not link]
            self._tell_all()

    def _tell_all(self) -> None:
        rows = [(one.name, one.is_ready, one.identity) for one in self.view().sitters]
        for number, guest in enumerate(self._guests, start=1):
            guest.link.send(enc(["roster", self._config.value(), rows, number]))
        self._changes.tell()

    # -- the start

    def _is_complete(self) -> bool:
        sitters = self.view().sitters
        return len(sitters) == self._config.seats and all(one.is_ready for one in sitters)

    async def _begin(self) -> Seated:
        self._phase = LobbyPhase.SEATING
        self._doorway.on_joiner = turn_away
        mine = self._certificate
        me = self._player
        place = Place(me.name, me.identity.public, mine.fingerprint, self._nonce)
        seating = self._config.seating([place, *(guest.place for guest in self._guests)])
        certificates = (mine.der, *(guest.peer.certificate for guest in self._guests))
        self._send_start(enc(["start", seating.value(), certificates, self._rows()]))
        own = OwnSeat(seating, Seat(0), os.urandom(SECRET_BYTES), mine, certificates)
        known = {Seat(i): guest.where for i, guest in enumerate(self._guests, start=1)}
        entrance = Entrance(self._doorway, self._where.hosts, known, self._wait_for)
        return await sit_down(own, me.identity, self._home.table(seating.table), entrance)

    def _rows(self) -> list[Value]:
        """Where each seat can be dialled."""
        rows: list[Value] = [(self._where.hosts, self.port)]
        for guest in self._guests:
            port = guest.where[0].port if guest.where else 0
            rows.append((tuple(one.unscoped for one in guest.where), port))
        return rows

    def _send_start(self, message: bytes) -> None:
        for guest in self._guests:
            guest.link.send(message)
        self._changes.tell()

    def _wait_for(self, seats: tuple[Seat, ...]) -> None:
        names = [sitter.name for sitter in self.view().sitters]
        self._waiting_for = tuple(names[seat] for seat in seats)
        self._changes.tell()

    def _dismiss(self) -> list[asyncio.Task[None]]:
        """The links of the lobby have served."""
        return [*self._listening, *(asyncio.create_task(one.link.close()) for one in self._guests)]

    # -- on the network

    async def _advertise(self) -> None:
        if not self._discoverable:
            return
        try:
            async with multicast(self._where.interfaces) as zeroconf:
                advert = Advert(zeroconf, self._where.interfaces, self.port)
                try:
                    advert.start(self._notice())
                    await advert.said()
                    while True:
                        notice = self._notice()
                        await advert.update(notice)
                        if notice == self._notice():
                            await self._changes.wait()
                finally:
                    await advert.stop()
        except (CannotDiscover, OSError) as error:
            self._unseen = str(error)
            self._changes.tell()

    def _notice(self) -> Notice:
        config = self._config
        options = " ".join(f"{key}={_shown(option)}" for key, option in config.options)
        taken = len(self._guests) + 1
        return Notice(self.table_id, config.name, config.game, options, taken, config.seats)


def distinct_name(name: str, taken: list[str]) -> str:
    """The name, with a number after it if somebody has it, or one that looks the same."""
    names = {as_seen(one) for one in taken}
    number = 1
    distinct = name
    while as_seen(distinct) in names:
        number += 1
        suffix = f" {number}"
        distinct = name[: MAX_NAME - len(suffix)] + suffix
    return distinct


def _refusal_of_certificate(certificate: bytes, others: set[bytes]) -> bytes | None:
    if len(certificate) > MAX_CERTIFICATE_BYTES or not is_certificate(certificate):
        return refusal("bad certificate")
    return refusal("bad certificate") if certificate in others else None


def _place_request(message: bytes) -> tuple[bytes, tuple[Value, ...], int]:
    match dec(message, MAX_LOBBY_BYTES):
        case ("seat", bytes(nonce), tuple(hosts), int(port)) if len(nonce) == NONCE_BYTES:
            return nonce, hosts, port
    raise BadEncoding("a request for a seat was due")


def _shown(option: Value) -> str:
    return "yes" if option is True else "no" if option is False else str(option)
