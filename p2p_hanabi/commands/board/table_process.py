"""The process that has the table of a big screen: it plays the first phone's seat, and starts the
others. It exits with the process of the big screen, which has no seat and no key."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO

from p2p_hanabi.gathering import PhoneCode
from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.web import board_page
from p2p_hanabi.ui.web.live_page import Page
from p2p_hanabi.ui.web.wire import NotAMessage
from p2p_hanabi.ui.words.i18n import _

from ..console.failures import LEFT, NOT_GOOD, Failed
from ..local_seats.page_doors import OPENED, Door, PageDoors
from ..local_seats.phone_processes import ADDRESS
from ..local_seats.seat_processes import (
    Restarts,
    is_playing,
    launch,
    release,
    terminate_all,
)
from .board_feed import BoardNews, news_from

MAX_COMPLAINT = 1000


class TableProcess:
    """`offer` is the command that opens a new table, with its arguments; `doors` are those of the
    port of the big screen's page. `changed` is called when there is something new to show."""

    def __init__(
        self, home: Home, offer: Sequence[str], interface: str | None, doors: PageDoors
    ) -> None:
        where = [] if interface is None else ["--interface", interface]
        self.changed: Callable[[], object] = lambda: None
        self.transcripts: list[str] = []
        self._home = Home(home.board)
        self._offer = offer
        self._doors = doors
        self._common = ["--phone", "--feeds-board", *where]
        self._news: BoardNews | None = None
        self._address = ""
        self._table = b""
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed below
        self._restarts = Restarts()

    async def __aenter__(self) -> TableProcess:
        return self

    async def __aexit__(self, *_why: object) -> None:
        if self._process is not None:
            await asyncio.to_thread(terminate_all, [self._process])
        self._errors.close()

    @property
    def page(self) -> Page:
        """What everybody may see now."""
        return board_page.first_code(self._address) if self._news is None else self._news.page

    @property
    def phones(self) -> tuple[PhoneCode, ...]:
        """The codes that give the seats of a table to other phones."""
        if self._news is None or not self._news.table:
            return ()
        first = (PhoneCode(self._news.name, self._address),) if self._address else ()
        return (*first, *self._news.phones)

    async def run(self, table: bytes = b"", *, reopens: bool = False) -> None:
        """Keep the process running until its players have left after a game. Continue this table,
        if there is one, or `reopens` one that was still gathering, else open a new one. Raise
        `Failed` if the process exits again and again, or no phone can reach this computer."""
        self._table, self._news, self._address = table, None, ""
        command = self._resuming() if table else self._opening("--reopen" if reopens else "--new")
        while True:
            code = await self._exit_code(command)
            if self._news is not None and self._news.is_over and code in (0, NOT_GOOD):
                return
            if code != LEFT and not self._restarts.begin(time.monotonic()):
                raise Failed(self._complaint(), code)
            command = self._next()

    def _next(self) -> list[str]:
        """Return how to start the process again, which has exited too early."""
        self._address = ""
        if self._table and is_playing(self._home.path, self._table):
            return self._resuming()
        if left_open(self._home):
            return self._opening("--reopen")
        self._news = None
        return self._opening("--new")

    def _opening(self, how: str) -> list[str]:
        command, *arguments = self._offer or ("host",)
        asks = [how] if command == "host" else []  # a review is never opened again
        return [command, *asks, *arguments, *self._common]

    def _resuming(self) -> list[str]:
        return ["resume", "--table", self._table.hex(), *self._common]

    async def _exit_code(self, command: list[str]) -> int:
        """Run the process, and listen to it until it exits."""
        loop, is_silent = asyncio.get_running_loop(), asyncio.Event()
        door = Door(self._doors.name(1), await self._doors.addresses())
        self._errors.seek(0)
        self._errors.truncate()
        process = self._process = launch(
            [*command, "--door", str(door)],
            self._home.path,
            None,
            output=subprocess.PIPE,
            errors=self._errors,
        )
        self.changed()

        def listen() -> None:
            if process.stdout is not None:
                with process.stdout, contextlib.suppress(ValueError):
                    for line in process.stdout:
                        loop.call_soon_threadsafe(self._receive, line)
            loop.call_soon_threadsafe(is_silent.set)

        threading.Thread(target=listen, daemon=True).start()
        await is_silent.wait()
        await asyncio.to_thread(release, process)
        return process.returncode

    def _receive(self, line: bytes) -> None:
        if line.startswith(OPENED):
            self._doors.door_opened(line)
        elif line.startswith(ADDRESS):
            self._address = line.decode(errors="replace").strip()
        else:
            try:
                news = self._news = news_from(line)
            except NotAMessage:
                return
            self._table = bytes.fromhex(news.table) or self._table
            if news.transcript and news.transcript not in self.transcripts:
                self.transcripts.append(news.transcript)
        self.changed()

    def _complaint(self) -> str:
        self._errors.seek(0)
        why = self._errors.read(MAX_COMPLAINT).decode(errors="replace")
        sentence = _("The table could not be kept open on this computer.")
        return " ".join([sentence, *why.split()])
