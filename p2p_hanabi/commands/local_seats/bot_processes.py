"""Bots at a host's table: child processes that join like any other player, and exit with the host.

Their data directories are in `bots/` of the host's, so that they too can resume an unfinished
table.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from p2p_hanabi.paths import Home
from p2p_hanabi.ui.words.i18n import _
from protocol.identity.seating import Seating

from .seat_processes import (
    LOOK_S,
    Restarts,
    SeatKeys,
    exited_at,
    has_room,
    is_unfinished,
    launch_or_fork,
    release,
    terminate_all,
    wait_for_all,
)

if TYPE_CHECKING:
    from p2p_hanabi.systems.tools import ChildProcess, ForkServer

NAMES = ("Wren", "Robin", "Finch", "Lark", "Swift")
MAX_COMPLAINT = 1000
STARTS = 3
"""How often a bot tries to join: the code may change, or a packet be lost, while it connects."""


@dataclass
class _BotProcess:
    """One bot's process, and how to restart it."""

    folder: Path
    command: list[str]
    process: ChildProcess
    errors: IO[bytes]
    starts: int = 1
    restarts: Restarts = field(default_factory=Restarts)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def complaint(self) -> str:
        """The beginning of what it wrote to standard error, in one line."""
        self.errors.seek(0)
        return " ".join(self.errors.read(MAX_COMPLAINT).decode(errors="replace").splitlines())


class BotProcesses:
    """A host's bots, started one by one, and terminated when the context ends.

    Each waits for `pause_s` seconds before it moves. `forks` forks them; without it each loads the
    program by itself.
    """

    def __init__(
        self,
        home: Home,
        interface: str | None,
        pause_s: float = 0,
        forks: ForkServer | None = None,
    ) -> None:
        self._folder = home.bots
        self._forks = forks
        where = [] if interface is None else ["--interface", interface]
        self._common = ["--bot", *where, "--pause", str(pause_s)]
        self._seat_keys = SeatKeys(self._folder)
        self._running: list[_BotProcess] = []
        self._joining: list[_BotProcess] = []  # at the gathering table
        self._address = ""  # of the gathering table

    async def __aenter__(self) -> BotProcesses:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_more: object) -> None:
        if kind is None:
            await asyncio.to_thread(wait_for_all, [bot.process for bot in self._running])
        terminate_all([bot.process for bot in self._running])
        for bot in self._running:
            bot.errors.close()

    def join(self, count: int, address: str, code: str | None) -> None:
        """Start `count` bots that join the table at this address."""
        self._joining, self._address = [], address
        for _each in range(count):
            self.join_one_more(code)

    def join_one_more(self, code: str | None) -> None:
        """Start another bot that joins the same table. Requires `has_more`."""
        name = self._unused()[0]
        where = ["--local-seat", "--connect", self._address]
        self._joining.append(
            self._start(["join", *where, *self._common, "--name", name], name, code)
        )

    def send_last_away(self) -> bytes | None:
        """Terminate the bot started last. Return its key; None if it never had one."""
        bot = self._joining.pop()
        bot.process.terminate()
        return self._seat_keys.key_of(bot.name)

    @property
    def count(self) -> int:
        """The number of bots that are joining the gathering table, or have joined it."""
        return len(self._joining)

    @property
    def is_empty(self) -> bool:
        return not self._running

    @property
    def has_more(self) -> bool:
        return bool(self._unused())

    def _unused(self) -> list[str]:
        return [name for name in NAMES if name not in [one.name for one in self._joining]]

    async def keep_joining(
        self, code: Callable[[], str | None], tell: Callable[[str], None]
    ) -> None:
        """Restart bots that exit while the table gathers, with the current code.

        A bot that fails `STARTS` times is reported once, and its seat is free for anybody.
        """
        while True:
            await asyncio.sleep(LOOK_S)
            self._forget_dead_server()
            for bot in [one for one in self._joining if one.process.poll() is not None]:
                if bot.starts == STARTS:
                    self._joining.remove(bot)
                    tell(
                        _("The bot {name} could not join, so its seat is free. {why}").format(
                            name=bot.name, why=bot.complaint
                        )
                    )
                    continue
                if has_room(partial(self._start_again, bot, code())):
                    bot.starts += 1

    def keep_playing(self, table: bytes) -> list[str]:
        """Start the bots again whose processes have exited in the middle of this table. Return what
        to tell about those that are given up."""
        self._forget_dead_server()
        given_up = []
        for bot in exited_at(table, self._running):
            if bot.restarts.begin(time.monotonic()):
                bot.command = self._resuming(table)
                if not has_room(partial(self._start_again, bot, None)):
                    bot.restarts.postpone()
            else:
                given_up.append(
                    _(
                        "The bot {name} stopped again and again. {why} Leave the table, and come "
                        "back: that starts it once more."
                    ).format(name=bot.name, why=bot.complaint)
                )
        return given_up

    def _forget_dead_server(self) -> None:
        """Stop using a fork server that has exited: bots are then started as new processes."""
        if self._forks is not None and self._forks.poll() is not None:
            self._forks = None

    def _start_again(self, bot: _BotProcess, code: str | None) -> None:
        release(bot.process)
        bot.errors.seek(0)
        bot.errors.truncate()
        bot.process = launch_or_fork(self._forks, bot.command, bot.folder, code, errors=bot.errors)

    def seated_at(self, seating: Seating) -> int:
        """Return the number of seats played by bots of this host."""
        return sum(self.are_here(place.identity) for place in seating.places)

    def are_here(self, identity: bytes) -> bool:
        """Return whether this is the key of a bot whose files are here."""
        return self._seat_keys.has(identity, NAMES)

    def resume(self, table: bytes) -> None:
        """Start the bots that left this table unfinished."""
        for name in NAMES:
            if is_unfinished(self._folder / name, table):
                self._start(self._resuming(table), name, None)

    def _resuming(self, table: bytes) -> list[str]:
        return ["resume", "--table", table.hex(), *self._common]

    def _start(self, command: list[str], name: str, code: str | None) -> _BotProcess:
        home = self._folder / name
        shutil.rmtree(home / "transcripts", ignore_errors=True)  # the host has its own copy
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the bot
        try:
            process = launch_or_fork(self._forks, command, home, code, errors=errors)
        except OSError:
            errors.close()
            raise
        bot = _BotProcess(home, command, process, errors)
        self._running.append(bot)
        return bot
