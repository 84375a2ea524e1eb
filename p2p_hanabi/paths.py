"""Where files are, and how they are written: atomically, and only for their owner unless a player
wants one elsewhere.

<data directory>/           see folders.py
    identity                name and seed
    players                 known players; see commands/records/contacts.py
    transcripts/            finished games, and the lines kept beside each
    reviewed/               games of others, sent in a review, with the lines kept of each
    history                 what audits of them found; see commands/records/history_cache.py
    log                     see commands/console/logs.py
    page                    the last page's port and device; see commands/settings/page_file.py
    bots/, phones/          data directories of the seats that a host starts here
    board/                  that of the first seat at a table on the big screen
    lobbies/<table>/        a gathering table, so that its host can reopen it
    tables/<table>/         one folder for each table that this player has signed
        seat                seating, own seat, table secret, certificate and its key
        journal             see net/table/journal.py
        evidence            if the table ended by objection
        parting             which others may lack the end of this table; see net/table/parting.py
        left                empty; there while its player has left for now
        addresses           the last known addresses of the others
        name                its name, from its host
        notes               private notes on one's own cards
        reviewed            the file that is looked at, at the table of a review
        place               what all were shown there last
        whys                why a bot of this machine made its moves, once the table is over; until
                            then whys-kept-back
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding, P2PError
from protocol.identity.keys import Identity
from protocol.identity.name_rules import name_from
from protocol.reasons import Code, Malformed, Reason

from .faults import FileFault, fault_of
from .folders import BOTS, data_folder, settings_file
from .systems import full_sync, open_append, replace, sync_folder, unlink

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
    """Reading failed, or the content is invalid."""

    verb = "cannot read"


class Damaged(CannotRead):
    """The file exists and can be read, but its content is invalid."""


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """The player of this machine."""

    name: str
    identity: Identity


class TableFolder:
    """The files of one table. `parting` exists while the table has ended here and others may lack
    its end, `left` while its player has left for now and the seat stays connected."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seat = path / "seat"
        self.journal = path / "journal"
        self.evidence = path / "evidence"
        self.parting = path / "parting"
        self.left = path / "left"
        self.addresses = path / "addresses"
        self.notes = path / "notes"
        self.reviewed = path / "reviewed"
        self.place = path / "place"
        self.name = path / "name"
        self.whys = path / "whys"
        self.whys_kept_back = path / "whys-kept-back"

    @property
    def last_used(self) -> float:
        """A timestamp of the system's clock, in seconds. Raise `CannotRead`."""
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
        self.reviewed = path / "reviewed"
        self.tables = path / "tables"
        self.lobbies = path / "lobbies"
        self.bots = path / BOTS
        self.phones = path / "phones"
        self.board = path / "board"

    def files(self) -> Iterator[Path]:
        """Yield the files that are this player's: those of other programs may lie beside them."""
        yield from self.named_files()
        yield from (path for name in ("log", "page") for path in self.path.glob(f"{name}*"))
        for folder in (self.transcripts, self.reviewed, *self.private_folders()):
            yield from (path for path in folder.rglob("*") if path.is_file())

    def named_files(self) -> tuple[Path, ...]:
        """Return the files of which there is one each."""
        own = (self.identity, self.players, self.history, self.path / "log", self.path / "page")
        return (*own, settings_file())

    def private_folders(self) -> tuple[Path, ...]:
        """Return the folders in which only the program writes."""
        return (self.tables, self.lobbies, self.bots, self.phones, self.board)

    @property
    def with_board(self) -> tuple[Home, Home]:
        """This data directory, and that of the big screen's tables."""
        return self, Home(self.board)

    def owner_of_phone(self) -> Home:
        """Return the data directory of the computer that runs the phone's seat in this one."""
        folder = self.path.parent
        parent = Home(folder.parent if folder.name == self.phones.name else self.path)
        is_board = parent.path.name == self.board.name
        return Home(parent.path.parent) if is_board else parent

    def of_phones(self) -> Iterator[Home]:
        """Yield the data directories of all seats that phones have had on this computer, whether or
        not with a big screen."""
        board = Home(self.board)
        yield board
        for folder in (self.phones, board.phones):
            yield from map(Home, sorted(folder.glob("*")))

    def transcript(self, game: str, table: bytes) -> Path:
        """Return where the transcript of a table is once it has ended."""
        return self.transcripts / f"{game}-{short_id(table)}.p2ph"

    def transcripts_of(self, table: bytes) -> Iterable[Path]:
        """Yield the existing transcripts of a table, of any game."""
        return self.transcripts.glob(f"*-{short_id(table)}.p2ph")

    def player(self, name: str, new_seed: Callable[[], bytes]) -> LocalPlayer:
        """Return the player of this machine, created from `name` and `new_seed` if necessary."""
        if is_there(self.identity):
            return self.known_player()
        player = LocalPlayer(name, Identity(new_seed()))
        # another process may have created one meanwhile, and shown it to its player
        is_new = create(self.identity, _checked(_player_file(player)))
        return player if is_new else self.known_player()

    def known_player(self) -> LocalPlayer:
        """Return the player of this machine. Raise `CannotRead` if there is none, `Damaged` if its
        file is invalid."""
        try:
            match read_value(self.identity):
                case ("p2ph identity", Integer(1), name, bytes(seed)) if len(seed) == 32:
                    return LocalPlayer(name_from(name), Identity(seed))
        except BadEncoding:
            pass
        raise Damaged(self.identity, FileFault.IDENTITY)

    def rename(self, name: str) -> LocalPlayer:
        """Give the same identity another name."""
        player = LocalPlayer(name, self.known_player().identity)
        write_value(self.identity, _player_file(player))
        return player

    def table_folder(self, table: bytes) -> TableFolder:
        return TableFolder(self.tables / table.hex())

    def known_tables(self) -> tuple[bytes, ...]:
        """Return the digests of the tables that have a folder, last used first."""
        folders: list[Path] = []
        with reading(self.tables), contextlib.suppress(FileNotFoundError):
            tables = [entry for entry in self.tables.iterdir() if _is_table(entry)]
            folders = sorted(tables, key=_last_used, reverse=True)
        return tuple(bytes.fromhex(folder.name) for folder in folders)


