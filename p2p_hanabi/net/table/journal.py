"""A seat's journal: an append-only file, synced to disk before anything of this seat's own in it is
sent.

It is a sequence of `enc` values, each `[record, CRC-32 of the record]`. The first record is the
header `enc(["p2ph journal", 1, seating, [signatures], own seat])`, the others are the table's own.
A record that was verified before it was written has a third element, a digest of this record and
all before it, keyed with the seat's secret: if it is valid, only this seat can have written the
record, and it need not be verified again.
A crash during a write leaves a torn last record. Nothing of it was ever sent, so it is truncated
and reported. Damage anywhere else could hide what was sent, and is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import io
import os
import stat
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgpack

from p2p_hanabi.faults import FileFault
from p2p_hanabi.paths import CannotRead, CannotStore, make_folder, reading, storing
from p2p_hanabi.systems import full_sync, lock, sync_folder
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding, P2PError
from protocol.game import Seat
from protocol.identity.seating import Seating, seating_from
from protocol.peer.effects import Persist
from protocol.reasons import Malformed

VERSION = 1
# §2: the bound of any one value of a file.
MAX_RECORD_BYTES = 2 << 20
# Read as a whole, so bounded: sixteen times what a transcript may have.
MAX_JOURNAL_BYTES = 1 << 30
DIGEST_BYTES = 16

_Read: TypeAlias = tuple[bytes, bytes | None]
"""A record and its digest, if it has one."""


class InUse(P2PError):
    """Another process has the file open."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"another process plays from {path}")
        self.path = path


class EmptyJournal(CannotRead):
    """The journal ends before its header is complete: nothing was sent from it."""


class OtherJournalVersion(P2PError):
    """The journal was written by another version of the program."""

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(f"{path} is a journal of version {version}, this program reads {VERSION}")
        self.path = path
        self.version = version
        self.is_newer = version > VERSION


@dataclass(frozen=True, slots=True)
class Header:
    seating: Seating
    signatures: tuple[bytes, ...]
    seat: Seat

    def record(self) -> bytes:
        return enc(["p2ph journal", VERSION, self.seating.value(), self.signatures, self.seat])


@dataclass(frozen=True, slots=True)
class JournalContent:
    """The content of a journal. `truncated_bytes` counts those truncated at its end, never sent."""

    header: Header
    records: tuple[Persist, ...]
    truncated_bytes: int


class _Chain:
    """The keyed digest of a record and all before it; without a secret no record is proven."""

    def __init__(self, secret: bytes | None) -> None:
        self._key = None if secret is None else hashlib.blake2b(secret, person=b"journal").digest()
        self._last = b""

    def extend(self, kept: Persist) -> bytes | None:
        """Return the digest to write with the record; None if it is to be verified again."""
        # §11: without the secret anybody could have written the digest, so nothing is taken on it.
        if self._key is None:
            return None
        # §11: chained, so that no record can be left out, moved, or taken from another journal;
        # with whether it is proven, which could else be claimed of one that nobody has verified.
        state = self._last + bytes([kept.is_proven]) + kept.record
        self._last = hashlib.blake2b(state, key=self._key, digest_size=DIGEST_BYTES).digest()
        # §11: a digest says that this seat has verified the record: never of one that it has not.
        return self._last if kept.is_proven else None


