"""Phones at a host's table: for each, a child process that has the seat and serves its page.

Their data directories are in `phones/` of the host's, and they exit with the host as its bots do.
Each prints where its page's door leads (`page_doors.py`), the single-use address of the page, and a
new one whenever it has been used.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from p2p_hanabi.gathering import Member, PhoneCode, PhoneSeat
from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.page.page_port import PagePort
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.words.i18n import _
from protocol.identity.seating import Seating

from ..console.failures import LEFT, Failed
from ..settings.page_file import keep_port, kept_page
from .page_doors import OPENED, Door, OwnDoors, PageDoors
from .seat_processes import (
    LOOK_S,
    Restarts,
    SeatKeys,
    exited_at,
    has_room,
    is_unfinished,
    launch,
    release,
    terminate_all,
    wait_for_all,
)

MOST = 4
STARTS = 20
"""How often each is started while a table gathers: its player may have left, or chosen a name that
is taken."""
UNNAMED = "Phone"
"""The name that a seat's identity has until its player types one."""
ADDRESS = b"http://"
"""How the line with an address begins."""


@dataclass
class _PhoneProcess:
    """`address` is the address to scan, empty until there is one; a second one replaces it once it
    has been scanned."""

    number: int
    folder: Path
    command: list[str]
    process: subprocess.Popen[bytes]
    door_opened: Callable[[bytes], None]
    address: str = ""
    is_scanned: bool = False
    starts: int = 1
    restarts: Restarts = field(default_factory=Restarts)

    def listen(self) -> None:
        """Start to read the process's output, storing the latest address in `address`, and passing
        on where its door leads to `opened`."""
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, output: IO[bytes] | None) -> None:
        if output is None:
            return
        with output, contextlib.suppress(ValueError):
            for line in output:
                if line.startswith(OPENED):
                    self.door_opened(line)
                if line.startswith(ADDRESS):
                    self.is_scanned = bool(self.address)
                    self.address = line.decode(errors="replace").strip()