def _player_file(player: LocalPlayer) -> Value:
    return ("p2ph identity", 1, name_from(player.name), player.identity.seed)


def short_id(table: bytes) -> str:
    """Return the beginning of a table's id, by which files and players name it."""
    return table.hex()[:16]


def find_home() -> Home:
    return Home(data_folder())


def make_folder(path: Path, *, is_synced: bool = True) -> None:
    """Create the folder and its missing parents, for the owner alone. A power cut can remove one
    that is not synced. Raise `CannotStore`."""
    with storing(path):
        missing = [folder for folder in (path, *path.parents) if not folder.exists()]
        for folder in reversed(missing):
            folder.mkdir(mode=0o700, exist_ok=True)
            if is_synced:
                sync_folder(folder.parent)


def write(path: Path, content: bytes, *, is_private: bool = True) -> None:
    """Write a file atomically, and return when it is on disk.

    A symbolic link stays, and its target is written. A file that is not private keeps its former
    permissions, or has those that the umask leaves; such a device or pipe is written to directly.
    Raise `CannotStore`.
    """
    with storing(path):
        former = status(path)
        if former is not None and not stat.S_ISREG(former.st_mode):
            # writing to a pipe could take for ever
            if is_private and not stat.S_ISDIR(former.st_mode):
                raise CannotStore(path, FileFault.NO_FILE)
            path.write_bytes(content)
            return
    target = behind_links(path)
    rights = None if former is None or is_private else stat.S_IMODE(former.st_mode)
    with _beside(path, target, content, is_private=is_private, rights=rights) as temporary:
        replace(temporary, target)
        sync_folder(target.parent)


def create(path: Path, content: bytes) -> bool:
    """Write a new private file as `write` does. Return False, and change nothing, if there is one:
    of several processes that do this at once, one succeeds."""
    target = behind_links(path)
    with _beside(path, target, content, is_private=True) as temporary:
        try:
            target.hardlink_to(temporary)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links
            if status(target) is not None:
                return False
            replace(temporary, target)
        sync_folder(target.parent)
    return True


@contextlib.contextmanager
def _beside(
    path: Path, target: Path, content: bytes, *, is_private: bool, rights: int | None = None
) -> Iterator[Path]:
    """Write a temporary file to disk in the folder of `target`, and delete it afterwards. An error
    names `path`. Raise `CannotStore`."""
    make_folder(target.parent)
    temporary = target.with_name(f".p2ph-{os.urandom(8).hex()}")
    try:
        with storing(path):
            with _new(temporary, 0o600 if is_private else 0o666) as file:
                file.write(content)
                file.flush()
                if rights is not None:
                    temporary.chmod(rights)
                full_sync(file.fileno())
            yield temporary
    finally:
        with contextlib.suppress(OSError):  # it exists only if it did not become the target
            unlink(temporary)


