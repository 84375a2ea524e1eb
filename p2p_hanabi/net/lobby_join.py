"""The joiner's side of the lobby: find out what answers, prove the code, take a seat."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from ssl import SSLContext
from typing import NoReturn

from p2p_hanabi.paths import Home, Player
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.pairing import (
    ENTROPY_BYTES,
    OPEN_CODE,
    BadPairing,
    Introduction,
    JoinerPairing,
    PairingFailed,
    Peer,
    Refused,
    Setting,
    banner_from,
)
from protocol.seating import Place, Seating, name_from, seating_from

from .addresses import MAX_ADDRESSES, Address, addresses_from
from .certificate import is_certificate, joining_context, new_certificate
from .link import CannotReach, Link, LinkLost, dial_patiently, first_of
from .lobby import (
    MAX_LOBBY_BYTES,
    NONCE_BYTES,
    SECRET_BYTES,
    About,
    BadTable,
    Changes,
    Doubt,
    HostLeft,
    LobbyPhase,
    LobbyView,
    Sitter,
    TableConfig,
    about_from,
    config_from,
    no_doubt,
)
from .seat import Entrance, OwnSeat, Seated, sit_down
from .where import Where

BANNER_S = 5.0
KNOCKS = 3
ANSWER_S = 10.0


@dataclass(frozen=True, slots=True)
class _Start:
    seating: Seating
    certificates: tuple[bytes, ...]
    addresses: dict[Seat, tuple[Address, ...]]


async def look(addresses: Sequence[Address]) -> About:
    """What table answers at one of these addresses; nothing of it is proven.

    Raises `CannotReach`, or `Refused` ("playing", "full", "wait"), `OtherVersion`, `BadPairing`.
    """
    link, about = await _knock(addresses, None)
    await link.close()
    return about


class JoinLobby:
    """One try at one table: `knock` once, then `run`. `close` if `run` is not reached.

    `check` refuses with `BadOptions` a game that this program does not play as it is proposed.
    Whoever is shown under a key that is in `doubt`, and was not when this player said that it was
    ready, takes that back; a table that starts all the same is not signed. `doubt` may be set
    before `knock`.
    """

    def __init__(
        self, player: Player, home: Home, where: Where, check: Callable[[TableConfig], None]
    ) -> None:
        self._player = player
        self._home = home
        self._where = where
        self._check = check
        self.doubt: Doubt = no_doubt
        self._accepted: frozenset[bytes] = frozenset()  # those in doubt when it was ready last
        self._certificate = new_certificate()
        self._nonce = os.urandom(NONCE_BYTES)
        self._doorway = where.open_doorway(self._certificate)
        self._link: Link | None = None
        self._host: Peer | None = None
        self._view: LobbyView | None = None
        self._changes = Changes()

    def view(self) -> LobbyView | None:
        """None until the host has let this player in."""
        return self._view

    async def changed(self) -> None:
        await self._changes.wait()

    async def knock(
        self,
        addresses: Sequence[Address],
        code: bytes | None,
        table: bytes | None = None,
        *,
        host: bytes | None = None,
    ) -> None:
        """Prove the code, once, and take a seat. `code` is None for a table that says it is open,
        `table` the id that discovery showed, None if the address was typed; `host` the identity
        that the host must have, None if anybody may open the table.

        Raises `CannotReach`, `WrongCode`, `Refused` (with a reason: "playing", "full", "wait" and
        the seconds, "same player", "needs a code", "bad certificate"), `OtherVersion`,
        `BadPairing`, `BadOptions`.
        """
        link, found = await _knock(addresses, table)
        self._link = link
        if code is None and not found.is_open:
            raise Refused("needs a code")
        try:
            async with asyncio.timeout(ANSWER_S):
                self._host = await self._pair(link, found, OPEN_CODE if code is None else code)
                if host not in (None, self._host.identity):
                    raise BadPairing("somebody else than the host of the last table opened it")
                link.trust()
                hosts = self._where.hosts
                link.send(enc(["seat", self._nonce, hosts, self._doorway.port]))
                self._obey(dec(await link.receive(), MAX_LOBBY_BYTES))
        except TimeoutError:
            raise CannotReach(addresses, "the host does not answer any more") from None
        except LinkLost as error:
            raise CannotReach(addresses, str(error)) from None
        except BadEncoding as error:
            raise BadPairing(str(error)) from None

    def ready(self, is_ready: bool) -> None:
        """Whether this player wants to begin."""
        if self._link is not None and self._view is not None:
            if is_ready:
                self._accepted = self.doubt(self._view)
            self._link.send(enc(["ready", is_ready]))

    async def run(self) -> Seated:
        """Wait for the start, then sit down. On failure or cancellation nothing is left open.

        Raises `HostLeft`, `BadTable`, `Refused`, `CannotStore`.
        """
        link = self._link
        if link is None or self._view is None:
            raise HostLeft("nobody was asked")
        try:
            return await self._sit_down(await self._started(link))
        except LinkLost as error:
            await self.close()
            raise HostLeft(str(error)) from None
        except BaseException:
            await self.close()
            raise
        finally:
            await link.close()

    async def close(self) -> None:
        """Leave; the seat becomes free."""
        if self._link is not None:
            await self._link.close()
        await self._doorway.close()

    # -- before the start

    async def _pair(self, link: Link, about: About, code: bytes) -> Peer:
        server = sha256(link.peer_certificate or b"").digest()
        me = Introduction(self._player.name, self._player.identity, self._certificate.der)
        setting = Setting(about.table, server, code)
        pairing = JoinerPairing(setting, me, os.urandom(ENTROPY_BYTES))
        link.send(pairing.opening())
        while True:
            answer = pairing.receive(await link.receive())
            if pairing.peer is not None:
                return pairing.peer
            if answer is not None:
                link.send(answer)

    async def _started(self, link: Link) -> _Start:
        while True:
            try:
                start = self._obey(dec(await link.receive(), MAX_LOBBY_BYTES))
            except BadEncoding as error:
                raise BadTable(str(error)) from None
            if start is not None:
                return start

    def _obey(self, value: Value) -> _Start | None:
        """A roster is shown; a start is returned."""
        match value:
            case ("roster", config, tuple(rows), int(me)):
                self._show(config_from(config), rows, me)
                return None
            case ("start", seating, tuple(certificates), tuple(rows)):
                ders = tuple(one for one in certificates if isinstance(one, bytes))
                on = "" if self._link is None else self._link.interface
                where = {Seat(i): _where_from(row, on) for i, row in enumerate(rows)}
                return _Start(seating_from(seating), ders, where)
            case ("refused", str(reason), detail):
                raise Refused(reason, detail)
        raise BadEncoding("no message of a lobby")

    def _show(self, config: TableConfig, rows: Sequence[Value], me: int) -> None:
        if self._view is None:
            self._check(config)
        elif config != self._view.config:
            raise BadEncoding("the host changed the game after this player had sat down")
        sitters = tuple(_sitter_from(row) for row in rows)
        if not 0 <= me < len(sitters) <= config.seats:
            raise BadEncoding("a roster without this player")
        if not _is_name_for(self._player.name, sitters[me].name):
            raise BadEncoding("the host gave this player another name")
        if sitters[me].identity != self._player.identity.public:
            raise BadEncoding("the host gave this player another key")
        if self._host is None or sitters[0].identity != self._host.identity:
            raise BadEncoding("the host names another key than the one it has proven")
        self._view = LobbyView(config, sitters, me)
        if sitters[me].is_ready and not self.doubt(self._view) <= self._accepted:
            self.ready(False)
        self._changes.tell()

    # -- the start

    async def _sit_down(self, start: _Start) -> Seated:
        view = self._view
        if view is None or self._host is None or self._link is None:
            raise BadTable("a start before a roster")
        seat = self._own_seat(start, view)
        others = {other: start.addresses.get(other, ()) for other in start.seating.seats}
        if host := others.get(Seat(0)):  # where it has answered before
            link = self._link
            answered = addresses_from([link.peer_host], host[0].port, link.interface)
            others[Seat(0)] = (*answered, *host)
        secret = os.urandom(SECRET_BYTES)
        own = OwnSeat(start.seating, seat, secret, self._certificate, start.certificates)
        entrance = Entrance(self._doorway, self._where.hosts, others, self._wait_for)
        folder = self._home.table(start.seating.table)
        return await sit_down(own, self._player.identity, folder, entrance)

    def _own_seat(self, start: _Start, view: LobbyView) -> Seat:
        """`BadTable` unless the table is, to the byte, the one this player wanted to sit at."""
        seating, host = start.seating, self._host
        if seating != view.config.seating(seating.places):
            _refuse("it is another game than the one that was shown")
        if len(seating.places) != view.config.seats:
            _refuse("not as many seats as were shown")
        name = view.sitters[view.me].name
        public = self._player.identity.public
        mine = Place(name, public, self._certificate.fingerprint, self._nonce)
        if seating.places[view.me] != mine:
            _refuse("this player's own entry is not the one it sent")
        first = seating.places[0]
        if host is None or (first.identity, first.name) != (host.identity, host.name):
            _refuse("the host is not the one who proved the code")
        shown = [(one.name, one.identity) for one in view.sitters]
        unseen = [(place.name, place.identity) for place in seating.places] != shown
        if unseen or not self.doubt(view) <= self._accepted:
            _refuse("other players than those that were shown")
        hashes = [sha256(der).digest() for der in start.certificates]
        if hashes != [place.certificate for place in seating.places]:
            _refuse("certificates that are not those of the seats")
        if not all(is_certificate(der) for der in start.certificates):
            _refuse("a certificate that cannot be read")
        return Seat(view.me)

    def _wait_for(self, seats: tuple[Seat, ...]) -> None:
        if (view := self._view) is not None:
            names = tuple(view.sitters[seat].name for seat in seats if seat < len(view.sitters))
            self._view = LobbyView(
                view.config, view.sitters, view.me, LobbyPhase.SEATING, waiting_for=names
            )
            self._changes.tell()


async def _knock(addresses: Sequence[Address], table: bytes | None) -> tuple[Link, About]:
    """Dial all addresses and keep the first link on which the table answers."""
    context = joining_context()
    found: dict[Link, About] = {}
    refused: list[PairingFailed] = []

    async def meet(address: Address) -> Link:
        link, banner = await _dial_until_answered(address, context)
        try:
            about = about_from(banner_from(banner))
            if table not in (None, about.table):
                raise BadPairing("another table answers there")
        except BadEncoding:
            link.drop("no banner")
            raise CannotReach([address], "no table answers there") from None
        except PairingFailed as error:
            link.drop("turned away")
            refused.append(error)
            raise CannotReach([address], str(error)) from None
        found[link] = about
        return link

    try:
        link = await first_of(list(dict.fromkeys(addresses))[:MAX_ADDRESSES], meet)
    except CannotReach:
        if refused:  # says more than that nobody answered
            raise refused[0] from None
        raise
    return link, found[link]


async def _dial_until_answered(address: Address, context: SSLContext) -> tuple[Link, bytes]:
    """The first thing that is said there. Nothing was said to it, so it may be dialled again: where
    every fifth packet is lost, one host in twenty is not heard in time."""
    for _ in range(KNOCKS):
        link = await dial_patiently(address, context)
        try:
            async with asyncio.timeout(BANNER_S):
                return link, await link.receive()
        except (TimeoutError, LinkLost):
            link.drop("no banner")
        except asyncio.CancelledError:
            link.drop("another address was faster")
            raise
    raise CannotReach([address], "no table answers there")


def _sitter_from(value: Value) -> Sitter:
    match value:
        case (name, bool(is_ready), bytes(identity)):
            return Sitter(name_from(name), is_ready, identity)
    raise BadEncoding("a roster has names and keys")


def _where_from(value: Value, interface: str) -> tuple[Address, ...]:
    match value:
        case (tuple(hosts), int(port)):
            return addresses_from(hosts, port, interface)
    return ()


def _is_name_for(own: str, given: str) -> bool:
    """The host may add a number to a name that somebody has, also in place of its end, and nothing
    else."""
    match = re.fullmatch(r"(.+) [0-9]{1,2}", given)
    return given == own or (match is not None and own.startswith(match[1]))


def _refuse(reason: str) -> NoReturn:
    raise BadTable(reason)
