"""Take a seat at a table: for the first time, or again after a crash or a break.

The table secret and the seating are on disk before the seat signs; on this machine the table begins
when it has the signatures of all seats. A seat that stops in between resumes with what it stored.

Seat 0, the host, signs last (docs/protocol.md, "The lobby"): until then no table exists anywhere,
and it can cancel the seating.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from p2p_hanabi.faults import FileFault, LinkFault
from p2p_hanabi.gathering import HOST, MAX_TABLE_NAME
from p2p_hanabi.paths import (
    MAX_SMALL_FILE_BYTES,
    CannotRead,
    Home,
    StorageFailed,
    TableFolder,
    is_there,
    read,
    read_value,
    remove,
    short_id,
    write,
    write_value,
)
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding, LocalError, ReasonedError
from protocol.game import Seat
from protocol.identity.keys import Identity, seat_message
from protocol.identity.name_rules import name_from
from protocol.identity.seating import Seating, seating_from
from protocol.peer.effects import Persist

from ..discovery.rediscovery import keep_found
from ..links.addresses import Address, Interface, stored_addresses, with_interfaces
from ..links.certificate import LinkCertificate
from ..links.endpoint import Endpoint
from ..links.listener import Listener
from ..links.mesh import LocalEnd, Mesh
from ..tasks import background_task, end_all, in_thread, undisturbed
from .journal import EmptyJournal, Header, Journal
from .parting import read_parting


class NotThisPlayer(ReasonedError, LocalError):
    """The table was signed by a different identity from that of this data directory."""


@dataclass(frozen=True, slots=True, repr=False)
class OwnSeat:
    """What a seat stores about a table besides its journal. `certificates` are all seats' (DER);
    `table_name` is the host's name for it, empty if unknown."""

    seating: Seating
    seat: Seat
    secret: bytes
    certificate: LinkCertificate
    certificates: tuple[bytes, ...]
    table_name: str = ""

    @property
    def other_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seating.seats if seat != self.seat)

    @property
    def others(self) -> list[str]:
        """The names of the other players."""
        return [self.seating.name(seat) for seat in self.other_seats]

    def value(self) -> Value:
        # §11: all certificates in full: TLS trusts these, and the seating has only their hashes.
        own = (self.certificate.der, self.certificate.private_key)
        seating = self.seating.value()
        return ("p2ph seat", 1, seating, self.seat, self.secret, own, self.certificates)

    def __repr__(self) -> str:
        return f"OwnSeat({short_id(self.seating.table)}, {self.seat})"  # never the secret


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat at an existing table: everything a session needs.

    `records` are those of an existing journal, `truncated_bytes` counts those truncated at its end.
    `parting` are the seats that may lack the end of a table that has ended here before.
    """

    own: OwnSeat
    identity: Identity
    signatures: tuple[bytes, ...]
    mesh: Mesh
    listener: Listener
    folder: TableFolder
    journal: Journal
    records: tuple[Persist, ...] = ()
    truncated_bytes: int = 0
    parting: tuple[Seat, ...] = ()

    @property
    def seating(self) -> Seating:
        return self.own.seating

    @property
    def seat(self) -> Seat:
        return self.own.seat

    async def close(self) -> None:
        """Close the links, the port and the journal."""
        await self.mesh.close()
        await self.listener.close()
        # §4: its lock goes last: no other process may speak for the seat while this one can.
        self.journal.close()


@dataclass(frozen=True, slots=True)
class Reachability:
    """How a seat is reached and reaches others. `waiting` receives whose signatures are missing;
    `signed` is called once none is.

    `interfaces` finds this machine's interfaces, for discovery in both directions while signatures
    are missing; None where the lobby does that. `chosen_hosts` is where the player chose to play
    (see `with_interfaces`); None if that is where the listener listens.
    """

    listener: Listener
    hosts: tuple[str, ...]
    addresses: Mapping[Seat, Sequence[Address]]
    waiting: Callable[[tuple[Seat, ...]], None]
    interfaces: Callable[[], Sequence[Interface]] | None = None
    signed: Callable[[], None] = lambda: None
    chosen_hosts: tuple[str, ...] | None = None


async def sit_down(
    own: OwnSeat, identity: Identity, folder: TableFolder, reachability: Reachability
) -> Seated:
    """Store, sign, connect, and wait until everybody has signed. Raises `CannotStore`, `InUse`.

    If this fails, the listener stays open, and everything else is closed.
    """
    # §11: stored before it signs: killed at any moment, it comes back to a table that others have
    # begun.
    await in_thread(partial(store_own_seat, folder, own))
    return await _take_place(own, identity, folder, reachability)


def store_own_seat(folder: TableFolder, own: OwnSeat) -> None:
    """Store this player's seat in a folder, for `read_own_seat`. Raise `CannotStore`."""
    write_value(folder.seat, own.value())
    # Afterwards, and for display alone: a name without a seat would be no table.
    if own.table_name:
        write(folder.name, own.table_name.encode())