class Journal:
    """An open journal, locked against other processes until it is closed.

    `secret` is the seat's for this table; None if nobody will play from the journal.
    """

    def __init__(self, path: Path, file: io.FileIO, secret: bytes | None = None) -> None:
        self.path = path
        self._file = file
        self._chain = _Chain(secret)
        self._good_bytes = os.fstat(file.fileno()).st_size
        self._unsynced_bytes = 0
        self._is_due = False
        self._failed = False

    @staticmethod
    def create(path: Path, header: Header, secret: bytes | None = None) -> Journal:
        """Create a journal and write its header to disk; never overwrite one that has records."""
        make_folder(path.parent)
        # §4: not truncated: it is locked only once it is open, and may be another process's.
        journal = Journal(path, open_locked(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), secret)
        try:
            journal._begin(header)
        except BaseException:
            journal.close()
            raise
        return journal

    @staticmethod
    def reopen(path: Path, secret: bytes | None = None) -> tuple[Journal, JournalContent]:
        """Open a journal and return its content; a torn last record is truncated."""
        journal = Journal(path, open_locked(path, os.O_RDWR | os.O_APPEND), secret)
        try:
            return journal, journal._read_back()
        except BaseException:
            journal.close()
            raise

    def append(self, records: Sequence[Persist]) -> None:
        """Append records, and return when all are on disk. Raise `CannotStore`, as `write` does."""
        self.write(records)
        self.sync()

    def write(self, records: Sequence[Persist]) -> None:
        """Write records, which survive a crash of this process; of the machine only after `sync`.
        Raise `CannotStore`, also if the journal would become too large to be read.

        After a failure the file is truncated to where it was last in sync, and accepts no more
        records: nothing may be sent that would belong in it.
        """
        chunk = b"".join(_encoded(kept.record, self._chain.extend(kept)) for kept in records)
        if self._good_bytes + self._unsynced_bytes + len(chunk) > MAX_JOURNAL_BYTES:
            # §11: the chain has gone on over these records: no digest after them would hold.
            self._failed = True
            raise CannotStore(self.path, FileFault.LARGER.reason(most=MAX_JOURNAL_BYTES))
        # §11: what binds only another seat is sent again by it if a crash of the machine takes it.
        self._is_due |= any(not kept.can_wait for kept in records)
        if chunk:
            self._attempt(lambda: _write_all(self._file, chunk))
            self._unsynced_bytes += len(chunk)

    @property
    def is_behind(self) -> bool:
        """Whether something that was written has not been synced."""
        return self._unsynced_bytes > 0

    @property
    def is_due(self) -> bool:
        """Whether this includes a record that cannot wait: it has to be synced before anything more
        is sent."""
        return self._is_due

    def sync(self) -> None:
        """Fsync everything that was written."""
        # §4: what is sent is on the disk first, the machine's and not only the system's.
        if self._unsynced_bytes:
            self._attempt(lambda: full_sync(self._file.fileno()))
            self._good_bytes += self._unsynced_bytes
            self._unsynced_bytes = 0
        self._is_due = False

    def close(self) -> None:
        """Release the lock."""
        # §11: without a sync: nothing that this seat has said depends on what may be lost.
        self._file.close()

    def _begin(self, header: Header) -> None:
        # §4: a second journal of one seat could state something else for a round it has spoken in.
        if self._good_bytes:
            raise CannotRead(self.path, FileFault.JOURNAL_EXISTS)
        self.append([Persist(header.record())])
        # §4: else a power failure could take the whole file, with what was said from it.
        sync_folder(self.path.parent)

    def _read_back(self) -> JournalContent:
        with reading(self.path):
            self._file.seek(0)
            content = self._file.readall() or b""
        records, end = _split(self.path, content)
        # §11: the header is synced before anything is sent, so this table has not begun here.
        if not records:
            raise EmptyJournal(self.path, FileFault.NO_HEADER)
        header = _header_from(self.path, records[0][0])
        torn = len(content) - end
        # §4: what was torn was never sent: records are on disk before they are.
        if torn:
            self._good_bytes = end
            with storing(self.path):
                os.ftruncate(self._file.fileno(), end)
                full_sync(self._file.fileno())
        # §11: the chain runs over all records, also over those that are verified again.
        kept = [self._checked(record, digest) for record, digest in records]
        return JournalContent(header, tuple(kept[1:]), torn)

    def _checked(self, record: bytes, digest: bytes | None) -> Persist:
        """Return the record, proven if its digest is valid; otherwise it is verified again."""
        right = self._chain.extend(Persist(record, is_proven=digest is not None))
        # §11: a wrong digest is no damage: the record is judged as if it had just been heard.
        is_proven = digest is not None and right is not None and hmac.compare_digest(digest, right)
        return Persist(record, is_proven)

    def _attempt(self, action: Callable[[], None]) -> None:
        # §4: after a failed fsync the next may succeed without the data, so none is believed.
        if self._failed:
            raise CannotStore(self.path, FileFault.JOURNAL_FAILED)
        with storing(self.path):
            try:
                action()
            except OSError:
                self._failed = True
                # if this fails too, the excess is torn, and truncated at the next opening
                with contextlib.suppress(OSError):
                    os.ftruncate(self._file.fileno(), self._good_bytes)
                raise


