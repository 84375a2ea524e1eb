"""A seat's journal: an append-only file, on the disk before anything that is in it is sent.

It is a sequence of `enc` values, each `[record, CRC-32 of the record]`. The first record is the
header `enc(["p2ph journal", 1, seating, [signatures], own seat])`, the others are the table's own.
One that was verified before it was written has a third part, a digest under the seat's secret of
this record and all before it: where it holds, nobody but this seat has written the record, and it
need not be verified again.
A process that dies while it writes leaves a torn last record: nothing of it was ever sent, so it is
cut off and reported. Damage anywhere else could hide what was sent, and is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import io
import os
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgpack

from p2p_hanabi.faults import FileFault
from p2p_hanabi.paths import CannotRead, CannotStore, make_folder, reading, storing
from p2p_hanabi.systems import full_sync, lock, sync_folder
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding, P2PError
from protocol.game import Seat
from protocol.identity.seating import Seating, seating_from
from protocol.peer.effects import Persist
from protocol.reasons import Malformed

VERSION = 1
MAX_RECORD_BYTES = 2 << 20
MAX_JOURNAL_BYTES = 1 << 30
DIGEST_BYTES = 16

_Read: TypeAlias = tuple[bytes, bytes | None]
"""A record and the digest beside it, if there is one."""


class InUse(P2PError):
    """Another process plays this seat."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"another process plays from {path}")
        self.path = path


class EmptyJournal(CannotRead):
    """The journal stopped before its header was whole: nothing was said from it."""


class OtherJournalVersion(P2PError):
    """The journal was written by another version of the program."""

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(f"{path} is a journal of version {version}, this program reads {VERSION}")
        self.version = version


@dataclass(frozen=True, slots=True)
class Header:
    seating: Seating
    signatures: tuple[bytes, ...]
    seat: Seat

    def record(self) -> bytes:
        return enc(["p2ph journal", VERSION, self.seating.value(), self.signatures, self.seat])


@dataclass(frozen=True, slots=True)
class JournalContent:
    """What a journal held. `torn_bytes` were cut off at its end: they had never been said."""

    header: Header
    records: tuple[Persist, ...]
    torn_bytes: int


class _Chain:
    """The keyed digest of a record and all before it; without a secret nothing is proven."""

    def __init__(self, secret: bytes | None) -> None:
        self._key = None if secret is None else hashlib.blake2b(secret, person=b"journal").digest()
        self._last = b""

    def extend(self, kept: Persist) -> bytes | None:
        """Return the digest to be written with it; None if it is to be verified again."""
        if self._key is None:
            return None
        state = self._last + bytes([kept.is_proven]) + kept.record
        self._last = hashlib.blake2b(state, key=self._key, digest_size=DIGEST_BYTES).digest()
        return self._last if kept.is_proven else None