class PhoneProcesses:
    """The processes for `count` phones at each gathering table. `doors` are those of the port that
    this process has already; without them, it opens one once there is a phone."""

    def __init__(
        self, home: Home, interface: str | None, count: int = 0, doors: PageDoors | None = None
    ) -> None:
        self.count = count
        self.lender = b""
        """The key of the guest at whose table these are; empty for a host's."""
        self.is_review = False
        """Whether they look at a finished game."""
        self._home = home
        self._folder = home.phones
        self._interface = interface
        self._where = [] if interface is None else ["--interface", interface]
        self._doors = doors
        self._addresses: tuple[Address, ...] = ()
        self._exit_stack = AsyncExitStack()
        self._running: list[_PhoneProcess] = []
        self._seat_keys = SeatKeys(self._folder)

    async def __aenter__(self) -> PhoneProcesses:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_more: object) -> None:
        processes = [phone.process for phone in self._running]
        if kind is None and not self.is_review:  # which nobody's leaving ends for the others
            await asyncio.to_thread(wait_for_all, processes)
        # Meanwhile the port passes on why their pages are closed.
        await asyncio.to_thread(terminate_all, processes)
        await self._exit_stack.aclose()

    async def _open_doors(self) -> PageDoors:
        """Find out where phones reach this computer. Raise `Failed`."""
        if self._doors is None:
            port = await self._exit_stack.enter_async_context(PagePort(kept_page(self._home)[0]))
            self._doors = OwnDoors(port, self._interface, partial(keep_port, self._home))
        self._addresses = await self._doors.addresses()
        return self._doors

    async def look_for_network(self) -> None:
        """Before seats are started again: find out where phones reach this computer now."""
        left = (one for one in self._running if not one.restarts.has_given_up)
        if any(phone.process.poll() is not None for phone in left):
            with contextlib.suppress(Failed):  # they are started where phones reached it before
                await self._open_doors()

    @property
    def is_empty(self) -> bool:
        return not self._running

    def seats(self, members: Sequence[Member]) -> tuple[PhoneSeat, ...]:
        """Return the seats for phones at a gathering table with these members."""
        names = {one.identity: one.name for one in members}
        there = [self._seat(phone, names) for phone in self._running]
        return (*there, *(PhoneSeat() for _each in range(self.count - len(there))))

    def _seat(self, phone: _PhoneProcess, names: Mapping[bytes, str]) -> PhoneSeat:
        key = self._seat_keys.key_of(phone.folder.name) if names else None
        return PhoneSeat(phone.address, phone.is_scanned, "" if key is None else names.get(key, ""))

    def codes_at(self, seating: Seating) -> list[PhoneCode]:
        """Return the codes that move a seat at this table from its phone to another one."""
        running = [phone for phone in self._running if phone.address]
        codes = {self._seat_keys.key_of(phone.folder.name): phone.address for phone in running}
        there = [place for place in seating.places if place.identity in codes]
        return [PhoneCode(place.name, codes[place.identity]) for place in there]

    def identities(self) -> frozenset[bytes]:
        """Return the keys of the seats, made before their players have names: the host is told
        before these join. Raise `CannotStore`."""
        folders = [phone.folder for phone in self._running] or self._homes()[: self.count]
        homes = map(Home, folders)
        made = (home.player(UNNAMED, lambda: os.urandom(32)) for home in homes)
        return frozenset(one.identity.public_key for one in made)

    async def join(self, address: str, code: str | None) -> None:
        """Start the missing processes, which join the table at this address. Raise `Failed`."""
        if not self.count:
            return
        doors = await self._open_doors()
        joins = ["join", "--new", *self._here, "--phone", "--connect", address, *self._where]
        for phone in self._running:  # those that have exited are started again with this
            phone.command, phone.starts, phone.restarts = joins, 1, Restarts()
        for number in range(len(self._running), self.count):
            self._start(number + 1, joins, code, doors)

    async def resume(self, table: bytes) -> None:
        """Start those that left this table unfinished. Raise `Failed`."""
        for number, folder in enumerate(self._homes(), start=1):
            if is_unfinished(folder, table):
                self._start(number, self._resuming(table), None, await self._open_doors())
        self.count = len(self._running)

    def are_here(self, identity: bytes) -> bool:
        """Return whether this is the key of a phone's seat on this machine."""
        return self._seat_keys.has(identity, (folder.name for folder in self._homes()))

    async def keep_joining(
        self, code: Callable[[], str | None], tell: Callable[[str], None]
    ) -> None:
        """Restart processes that exit while the table gathers, with the current code. One that
        exits `STARTS` times is reported once."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.look_for_network()
            for phone in [one for one in self._running if one.process.poll() is not None]:
                if phone.starts < STARTS:
                    if has_room(partial(self._start_again, phone, code())):
                        phone.starts += 1
                elif not phone.restarts.has_given_up:
                    phone.restarts.has_given_up, phone.address = True, ""
                    tell(_("A seat for a phone could not be opened on this computer."))

    def keep_playing(self, seating: Seating) -> list[str]:
        """Start the seats of phones again whose processes have exited in the middle of this table:
        a phone's page then reconnects by itself. Return what to tell about those that are given
        up."""
        given_up = []
        for phone in exited_at(seating.table, self._running):
            phone.command = self._resuming(seating.table)
            has_left = phone.process.returncode == LEFT
            if has_left or phone.restarts.begin(time.monotonic()):
                if not has_room(partial(self._start_again, phone, None)) and not has_left:
                    phone.restarts.postpone()
            else:
                phone.address = ""
                given_up.append(
                    _(
                        "The seat of {name}, which runs on this computer, stopped again and again. "
                        "Leave the table, and come back: that starts it once more."
                    ).format(name=self._name(phone, seating))
                )
        return given_up

    def _name(self, phone: _PhoneProcess, seating: Seating) -> str:
        key = self._seat_keys.key_of(phone.folder.name)
        return next(place.name for place in seating.places if place.identity == key)

    def _resuming(self, table: bytes) -> list[str]:
        return ["resume", *self._here, "--table", table.hex(), "--phone", *self._where]

    @property
    def _here(self) -> list[str]:
        lender = ["--lender", self.lender.hex()] if self.lender else []
        return ["--local-seat", *lender, *(["--in-review"] if self.is_review else [])]

    def _start_again(self, phone: _PhoneProcess, code: str | None) -> None:
        release(phone.process)
        phone.address, phone.is_scanned = "", False
        phone.process = self._launch(phone.number, phone.command, code)
        phone.listen()

    def _homes(self) -> list[Path]:
        return [self._home_of(number + 1) for number in range(MOST)]

    def _home_of(self, number: int) -> Path:
        return self._folder / str(number)

    def _start(self, number: int, command: list[str], code: str | None, doors: PageDoors) -> None:
        process = self._launch(number, command, code)
        phone = _PhoneProcess(number, self._home_of(number), command, process, doors.door_opened)
        self._running.append(phone)
        phone.listen()

    def _launch(self, number: int, command: list[str], code: str | None) -> subprocess.Popen[bytes]:
        if self._doors is not None:
            door = Door(self._doors.name(number), self._addresses)
            command = [*command, "--door", str(door)]
        return launch(command, self._home_of(number), code, output=subprocess.PIPE)
