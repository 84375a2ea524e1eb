"""The host's side of the lobby: show a code, admit those who know it, begin when all are ready.

A guest whose link is lost is away: it is not ready, and its seat is reserved for a minute. It
reconnects by its certificate, without the code. The state that this needs is on disk, so that a
host that was killed can reopen the table.

The host signs a seating last. If somebody does not sign, or is no longer ready, it cancels the
seating, and those present continue to gather, under the same code.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import Collection, Sequence
from dataclasses import replace

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.gathering import HOST, Change, LobbyPhase, LobbyView, Member, Notice, TableConfig
from p2p_hanabi.paths import Home, LocalPlayer
from p2p_hanabi.review.reviewed_file import OPTION as REVIEW
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding, P2PError
from protocol.game import Seat
from protocol.identity.pairing import (
    ENTROPY_BYTES,
    VERSION,
    Banner,
    HostPairing,
    Introduction,
    OtherVersion,
    Peer,
    Setting,
    WrongCode,
    refusal,
)
from protocol.identity.seating import Place
from protocol.reasons import Malformed, Reason

from ..links.addresses import Address, addresses_from
from ..links.certificate import is_certificate, subject_of
from ..links.endpoint import Endpoint
from ..links.heartbeat import keep_alive
from ..links.link import Link, LinkLost
from ..links.listener import turn_away
from ..table.journal import InUse
from ..table.seat import OwnSeat, Reachability, Seated, give_up_place, sit_down
from ..tasks import background_task, end_all, undisturbed
from .lobby_announcer import LobbyAnnouncer
from .lobby_guests import LEFT, Away, Connected, Guests, Presence, Taken, distinct_name
from .lobby_messages import (
    MAX_LENT,
    MAX_LOBBY_BYTES,
    NONCE_BYTES,
    PING,
    SEAT_KEPT_S,
    SECRET_BYTES,
    Changes,
    Doubt,
    Fits,
    Introduce,
    IsHosted,
    config_value,
    seating_of,
)
from .lobby_record import Guest, HostedTable, LobbyRecord
from .room_code import RoomCode

# §11: those of 16 seats fit in one "start"; this program's own have about 300 bytes.
MAX_CERTIFICATE_BYTES = 1024
LOOK_S = 1.0
SIGNED_IN_S = 30.0
"""Far longer than any connected guest needs to sign."""
READY_EVERY_S = 0.1
"""Rate limit for a guest's changes of readiness, since each is sent to all."""

_STEPS = {Change.MORE_SEATS: 1, Change.FEWER_SEATS: -1}

_log = logging.getLogger(__name__)


