"""The joiner's side of the lobby: connect to a table, prove the code, take a seat.

A seated guest that loses its host looks for it at all known addresses, and at those where the table
is currently announced. Both present the certificates of the pairing, so the code is not needed
again, and nobody else can answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from ssl import SSLContext

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.gathering import HOST, Change, LobbyPhase, LobbyView, Member, TableConfig
from p2p_hanabi.likeness import look_alike
from p2p_hanabi.paths import Home, LocalPlayer
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.identity.name_rules import name_from
from protocol.identity.pairing import (
    ENTROPY_BYTES,
    OPEN_CODE,
    BadPairing,
    Introduction,
    JoinerPairing,
    OtherVersion,
    PairingFailed,
    Peer,
    Refused,
    Setting,
    banner_from,
    own_version,
)
from protocol.identity.seating import Place, Seating, seating_from
from protocol.reasons import PairingFailure, Reason, SeatingFailure

from ..discovery.address_watch import follow_interfaces
from ..discovery.discovery import Browser, multicast
from ..links.addresses import MAX_ADDRESSES, Address, Interface, addresses_from
from ..links.certificate import (
    introduced_as,
    is_certificate,
    joining_context,
    new_certificate,
    pinned_context,
    subject_of,
)
from ..links.endpoint import Endpoint
from ..links.heartbeat import keep_alive
from ..links.link import (
    HANDSHAKE_S,
    CannotReach,
    Link,
    LinkLost,
    dial,
    dial_patiently,
    first_of,
    reason_of,
)
from ..table.seat import OwnSeat, Reachability, Seated, give_up_place, sit_down
from ..tasks import background_task, end_all, undisturbed
from .lobby_messages import (
    MAX_LOBBY_BYTES,
    NONCE_BYTES,
    PING,
    SECRET_BYTES,
    About,
    BadTable,
    Changes,
    Doubt,
    Fits,
    HostClosed,
    HostLeft,
    Introduce,
    about_from,
    config_from,
    seating_of,
)

# For one message: if it has not come by then, packets were lost, and dialling anew is faster.
BANNER_S = 5.0
KNOCKS = 3
# The host gives a joiner so long: who gave up before could be seated and gone.
ANSWER_S = HANDSHAKE_S
# §11: a growing pause of at most 5 seconds.
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
MINUTE_S = 60.0
MAX_ANNOUNCED = 32

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Start:
    seating: Seating
    certificates: tuple[bytes, ...]
    addresses: dict[Seat, tuple[Address, ...]]


async def probe(addresses: Sequence[Address]) -> About:
    """Return what the table at one of these addresses claims about itself, unverified.

    Raises `CannotReach`, or `Refused` ("playing", "full", "wait"), `OtherVersion`, `BadPairing`.
    """
    link, about = await _knock(addresses, None)
    await link.close()
    return about


class JoinLobby:
    """One attempt to join one table: `knock` once, then `run`. `close` if `run` is not reached.

    `check` raises `BadOptions` for a game that this program cannot play as proposed.
    A new key in `doubt`, or a changed number of seats, makes a ready player unready; a table that
    has started meanwhile is not signed, and the host cancels it too. A lost host is looked for
    during `patience_s`, without limit if None, by multicast too if `discovers`. `introduce`,
    `doubt`, `fits`, `is_hosted`, `lender` and `lends` may be set before `knock`; with `is_hosted`
    this seat runs on the host's machine, with `lender` on that of the guest with this key, and sits
    down only if the host lists it so. `lends` are the keys of seats that run on this machine: no
    other may be listed so.
    """

    def __init__(
        self,
        player: LocalPlayer,
        home: Home,
        endpoint: Endpoint,
        check: Callable[[TableConfig], None],
        *,
        patience_s: float | None = None,
        discovers: bool = True,
    ) -> None:
        self._player = player
        self._home = home
        self._endpoint = endpoint
        self._check = check
        self._patience_s = patience_s
        self._discovers = discovers
        self.introduce: Introduce = lambda view: view
        self.doubt: Doubt = lambda _view: frozenset()
        self.fits: Fits = lambda _name: True
        self.is_hosted = False
        self.lender = b""
        self.lends: frozenset[bytes] = frozenset()
        self._accepted: frozenset[bytes] = frozenset()  # those in doubt when it was last ready
        self._accepted_seats = 0
        self._certificate = new_certificate()
        self._nonce = os.urandom(NONCE_BYTES)
        self._listener = endpoint.listen(self._certificate)
        self._link: Link | None = None
        self._host: Peer | None = None
        self._table = b""
        self._host_addresses: tuple[Address, ...] = ()  # from the host, or where it answered
        self._announced: tuple[Address, ...] = ()  # by anybody
        self._learnt = asyncio.Event()
        self._taken_back: set[bytes] = set()  # digests of cancelled seatings
        self._view: LobbyView | None = None
        self._changes = Changes()

    def view(self) -> LobbyView | None:
        """Return the lobby as last received; None until the host has admitted this player."""
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
        """Prove the code, once, and take a seat. `code` is None for an open table, `table` the
        discovered id, None if the address was typed; `host` the identity that the host must have,
        None for any.

        Raises `CannotReach`, `WrongCode`, `Refused` (with a reason: "playing", "full", "wait" and
        the seconds, "same player", "needs a code", "bad certificate"), `OtherVersion`,
        `BadPairing`, `BadOptions`.
        """
        link, found = await _knock(addresses, table)
        self._link, self._table = link, found.table
        self._host_addresses = tuple(addresses)
        if code is None and not found.is_open:
            # §10: without a code the pairing would fail, and count as a guess at the host.
            raise Refused("needs a code")
        try:
            async with asyncio.timeout(ANSWER_S):
                self._host = await self._pair(link, found, OPEN_CODE if code is None else code)
                # §10: who knows the code need not be the host that a rematch or a return expects.
                if host not in (None, self._host.identity):
                    raise BadPairing(PairingFailure.OTHER_HOST)
                link.trust()
                hosts = self._endpoint.hosts
                lender = [self.lender] if self.lender else []
                link.send(enc(["seat", self._nonce, hosts, self._listener.port, *lender]))
                self._handle(await _message(link))
                self._lend(link)
        except TimeoutError:
            raise CannotReach(addresses, LinkFault.HOST_SILENT) from None
        except LinkLost as error:
            raise CannotReach(addresses, error.reason) from None
        except BadEncoding as error:
            raise BadPairing(error.reason) from None

    @property
    def host_address(self) -> Address:
        """Where the host has answered, for other seats on this machine. Requires `knock`."""
        host = "" if self._link is None else self._link.peer_host
        found = (one for one in self._host_addresses if one.host == host)
        return next(found, self._host_addresses[0])

    def _lend(self, link: Link) -> None:
        if self.lends:
            link.send(enc(["lends", sorted(self.lends)]))

    def ready(self, is_ready: bool) -> None:
        """Tell the host whether this player is ready."""
        if self._link is not None and self._view is not None:
            if is_ready:
                self._accepted = self.doubt(self._view)
                # §11: a roster with another number of seats is another game, and makes it unready.
                self._accepted_seats = self._view.config.seats
            self._link.send(enc(["ready", is_ready]))

    def free(self, number: int) -> None:
        """Do nothing: only the host frees seats."""

    def arrange(self, change: Change) -> None:
        """Do nothing: only the host changes the number of seats, and who they are for."""

    def leave(self) -> None:
        """Do nothing: cancelling `run`, which must follow, gives up the seat."""

    async def run(self) -> Seated:
        """Wait for the start, then sit down. On failure or cancellation nothing is left open.

        Raises `HostLeft`, `BadTable`, `Refused`, `CannotStore`.
        """
        if self._link is None or self._view is None:
            raise HostLeft(LinkFault.NOBODY_ASKED)
        beating = background_task(keep_alive(self._links, PING), "the heartbeat")
        try:
            while True:
                # §11: a seating that the host has taken back leads to gathering again.
                while (start := await self._receive()) is None:
                    continue
                if (seated := await self._sit_down(start)) is not None:
                    await self._link.close()
                    return seated
        except BaseException:
            await undisturbed(self.close())
            raise
        finally:
            await end_all(beating)

    async def close(self) -> None:
        """Leave, and free the seat."""
        if self._link is not None:
            self._link.send(enc(["leave"]))
            await self._link.close()
        await self._listener.close()

    # -- before the start

    async def _pair(self, link: Link, about: About, code: bytes) -> Peer:
        # §10: as this side saw it: a relay shows each side another certificate, and the
        # confirmations differ.
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

    def _links(self) -> list[Link]:
        return [] if self._link is None or not self._link.is_up else [self._link]

    async def _receive(self) -> Start | None:
        """Read the next message and return a start; None after a roster, which is shown, and after
        reconnecting to a lost host."""
        while self._link is not None:
            try:
                return self._handle(await _message(self._link))
            except LinkLost as error:
                # §11: the seat is kept for a minute, so a lost link is no reason to leave.
                await self._find_host(error.reason)
                return None
            except BadEncoding as error:
                raise BadTable(error.reason) from None
        raise HostLeft(LinkFault.NOBODY_ASKED)

    def _handle(self, value: Value) -> Start | None:
        """Show a roster; return a start."""
        match value:
            case ("roster", config, tuple(rows), Integer(me), where):
                self._show(config_from(config), rows, me)
                self._learn(self._where_from(where))
                return None
            case ("start", seating, tuple(certificates), tuple(rows)):
                ders = tuple(one for one in certificates if isinstance(one, bytes))
                addresses = {Seat(i): self._where_from(row) for i, row in enumerate(rows)}
                return Start(seating_from(seating), ders, addresses)
            case ("refused", str(reason), detail):
                raise Refused(reason, detail)
            case ("closed",):
                # §11: unlike a lost link it shows that the host has signed nothing.
                raise HostClosed(LinkFault.HOST_CLOSED)
        raise BadEncoding(SeatingFailure.NO_MESSAGE)

    def _where_from(self, value: Value) -> tuple[Address, ...]:
        """Decode addresses; link-local ones are on the interface where they arrived."""
        match value:
            case (tuple(hosts), Integer(port)):
                return addresses_from(hosts, port, self._link.interface if self._link else "")
        return ()  # only hints where to dial: without them discovery may still find the host

    def _show(self, config: TableConfig, rows: Sequence[Value], me: int) -> None:
        before = self._view
        # §11: only the number of seats may change: the player agreed to everything else by joining.
        if before is not None and config != replace(before.config, seats=config.seats):
            raise BadEncoding(SeatingFailure.CHANGED_GAME)
        # §11: the number of seats may have changed, and not every game is played at every number.
        if before is None or config != before.config:
            self._check(config)
        members = tuple(_member_from(row) for row in rows)
        if not 0 <= me < len(members) <= config.seats:
            raise BadEncoding(SeatingFailure.NOT_IN_ROSTER)
        # §11: a host that renames a guest could have it sign under the name of another.
        if not _is_name_for(self._player.name, members[me].name):
            raise BadEncoding(SeatingFailure.OTHER_NAME)
        # §11: names that this program's commands would misread, such as a number.
        strange = (one.name for n, one in enumerate(members) if n != me and not self.fits(one.name))
        if (name := next(strange, None)) is not None:
            raise Refused("bad name there", name)
        for one, other in combinations([one.name for one in members], 2):
            if look_alike(one, other):  # an honest host numbers one of them
                raise Refused("names alike", (one, other))
        # §11: the entry that it will be asked to sign is at this number.
        if members[me].identity != self._player.identity.public_key:
            raise BadEncoding(SeatingFailure.OTHER_KEY)
        # §11: the host is who proved the code; no roster can replace it.
        if self._host is None or members[0].identity != self._host.identity:
            raise BadEncoding(SeatingFailure.HOST_KEY)
        # §3: whose machine a seat runs on decides who has its secrets: neither is this seat put on
        # another's, nor another's on this one, without both saying so.
        here = {one.identity for one in members if one.owner == me}
        if members[me].owner != self._own_machine(members) or here - self.lends:
            raise BadEncoding(SeatingFailure.OTHER_MACHINE)
        view = LobbyView(config, members, me)
        # §3: a machine is a seat on its own machine; other chains belong to nobody.
        if any(one >= len(members) or view.machines[one] != one for one in view.machines):
            raise BadEncoding(SeatingFailure.ROSTER_MACHINES)
        self._view = self.introduce(view)
        # §11: the host may begin before it hears this; what begins so is not signed.
        if members[me].is_ready and not self._accepts(self._view):
            self.ready(False)
        self._changes.notify()

    def _own_machine(self, members: Sequence[Member]) -> int | None:
        """Return the number of the member on whose machine this seat runs; None on its own."""
        if self.is_hosted:
            return HOST
        if not self.lender:
            return None
        numbers = (n for n, one in enumerate(members) if one.identity == self.lender)
        return next(numbers, -1)  # no owner has this number: so this seat leaves

    def _accepts(self, view: LobbyView) -> bool:
        """Return whether this player knew all that matters here when it was last ready."""
        return view.config.seats == self._accepted_seats and self.doubt(view) <= self._accepted

    # -- a lost host

    async def _find_host(self, why: Reason) -> None:
        """Reconnect to the host, wherever it is. Raise `HostLeft` if that takes too long.

        Nobody else can answer: both sides present the certificates of the pairing.
        """
        _log.info("the host is lost: %s", why)
        # While the table is signed, whose signatures are missing stays on the screen.
        if self._view is not None and self._view.phase is LobbyPhase.GATHERING:
            self._enter(LobbyPhase.SEARCHING)
        finding = follow_interfaces(self._find, self._discover)
        looking = background_task(finding, "looking for the host")
        counting = background_task(self._count_minutes(), "counting minutes")
        try:
            async with asyncio.timeout(self._patience_s):
                await self._reconnect()
        except TimeoutError:
            raise HostLeft(why) from None
        finally:
            await end_all(looking, counting)

    async def _count_minutes(self) -> None:
        """Show for how long the host has not been found: its player may never come back."""
        while True:
            await asyncio.sleep(MINUTE_S)
            if (view := self._view) is not None and view.phase is LobbyPhase.SEARCHING:
                self._view = replace(view, searched_minutes=view.searched_minutes + 1)
                self._changes.notify()

    async def _reconnect(self) -> None:
        """Retry with a backoff, which is cut short when a new address is announced."""
        pause = FIRST_PAUSE_S
        while True:
            self._learnt.clear()
            try:
                await self._reclaim_seat()
            except CannotReach as error:
                # §11: as long as a seat is free it can come back, however late: so it goes on.
                _log.info("the host is not found: %s", error)
            else:
                return
            await asyncio.sleep(FIRST_PAUSE_S)  # endless announcements make no busy loop of this
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause - FIRST_PAUSE_S):
                    await self._learnt.wait()
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _reclaim_seat(self) -> None:
        """Take the same seat again in the host's lobby. Raise `Refused` if the seat is gone."""
        # §11: announcements prove nothing, but only the host's certificate is accepted there.
        known = tuple(dict.fromkeys([*self._host_addresses, *self._announced]))
        link = self._link = await first_of(known, self._dial_lobby)
        # §11: addresses anew: this machine may have moved too.
        link.send(enc(["back", self._endpoint.hosts, self._listener.port]))
        try:
            async with asyncio.timeout(BANNER_S):
                self._handle(await _message(link))
                # §11: again: a host that was killed knows only of lent seats that are taken.
                self._lend(link)
        except (TimeoutError, LinkLost, BadEncoding) as error:
            link.drop(LinkFault.NO_ROSTER)
            raise CannotReach(known, reason_of(error)) from None

    async def _dial_lobby(self, address: Address) -> Link:
        """Return a link where the host's lobby answers; during signing its seat answers instead."""
        host = self._host.certificate if self._host is not None else b""
        mine = self._certificate
        # §11: both certificates of the pairing and no others, so the code is not needed again.
        link = await dial(address, pinned_context(mine, host), introduced_as(mine.fingerprint))
        link.trust()
        message: Value = None
        try:
            async with asyncio.timeout(BANNER_S):
                message = dec(await link.receive(), MAX_LOBBY_BYTES)
        except (TimeoutError, LinkLost, BadEncoding) as error:
            _log.info("no lobby at %s: %s", address, error)
        except asyncio.CancelledError:
            link.drop(LinkFault.FASTER)
            raise
        # §11: during signing the host's seat answers at the same port, under the same certificate.
        if message == ("lobby", self._table):
            return link
        link.drop(LinkFault.NO_LOBBY)
        raise CannotReach([address], LinkFault.NO_LOBBY)

    def _find(self) -> tuple[Interface, ...]:
        self._endpoint = self._endpoint.refreshed()
        return self._endpoint.interfaces

    async def _discover(self, interfaces: tuple[Interface, ...]) -> None:
        """Discover where the table is announced now."""
        if not self._discovers:
            # This machine's own addresses are followed all the same: the host is told them.
            await asyncio.get_running_loop().create_future()
        async with multicast(interfaces) as zeroconf:
            browser = Browser(
                zeroconf,
                interfaces,
                lambda: self._discovered([one for each in browser.found for one in each.addresses]),
                probe=False,
                wanted=lambda notice: notice.table == self._table,
            )
            try:
                await asyncio.get_running_loop().create_future()  # until it is cancelled
            finally:
                await browser.close()

    def _learn(self, newest: Sequence[Address]) -> None:
        """Store addresses announced by the host; the newest are kept."""
        # §11: the newest first: an old address may be somebody else's by now.
        known = dict.fromkeys([*newest, *self._host_addresses])
        self._host_addresses = tuple(known)[:MAX_ADDRESSES]

    def _discovered(self, announced: Sequence[Address]) -> None:
        """Store where the table is announced, which anybody can do: tried beside the known ones."""
        # §11: bounded, since anybody can announce this table at any number of addresses.
        new = tuple(dict.fromkeys(announced))[:MAX_ANNOUNCED]
        if new != self._announced:
            self._announced = new
            self._learnt.set()

    # -- the start

    async def _sit_down(self, start: Start) -> Seated | None:
        """Sign, and take the seat; None if the host has cancelled the seating, or will, because
        somebody does not sign."""
        view = self._view
        if view is None or self._host is None or self._link is None:
            raise BadTable(SeatingFailure.NO_ROSTER)
        # §11: the host may have begun before it heard so.
        if not self._accepts(view):
            return None  # the host has been told that this player is no longer ready
        seat = self._own_seat(start, view)
        others = {other: start.addresses.get(other, ()) for other in start.seating.seats}
        # The host does not know its own address behind a router; this one has just worked.
        others[HOST] = tuple(dict.fromkeys([*self._reached(others[HOST]), *others[HOST]]))
        # §3: drawn for this table alone: a cancelled seating takes its secret with it.
        secret = os.urandom(SECRET_BYTES)
        table = start.seating, seat, secret
        own = OwnSeat(*table, self._certificate, start.certificates, view.config.name)
        signed = asyncio.Event()
        reachability = Reachability(
            self._listener, self._endpoint.hosts, others, self._wait_for, signed=signed.set
        )
        folder = self._home.table_folder(start.seating.table)
        self._enter(LobbyPhase.SEATING)
        self._wait_for(tuple(other for other in others if other != seat))
        sitting = asyncio.create_task(sit_down(own, self._player.identity, folder, reachability))
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait([sitting, receiving], return_when=asyncio.FIRST_COMPLETED)
            if signed.is_set():  # the table exists, and the host closes its lobby
                await asyncio.wait([sitting])
        finally:
            both: tuple[asyncio.Task[object], ...] = (sitting, receiving)
            await end_all(*both)
        if not sitting.cancelled():
            return sitting.result()
        lost = receiving.exception()
        if lost is None or isinstance(lost, HostClosed | Refused):  # else the host may have signed
            self._taken_back.add(start.seating.table)
            give_up_place(folder)
        # §11: after "start" a host sends a roster, "closed" or a refusal, and nothing else.
        if receiving.result() is not None:
            raise BadTable(SeatingFailure.SECOND_START)
        return None

    def _reached(self, announced: Sequence[Address]) -> tuple[Address, ...]:
        """Return the address where the host has answered."""
        if self._link is None or not announced:
            return ()
        return addresses_from([self._link.peer_host], announced[0].port, self._link.interface)

    def _own_seat(self, start: Start, view: LobbyView) -> Seat:
        """Return this player's seat. Raise `BadTable` unless the table is just as it agreed to."""
        seating, host = start.seating, self._host
        # §11: signed is what was shown, or the host could seat its guests at another game.
        if seating != seating_of(view.config, seating.places, seating.machines):
            raise BadTable(SeatingFailure.OTHER_GAME)
        # §11: "game, options, deck, faces" above leave the number of seats open, which may change.
        if len(seating.places) != view.config.seats:
            raise BadTable(SeatingFailure.OTHER_SEATS)
        # §11: signed before, with a secret that is gone: two commits would convict this seat.
        if seating.table in self._taken_back:
            raise BadTable(SeatingFailure.TAKEN_BACK)
        name = view.members[view.me].name
        public = self._player.identity.public_key
        mine = Place(name, public, self._certificate.fingerprint, self._nonce)
        # §3: with a nonce that this seat drew itself, no host can replay an old seating.
        if seating.places[view.me] != mine:
            raise BadTable(SeatingFailure.OWN_ENTRY)
        first = seating.places[0]
        # §11: the code was proven with this host, who cannot seat another in its own place.
        if host is None or (first.identity, first.name) != (host.identity, host.name):
            raise BadTable(SeatingFailure.HOST)
        shown = [(one.name, one.identity) for one in view.members]
        # §11: the player was warned of those in the roster, and of nobody else.
        unseen = [(place.name, place.identity) for place in seating.places] != shown
        if unseen:
            raise BadTable(SeatingFailure.OTHER_PLAYERS)
        # §3: a player agrees to play beside seats of one machine only if it was shown.
        if seating.machines != view.machines:
            raise BadTable(SeatingFailure.OTHER_MACHINES)
        hashes = [sha256(der).digest() for der in start.certificates]
        # §11: links accept these certificates alone: with others the table could never meet.
        if hashes != [place.certificate for place in seating.places]:
            raise BadTable(SeatingFailure.CERTIFICATES)
        # §11: with one that TLS cannot read its seat could never be linked.
        if not all(is_certificate(der) for der in start.certificates):
            raise BadTable(SeatingFailure.UNREADABLE_CERTIFICATE)
        # a host with two certificates could keep two guests apart (docs/protocol.md, "The lobby")
        if start.certificates[0] != host.certificate:
            raise BadTable(SeatingFailure.HOST_CERTIFICATE)
        # §11: nobody makes two of one subject by chance.
        if len(set(map(subject_of, start.certificates))) < len(start.certificates):
            raise BadTable(SeatingFailure.SAME_SUBJECT)
        return Seat(view.me)

    def _wait_for(self, seats: tuple[Seat, ...]) -> None:
        """Show whose signatures are missing, unless a roster has just cancelled the seating.

        The host signs last, so it is named only if nobody else is.
        """
        if (view := self._view) is not None and view.phase is LobbyPhase.SEATING:
            late = [seat for seat in seats if seat != HOST] or seats
            names = tuple(view.members[seat].name for seat in late if seat < len(view.members))
            self._enter(LobbyPhase.SEATING, names)

    def _enter(self, phase: LobbyPhase, waiting_for: tuple[str, ...] = ()) -> None:
        if self._view is not None:
            self._view = replace(self._view, phase=phase, waiting_for=waiting_for)
            self._changes.notify()