async def come_back(
    home: Home,
    table: bytes,
    endpoint: Endpoint,
    waiting: Callable[[tuple[Seat, ...]], None],
    *,
    is_delivery: bool = False,
) -> Seated:
    """Resume a seat from its files, at this machine's current addresses. `is_delivery`: not because
    its player asked for it, whose choice where to play remains as stored.

    Raise `CannotRead`, `CannotStore`, `InUse`, `OtherJournalVersion`, `NotThisPlayer` or
    `CannotListen`.
    """
    folder = home.table_folder(table)
    own = read_own_seat(folder)
    identity = home.known_player().identity
    # §3: another key cannot sign for this seat.
    if identity.public_key != own.seating.places[own.seat].identity:
        raise NotThisPlayer(LinkFault.OTHER_PLAYER)
    addresses = read_addresses(folder)
    last = addresses.get(own.seat, ())
    # §11: at the port of before, where the others dial it first.
    listener = endpoint.listen_again(own.certificate, last[0].port if last else 0)
    try:
        reachability = Reachability(
            listener,
            endpoint.hosts,
            addresses,
            waiting,
            interfaces=lambda: endpoint.refreshed().interfaces,
            chosen_hosts=tuple(one.host for one in last) if is_delivery else None,
        )
        return await _take_place(own, identity, folder, reachability)
    except BaseException:
        # The port is free before this is reported: a second try needs it.
        await undisturbed(listener.close())
        raise


def give_up_place(folder: TableFolder) -> None:
    """Remove the files of a table that never began, where nothing was sent.

    Failures are ignored.
    """
    with contextlib.suppress(StorageFailed, OSError):
        # The seat first: without it nobody resumes what never began, whatever else remains.
        remove(folder.seat)
        remove(folder.addresses)
        remove(folder.name)
        remove(folder.reviewed)
        remove(folder.place)
        folder.path.rmdir()


def read_own_seat(folder: TableFolder) -> OwnSeat:
    """Read this player's seat from a folder. Raise `CannotRead`."""
    try:
        match read_value(folder.seat):
            case (
                "p2ph seat",
                Integer(1),
                seating,
                Integer(seat),
                bytes(secret),
                (bytes(der), bytes(key)),
                tuple(certificates),
            ):
                ders = tuple(one for one in certificates if isinstance(one, bytes))
                agreed, own = seating_from(seating), LinkCertificate(der, key)
                # A folder that was copied or renamed is not this table's.
                if agreed.table.hex() == folder.path.name and seat in agreed.seats:
                    called = _table_name(folder)
                    return OwnSeat(agreed, Seat(seat), secret, own, ders, called)
    except BadEncoding:
        pass
    raise CannotRead(folder.seat, FileFault.SEAT)


def _table_name(folder: TableFolder) -> str:
    """Return the table's name, only for display; empty if it cannot be read."""
    try:
        # A damaged name must keep nobody from the table.
        return name_from(read(folder.name, MAX_SMALL_FILE_BYTES).decode(), MAX_TABLE_NAME)
    except (StorageFailed, UnicodeDecodeError, BadEncoding):
        return ""