class Journal:
    """An open journal, locked against other processes until it is closed.

    `secret` is the seat's for this table; None where nobody is going to play from it.
    """

    def __init__(self, path: Path, file: io.FileIO, secret: bytes | None = None) -> None:
        self.path = path
        self._file = file
        self._chain = _Chain(secret)
        self._good_bytes = os.fstat(file.fileno()).st_size
        self._unsynced_bytes = 0
        self._failed = False

    @staticmethod
    def create(path: Path, header: Header, secret: bytes | None = None) -> Journal:
        """Create a journal and write its header to disk; never overwrite one that has records."""
        make_folder(path.parent)
        journal = Journal(path, open_locked(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), secret)
        try:
            journal._begin(header)
        except BaseException:
            journal.close()
            raise
        return journal

    @staticmethod
    def open(path: Path, secret: bytes | None = None) -> tuple[Journal, JournalContent]:
        """Open a journal and return what it holds, with a torn last record cut off."""
        journal = Journal(path, open_locked(path, os.O_RDWR | os.O_APPEND), secret)
        try:
            return journal, journal._read_back()
        except BaseException:
            journal.close()
            raise

    def append(self, records: Iterable[Persist]) -> None:
        """Append records, and return when all are on disk. Raise `CannotStore`, as below."""
        self.write(records)
        self.sync()

    def write(self, records: Iterable[Persist]) -> None:
        """Hand the records to the system: they survive this process, the machine only after `sync`.

        After a failure (`CannotStore`) the file ends where it was last in sync, and takes nothing
        any more: nothing may be sent that could stand in it.
        """
        chunk = b"".join(_encoded(kept.record, self._chain.extend(kept)) for kept in records)
        if chunk:
            self._attempt(lambda: _write_all(self._file, chunk))
            self._unsynced_bytes += len(chunk)

    def sync(self) -> None:
        """Everything that was written is on the disk when this returns."""
        if self._unsynced_bytes:
            self._attempt(lambda: full_sync(self._file.fileno()))
            self._good_bytes += self._unsynced_bytes
            self._unsynced_bytes = 0

    def close(self) -> None:
        """Release the lock."""
        self._file.close()

    def _begin(self, header: Header) -> None:
        if self._good_bytes:
            raise CannotRead(self.path, FileFault.JOURNAL_EXISTS)
        self.append([Persist(header.record())])
        sync_folder(self.path.parent)

    def _read_back(self) -> JournalContent:
        with reading(self.path):
            self._file.seek(0)
            content = self._file.readall() or b""
        records, end = _split(self.path, content)
        if not records:
            raise EmptyJournal(self.path, FileFault.NO_HEADER)
        header = _header_from(self.path, records[0][0])
        torn = len(content) - end
        if torn:
            self._good_bytes = end
            with storing(self.path):
                os.ftruncate(self._file.fileno(), end)
                full_sync(self._file.fileno())
        kept = [self._judged(record, digest) for record, digest in records]
        return JournalContent(header, tuple(kept[1:]), torn)

    def _judged(self, record: bytes, digest: bytes | None) -> Persist:
        """Whether this seat wrote so that it had verified it. If not, it is verified again."""
        right = self._chain.extend(Persist(record, is_proven=digest is not None))
        is_proven = digest is not None and right is not None and hmac.compare_digest(digest, right)
        return Persist(record, is_proven)

    def _attempt(self, action: Callable[[], None]) -> None:
        if self._failed:
            raise CannotStore(self.path, FileFault.JOURNAL_FAILED)
        with storing(self.path):
            try:
                action()
            except OSError:
                self._failed = True
                # else what is too much is torn, and is cut off when the journal is opened again
                with contextlib.suppress(OSError):
                    os.ftruncate(self._file.fileno(), self._good_bytes)
                raise


def open_locked(path: Path, flags: int) -> io.FileIO:
    """Open for this process alone, until it is closed. Raise `InUse` if another process has it."""
    with (storing if flags & os.O_CREAT else reading)(path):
        descriptor = os.open(path, flags, 0o600)
    file = io.FileIO(descriptor, "r+")
    try:
        lock(descriptor)
    except OSError:
        file.close()
        raise InUse(path) from None
    return file


def _write_all(file: io.FileIO, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def _split(path: Path, content: bytes) -> tuple[list[_Read], int]:
    """The good records and where they end."""
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
            if len(content) - end > MAX_RECORD_BYTES:
                raise CannotRead(path, FileFault.JOURNAL_DAMAGED.told(byte=end)) from None
            return records, end
        except (ValueError, TypeError, msgpack.UnpackException, BadEncoding):
            if _may_be_torn(content[end:], unpacker.tell() - end):
                return records, end
            raise CannotRead(path, FileFault.JOURNAL_DAMAGED.told(byte=end)) from None
        records.append(record)
        end = here
    return records, end


def _encoded(record: bytes, digest: bytes | None) -> bytes:
    checksum = zlib.crc32(record)
    return enc([record, checksum] if digest is None else [record, checksum, digest])


def _record_from(value: Value, encoded: bytes) -> _Read:
    match value:
        case (bytes(record), int()) if _encoded(record, None) == encoded:
            return record, None
        case (bytes(record), int(), bytes(digest)) if _encoded(record, digest) == encoded:
            return record, digest
    raise BadEncoding(Malformed.FORM)


def _may_be_torn(rest: bytes, length: int) -> bool:
    """The last record, of which the disk has the length but not all of the content."""
    return length >= len(rest) or not any(rest)


def _header_from(path: Path, record: bytes) -> Header:
    try:
        match dec(record):
            case ("p2ph journal", int(version), *_) if version != VERSION:
                raise OtherJournalVersion(path, version)
            case ("p2ph journal", int(), seating, tuple(signatures), int(seat)):
                agreed = seating_from(seating)
                kept = tuple(one for one in signatures if isinstance(one, bytes))
                if len(kept) == len(agreed.places) == len(signatures) and seat < len(kept):
                    return Header(agreed, kept, Seat(seat))
    except BadEncoding:
        pass
    raise CannotRead(path, FileFault.NO_JOURNAL)
