"""Events as JSON lines on standard output.

A thread writes them: a reader that is slow, or has stopped, holds up no table.
"""

from __future__ import annotations

import io
import json
import os
import select
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

EVENTS_VERSION = 1
"""Of the events: within a version fields are added, and none changes what it means."""
LAST_S = 60.0
"""How long the end of the program waits for a reader."""


def line_of(event: str, **facts: Any) -> str:
    """Return the line. `t` is seconds on the monotonic clock, `cpu` those of this process."""
    took = {"t": time.monotonic(), "cpu": time.process_time()}
    return json.dumps({"v": EVENTS_VERSION, "event": event, **took, **facts}) + "\n"


def path_fact(path: Path | None) -> str | None:
    return None if path is None else str(path)


class JsonLines:
    """Writes to a file descriptor, or where there is none to whatever stands for standard output.

    A reader that has gone ends nothing: what is left is dropped.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self._out = _standard_output() if descriptor is None else descriptor
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._write_all, daemon=True)
        self._thread.start()

    def tell(self, event: str, **facts: Any) -> None:
        self._lines.put(line_of(event, **facts).encode())

    def close(self) -> None:
        """Write the rest, if somebody reads it."""
        self._lines.put(None)
        self._thread.join(LAST_S)

    def _write_all(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                self._write(line)
        except OSError:
            return  # nobody reads it any more, or the disk is full

    def _write(self, line: bytes) -> None:
        if self._out is None:
            sys.stdout.write(line.decode())
            sys.stdout.flush()
            return
        while line:
            try:
                line = line[os.write(self._out, line) :]
            except BlockingIOError:  # a terminal that is typed at as well
                select.select([], [self._out], [])


def _standard_output() -> int | None:
    try:
        return sys.stdout.fileno()
    except io.UnsupportedOperation:
        return None
