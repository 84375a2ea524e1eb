"""Deliver the ends of tables to players who were away, while this program does something else.

A seat that comes back to a table announces itself, and listens with the certificate that the
seating pins. This machine looks for it, and neither announces anything nor listens meanwhile. It
dials where that seat may be without a certificate and without a name. Only when the other end has
proven to be that seat does it take its own seat again, at the one address that leads there. There
the two machines bring their histories level, as whenever a seat comes back: nothing is believed
that is not signed, and what has ended here stays as it is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from ssl import SSLContext
from typing import TypeAlias

from p2p_hanabi.paths import Home, StorageFailed, is_there, short_id
from protocol.errors import P2PError
from protocol.game import AnyGame, Seat

from ..discovery.address_watch import follow_interfaces
from ..discovery.discovery import Browser, Found, multicast
from ..discovery.rediscovery import table_id, who_is
from ..links.addresses import MAX_ADDRESSES, Address, Interface, is_chosen, usable_interfaces
from ..links.certificate import pinned_context
from ..links.endpoint import Endpoint
from ..links.link import CannotReach, Link, dial, first_of
from ..tasks import background_task, end_all, in_thread
from .parting import read_parting
from .seat import OwnSeat, come_back, has_ended, read_addresses, read_own_seat
from .session import Session

MAX_TABLES = 16
MAX_AGE_S = 90 * 86400.0
"""After that, only `resume` delivers an end: hardly anybody comes back so late."""
SCAN_S = 60.0
LEAST_PAUSE_S = 1.0
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0

_Key: TypeAlias = tuple[bytes, bytes]
"""The table and the seat of an announcement."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A table that has ended here, and the seats that may lack its end. `addresses` are the last
    known ones of all seats, this one's included."""

    own: OwnSeat
    seats: tuple[Seat, ...]
    addresses: Mapping[Seat, tuple[Address, ...]]


def undelivered(home: Home, now: float) -> tuple[Undelivered, ...]:
    """Return the tables whose ends are to be delivered, those played last. `now` is in seconds of
    the system's clock. Whatever cannot be read is left out."""
    found: list[Undelivered] = []
    with suppress(StorageFailed):
        for table in home.known_tables():
            # One damaged table hides no other.
            with suppress(StorageFailed):
                folder = home.table_folder(table)
                # Tables are listed latest first, so all that follow are older.
                if len(found) == MAX_TABLES or now - folder.last_used > MAX_AGE_S:
                    break
                # §8: what has ended is shown by signed statements, and these are in the journal.
                if not (is_there(folder.parting) and is_there(folder.journal)):
                    continue
                own = read_own_seat(folder)
                # The list is stored first: without a transcript its player has to resume the table.
                if has_ended(home, own):
                    seats = read_parting(folder, own.other_seats)
                    found.append(Undelivered(own, seats, read_addresses(folder)))
    return tuple(found)


@dataclass
class _Absent:
    """A seat to which the end of a table is to be delivered, and where it may be: where it was
    last, and where it is announced, which anybody can do."""

    own: OwnSeat
    seat: Seat
    last: tuple[Address, ...]
    announced: tuple[Address, ...] = ()
    learnt: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def has_ended(self) -> bool:
        """Whether it is looked for no more."""
        return self.task is not None and self.task.done()

    @property
    def addresses(self) -> tuple[Address, ...]:
        # Both: a false announcement must not take the place of where the seat was last.
        return tuple(dict.fromkeys([*self.announced, *self.last]))

    def learn(self, addresses: Sequence[Address], *, is_new: bool) -> None:
        """Note where the seat is announced; `is_new`: it was not announced before."""
        # Bounded, since anybody can announce a seat.
        announced = tuple(dict.fromkeys(addresses))[:MAX_ADDRESSES]
        # Announced anew at the same place, it may have come back there.
        if is_new or announced != self.announced:
            self.announced = announced
            self.learnt.set()


