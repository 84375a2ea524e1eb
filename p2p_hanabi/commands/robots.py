"""Bots at a table: processes of their own that join as anybody does, and end with their host."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from .settings import CODE_VARIABLE

NAMES = ("Wren", "Robin", "Finch", "Lark", "Swift")
END_S = 5.0


class Robots:
    """Started one by one; whatever still runs when the context ends is ended, and its files go."""

    def __init__(self) -> None:
        self._running: list[subprocess.Popen[bytes]] = []
        self._folder: Path | None = None

    async def __aenter__(self) -> Robots:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            await asyncio.to_thread(self._wait)
        for robot in self._running:
            if robot.poll() is None:
                robot.terminate()
        for robot in self._running:
            try:
                robot.wait(END_S)
            except subprocess.TimeoutExpired:
                robot.kill()
                robot.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _wait(self) -> None:
        """A bot whose table has ended is about to leave by itself."""
        until = time.monotonic() + END_S
        for robot in self._running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                robot.wait(max(0.0, until - time.monotonic()))

    def start(self, count: int, address: str, code: str | None) -> None:
        """`count` bots that join the table at this address."""
        if count == 0:
            return
        self._folder = Path(tempfile.mkdtemp(prefix="p2phanabi-bots-"))
        for number in range(count):
            name = NAMES[number]
            command = ["join", "--bot", "--connect", address, "--name", name]
            self._running.append(launch(command, self._folder / name, code))


def launch(
    arguments: list[str], home: Path, code: str | None, *, output: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """`p2phanabi ARGUMENTS` as a process of its own, with its own data directory."""
    environment = {**os.environ, "P2PHANABI_HOME": str(home)}
    environment.pop(CODE_VARIABLE, None)
    if code is not None:
        environment[CODE_VARIABLE] = code
    return subprocess.Popen(  # noqa: S603 - our own program, arguments as a list
        [sys.executable, "-m", "p2p_hanabi", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,  # Ctrl-C is for the host, which then ends its bots
    )
