"""A disk may take long to sync: the program never waits for it in an event loop."""

from __future__ import annotations

import asyncio
import os
import sys
from types import FrameType

PROGRAM = f"{os.sep}p2p_hanabi{os.sep}"
STORAGE = {"paths.py", "posix.py", "windows.py", "journal.py", "contextlib.py"}
STORING = {"store_own_seat"}
AT_THE_START = {("environment.py", "player")}
"""Makes the identity at the very first start, before the loop has anything else to do."""


class SyncedInTheLoop(AssertionError):
    """The program has synced a file in the thread of an event loop."""


def sync_only_in_threads() -> None:
    """From now on `os.fsync` refuses to be called by the program in the thread of a running loop.
    Tests may prepare their files as they like."""
    really_sync = os.fsync

    def fsync(descriptor: int) -> None:
        if _is_in_loop() and _is_program(sys._getframe(1)):
            raise SyncedInTheLoop
        really_sync(descriptor)

    setattr(os, "fsync", fsync)  # noqa: B010 - mypy forbids the assignment


def _is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _is_program(frame: FrameType | None) -> bool:
    """Return whether the first caller that is not about files is of the program."""
    while frame is not None:
        file, name = frame.f_code.co_filename, frame.f_code.co_name
        if os.path.basename(file) not in STORAGE and name not in STORING:
            return PROGRAM in file and (os.path.basename(file), name) not in AT_THE_START
        frame = frame.f_back
    return False