async def _message(link: Link) -> Value:
    """Return the next message other than a ping. Raise `LinkLost` or `BadEncoding`."""
    while (value := dec(await link.receive(), MAX_LOBBY_BYTES)) == ("ping",):
        continue
    return value


async def _knock(addresses: Sequence[Address], table: bytes | None) -> tuple[Link, About]:
    """Dial all addresses and keep the first link on which the table answers."""
    # §10: any certificate is accepted here: only the pairing proves whose it is.
    context = joining_context()
    found: dict[Link, About] = {}
    refused: list[PairingFailed] = []

    async def meet(address: Address) -> Link:
        link, banner = await _dial_until_answered(address, context)
        try:
            about = about_from(banner_from(banner))
            # §10: a guess at the code of another table would count there.
            if table not in (None, about.table):
                raise BadPairing(PairingFailure.OTHER_TABLE)
        except BadEncoding:
            link.drop(LinkFault.NO_BANNER)
            raise CannotReach([address], LinkFault.NO_TABLE) from None
        except PairingFailed as error:
            if isinstance(error, OtherVersion):
                # §10: told before it hangs up: the host shows that this program does not fit.
                link.send(own_version())
                await link.close()
            else:
                link.drop(LinkFault.TURNED_AWAY)
            refused.append(error)
            raise CannotReach([address], LinkFault.TURNED_AWAY) from None
        found[link] = about
        return link

    try:
        # §10: the first that answers: addresses of a table may be dead, or another network's.
        link = await first_of(list(dict.fromkeys(addresses))[:MAX_ADDRESSES], meet)
    except CannotReach:
        if refused:  # more specific than that nobody answered
            raise refused[0] from None
        raise
    return link, found[link]


async def _dial_until_answered(address: Address, context: SSLContext) -> tuple[Link, bytes]:
    """Dial, and return the first message. Since nothing was sent, dialling can be retried: at 20 %
    packet loss, one host in twenty is not heard in time."""
    for _ in range(KNOCKS):
        link = await dial_patiently(address, context)
        try:
            async with asyncio.timeout(BANNER_S):
                return link, await link.receive()
        except (TimeoutError, LinkLost):
            link.drop(LinkFault.NO_BANNER)
        except asyncio.CancelledError:
            link.drop(LinkFault.FASTER)
            raise
    raise CannotReach([address], LinkFault.NO_TABLE)


def _member_from(value: Value) -> Member:
    match value:
        case (name, bool(is_ready), bytes(identity), bool(is_here), owner):
            if owner is None or isinstance(owner, Integer):
                return Member(name_from(name), is_ready, identity, is_here, owner)
    raise BadEncoding(SeatingFailure.ROSTER_FORM)


def _is_name_for(own: str, given: str) -> bool:
    """Return whether it is the requested name. The host may only append a number to a name that is
    taken, cutting off its end to make room."""
    match = re.fullmatch(r"(.+) [0-9]{1,2}", given)
    return given == own or (match is not None and own.startswith(match[1]))
