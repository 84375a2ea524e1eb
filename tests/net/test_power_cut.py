"""A power cut at every moment of a game: no seat ever contradicts what it has sent.

A seat's writes, syncs and messages are recorded in order. After each of them the file may be cut
anywhere between what was synced and what was written, also inside a record, and be padded with
zeros; from each of these files the seat is restored.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import msgpack

from p2p_hanabi.net.table.journal import Journal
from p2p_hanabi.net.table.seat import Seated
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.peer.effects import Broadcast, Persist
from protocol.peer.messages import read_message
from protocol.peer.table import SigningSeat, Table
from tests.any_game import AnyTable

from .tables import HANABI, play_by_bot, seat_all, session, stop

SEATS, MOVES = 3, 2


@dataclass
class Disk:
    """What one seat did, and in what order."""

    seated: Seated
    written: int = 0
    synced: int = 0
    syncs: int = 0
    """How often it could not wait."""
    ranges: list[tuple[int, int, int]] = field(default_factory=list)
    """After each step: what was synced and written, and how many own statements were sent."""
    sent: list[Statement] = field(default_factory=list)

    def watch(self) -> None:
        journal, mesh = self.seated.journal, self.seated.mesh
        really_write, really_sync = journal.write, journal.sync
        really_broadcast, really_send = mesh.broadcast, mesh.send
        self.written = self.synced = journal.path.stat().st_size

        def write(records: Sequence[Persist]) -> None:
            really_write(records)
            self.written = journal.path.stat().st_size
            self._step()

        def sync() -> None:
            self.syncs += journal.is_due
            really_sync()
            self.synced = self.written
            self._step()

        def broadcast(message: bytes) -> None:
            self._sends(message)
            really_broadcast(message)

        def send(seat: Seat, message: bytes) -> None:
            self._sends(message)
            really_send(seat, message)

        for owner, call in ((journal, write), (journal, sync), (mesh, broadcast), (mesh, send)):
            setattr(owner, call.__name__, call)

    def _sends(self, message: bytes) -> None:
        try:
            stated = read_message(message, self.seated.seating)
        except Dropped:
            return  # what links say to each other
        if isinstance(stated, Statement) and stated.seat == self.seated.seat:
            self.sent.append(stated)
        self._step()

    def _step(self) -> None:
        self.ranges.append((self.synced, self.written, len(self.sent)))


def boundaries(content: bytes) -> list[int]:
    """Return where each record ends."""
    unpacker = msgpack.Unpacker(use_list=False, raw=False)
    unpacker.feed(content)
    return [unpacker.tell() for _ in unpacker]


def worst(disk: Disk, cut: int) -> tuple[int, int] | None:
    """Return how many statements may have been sent, and how much written, when the file is cut
    here; None if it is never cut here."""
    steps = [(sent, high) for low, high, sent in disk.ranges if low <= cut <= high]
    return (max(sent for sent, _ in steps), max(high for _, high in steps)) if steps else None


def restored(seated: Seated, file: Path) -> AnyTable:
    journal, content = Journal.reopen(file, seated.own.secret)
    journal.close()
    me = SigningSeat(seated.seat, seated.identity, seated.own.secret)
    table: AnyTable = Table(HANABI, seated.seating, seated.signatures, me)
    table.restore(content.records)
    return table


def stated_again(table: AnyTable) -> Iterator[Statement]:
    """Yield what the seat says by itself as soon as it is back."""
    for effect in table.start():
        if isinstance(effect, Broadcast):
            stated = read_message(effect.message, table._seating)
            if isinstance(stated, Statement):
                yield stated


@asynccontextmanager
async def played(folder: Path) -> AsyncIterator[list[Disk]]:
    """Play for some moves, and yield what each seat did, while all of them still play."""
    seated = await seat_all(folder, SEATS)
    disks = [Disk(one) for one in seated]
    for disk in disks:
        disk.watch()
    sessions = [session(folder, one, 5.0, discovers=False) for one in seated]
    running = [asyncio.create_task(each.run()) for each in sessions]
    bots = [play_by_bot(each, Seat(seat), MOVES) for seat, each in enumerate(sessions)]
    await asyncio.gather(*bots)
    yield disks
    await stop(running)


async def test_a_seat_syncs_no_more_often_than_it_speaks(tmp_path: Path) -> None:
    async with played(tmp_path) as disks:
        assert all(0 < disk.syncs <= len(disk.sent) for disk in disks)


async def test_no_power_cut_makes_a_seat_contradict_itself(tmp_path: Path) -> None:
    async with played(tmp_path) as disks:
        contents = [disk.seated.journal.path.read_bytes() for disk in disks]
    assert any(low < high for disk in disks for low, high, _ in disk.ranges)  # else all is synced
    for disk, content in zip(disks, contents, strict=True):
        for end, following in pairwise(boundaries(content)):
            for left in (content[:end], content[: end + 1], content[: following - 1]):
                if (most := worst(disk, len(left))) is None:
                    continue
                promised, written = disk.sent[: most[0]], most[1]
                for file in (left, left.ljust(written, b"\0")):
                    (tmp_path / "left").write_bytes(file)
                    check(restored(disk.seated, tmp_path / "left"), promised)


def check(table: AnyTable, promised: Sequence[Statement]) -> None:
    """The seat knows all that it has sent, and says nothing else for the same rounds."""
    history = table._history
    stated = [history.statements, *(each.statements for each in history.rounds)]
    known = {one.digest for each in stated for one in each.values()}
    assert all(one.digest in known for one in promised)
    places = {one.round_number: one for one in promised}
    for again in stated_again(table):
        assert again.value == places.get(again.round_number, again).value