def open_locked(path: Path, flags: int) -> io.FileIO:
    """Open and lock a file until it is closed. Raise `InUse` if another process has locked it,
    `CannotRead` if it is no file."""
    with (storing if flags & os.O_CREAT else reading)(path):
        descriptor = os.open(path, flags, 0o600)
    # Raw: a buffer of this process would be lost with it, after what depends on it was sent.
    file = io.FileIO(descriptor, "r+")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # reading a pipe could take for ever
        file.close()
        raise CannotRead(path, FileFault.NO_FILE)
    try:
        # §4: two processes with one secret would make two statements for one round.
        lock(descriptor)
    except OSError:
        file.close()
        raise InUse(path) from None
    return file


def _write_all(file: io.FileIO, chunk: bytes) -> None:
    # A raw write may take only a part, as when the disk becomes full.
    rest = memoryview(chunk)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def _split(path: Path, content: bytes) -> tuple[list[_Read], int]:
    """Return the valid records and where they end."""
    records: list[_Read] = []
    unpacker = msgpack.Unpacker(use_list=False, raw=False, max_buffer_size=MAX_JOURNAL_BYTES)
    unpacker.feed(content)
    end = 0
    while end < len(content):
        try:
            value: Value = unpacker.unpack()
            here = unpacker.tell()
            record = _record_from(value, content[end:here])
        except msgpack.OutOfData:
            # A record is never so long: its length is damaged, and what follows it is not torn but
            # lost.
            if len(content) - end > MAX_RECORD_BYTES:
                raise CannotRead(path, FileFault.JOURNAL_DAMAGED.reason(byte=end)) from None
            return records, end
        except (ValueError, TypeError, msgpack.UnpackException, BadEncoding):
            # §4: only the end can be torn by a crash; damage before it would hide statements that
            # were sent.
            if _may_be_torn(content[end:], unpacker.tell() - end):
                return records, end
            raise CannotRead(path, FileFault.JOURNAL_DAMAGED.reason(byte=end)) from None
        records.append(record)
        end = here
    return records, end


def _encoded(record: bytes, digest: bytes | None) -> bytes:
    # §11: a checksum too: damage is refused, while a false digest only proves nothing.
    checksum = zlib.crc32(record)
    return enc([record, checksum] if digest is None else [record, checksum, digest])


def _record_from(value: Value, encoded: bytes) -> _Read:
    match value:
        # §2: a value has one encoding: if it comes out the same again, the CRC is right too.
        case (bytes(record), Integer()) if _encoded(record, None) == encoded:
            return record, None
        case (bytes(record), Integer(), bytes(digest)) if _encoded(record, digest) == encoded:
            return record, digest
    raise BadEncoding(Malformed.FORM)


def _may_be_torn(rest: bytes, length: int) -> bool:
    """Return whether this may be the last record, of which not all is on disk: nothing follows it,
    or only zeros, where a file system has stored the length of a file before its content."""
    return not any(rest[length:])


def _header_from(path: Path, record: bytes) -> Header:
    try:
        match dec(record):
            # Before its form is looked at, which may differ in that version.
            # The program of that version can still go on from it.
            case ("p2ph journal", Integer(version), *_) if version != VERSION:
                raise OtherJournalVersion(path, version)
            case ("p2ph journal", Integer(), seating, tuple(signatures), Integer(seat)):
                agreed = seating_from(seating)
                kept = tuple(one for one in signatures if isinstance(one, bytes))
                if len(kept) == len(agreed.places) == len(signatures) and seat < len(kept):
                    return Header(agreed, kept, Seat(seat))
    except BadEncoding:
        pass
    raise CannotRead(path, FileFault.NO_JOURNAL)
