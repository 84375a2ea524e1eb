"""Where files live, and how they are written: never half, and for their owner alone unless a player
wants one elsewhere.

<data directory>/           see folders.py
    identity                name and seed
    players                 whom one has played with; see commands/records/contacts.py
    transcripts/            finished games
    history                 what audits of them found; see commands/records/history_cache.py
    log                     see commands/console/logs.py
    page                    the last page's port and device; see commands/screens/page_seat.py
    bots/, phones/          data directories of the seats that a host starts here
    lobbies/<table>/        a table that gathers, so that its host can open it again
    tables/<table>/         one folder for each table that this player has signed
        seat                seating, own seat, table secret, certificate and its key
        journal             see net/journal.py
        evidence            if the table ended by objection
        parting             empty: others may still lack the end of this table
        addresses           where the others were last seen
        name                what its host called it
        notes               on one's own cards, for nobody else
        whys                why a bot that plays here made its moves, once the table is over; before
                            it is over, whys-kept-back
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding, P2PError
from protocol.identity.keys import Identity
from protocol.identity.name_rules import name_from
from protocol.reasons import Code, Malformed, Reason

from .faults import FileFault, fault_of
from .folders import data_folder
from .systems import full_sync, replace, sync_folder, unlink

MAX_SMALL_FILE_BYTES = 64 * 1024


class StorageFailed(P2PError):
    """A file could not be written or read: which one, and why."""

    def __init__(self, path: Path, why: Code | Reason) -> None:
        self.path = path
        self.reason = Reason.of(why)
        super().__init__(f"{self.verb} {path}: {self.reason}")

    verb = "cannot use"


class CannotStore(StorageFailed):
    """Writing failed: full or read-only disk, or no permission. Nothing may be sent after this."""

    verb = "cannot write"


class CannotRead(StorageFailed):
    """Reading failed, or the file is not what it should be."""

    verb = "cannot read"


class Damaged(CannotRead):
    """The file is there and can be read, but is not what it should be."""


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """Who plays on this machine."""

    name: str
    identity: Identity


class TableFolder:
    """The files of one table. `parting` is there while the seat has ended and others may still need
    what it holds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seat = path / "seat"
        self.journal = path / "journal"
        self.evidence = path / "evidence"
        self.parting = path / "parting"
        self.addresses = path / "addresses"
        self.notes = path / "notes"
        self.name = path / "name"
        self.whys = path / "whys"
        self.whys_kept_back = path / "whys-kept-back"

    @property
    def last_used(self) -> float:
        """In seconds of the system's clock. Raise `CannotRead`."""
        with reading(self.path):
            return _last_used(self.path)


class Home:
    """The data directory. Nothing is created before it is written to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.identity = path / "identity"
        self.players = path / "players"
        self.history = path / "history"
        self.transcripts = path / "transcripts"
        self.tables = path / "tables"
        self.lobbies = path / "lobbies"

    def transcript(self, game: str, table: bytes) -> Path:
        """Return where the transcript of a table stands once it has ended."""
        return self.transcripts / f"{game}-{short_id(table)}.p2ph"

    def transcripts_of(self, table: bytes) -> Iterable[Path]:
        """Those that are there, whichever game it was."""
        return self.transcripts.glob(f"*-{short_id(table)}.p2ph")

    def player(self, name: str, new_seed: Callable[[], bytes]) -> LocalPlayer:
        """Return the player of this machine; made of `name` and `new_seed` if there is none yet."""
        if is_there(self.identity):
            return self.known_player()
        player = LocalPlayer(name, Identity(new_seed()))
        self._write_player(player)
        return player

    def known_player(self) -> LocalPlayer:
        """Return the player of this machine. Raise `CannotRead` if there is none, `Damaged` if its
        file makes no sense."""
        try:
            match read_value(self.identity, MAX_SMALL_FILE_BYTES):
                case ("p2ph identity", 1, name, bytes(seed)) if len(seed) == 32:
                    return LocalPlayer(name_from(name), Identity(seed))
        except BadEncoding:
            pass
        raise Damaged(self.identity, FileFault.IDENTITY)

    def rename(self, name: str) -> LocalPlayer:
        """Give the same identity another name."""
        player = LocalPlayer(name, self.known_player().identity)
        self._write_player(player)
        return player

    def table(self, table: bytes) -> TableFolder:
        return TableFolder(self.tables / table.hex())

    def known_tables(self) -> tuple[bytes, ...]:
        """Return the digests of the tables that have a folder, the last used first."""
        folders: list[Path] = []
        with reading(self.tables), contextlib.suppress(FileNotFoundError):
            tables = [entry for entry in self.tables.iterdir() if _is_table(entry)]
            folders = sorted(tables, key=_last_used, reverse=True)
        return tuple(bytes.fromhex(folder.name) for folder in folders)

    def _write_player(self, player: LocalPlayer) -> None:
        name = name_from(player.name)
        write_value(self.identity, ("p2ph identity", 1, name, player.identity.seed))


def short_id(table: bytes) -> str:
    """Return the beginning of a table's id, by which files and players name it."""
    return table.hex()[:16]


