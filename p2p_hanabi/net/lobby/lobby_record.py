"""The record of a gathering table on its host's disk: a host that was killed reopens the table.

The record has everything by which the guests know the table, and who they are: its id and code,
the host's certificate, and each guest's, by which it comes back without the code. A lock shows
whether a process has the table open.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from p2p_hanabi.faults import FileFault, fault_of
from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.paths import CannotRead, Home, StorageFailed, make_folder, read_value, write_value
from p2p_hanabi.review.reviewed_file import OPTION as REVIEW
from p2p_hanabi.systems import unlink
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.identity.name_rules import name_from
from protocol.identity.pairing import OPEN_CODE, TABLE_ID_BYTES, Peer
from protocol.identity.words import CODE_WORDS
from protocol.reasons import Malformed

from ..links.addresses import Address, stored_addresses
from ..links.certificate import LinkCertificate, new_certificate
from ..table.journal import InUse, open_locked
from ..tasks import Saving
from .lobby_messages import config_from, config_value

VERSION = 1
MAX_RECORD_BYTES = 256 * 1024
KEPT_S = 12 * 3600.0
"""Nobody comes back to a table that was left overnight."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, repr=False)
class Invitation:
    """The id under which a table is announced, and the first code that opens it.

    `expected` has the names of those who already know both.
    """

    table: bytes
    room_code: bytes
    expected: tuple[str, ...] = ()


def new_invitation(*, is_open: bool = False) -> Invitation:
    # §10: an open table pairs too, with a code that all know: so its links are as authentic.
    code = OPEN_CODE if is_open else os.urandom(CODE_WORDS)
    return Invitation(os.urandom(TABLE_ID_BYTES), code)


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who has proven the code. `where` is where it listens, `nonce` its seat's. `lender`
    is the key of the guest on whose machine it runs, empty if it is on its own or the host's."""

    peer: Peer
    name: str
    nonce: bytes
    where: tuple[Address, ...]
    lender: bytes = b""


@dataclass(frozen=True, slots=True, repr=False)
class HostedTable:
    """Everything needed to reopen a table. `bots` counts those that the host starts itself.

    `host` is the host's name at the table, empty for a new one. `proposed` is the digest of the
    last seating that was sent, empty if none was.
    """

    invitation: Invitation
    config: TableConfig
    bots: int = 0
    port: int = 0
    certificate: LinkCertificate = field(default_factory=new_certificate)
    host: str = ""
    guests: tuple[Guest, ...] = ()
    proposed: bytes = b""

    def value(self) -> Value:
        # §10: the id and the code of before, by which others still know the table.
        invitation = (self.invitation.table, self.invitation.room_code, self.invitation.expected)
        own = (self.host, self.certificate.der, self.certificate.private_key)
        guests = tuple(_row(guest) for guest in self.guests)
        # §11: `proposed` too: reopened, the host removes what nobody has finished signing.
        facts = (self.bots, self.port, own, guests, self.proposed)
        return ("p2ph lobby", VERSION, invitation, config_value(self.config), *facts)


class LobbyRecord:
    """The record of one table, locked by this process until `release`.

    It is best effort: failures to write are logged, and stop nothing; a power cut can remove it. It
    is written in a thread.
    """

    def __init__(self, home: Home, table: bytes) -> None:
        """Raises `InUse` if another process has this table open."""
        self._folder = _folder(home, table)
        self._is_kept = True
        self._saving: Saving[HostedTable] = Saving(self._store)
        self._lock: io.FileIO | None = None
        # A table can be hosted on a full disk; it only cannot be reopened.
        with contextlib.suppress(StorageFailed):
            self._lock = _locked(self._folder)

    def save(self, hosted: HostedTable) -> None:
        self._saving.save(hosted)

    async def saved(self) -> None:
        """Wait until everything is on disk."""
        await self._saving.finished()

    def discard(self) -> None:
        """Save no more, and remove the record at `release`: the table has begun, or was closed."""
        self._is_kept = False

    async def release(self) -> None:
        """Finish saving; then another process can open the table, if it still exists."""
        await self._saving.finished()
        self.release_unsaved()

    def release_unsaved(self) -> None:
        """Release the table now. Without a record, as on a full disk, nothing of it stays."""
        if not self._is_kept:
            with contextlib.suppress(OSError):
                unlink(_file(self._folder))
        # Looked at while it is locked: later another process may have written its own record here.
        is_there = _file(self._folder).exists()
        if self._lock is not None:  # not every system removes open files
            self._lock.close()
        if not is_there:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _store(self, hosted: HostedTable) -> None:
        # §11: a save may still wait when the table begins: stored then, it would gather again.
        if not self._is_kept:
            return
        try:
            write_value(_file(self._folder), hosted.value(), MAX_RECORD_BYTES)
        except StorageFailed as error:
            _log.warning("the table cannot be opened again after a crash: %s", error)
            with contextlib.suppress(OSError):  # the old record may lack the last seating
                unlink(_file(self._folder))


