"""Read stdin in a thread, where an event loop cannot."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable

_CHUNK = 1 << 16


def feed_from_thread(reader: asyncio.StreamReader, descriptor: int) -> Callable[[], None]:
    """Feed the reader until the input ends, with flow control. Return a function that stops it; a
    thread that is still waiting for input then does not keep the program from exiting."""
    tap = _FlowControl()
    reader.set_transport(tap)
    loop = asyncio.get_running_loop()

    def take(chunk: bytes) -> None:
        if chunk:
            reader.feed_data(chunk)
        else:
            reader.feed_eof()

    def read() -> None:
        chunk = b" "
        while chunk and not tap.is_closing():
            try:
                chunk = os.read(descriptor, _CHUNK)
            except OSError:  # it has gone, or was never open for reading
                chunk = b""
            if tap.is_closing():
                return
            loop.call_soon_threadsafe(take, chunk)
            tap.is_open.wait()

    threading.Thread(target=read, daemon=True).start()
    return tap.close


class _FlowControl(asyncio.ReadTransport):
    """Pauses the thread while the reader's buffer is full."""

    def __init__(self) -> None:
        super().__init__()
        self.is_open = threading.Event()
        self.is_open.set()
        self._is_closing = False

    def pause_reading(self) -> None:
        self.is_open.clear()

    def resume_reading(self) -> None:
        self.is_open.set()

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._is_closing = True
        self.is_open.set()
