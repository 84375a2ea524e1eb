"""Measure the figures of docs/reliability.md on this machine, in some minutes, a line for each.

    python -m tests.lan.figures [resume] [memory] [evenings] [floods] [guesses] [services]

`floods`, `guesses` and `services` need network namespaces (see needs.py).
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.net.tables import play_by_bot, seat_all, session

from .measure import descriptors, listening_port, resident_kib
from .network import Machine, network
from .players import Party, Program, is_one_good_game, party, stranger
from .stranger import MANNERS

LOOPBACK = ("--interface", "127.0.0.1")


def resume(folder: Path) -> None:
    """Play five seats here; each in turn is killed at its turn and resumes, and one again late."""
    with party([None] * 5, folder, *LOOPBACK) as table:
        table.open(table="figures resume")
        took = [_back(table, seat, 0) for seat in range(5)]
        _say(
            "from `resume` until play continues, five seats on one machine, s",
            f"median {statistics.median(took):.2f}, worst {max(took):.2f}",
        )
        _say("the same after 150 rounds, s", f"{_back(table, 4, 150):.2f}")
        assert is_one_good_game(table.end())


def _back(table: Party, seat: int, rounds: int) -> float:
    """Kill it at its first turn after this many rounds; return the seconds until it plays again."""
    table.programs[seat].wait_for("turn", lambda event: event["mine"] and event["round"] >= rounds)
    table.programs[seat].kill()
    began = time.monotonic()
    table.resume(seat).wait_for("turn")
    return time.monotonic() - began


def memory(folder: Path) -> None:
    """Play ten consecutive games of three, with separate processes for each, and their memory."""
    peaks = []
    for game in range(10):
        with party([None] * 3, folder / str(game), *LOOPBACK) as table:
            table.open(table=f"figures memory {game}")
            program = table.programs[0]
            program.wait_for("dealt")
            before = resident_kib(program.pid)
            assert is_one_good_game(table.end())
            peak = int(program.events[-1]["max_rss_kib"])
            peaks.append((before, peak))
    grown = max(peak - before for before, peak in peaks)
    _say("a seat's memory in ten games: maximum, KiB", str(max(peak for _, peak in peaks)))
    _say("growth from the deal to the end of a game: maximum, KiB", str(grown))


def evenings(folder: Path) -> None:
    """Play ten games of three in this one process, which keeps all memory that is not released."""
    held = []
    for game in range(11):  # the first fills the caches
        asyncio.run(_whole_game(folder / str(game), 3))
        gc.collect()
        held.append(resident_kib(os.getpid()))
    grown = (held[-1] - held[0]) / 3
    _say("growth over ten games in one process, for each of its three seats, KiB", f"{grown:.0f}")


async def _whole_game(folder: Path, seats: int) -> None:
    seated = await seat_all(folder, seats)
    sessions = [session(folder, one, 5.0, discovers=False) for one in seated]
    bots = [play_by_bot(one, seat.seat) for one, seat in zip(sessions, seated, strict=True)]
    await asyncio.gather(*(one.run() for one in sessions), *bots)


def floods(folder: Path) -> None:
    """Flood a gathering host, and one that plays and waits for Cy, in each manner."""
    with network(4) as machines, party(machines[:3], folder) as table:
        code = table.host()
        for kind in MANNERS:
            _flood(machines, table.programs[0], kind, 400)
        for seat in (1, 2):
            table.join(seat, code)
        table.programs[2].wait_for("dealt")
        table.programs[2].kill()
        for kind in MANNERS:
            _flood(machines, table.programs[0], kind, 400)
        table.resume(2)
        assert is_one_good_game(table.end())
        _say("game of the flooded host", "played to the end, one transcript, nobody named")


def _flood(machines: Sequence[Machine], program: Program, kind: str, count: int) -> None:
    before = _held(program)
    words = (kind, machines[0].host, str(listening_port(program.pid)), str(count))
    with stranger(machines[-1], *words):
        during = _held(program)
    _say(f"{count} x {kind}: KiB and descriptors, before and during", f"{before} -> {during}")


def guesses(folder: Path) -> None:
    """Send wrong codes as fast as they are refused."""
    with network(3) as machines, party(machines[:2], folder) as table:
        table.host()
        host = table.programs[0]
        words = ("guesses", machines[0].host, str(listening_port(host.pid)), "200")
        with stranger(machines[2], *words):
            _say("200 wrong codes: KiB and descriptors", str(_held(host)))
        host.kill()
        while host.next_event() is not None:
            continue
        codes = {event["code"] for event in host.events if event["event"] == "lobby"}
        _say("codes shown meanwhile", str(len(codes)))


def services(folder: Path) -> None:
    """Multicast fake tables and noise while a joiner discovers and a table plays."""
    with network(3) as machines, party(machines[:2], folder) as table, ExitStack() as undo:
        code = table.host()
        eve = machines[2]
        undo.enter_context(stranger(eve, "services", eve.host, "5353", "5000"))
        undo.enter_context(stranger(eve, "malformed", eve.host, "5353", "5000"))
        began = time.monotonic()
        table.join(1, code)
        table.programs[1].wait_for("agreed")
        _say("to find and join a table after 5000 fakes, s", f"{time.monotonic() - began:.1f}")
        undo.enter_context(stranger(eve, "services", eve.host, "5353", "5000"))
        transcripts = table.end()
        assert is_one_good_game(transcripts)
        most = max(int(program.events[-1]["max_rss_kib"]) for program in table.programs)
        _say("memory of a seat among 10000 fake services and 5000 broken packets, KiB", str(most))


def _held(program: Program) -> str:
    return f"{resident_kib(program.pid)}/{descriptors(program.pid)}"


def _say(what: str, figure: str) -> None:
    sys.stdout.write(f"{what}: {figure}\n")
    sys.stdout.flush()


ALL = {one.__name__: one for one in (resume, memory, evenings, floods, guesses, services)}

if __name__ == "__main__":
    for chosen in sys.argv[1:] or ALL:
        with tempfile.TemporaryDirectory(prefix="p2phanabi-figures-") as home:
            ALL[chosen](Path(home))