def unfinished(home: Home) -> tuple[OwnSeat, ...]:
    """Find the tables without a transcript, last played first, then those that have ended and whose
    end others may lack. Unreadable seats are left out. Raise `CannotRead` if the folders do not
    show which tables there are, or which are over."""
    played, over = [], []
    for table in home.known_tables():
        try:
            own = read_own_seat(home.table_folder(table))
        except CannotRead:
            # One damaged folder hides no other table; `unreadable` tells of it.
            continue
        if not has_ended(home, own):
            played.append(own)
        # §8: over here, and still to be sent to a seat that was away.
        elif is_there(home.table_folder(table).parting):
            over.append(own)
    # `resume` proposes the first: a game in play, rather than an end that is to be passed on.
    return (*played, *over)


def has_ended(home: Home, own: OwnSeat) -> bool:
    """Return whether the table has ended here. Raise `CannotRead`."""
    return is_there(home.transcript(own.seating.game, own.seating.table))


def unreadable(home: Home, beginning: str = "") -> tuple[CannotRead, ...]:
    """Return the errors of unreadable seats at unfinished tables, whose ids start as given."""
    found = []
    for table in home.known_tables():
        # Nobody has to take the seat again at a table that is over.
        if table.hex().startswith(beginning) and not any(home.transcripts_of(table)):
            folder = home.table_folder(table)
            try:
                # Killed before its seat was stored, or while it gave up its place: it never began.
                if is_there(folder.seat) or is_there(folder.journal):
                    read_own_seat(folder)
            except CannotRead as error:
                found.append(error)
    return tuple(found)


async def remember_addresses(folder: TableFolder, mesh: Mesh) -> None:
    """Store the addresses of the others, and this seat's own, for the next time.

    Failures are ignored.
    """
    known = mesh.addresses()
    known[mesh.seat] = mesh.own_addresses
    rows: list[Value] = [
        [(one.host, one.port) for one in known.get(seat, ())] for seat in mesh.seating.seats
    ]
    # §11: only where to dial first; the seats find each other by discovery too.
    with contextlib.suppress(StorageFailed):
        await in_thread(partial(write, folder.addresses, enc(rows)))


async def _take_place(
    own: OwnSeat, identity: Identity, folder: TableFolder, reachability: Reachability
) -> Seated:
    # §4: its lock comes first: a second process of this seat must stop before it says anything.
    reopened = await in_thread(partial(_reopen, own, folder), lambda it: it.close())
    journal, held = reopened.journal, reopened.signatures
    chosen = reachability.chosen_hosts
    # §11: a delivery looks for others everywhere; where its player chose to play stays as it was.
    if chosen is None:
        chosen = with_interfaces(reachability.listener.hosts)
    end = LocalEnd(own.seat, own.certificate, own.certificates, reachability.hosts, chosen)
    mesh = Mesh(own.seating, end, reachability.listener)
    mine = identity.sign(seat_message(own.seating.table, own.seat))
    try:
        mesh.add_signatures(held)
        # §11: the host signs last: its signature is sent only once all others are here.
        if own.seat != HOST:
            mesh.add_signatures({own.seat: mine})
        mesh.start(reachability.addresses)
        await remember_addresses(folder, mesh)  # a seat killed from here on is found again
        signatures = await _all_signatures(mesh, mine, reachability)
        reachability.signed()
        await remember_addresses(folder, mesh)  # others may have come from elsewhere meanwhile
        if journal is None:
            header = Header(own.seating, signatures, own.seat)
            # §11: without the host's signature there is no table, and its journal would say that
            # there is.
            undo = _remove if own.seat == HOST else Journal.close
            journal = await in_thread(partial(_begin, own, folder, header), undo)
        # no await from here on: a host that cancels this has not signed
        mesh.add_signatures({own.seat: mine})
    except BaseException:
        # The lock goes with the journal, or a second try would find the seat in use.
        await undisturbed(_leave(mesh, journal))
        raise
    return Seated(
        own,
        identity,
        signatures,
        mesh,
        reachability.listener,
        folder,
        journal,
        reopened.records,
        reopened.truncated_bytes,
        reopened.parting,
    )


