"""Child processes that play seats for a host, and exit with it.

Each exits when its standard input, a pipe from the host, is closed; the operating system closes it
even if the host is killed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol, TypeVar

from p2p_hanabi import program
from p2p_hanabi.faults import is_shortage
from p2p_hanabi.folders import HOME_VARIABLE
from p2p_hanabi.net.table.seat import unfinished
from p2p_hanabi.paths import Home, StorageFailed, is_there
from p2p_hanabi.program import started_again

from ..settings.environment import CODE_VARIABLE

if TYPE_CHECKING:
    from p2p_hanabi.systems.tools import ChildProcess, ForkServer

_log = logging.getLogger(__name__)

CHILD = "--child"
END_S = 5.0
LOOK_S = 0.5
MAX_RESTARTS = 4
RESTARTS_WITHIN_S = 120.0


def is_unfinished(home: Path, table: bytes) -> bool:
    """Return whether the player of this data directory left the table unfinished."""
    return any(own.seating.table == table for own in unfinished(Home(home)))


def is_playing(home: Path, table: bytes) -> bool:
    """Return whether the player of this data directory has a seat at the table, which has not ended
    for it. A seat that cannot be read has none."""
    try:
        here = Home(home)
        return is_there(here.table_folder(table).seat) and not any(here.transcripts_of(table))
    except StorageFailed:
        return False


@dataclass
class Restarts:
    """When a seat's process was started again at its table, in seconds of the system's clock."""

    times: list[float] = field(default_factory=list)
    has_given_up: bool = False

    def begin(self, now: float) -> bool:
        """Count one more. Return False, and give up, if there were `MAX_RESTARTS` in the last
        `RESTARTS_WITHIN_S`: whatever ends the process would end it again."""
        self.times = [each for each in self.times if now - each < RESTARTS_WITHIN_S]
        self.has_given_up = len(self.times) >= MAX_RESTARTS
        if not self.has_given_up:
            self.times.append(now)
        return not self.has_given_up

    def postpone(self) -> None:
        """Count the last one no more: the system had no room for a process."""
        self.times.pop()


class Supervised(Protocol):
    """A seat's process, its data directory and its restarts."""

    folder: Path
    restarts: Restarts

    @property
    def process(self) -> ChildProcess: ...


S = TypeVar("S", bound=Supervised)


def exited_at(table: bytes, running: Iterable[S]) -> list[S]:
    """Return those whose processes have exited in the middle of this table, but for those that have
    been given up."""
    return [
        one
        for one in running
        if one.process.poll() is not None
        and not one.restarts.has_given_up
        and is_playing(one.folder, table)
    ]


class SeatKeys:
    """The public keys of the players whose data directories are in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._identities: dict[str, bytes] = {}

    def key_of(self, name: str) -> bytes | None:
        """Return a player's key; None if it cannot be read."""
        home = Home(self._folder / name)
        if name not in self._identities:
            with contextlib.suppress(StorageFailed):  # such a seat cannot be played either
                self._identities[name] = home.known_player().identity.public_key
        return self._identities.get(name)

    def has(self, identity: bytes, names: Iterable[str]) -> bool:
        """Return whether this is the key of one of these players."""
        return self._folder.exists() and identity in map(self.key_of, names)


def launch(
    arguments: list[str],
    home: Path,
    code: str | None,
    *,
    output: int = subprocess.DEVNULL,
    errors: int | IO[bytes] = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start `p2phanabi ARGUMENTS` with its own data directory, as a child process that exits with
    this one."""
    changed = {**os.environ, **_changes(home, code)}
    environment = {name: value for name, value in changed.items() if value is not None}
    command = started_again(*arguments, CHILD)
    return program.start(command, env=environment, stdout=output, stderr=errors)


def launch_or_fork(
    forks: ForkServer | None,
    arguments: list[str],
    home: Path,
    code: str | None,
    *,
    errors: IO[bytes],
) -> ChildProcess:
    """Start the same, by the fork server if there is one."""
    if forks is not None:
        process = forks.start([*arguments, CHILD], _changes(home, code), errors)
        if process is not None:
            return process
    return launch(arguments, home, code, errors=errors)


def _changes(home: Path, code: str | None) -> dict[str, str | None]:
    return {HOME_VARIABLE: str(home), CODE_VARIABLE: code}


def has_room(start: Callable[[], object]) -> bool:
    """Start a process. Return False if the system has no room for it now: it can be tried again."""
    try:
        start()
    except OSError as error:
        if not is_shortage(error):
            raise
        _log.warning("no process for a seat on this machine: %s", error)
        return False
    return True


def release(process: ChildProcess) -> None:
    """Wait for a terminated process to exit; kill it after `END_S`."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def terminate_all(processes: Sequence[ChildProcess]) -> None:
    """Terminate processes, and wait for them to exit."""
    for process in processes:
        process.terminate()
    for process in processes:
        release(process)


def wait_for_all(processes: Iterable[ChildProcess]) -> None:
    """Wait up to `END_S` for processes that exit on their own, since their table has ended."""
    until = time.monotonic() + END_S
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, until - time.monotonic()))


def exit_on_eof() -> None:
    """Terminate this process when its standard input is closed. Its messages are in its journal."""

    stdin = sys.stdin.fileno()

    def wait() -> None:
        while os.read(stdin, 1024):  # not through sys.stdin, whose lock is needed at shutdown
            continue
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