class EndDelivery:
    """`run` looks for the absent seats until it is cancelled. `endpoint` is where the player plays
    now; nothing is delivered elsewhere, nor at an interface where the table was not played."""

    def __init__(self, home: Home, endpoint: Endpoint, games: Mapping[str, AnyGame]) -> None:
        self._home = home
        self._endpoint = endpoint
        self._games = games
        self._absent: dict[_Key, _Absent] = {}
        self._announced: set[_Key] = set()
        self._delivering: set[bytes] = set()
        self._searching: asyncio.Task[None] | None = None

    async def run(self) -> None:
        try:
            while True:
                try:
                    await self._scan()
                except Exception:  # such as a full disk: the next scan may succeed
                    _log.exception("cannot find out who is still to be told")
                await asyncio.sleep(SCAN_S)
        finally:
            tasks = [self._searching, *(one.task for one in self._absent.values())]
            await end_all(*(task for task in tasks if task is not None))

    async def _scan(self) -> None:
        """Find out which seats are still to be told; search only while there are any. Whatever
        broke off since the last time, which is in the log, begins again."""
        if self._searching is not None and self._searching.done():
            self._searching = None
        for key in [key for key, one in self._absent.items() if one.has_ended]:
            del self._absent[key]
        tables = await in_thread(partial(undelivered, self._home, time.time()))
        wanted = {
            (table_id(one.own.seating), who_is(one.own.seating.places[seat].identity)): (one, seat)
            for one in tables
            for seat in one.seats
            if one.own.seating.game in self._games
        }
        # It has the end by now, or the table was forgotten or is too old.
        gone = [self._absent.pop(key) for key in self._absent.keys() - wanted.keys()]
        await end_all(*(one.task for one in gone if one.task is not None))
        for key in wanted.keys() - self._absent.keys():
            one, seat = wanted[key]
            # Nobody learns on another network that this player was at the table.
            allowed = frozenset(address.host for address in one.addresses.get(one.own.seat, ()))
            absent = _Absent(one.own, seat, one.addresses.get(seat, ()))
            self._absent[key] = absent
            name = one.own.seating.name(seat)
            absent.task = background_task(self._look_for(absent, allowed), f"looking for {name}")
        if self._absent and self._searching is None:
            find = follow_interfaces(lambda: self._endpoint.refreshed().interfaces, self._search)
            self._searching = background_task(find, "looking for absent players")
        elif not self._absent and self._searching is not None:
            await end_all(self._searching)
            self._searching = None

    async def _search(self, interfaces: tuple[Interface, ...]) -> None:
        async with multicast(interfaces) as zeroconf:
            browser = Browser(
                zeroconf,
                interfaces,
                lambda: self._learn_from(browser.found),
                # `_look_for` dials by itself, and has the other end prove who it is.
                probe=False,
                wanted=lambda notice: (notice.table, notice.who) in self._absent,
            )
            try:
                await asyncio.get_running_loop().create_future()  # until it is cancelled
            finally:
                # At other interfaces the same announcement is news: it may be reached now.
                self._announced.clear()
                await browser.close()

    def _learn_from(self, found: Sequence[Found]) -> None:
        for entry in found:
            if (absent := self._absent.get(entry.key)) is not None:
                absent.learn(entry.addresses, is_new=entry.key not in self._announced)
        self._announced = {entry.key for entry in found}

    async def _look_for(self, absent: _Absent, allowed: frozenset[str]) -> None:
        """Dial with growing pauses, which a new address cuts short, and deliver the end; return
        once the seat has it."""
        own = absent.own
        # §11: without a certificate of its own: it only finds out whether the seat is there.
        theirs = pinned_context(None, own.certificates[absent.seat])
        folder = self._home.table_folder(own.seating.table)
        pause = 0.0
        # Read each time: a session for another seat, or another window, may have delivered it.
        while absent.seat in await in_thread(partial(read_parting, folder, own.other_seats)):
            # Before dialling: what is announced meanwhile is tried at once.
            absent.learnt.clear()
            try:
                host = await _way_to(absent.addresses, theirs)
                if self._may_play_at(host, allowed):
                    await self._deliver(absent, host)
                else:
                    _log.info("delivers no end at %s, where its player does not play", host)
            except CannotReach as error:
                _log.info("%s is not there: %s", own.seating.name(absent.seat), error)
            # Anybody can announce the seat, again and again: no busy loop comes of it.
            await asyncio.sleep(LEAST_PAUSE_S)
            pause = min(max(2 * pause, FIRST_PAUSE_S), LONGEST_PAUSE_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await absent.learnt.wait()

    def _may_play_at(self, host: str, allowed: frozenset[str]) -> bool:
        """Return whether the player plays at this address now, and played the table on its
        interface: with another lease, the same interface has another address."""
        here = (one for one in self._endpoint.refreshed().interfaces if one.address == host)
        return any(is_chosen(one, chosen) for one in here for chosen in allowed)

    async def _deliver(self, absent: _Absent, host: str) -> None:
        """Take this player's seat at the table again until those who lack the end have it."""
        own, table = absent.own, absent.own.seating.table
        # One session holds the journal, and delivers to all who lack the end.
        if table in self._delivering:
            return
        self._delivering.add(table)
        try:
            # At this address alone: nobody elsewhere has to learn that the player is here.
            endpoint = Endpoint(usable_interfaces(host), alone=True, asked=host)
            # §8: an ordinary seat, so the other judges the end by its signed statements as at any
            # time.
            seated = await come_back(self._home, table, endpoint, _nobody, is_delivery=True)
            # It was reached at one of these, which may be new since the table was played.
            seated.mesh.learn(absent.seat, absent.addresses)
            _log.info("delivers the end of table %s at %s", short_id(table), host)
            session = Session(
                seated,
                self._games[own.seating.game],
                self._home,
                interfaces=lambda: endpoint.refreshed().interfaces,
            )
            await session.run()
        except (P2PError, OSError) as error:  # such as another window that plays at this table
            _log.info("cannot deliver the end of table %s: %s", short_id(table), error)
        finally:
            self._delivering.discard(table)


async def _way_to(addresses: Sequence[Address], context: SSLContext) -> str:
    """Return the address of this machine that leads to the owner of the certificate. Raise
    `CannotReach`, also if somebody else is there."""

    async def meet(address: Address) -> Link:
        return await dial(address, context)

    link = await first_of(addresses, meet)
    # §11: the handshake has shown who is there, so nothing is said.
    host = link.own_host
    await link.close()
    return host


def _nobody(seats: tuple[Seat, ...]) -> None:
    """Wait for no signatures: a table that has ended has them."""
