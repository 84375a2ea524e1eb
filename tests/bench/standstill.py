"""How long the event loop of a seat is blocked: the longest time of one of its callbacks.

A game of five over real links, journals and threads, in one process, on a disk made slow: each
`os.fsync` takes 50 ms longer. The moves are chosen in another thread. Two times of the loop's own
thread are measured: of the processor, in which other threads, processes and load do not count; and
by the clock, less the wait for a processor, which includes all waits for the disk and for other
threads. The calls of `os.fsync` are counted by thread.

    python -m tests.bench.standstill
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
import time
from asyncio import events
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from p2p_hanabi.commands.records.audit_sentence import verdict_on
from p2p_hanabi.games.hanabi.bot.player import choose
from p2p_hanabi.games.hanabi.moves import HintColour, HintRank
from p2p_hanabi.net.table.session import Session
from protocol.audit.verdict import replay
from protocol.game import Seat
from protocol.rounds.phases import Moving
from tests.any_game import RULES, bare
from tests.bench.clock import out
from tests.net.tables import is_to_move, seat_all, session

SEATS = 5
SLOW_S = 0.05
SETUP, HINT, OTHER, END = "set-up", "a hint", "another move", "the end and its audit"


class Longest:
    """The longest callbacks of a loop, by what the table was doing."""

    def __init__(self) -> None:
        self.at = SETUP
        self.seconds: dict[str, float] = defaultdict(float)
        self.stalls: dict[str, float] = defaultdict(float)
        self.syncs = {"the loop's thread": 0, "other threads": 0}
        self.syncs_during: dict[str, int] = defaultdict(int)
        self.moves = 0
        self.statements = 0  # from the first move on

    @contextmanager
    def watching(self) -> Iterator[None]:
        really_run = events.Handle._run
        queue = RunQueue()

        def run(handle: Any) -> None:
            # Reading the queue releases the GIL, and may wait for it: this is not timed.
            queued, began, at = queue.waited_s(), time.thread_time(), time.perf_counter()
            really_run(handle)
            stalled, spent = time.perf_counter() - at, time.thread_time() - began
            stall = stalled - (queue.waited_s() - queued)
            self.seconds[self.at] = max(self.seconds[self.at], spent)
            self.stalls[self.at] = max(self.stalls[self.at], stall)

        really_sync, loop = os.fsync, threading.get_ident()

        def sync(descriptor: int) -> None:
            is_loop = threading.get_ident() == loop
            self.syncs["the loop's thread" if is_loop else "other threads"] += 1
            self.syncs_during[self.at] += 1
            time.sleep(SLOW_S)
            really_sync(descriptor)

        setattr(events.Handle, "_run", run)  # noqa: B010 - mypy forbids the assignment
        setattr(os, "fsync", sync)  # noqa: B010 - the same
        try:
            yield
        finally:
            setattr(os, "fsync", really_sync)  # noqa: B010 - the same
            setattr(events.Handle, "_run", really_run)  # noqa: B010 - the same


class RunQueue:
    """How long this thread has waited for a processor (Linux; elsewhere it is not known)."""

    def __init__(self) -> None:
        path = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = os.open(path, os.O_RDONLY) if path.exists() else None

    def waited_s(self) -> float:
        if self._file is None:
            return 0.0
        return int(os.pread(self._file, 64, 0).split()[1]) / 1e9


def main() -> None:
    longest = Longest()
    with tempfile.TemporaryDirectory(prefix="p2phanabi-bench-") as folder:
        asyncio.run(_game(Path(folder), longest))
    out("the longest block of a seat's event loop, five seats: of the processor; by the clock:")
    for at in (SETUP, HINT, OTHER, END):
        spent, stall = longest.seconds[at] * 1e3, longest.stalls[at] * 1e3
        out(f"  {at:<24} {spent:6.1f} ms {stall:6.1f} ms")
    out(f"calls of fsync, each made {SLOW_S * 1e3:.0f} ms longer:")
    for where, count in longest.syncs.items():
        out(f"  {where:<24} {count:6}")
    in_moves = longest.syncs_during[HINT] + longest.syncs_during[OTHER]
    out(f"  a seat in the set-up     {longest.syncs_during[SETUP] / SEATS:6.1f}")
    out(f"  a seat and move          {in_moves / SEATS / longest.moves:6.2f}")
    out(f"statements of its own      {longest.statements / SEATS / longest.moves:6.2f}")
    if longest.syncs["the loop's thread"]:
        raise SystemExit("the event loop waited for the disk")


async def _game(folder: Path, longest: Longest) -> None:
    seated = await seat_all(folder, SEATS)
    sessions = [session(folder, one, 5.0, discovers=False) for one in seated]
    with longest.watching():
        playing = [asyncio.create_task(_play(s, Seat(i), longest)) for i, s in enumerate(sessions)]
        await asyncio.gather(*(each.run() for each in sessions))
        await asyncio.gather(*playing)
        for each in sessions:
            if each.transcript_path is not None:
                longest.statements = await asyncio.to_thread(statements_in, each.transcript_path)
                await asyncio.to_thread(verdict_on, each.transcript_path)


def statements_in(path: Path) -> int:
    rounds = replay(path.read_bytes(), RULES).rounds
    first = next(i for i, done in enumerate(rounds) if isinstance(done.stage.phase, Moving))
    return sum(len(done.statements) for done in rounds[first:])


async def _play(session: Session, seat: Seat, longest: Longest) -> None:
    """Read everything at each change, as a screen does."""
    async for _ in session.changes():
        session.remarks(), session.seats()
        if session.now.ending is not None:
            longest.at = END
        elif is_to_move(session, seat):
            move = await asyncio.to_thread(choose, bare(session.now.view))
            longest.at = HINT if isinstance(move, HintColour | HintRank) else OTHER
            longest.moves += 1
            session.play(bare(move))


if __name__ == "__main__":
    main()