async def _leave(mesh: Mesh, journal: Journal | None) -> None:
    # In any order: signatures are all that was sent, and another process would send the same.
    if journal is not None:
        journal.close()
    await mesh.close()


@dataclass(frozen=True, slots=True)
class _Reopened:
    """The journal of an earlier run with its content; none if the table has not begun here."""

    journal: Journal | None = None
    records: tuple[Persist, ...] = ()
    truncated_bytes: int = 0
    signatures: Mapping[Seat, bytes] = field(default_factory=dict)
    parting: tuple[Seat, ...] = ()

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()


def _begin(own: OwnSeat, folder: TableFolder, header: Header) -> Journal:
    read_own_seat(folder)  # fails if the seat was given up in another window
    return Journal.create(folder.journal, header, own.secret)


def _remove(journal: Journal) -> None:
    """Close and remove the journal of a host that has not signed."""
    journal.close()  # not every system removes open files
    remove(journal.path)


def _reopen(own: OwnSeat, folder: TableFolder) -> _Reopened:
    if not is_there(folder.journal):
        # §11: killed before all had signed: their signatures are gathered again.
        return _Reopened()
    try:
        journal, kept = Journal.reopen(folder.journal, own.secret)
    except EmptyJournal:
        remove(folder.journal)  # it is created again once all signatures are there
        return _Reopened()
    # §4: statements of another seat or table would be said as this one's.
    if kept.header.seating.table != own.seating.table or kept.header.seat != own.seat:
        journal.close()
        raise CannotRead(folder.journal, FileFault.OTHER_JOURNAL)
    # §8: others that come back may lack signatures that this seat has.
    held = dict(zip(own.seating.seats, kept.header.signatures, strict=True))
    parting = read_parting(folder, own.other_seats)
    return _Reopened(journal, kept.records, kept.truncated_bytes, held, parting)


async def _all_signatures(mesh: Mesh, mine: bytes, reachability: Reachability) -> tuple[bytes, ...]:
    """Wait for those of all others, whose addresses may have changed meanwhile."""
    find = reachability.interfaces
    meeting = []
    if find is not None:
        # §11: all seats may have stopped at once, and come back at other addresses.
        meeting.append(background_task(keep_found(mesh, mesh.port, find), "discovery"))
    try:
        return await _awaited(mesh, mine, reachability.waiting)
    finally:
        await end_all(*meeting)


async def _awaited(
    mesh: Mesh, mine: bytes, waiting: Callable[[tuple[Seat, ...]], None]
) -> tuple[bytes, ...]:
    news = asyncio.Event()
    mesh.on_news = news.set
    seats = mesh.seating.seats
    reported: tuple[Seat, ...] = ()
    while True:
        mesh.pump()
        # §3: a table exists when all have signed, and not before.
        missing = tuple(seat for seat in mesh.others if seat not in mesh.signatures)
        if not missing:
            held = mesh.signatures | {mesh.seat: mine}
            return tuple(held[seat] for seat in seats)
        if missing != reported:
            reported = missing
            waiting(missing)
        await news.wait()
        news.clear()  # before the next look, so that nothing between them is missed


def read_addresses(folder: TableFolder) -> dict[Seat, tuple[Address, ...]]:
    """Read the last known addresses of the others; return none if they are unknown."""
    try:
        # §11: without these the others can still be found by discovery, so nothing is refused.
        match dec(read(folder.addresses, MAX_SMALL_FILE_BYTES)):
            case tuple(rows):
                return {Seat(seat): stored_addresses(row) for seat, row in enumerate(rows)}
    except (StorageFailed, BadEncoding):
        pass
    return {}