def write_value(path: Path, value: Value, limit: int = MAX_SMALL_FILE_BYTES) -> None:
    """Write a value that begins with its title, with a checksum, as `write` does. Raise
    `CannotStore` if `read_value` with the same limit could not read it."""
    write(path, _bounded(path, value, limit))


def create_value(path: Path, value: Value) -> bool:
    """Write a new file as `write_value` does. Return False, and change nothing, if there is one."""
    return create(path, _bounded(path, value, MAX_SMALL_FILE_BYTES))


def _bounded(path: Path, value: Value, limit: int) -> bytes:
    content = _checked(value)
    if len(content) > limit:
        raise CannotStore(path, FileFault.LARGER.reason(most=limit))
    return content


def _checked(value: Value) -> bytes:
    content = enc(value)
    return enc((content, zlib.crc32(content)))


def read_value(path: Path, limit: int = MAX_SMALL_FILE_BYTES) -> Value:
    """Read what `write_value` wrote with this limit, or a bare value as written before there were
    checksums. Raise `BadEncoding` if it is damaged."""
    match dec(read(path, limit), limit):
        case (bytes(content), Integer(checksum)) if checksum == zlib.crc32(content):
            return dec(content, limit)
        case (str(), *_) as value:
            return value
    raise BadEncoding(Malformed.FORM)


def _new(path: Path, rights: int) -> BinaryIO:
    """Create a file with these permissions, less the umask."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "wb")


def append_to(path: Path) -> io.FileIO:
    """Open a private file to append to it, created if necessary. Raise `CannotStore`, also for what
    is no file."""
    with storing(path):
        file = io.FileIO(open_append(path), "a")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise CannotStore(path, FileFault.NO_FILE)
    return file


def status(path: Path) -> os.stat_result | None:
    """Return the status of a file or of a link's target; None if there is none. Raise `OSError`."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def is_there(path: Path) -> bool:
    """Return whether the path exists. Raise `CannotRead` if that may not be read."""
    with reading(path):
        return status(path) is not None


def is_own_file(path: Path) -> bool:
    """Return whether this is one of the program's own files, by whatever name, or would be one if
    it existed. Raise `OSError`."""
    home, target = Home(data_folder()), behind_links(path)
    if target in map(behind_links, home.named_files()):
        return True
    if any(behind_links(folder) in target.parents for folder in home.private_folders()):
        return True
    sought = status(path)
    return sought is not None and any(
        os.path.samestat(sought, one.stat()) for one in home.files() if one.exists()
    )


def behind_links(path: Path) -> Path:
    """Return the path with all symbolic links resolved, whether or not it exists."""
    return Path(os.path.realpath(path))


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be used, and return its new path. Raise `CannotStore`."""
    path = behind_links(path)
    number = 1
    while (damaged := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    with storing(path):
        replace(path, damaged)
        sync_folder(path.parent)
    return damaged


def remove(path: Path) -> None:
    with storing(path), contextlib.suppress(FileNotFoundError):
        unlink(path)


def read(path: Path, limit: int) -> bytes:
    """Read a file. Raise `CannotRead`, or `Damaged` for one larger than `limit`, without reading
    all of it."""
    with reading(path):
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # reading a pipe could take for ever
            raise CannotRead(path, FileFault.NO_FILE)
        with path.open("rb") as file:
            content = file.read(limit + 1)
    if len(content) > limit:
        raise Damaged(path, FileFault.LARGER.reason(most=limit))
    return content


@contextlib.contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn an `OSError` while writing there into an error that names it. Raise `CannotStore`."""
    try:
        yield
    except OSError as error:
        raise CannotStore(path, fault_of(error)) from None


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn an `OSError` while reading it into an error that names it. Raise `CannotRead`."""
    try:
        yield
    except OSError as error:
        raise CannotRead(path, fault_of(error)) from None


def _last_used(folder: Path) -> float:
    try:
        return TableFolder(folder).journal.stat().st_mtime
    except OSError:  # there is no journal yet, or it is another user's
        return folder.lstat().st_mtime


def _is_table(entry: Path) -> bool:
    return re.fullmatch(r"[0-9a-f]{64}", entry.name) is not None