def find_home() -> Home:
    return Home(data_folder())


def make_folder(path: Path) -> None:
    """Make the folder and its missing parents, for the owner alone."""
    with storing(path):
        missing = [folder for folder in (path, *path.parents) if not folder.exists()]
        for folder in reversed(missing):
            folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(folder.parent)


def write(path: Path, content: bytes, *, is_private: bool = True) -> None:
    """Write all of it or nothing, and return when it is on the disk.

    A link stays a link: what it leads to is written. A device or a pipe just takes the bytes. What
    is not private has the rights that were there before, or those that the umask leaves.
    """
    with storing(path):
        former = status(path)
        if former is not None and not stat.S_ISREG(former.st_mode):
            path.write_bytes(content)
            return
    target = behind_links(path)
    make_folder(target.parent)
    temporary = target.with_name(f".p2ph-{os.urandom(8).hex()}")
    try:
        with storing(path):
            with _new(temporary, 0o600 if is_private else 0o666) as file:
                file.write(content)
                file.flush()
                if former is not None and not is_private:
                    temporary.chmod(stat.S_IMODE(former.st_mode))
                full_sync(file.fileno())
            replace(temporary, target)
            sync_folder(target.parent)
    finally:
        with contextlib.suppress(OSError):  # it is there only if it could not take its place
            unlink(temporary)


def write_value(path: Path, value: Value) -> None:
    """Write a value that begins with its title, as `write` does, with a checksum."""
    content = enc(value)
    write(path, enc((content, zlib.crc32(content))))


def read_value(path: Path, limit: int) -> Value:
    """Read what `write_value` wrote, or the value alone, as it was written before there were
    checksums. Raise `BadEncoding` if it is damaged."""
    match dec(read(path, limit), limit):
        case (bytes(content), int(checksum)) if checksum == zlib.crc32(content):
            return dec(content, limit)
        case (str(), *_) as value:
            return value
    raise BadEncoding(Malformed.FORM)


def _new(path: Path, rights: int) -> BinaryIO:
    """What the umask takes away is taken away."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "wb")


def status(path: Path) -> os.stat_result | None:
    """Return the status of what stands there, or where a link leads; None if nothing does. Raise
    `OSError`."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def is_there(path: Path) -> bool:
    """Return whether something is there. Raise `CannotRead` if nobody may know."""
    with reading(path):
        return status(path) is not None


def behind_links(path: Path) -> Path:
    """Return where a file of this name stands, or would."""
    return Path(os.path.realpath(path))


def set_aside(path: Path) -> Path:
    """Keep a file that cannot be used under another name, which is returned. `CannotStore`."""
    path = behind_links(path)
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    with storing(path):
        replace(path, aside)
        sync_folder(path.parent)
    return aside


def remove(path: Path) -> None:
    with storing(path), contextlib.suppress(FileNotFoundError):
        unlink(path)


def read(path: Path, limit: int) -> bytes:
    """Read a file. Raise `CannotRead`, `Damaged` for one larger than `limit`, which is not read
    whole."""
    with reading(path):
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # to read a pipe could take for ever
            raise CannotRead(path, FileFault.NO_FILE)
        with path.open("rb") as file:
            content = file.read(limit + 1)
    if len(content) > limit:
        raise Damaged(path, FileFault.LARGER.told(most=limit))
    return content


@contextlib.contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn what the system says against writing there into an error. Raise `CannotStore`."""
    try:
        yield
    except OSError as error:
        raise CannotStore(path, fault_of(error)) from None


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what the system says against reading it into an error. Raise `CannotRead`."""
    try:
        yield
    except OSError as error:
        raise CannotRead(path, fault_of(error)) from None


def _last_used(folder: Path) -> float:
    try:
        return TableFolder(folder).journal.stat().st_mtime
    except OSError:  # nothing has been said yet, or it is another user's
        return folder.lstat().st_mtime


def _is_table(entry: Path) -> bool:
    return re.fullmatch(r"[0-9a-f]{64}", entry.name) is not None
