"""Processes of this program that play seats for a host, and end with it.

Each is on a leash: it ends when the standard input that the host holds open is closed, which the
system does even for a host that was killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from p2p_hanabi import program
from p2p_hanabi.paths import Home, StorageFailed
from p2p_hanabi.program import started_again

from ..settings.environment import CODE_VARIABLE

END_S = 5.0
LOOK_S = 0.5


class SeatKeys:
    """The public keys of the players whose data directories are in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._keys: dict[str, bytes] = {}

    def of(self, name: str) -> bytes | None:
        """Return a player's key; None if it has none that can be read."""
        home = Home(self._folder / name)
        if name not in self._keys:
            with contextlib.suppress(StorageFailed):  # that seat cannot be played either
                self._keys[name] = home.known_player().identity.public
        return self._keys.get(name)

    def has(self, identity: bytes, names: Iterable[str]) -> bool:
        """Tell whether this is the key of one of these players."""
        return self._folder.exists() and identity in map(self.of, names)


def launch(
    arguments: list[str],
    home: Path,
    code: str | None,
    *,
    output: int = subprocess.DEVNULL,
    errors: int | IO[bytes] = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start `p2phanabi ARGUMENTS` with its own data directory, as a process that ends with this
    one."""
    environment = {**os.environ, "P2PHANABI_HOME": str(home)}
    environment.pop(CODE_VARIABLE, None)
    if code is not None:
        environment[CODE_VARIABLE] = code
    command = started_again(*arguments, "--leash")
    return program.start(command, env=environment, stdout=output, stderr=errors)


def release(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that was told to end; kill one that does not."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for_all(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """Wait, for a moment at most, for processes that leave by themselves: their table has ended."""
    until = time.monotonic() + END_S
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, until - time.monotonic()))


def on_leash() -> None:
    """End this process when its standard input is closed. What it has said is in its journal."""

    leash = sys.stdin.fileno()

    def hold() -> None:
        while os.read(leash, 1024):  # not through sys.stdin, which the end of a program takes over
            continue
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=hold, daemon=True).start()