class HostLobby:
    """Open while `run` is running; `view` is for the screen, and `changed` waits for it to change.

    `hosted` is a new table or one to reopen. These may be set before `run`: `introduce`; `doubt`,
    because a new key in doubt makes a ready host unready; `fits`, which decides whether a name is
    refused; `is_hosted` and `has_phone`, which tell which seats run on this machine, and which of
    these a phone plays; and `possible_seats`, the numbers of seats that the table may have.
    """

    def __init__(
        self,
        hosted: HostedTable,
        player: LocalPlayer,
        home: Home,
        endpoint: Endpoint,
        *,
        discoverable: bool = True,
    ) -> None:
        """Raises `CannotListen`, or `InUse` if another process has this table open."""
        invitation = hosted.invitation
        self.table_id = invitation.table
        self.introduce: Introduce = lambda view: view
        self.doubt: Doubt = lambda _view: frozenset()
        self.fits: Fits = lambda _name: True
        self.is_hosted: IsHosted = lambda _identity: False
        self.has_phone: IsHosted = lambda _identity: False
        self.possible_seats: Collection[int] = (hosted.config.seats,)
        self._hosted = hosted
        self._certificate = hosted.certificate
        self._player = player
        self._home = home
        self._discoverable = discoverable
        self._accepted: frozenset[bytes] = frozenset()
        self._room_code = RoomCode(os.urandom, time.monotonic, invitation.room_code)
        self._loop = asyncio.get_running_loop()
        self._guests = Guests(hosted.guests, self._loop.time())
        self._lent = {one.peer.identity: one.lender for one in hosted.guests if one.lender}
        self._listening: set[asyncio.Task[None]] = set()
        self._incompatible: dict[bool, Reason] = {}  # of the first newer, and the first older one
        self._is_ready = False
        self._phase = LobbyPhase.GATHERING
        self._unsigned: tuple[Seat, ...] = ()
        self._changes = Changes()
        self._roster_due = asyncio.Event()
        self._sitting: asyncio.Task[Seated] | None = None
        self._record = LobbyRecord(home, invitation.table)
        try:
            # §11: before anybody can come back: what nobody has finished signing must not be
            # resumed.
            self._forget_seating()
            # §11: at the port of before, where the guests look for it.
            self._listener = endpoint.listen_again(self._certificate, hosted.port)
        except BaseException:
            self._record.release_unsaved()
            raise
        self._announcer = LobbyAnnouncer(
            endpoint, self._listener, self._notice, self._changes, moved=self._tell_all
        )
        self._pin_guests()
        self._save()

    @property
    def port(self) -> int:
        return self._listener.port

    @property
    def _hosts(self) -> tuple[str, ...]:
        return self._announcer.endpoint.hosts

    @property
    def _config(self) -> TableConfig:
        return self._hosted.config

    def view(self) -> LobbyView:
        me = Member(self._player.name, self._is_ready, self._player.identity.public_key)
        members = (me, *map(self._member, self._guests.places))
        view = LobbyView(
            config=self._config,
            members=members,
            me=HOST,
            phase=self._phase,
            waiting_for=tuple(members[seat].name for seat in self._unsigned),
            room_code=self._room_code.shown,
            new_codes=self._room_code.new_codes,
            unseen=self._announcer.unseen,
            addresses=tuple(str(Address(host, self.port)) for host in self._hosts),
            expected=self._hosted.invitation.expected,
            bots=self._hosted.bots,
            incompatible=next(reversed(self._incompatible.values()), None),
        )
        return self.introduce(replace(view, can=self._possible(view)))

    def _possible(self, view: LobbyView) -> frozenset[Change]:
        """Return what may change now: nobody who is here, or expected, loses a seat."""
        # §11: a seat that is kept for its player is in use, and so is one that a bot will take.
        needed = len(view.members) + view.bots_coming
        return frozenset(
            change
            for change, by in _STEPS.items()
            if self._phase is LobbyPhase.GATHERING
            and needed <= view.config.seats + by
            and view.config.seats + by in self.possible_seats
        )

    async def changed(self) -> None:
        await self._changes.wait()

    def ready(self, is_ready: bool) -> None:
        """Set whether the host itself is ready."""
        self._is_ready = is_ready
        # §11: its player has been warned of these; only somebody new makes it unready.
        self._accepted = self.doubt(self.view())
        self._tell_all()

    def free(self, number: int) -> None:
        """Free the seat of a guest who is away; do nothing for other seats."""
        if self._phase is LobbyPhase.GATHERING and 1 <= number <= len(self._guests.places):
            taken = self._guests.places[number - 1]
            # §11: the seat of a guest who is there is never taken away.
            if isinstance(taken.presence, Away):
                self._remove(taken)

    def arrange(self, change: Change) -> None:
        """Add or remove a seat, if that is possible. No guest stays ready, since none has agreed to
        it yet."""
        if change in self._possible(self.view()) and change in _STEPS:
            config = replace(self._config, seats=self._config.seats + _STEPS[change])
            self._hosted = replace(self._hosted, config=config)
            # §11: with other seats it is another game; whoever was ready has not agreed to it.
            self._guests.not_ready(self._guests.places)
            self._save()
            self._tell_all()

    def expect_bots(self, count: int) -> None:
        """Set how many seats are for bots of this machine."""
        self._hosted = replace(self._hosted, bots=count)
        self._save()
        self._tell_all()

    def dismiss(self, identity: bytes) -> None:
        """Remove a hosted player from its seat; it can come back only by joining again."""
        taken = self._guests.seat_of(identity)
        # §11: only one of this machine: a guest that is here is never turned out by the host.
        if self._phase is not LobbyPhase.GATHERING or taken is None or not self.is_hosted(identity):
            return
        if taken.link is not None:
            taken.link.send(refusal("seat gone"))
        self._guests.forget(taken)
        self._changed_seats()

    def leave(self) -> None:
        """Close the table and notify the guests; to be followed by cancelling `run`.

        From here on this seat does not sign.
        """
        # §11: the host signs last, so cancelling now leaves no table anywhere.
        if self._sitting is not None:
            self._sitting.cancel()
        for link in self._guests.links():
            link.send(enc(["closed"]))
        self._record.discard()

    async def run(self) -> Seated:
        """Gather, then seat everybody. On failure or cancellation nothing is left open.

        Raises `CannotStore`.
        """
        work = (
            self._announce(),
            self._free_seats(),
            self._keep_sending_rosters(),
            keep_alive(self._guests.links, PING),
        )
        tasks = [background_task(each, "a part of the lobby") for each in work]
        self._let_in()
        try:
            while True:
                # §11: a cancelled seating brings everybody back here, under the same code.
                while not self._is_complete():
                    await self._changes.wait()
                if (seated := await self._seat_all()) is not None:
                    self._record.discard()
                    return seated
        except BaseException:
            # The port is free before the failure is reported: a second try needs it.
            await undisturbed(self._listener.close())
            raise
        finally:
            await undisturbed(self._end(tasks))

    async def _end(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._close_links(), return_exceptions=True)
        # Last: from here on another process may open the table.
        await self._record.release()

    async def close(self) -> None:
        """Close a lobby that was never run."""
        await self._record.release()
        await self._listener.close()

    # -- joiners

    def _pin_guests(self, *more: bytes) -> None:
        """Pin the certificates of current and former guests, and of those about to sit down."""
        self._listener.pin([*self._guests.certificates, *more])

    def _let_in(self) -> None:
        self._pin_guests()
        self._listener.on_joiner = self._admit
        self._listener.on_seat = self._welcome_back

    async def _admit(self, link: Link) -> None:
        """Pair with a joiner and seat it; the listener allows a minute for that."""
        refused = self._refusal_before_pairing()
        if refused is not None:
            link.send(refused)
            await link.close()
            return
        peer = await self._pair(link)
        if peer is None:
            await link.close()
            return
        nonce, hosts, port, lender = _place_request(await link.receive())
        refused = self._refusal_after_pairing(peer) or self._refusal_of_lender(peer, lender)
        if refused is not None:
            link.send(refused)
            await link.close()
            return
        where = addresses_from([link.peer_host, *hosts], port, link.interface)
        name = self._distinct(peer)
        # §11: pinned before it is seated: its link may break at once, and it comes back by this
        # certificate.
        self._pin_guests(peer.certificate)
        self._seat(link, Guest(peer, name, nonce, tuple(dict.fromkeys(where)), lender))

    async def _welcome_back(self, link: Link) -> None:
        """Seat a guest recognised by its certificate, perhaps at another address."""
        # §11: first: by this whoever dials tells the lobby from a seat that answers at this port.
        link.send(enc(["lobby", self.table_id]))
        hosts, port = _return_request(await link.receive())
        guest = self._guests.known_by(link.peer_certificate or b"")
        # §11: it would be sent a roster, which after "start" takes the seating back; it dials
        # again.
        if self._phase is not LobbyPhase.GATHERING:
            link.drop(LinkFault.SIGNING)
            return
        # §11: its own seat waits for it for a minute; later any free one does.
        is_kept = guest is not None and self._guests.seat_of(guest.peer.identity) is not None
        if guest is None or (self._is_full() and not is_kept):
            link.send(refusal("seat gone"))
            await link.close()
            return
        where = addresses_from([link.peer_host, *hosts], port, link.interface)
        # §11: the nonce stays: the guest signs only an entry that is, byte for byte, what it sent.
        moved = replace(guest, name=self._distinct(guest.peer), where=tuple(dict.fromkeys(where)))
        self._seat(link, moved)

    def _seat(self, link: Link, guest: Guest) -> None:
        """Seat the guest, in its existing seat or in the next one."""
        # §11: it has proven who it is, so the bounds for strangers end.
        link.trust()
        # §11: the newest link counts: the old one may be dead without either side knowing.
        if (old := self._guests.sit(guest, link)) is not None:
            old.drop(LinkFault.NEWER)
        # §11: a warning comes before the readiness it concerns, the host's own too.
        self._is_ready = self._is_ready and self.doubt(self.view()) <= self._accepted
        task = asyncio.create_task(self._listen_to(link))
        self._listening.add(task)
        task.add_done_callback(self._listening.discard)
        self._save()
        self._tell_all()

    def _refusal_before_pairing(self) -> bytes | None:
        """Return why nobody is admitted now. While a seat is reserved, a joiner may be its player
        after a restart."""
        if self._phase is not LobbyPhase.GATHERING:
            return refusal("playing")
        # §11: an absent guest may have lost its certificate with its process, and pairs anew.
        if self._is_full() and all(taken.link for taken in self._guests.places):
            return refusal("full")
        # §11: asked before the pairing: a guess made in the pause must not be answered at all.
        if (pause := self._room_code.pause_s) > 0:
            return refusal("wait", math.ceil(pause))
        return None

    async def _pair(self, link: Link) -> Peer | None:
        """Return the joiner; None if the pairing failed, and the joiner has been told."""
        config = self._config
        about = (config.name, config.game, self._seats_in_use(), config.seats, self._player.name)
        code = self._room_code.secret
        link.send(Banner(self.table_id, self._room_code.is_open, about).message())
        setting = Setting(self.table_id, self._certificate.fingerprint, code)
        me = Introduction(self._player.name, self._player.identity, self._certificate.der)
        pairing = HostPairing(setting, me, os.urandom(ENTROPY_BYTES))
        while pairing.peer is None:
            message = await link.receive()
            try:
                answer = pairing.receive(message)
                # §11: of many guessers at once, those after the fifth would still try the old code.
                self._room_code.demand(code)
            except OtherVersion as error:
                # §10: shown once for newer and once for older programs, since anybody can send
                # this and fill the host's screen.
                self._incompatible.setdefault(error.version > VERSION, error.reason)
                self._changes.notify()
                return None
            except WrongCode:
                # §11: counted before it is answered, or a guesser could hang up first and guess for
                # nothing.
                self._room_code.guessed_wrong()
                self._save()
                self._changes.notify()
                await self._record.saved()
                link.send(refusal("wrong code"))
                return None
            link.send(answer)
        self._room_code.guessed_right()
        return pairing.peer

    def _refusal_after_pairing(self, peer: Peer) -> bytes | None:
        """Return why the joiner is refused; others may have joined during the pairing."""
        # §11: a pairing takes time, in which others took seats and guessed codes.
        if (refused := self._refusal_before_pairing()) is not None:
            return refused
        kept = self._guests.seat_of(peer.identity)
        # §11: a connected identity is not replaced: two programs with one key would evict each
        # other.
        is_here = kept is not None and kept.link is not None
        if is_here or peer.identity == self._player.identity.public_key:
            return refusal("same player")
        if not self.fits(peer.name):
            return refusal("bad name")
        # §11: who pairs anew under an identity that is away takes that identity's seat.
        if kept is None and self._is_full():
            return refusal("full")
        # §11: former guests too, since they may come back.
        others = [self._certificate.der, *self._guests.certificates]
        return _refusal_of_certificate(peer.certificate, others)

    def _refusal_of_lender(self, peer: Peer, lender: bytes) -> bytes | None:
        """Return why a joiner is not seated on the machine of this guest, if it names one: both
        must say so, for nobody's machine is called that of another player who does not."""
        # §11: nobody lends any more who has left.
        is_here = self._guests.seat_of(lender) is not None
        is_lent = is_here and self._lent.get(peer.identity) == lender
        return None if not lender or is_lent else refusal("not lent")

    def _lend(self, link: Link, keys: Sequence[bytes]) -> None:
        """Note which seats a guest lends from now on: none that is taken by somebody who did not
        name this guest, and none by a guest whose own seat is on somebody else's machine."""
        taken = next((one for one in self._guests.places if one.link is link), None)
        # §11: only a guest whose own `owner` is nil lends, so that each machine has one owner.
        if taken is None or taken.guest.lender or self.is_hosted(taken.guest.peer.identity):
            return
        me = taken.guest.peer.identity
        # §11: a guest names all its seats each time: what it leaves out it lends no more. What a
        # guest lent who has left is free, or it could keep keys from others, and fill the memory.
        self._lent = {
            key: lender
            for key, lender in self._lent.items()
            if lender != me and self._guests.seat_of(lender) is not None
        }
        for key in keys[:MAX_LENT]:
            kept = self._guests.seat_of(key)
            # §11: a seated key is not lent, or a guest could call another's seat its own.
            if key not in self._lent and (kept is None or kept.guest.lender == me):
                self._lent[key] = me
        self._changes.notify()

    async def _listen_to(self, link: Link) -> None:
        """Read a guest's messages until it leaves, which frees its seat, or its link is lost.

        Messages may be read after their link went down, so a "leave" still counts then.
        """
        gone = LEFT
        try:
            while True:
                match dec(await link.receive(), MAX_LOBBY_BYTES):
                    case ("ready", bool(is_ready)):
                        # §11: who was ready before its link was lost is not ready now.
                        if link.is_up:
                            self._change(link, Connected(link), is_ready=is_ready)
                            await asyncio.sleep(READY_EVERY_S)
                    case ("lends", tuple(keys)):
                        self._lend(link, [key for key in keys if isinstance(key, bytes)])
                    case ("ping",):
                        continue
                    case _:  # "leave", or an invalid message
                        break
        except LinkLost:
            # §11: it is lost and has not left: its seat is kept, and its certificate brings it
            # back.
            gone = Away(self._loop.time())
        except P2PError:
            # What cannot be read frees the seat as leaving does: no table waits for such a program.
            pass
        self._change(link, gone)
        await link.close()

    def _change(self, link: Link, presence: Presence, *, is_ready: bool = False) -> None:
        """Update the guest with this link. A replaced link changes nothing, nor does any once the
        table has begun: they are closed then."""
        # §11: after the start the links of the lobby end, and nobody has left by that.
        if self._has_begun:
            return
        if self._guests.change(link, presence, is_ready=is_ready):
            self._remove_late()
            self._tell_all()

    # -- seats

    def _member(self, taken: Taken) -> Member:
        guest, is_here = taken.guest, taken.link is not None
        # §3: shown to all, since the owner of a machine has the secrets of every seat on it.
        owner = HOST if self.is_hosted(guest.peer.identity) else self._number_of(guest.lender)
        identity = guest.peer.identity
        member = Member(guest.name, taken.is_ready, identity, is_here, owner)
        return replace(member, is_phone=self.has_phone(identity))

    def _number_of(self, identity: bytes) -> int | None:
        """Return a guest's number; None if no guest has this key."""
        rows = enumerate(self._guests.places, start=1)
        return next((n for n, one in rows if one.guest.peer.identity == identity), None)

    def _seats_in_use(self) -> int:
        """Return how many seats are in use, without those reserved for guests who are away."""
        return 1 + len(self._guests.links())

    def _is_full(self) -> bool:
        return len(self._guests.places) + 1 >= self._config.seats

    def _distinct(self, peer: Peer) -> str:
        """Return the name that the player has at this table, or will have."""
        return distinct_name(peer.name, [self._player.name, *self._guests.names_beside(peer)])

    async def _free_seats(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._remove_late()

    def _remove_late(self) -> None:
        """Free seats reserved for too long, but not during signing, when numbers are fixed."""
        if self._phase is not LobbyPhase.GATHERING:
            return
        limit = self._loop.time() - SEAT_KEPT_S
        for taken in self._guests.away_since(limit):
            self._remove(taken)

    def _remove(self, taken: Taken) -> None:
        self._guests.remove(taken)
        self._changed_seats()

    def _changed_seats(self) -> None:
        self._pin_guests()
        self._save()
        self._tell_all()

    def _tell_all(self) -> None:
        self._roster_due.set()
        self._changes.notify()

    async def _keep_sending_rosters(self) -> None:
        """Send rosters, but not during signing, when a roster would cancel the seating."""
        while True:
            await self._roster_due.wait()
            # Meanwhile the phase may change, so it is looked at afterwards.
            await self._record.saved()
            if self._phase is LobbyPhase.GATHERING:
                self._send_rosters()
            else:
                await self._changes.wait()  # it stays due until all gather again

    def _send_rosters(self) -> None:
        """Send the roster, which is saved: a host that is killed knows whom it has seated."""
        self._roster_due.clear()
        view = self.view()
        rows = [
            (one.name, one.is_ready, one.identity, one.is_here, one.owner) for one in view.members
        ]
        where = (self._hosts, self.port)
        for number, taken in enumerate(self._guests.places, start=1):
            if taken.link is not None:
                # §11: with the host's addresses of now: there the guests look for it if the link
                # breaks.
                message = ["roster", config_value(self._config), rows, number, where]
                taken.link.send(enc(message))

    def _save(self, proposed: bytes | None = None) -> None:
        before = self._hosted
        self._hosted = replace(
            before,
            invitation=replace(before.invitation, room_code=self._room_code.secret),
            port=self.port,
            host=self._player.name,
            guests=tuple(taken.guest for taken in self._guests.places),
            proposed=before.proposed if proposed is None else proposed,
        )
        self._record.save(self._hosted)

    # -- the start

    def _is_complete(self) -> bool:
        members = self.view().members
        everybody = len(members) == self._config.seats
        # §11: a guest whose link is lost is not ready: it could not sign.
        return everybody and all(one.is_ready and one.is_here for one in members)

    async def _seat_all(self) -> Seated | None:
        """Propose a seating and sign it after everybody else; None if it was cancelled."""
        self._phase = LobbyPhase.SEATING
        # §11: the seats of this seating are fixed, so nobody else can sit down meanwhile.
        self._listener.on_joiner = turn_away
        own = self._own_seat()
        folder = self._home.table_folder(own.seating.table)
        known = {Seat(i): taken.guest.where for i, taken in enumerate(self._guests.places, start=1)}
        self._wait_for(tuple(known))
        # §11: recorded before it is sent: a host that is killed must know which seating may not be
        # resumed.
        self._save(own.seating.table)
        await self._record.saved()
        # §11: a guest signs only what the last roster shows, so none may be outstanding.
        if self._roster_due.is_set():
            self._send_rosters()
        start = ["start", own.seating.value(), own.certificates, self._rows()]
        for link in self._guests.links():
            link.send(enc(start))
        reachability = Reachability(self._listener, self._hosts, known, self._wait_for)
        # §11: it signs last, so until it has all other signatures no table exists anywhere.
        sitting = asyncio.create_task(sit_down(own, self._player.identity, folder, reachability))
        self._sitting = sitting
        began = self._loop.time()
        try:
            # §11: the three reasons to take a seating back; until the host has signed there is no
            # table.
            while not (sitting.done() or self._misses_somebody() or self._is_late(began)):
                await self._next_change(sitting)
        finally:
            await end_all(sitting)
            # §11: cancelled before the host's own signature, so what was stored of it is worthless.
            if sitting.cancelled():
                give_up_place(folder)
        if not sitting.cancelled():
            return sitting.result()
        self._gather_again(is_late=self._is_late(began))
        return None

    @property
    def _has_begun(self) -> bool:
        sitting = self._sitting
        return sitting is not None and sitting.done() and not sitting.cancelled()

    def _own_seat(self) -> OwnSeat:
        """Return the host's seat at a new table: every seating has a new nonce."""
        me, mine = self._player, self._certificate
        # §11: new for every seating, so that none has the digest of one that was cancelled.
        place = Place(me.name, me.identity.public_key, mine.fingerprint, os.urandom(NONCE_BYTES))
        places = [place, *(taken.seating_place for taken in self._guests.places)]
        seating = seating_of(self._config, places, self.view().machines)
        # §11: whole certificates: every link trusts exactly one of these.
        certificates = (mine.der, *(taken.guest.peer.certificate for taken in self._guests.places))
        name = self._config.name
        return OwnSeat(seating, HOST, os.urandom(SECRET_BYTES), mine, certificates, name)

    def _is_late(self, began: float) -> bool:
        return self._loop.time() > began + SIGNED_IN_S

    def _misses_somebody(self) -> bool:
        """Return whether a guest who has not signed is away or not ready, or any guest has left."""
        # §11: who has signed may lose its link: it has stored all that it needs to come back.
        is_lost = any(not self._guests.places[seat - 1].is_ready for seat in self._unsigned)
        return is_lost or any(taken.presence == LEFT for taken in self._guests.places)

    def _forget_seating(self) -> None:
        """Remove a seating that was unsigned when the host was killed, so that nobody resumes it.
        Raise `InUse` if somebody has meanwhile."""
        if self._hosted.proposed:
            folder = self._home.table_folder(self._hosted.proposed)
            # §11: with a journal the table has begun: it is resumed, not gathered again.
            if folder.journal.exists():
                raise InUse(folder.journal)
            give_up_place(folder)

    async def _next_change(self, sitting: asyncio.Task[Seated]) -> None:
        changed = asyncio.create_task(self._changes.wait())
        # §11: not for ever: that 30 seconds have passed is no change.
        await asyncio.wait([sitting, changed], timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()

    def _gather_again(self, *, is_late: bool) -> None:
        """Return to gathering. Guests stay ready, except those who failed to sign in time."""
        missed = [self._guests.places[seat - 1] for seat in self._unsigned]
        _log.info("no table: %s did not sign", [taken.guest.name for taken in missed])
        # §11: otherwise the same seating would be proposed to them again at once.
        if is_late:
            self._guests.not_ready(missed)
        self._phase = LobbyPhase.GATHERING
        self._unsigned = ()
        self._let_in()
        self._remove_late()
        self._tell_all()

    def _rows(self) -> list[Value]:
        """Return where each seat can be dialled."""
        rows: list[Value] = [(self._hosts, self.port)]
        for taken in self._guests.places:
            where = taken.guest.where
            port = where[0].port if where else 0  # a seat listens on one port
            # §11: a scope names an interface of this machine, and would mislead another.
            rows.append((tuple(one.unscoped for one in where), port))
        return rows

    def _wait_for(self, seats: tuple[Seat, ...]) -> None:
        self._unsigned = seats
        self._changes.notify()

    def _close_links(self) -> list[asyncio.Task[None]]:
        """Start closing the links of the lobby, and return the tasks to wait for."""
        closing = (asyncio.create_task(link.close()) for link in self._guests.links())
        return [*self._listening, *closing]

    # -- on the network

    async def _announce(self) -> None:
        """Announce the table once it has a seat for others."""
        # §11: bots of this machine find the table without an announcement.
        while not self.view().awaits_people:
            await self._changes.wait()
        if self._discoverable:
            await self._announcer.run()

    def _notice(self) -> Notice:
        config = self._config
        # What a review's option says of its file concerns only those who join.
        chosen = ((key, option) for key, option in config.options if key != REVIEW)
        options = " ".join(f"{key}={_shown(option)}" for key, option in chosen)
        if REVIEW in dict(config.options):
            options = f"{REVIEW} {options}"
        taken = self._seats_in_use()
        return Notice(
            self.table_id,
            config.name,
            config.game,
            options,
            taken,
            config.seats,
            host=self._player.name,
        )


def _refusal_of_certificate(certificate: bytes, others: Sequence[bytes]) -> bytes | None:
    """Refuse equal subjects too, which do not happen by chance (docs/protocol.md, "The lobby")."""
    if len(certificate) > MAX_CERTIFICATE_BYTES or not is_certificate(certificate):
        return refusal("bad certificate")
    is_taken = subject_of(certificate) in map(subject_of, others)
    return refusal("bad certificate") if is_taken else None


def _place_request(message: bytes) -> tuple[bytes, tuple[Value, ...], int, bytes]:
    match dec(message, MAX_LOBBY_BYTES):
        case ("seat", bytes(nonce), tuple(hosts), Integer(port)) if len(nonce) == NONCE_BYTES:
            return nonce, hosts, port, b""
        case (
            "seat",
            bytes(nonce),
            tuple(hosts),
            Integer(port),
            bytes(lender),
        ) if len(nonce) == NONCE_BYTES:
            return nonce, hosts, port, lender
    raise BadEncoding(Malformed.FORM)


def _return_request(message: bytes) -> tuple[tuple[Value, ...], int]:
    match dec(message, MAX_LOBBY_BYTES):
        case ("back", tuple(hosts), Integer(port)):
            return hosts, port
    raise BadEncoding(Malformed.FORM)


def _shown(option: Value) -> str:
    return "yes" if option is True else "no" if option is False else str(option)
