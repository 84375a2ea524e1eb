"""Events as JSON lines on standard output.

A thread writes them, so that a slow or stopped reader never blocks a table.
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
"""Version of the event format. Within a version, fields may be added, but never change meaning."""
LAST_S = 60.0
"""How long `close` waits for the reader."""


def line_of(event: str, **facts: Any) -> str:
    """Format an event. `t` is seconds on the monotonic clock, `cpu` this process's CPU seconds."""
    took = {"t": time.monotonic(), "cpu": time.process_time()}
    return json.dumps({"v": EVENTS_VERSION, "event": event, **took, **facts}) + "\n"


def path_fact(path: Path | None) -> str | None:
    return None if path is None else str(path)


class JsonLines:
    """Writes to a file descriptor, or to `sys.stdout` if it has none.

    If the reader closes its end, the remaining lines are dropped.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self._out = _standard_output() if descriptor is None else descriptor
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._write_all, daemon=True)
        self._thread.start()

    def report(self, event: str, **facts: Any) -> None:
        self._lines.put(line_of(event, **facts).encode())

    def close(self) -> None:
        """Flush the remaining lines if the reader accepts them in time."""
        self._lines.put(None)
        self._thread.join(LAST_S)

    def _write_all(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                self._write(line)
        except OSError:
            return  # the reader has closed its end, or the disk is full

    def _write(self, line: bytes) -> None:
        if self._out is None:
            sys.stdout.write(line.decode())
            sys.stdout.flush()
            return
        while line:
            try:
                line = line[os.write(self._out, line) :]
            except BlockingIOError:  # a terminal shared with a non-blocking stdin
                select.select([], [self._out], [])


def _standard_output() -> int | None:
    try:
        return sys.stdout.fileno()
    except io.UnsupportedOperation:
        return None