def _nothing(_error: StorageFailed) -> None:
    return None


def left_open(
    home: Home, unreadable: Callable[[StorageFailed], None] = _nothing
) -> tuple[HostedTable, ...]:
    """List the gathering tables that a host of this data directory left, latest first.

    Those that a process has open are left out; those that have begun, are old, are for a review,
    which its file opens anew, or have no record, since the disk was full, are removed.
    `unreadable` receives why one cannot be read.
    """
    try:
        folders = sorted(home.lobbies.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
    except FileNotFoundError:
        # Nobody has hosted here yet: this is no failure.
        return ()
    except OSError as error:
        unreadable(CannotRead(home.lobbies, fault_of(error)))
        return ()
    found, gone = [], []
    for folder in folders:
        try:
            # Whoever holds the lock is hosting it now: it was not left.
            with contextlib.suppress(InUse), _locked(folder):
                # A folder with a lock and no record: the disk was full, or the power cut.
                if not _file(folder).exists() or _age_s(folder) > KEPT_S:
                    gone.append(folder)
                    continue
                hosted = _read(folder)
                # §11: the host signs last, so its journal shows that all have signed: the table has
                # begun.
                has_begun = hosted.proposed and home.table_folder(hosted.proposed).journal.exists()
                if has_begun or REVIEW in dict(hosted.config.options):
                    # §11: a table that has begun is resumed by `resume`, from each seat's journal.
                    gone.append(folder)
                else:
                    found.append(hosted)
        except StorageFailed as error:
            # One damaged record hides no other table.
            unreadable(error)
        except OSError as error:
            unreadable(CannotRead(folder, fault_of(error)))
    for folder in gone:  # not every system removes open files
        shutil.rmtree(folder, ignore_errors=True)
    return tuple(found)


def discard(home: Home, hosted: HostedTable) -> None:
    """Delete the record of a table that is no longer wanted."""
    shutil.rmtree(_folder(home, hosted.invitation.table), ignore_errors=True)


def _folder(home: Home, table: bytes) -> Path:
    return home.lobbies / table.hex()


def _file(folder: Path) -> Path:
    return folder / "gathering"


def _age_s(folder: Path) -> float:
    return time.time() - _file(folder).stat().st_mtime


def _locked(folder: Path) -> io.FileIO:
    # Unsynced: a power cut can take the record, never a table that has begun.
    make_folder(folder, is_synced=False)
    # A file of its own, since the record is replaced whenever it is written.
    return open_locked(folder / "lock", os.O_RDWR | os.O_CREAT)


def _read(folder: Path) -> HostedTable:
    try:
        match read_value(_file(folder), MAX_RECORD_BYTES):
            case (
                "p2ph lobby",
                Integer(1),
                (bytes(table), bytes(code), tuple(expected)),
                config,
                Integer(bots),
                Integer(port),
                (host, bytes(der), bytes(key)),
                tuple(guests),
                bytes(proposed),
            ):
                invitation = Invitation(table, code, tuple(map(name_from, expected)))
                # §11: with their nonces: a guest that comes back signs only with the one it sent.
                known = tuple(map(_guest_from, guests))
                own = LinkCertificate(der, key)
                # §11: with the port and the certificate of before, since the guests dial these and
                # trust no other.
                return HostedTable(
                    invitation,
                    config_from(config),
                    bots,
                    port,
                    own,
                    name_from(host),
                    known,
                    proposed,
                )
    except BadEncoding:
        pass
    raise CannotRead(_file(folder), FileFault.OPEN_TABLE)


def _row(guest: Guest) -> Value:
    peer = guest.peer
    where = tuple((one.host, one.port) for one in guest.where)
    row = (guest.name, peer.name, peer.identity, peer.certificate, guest.nonce, where)
    # A row without a lender stays readable for programs that know of none.
    return (*row, guest.lender) if guest.lender else row


def _guest_from(row: Value) -> Guest:
    match row:
        case (name, own, bytes(identity), bytes(certificate), bytes(nonce), where, *lent):
            peer = Peer(name_from(own), identity, certificate)
            # §3: kept over a restart: its guest leaves if the roster puts it on another machine.
            lender = next((key for key in lent if isinstance(key, bytes)), b"")
            return Guest(peer, name_from(name), nonce, stored_addresses(where), lender)
    raise BadEncoding(Malformed.FORM)
