"""`make bench`: what a table costs, measured side by side in one run.

Set-up, moves and memory are those of a demo: every seat its own process on this machine, real
discovery, TLS and disk. The lower bound of the set-up's CPU counts every call to libsodium on that
path, made once in memory, and takes each at the cost measured here, in this run.
"""

from __future__ import annotations

import functools
import itertools
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nacl import bindings as sodium

from p2p_hanabi.commands.demo import BotReports, Demo, play
from p2p_hanabi.commands.settings import config
from protocol.audit.verdict import audit
from protocol.crypto.group import L
from protocol.peer.status import Doing
from tests.any_game import RULES
from tests.bench_audit import cost_of_audit, long_transcript
from tests.fakes import wire_for

COUNTED = (
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_is_valid_point",
    "crypto_core_ed25519_from_uniform",
    "crypto_sign",
    "crypto_sign_open",
    "crypto_sign_seed_keypair",
    "crypto_box_beforenm",
    "crypto_scalarmult_base",
)
ROUNDS = 3


def main() -> None:
    out(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores; every figure is of this run.")
    costs = costs_of_calls()
    for name, cost in costs.items():
        out(f"  {name:<42} {cost * 1e6:7.1f} µs")
    out()
    out("seats  set-up s  CPU s  bound s  ratio  move ms  CPU/seat s  MiB/seat  audit s  bytes")
    for seats in (2, 3, 4, 5):
        row(seats, costs)
    out("wanted    <= 1.2           <= 1.25   <= 40                  <= 80  <= 1.3 (five seats)")
    out()
    data = long_transcript()
    peak, seconds = cost_of_audit(data)
    size = len(data) / 2**20
    out(f"audit of {size:.2f} MiB  {peak:.0f} MiB held (wanted <= 100), {seconds:.2f} s of CPU")
    out(f"p2phanabi --help  {help_s():.3f} s  (wanted <= 0.25)")


def row(seats: int, costs: dict[str, float]) -> None:
    bound = sum(costs[name] * count for name, count in calls_of_setup(seats).items())
    played = [demo(seats) for _ in range(ROUNDS)]
    heard = [game for game, _ in played]
    setup = statistics.median(game.setup_s for game in heard)
    cpu = statistics.median(setup_cpu(game) for game in heard)
    moves = statistics.median(gap for game in heard for gap in move_gaps(game))
    per_seat = statistics.median(events["ended"]["cpu"] for game in heard for events in game.events)
    memory = max(e["ended"]["max_rss_kib"] for game in heard for e in game.events) / 1024
    data = played[-1][1]
    spent, report = [], None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        report = audit(data, RULES)
        spent.append(time.perf_counter() - start)
    if report is None or not report.finished or not report.valid:
        raise SystemExit(f"the game of {seats} seats has no good audit")
    out(
        f"{seats:>5}  {setup:8.3f}  {cpu:5.2f}  {bound:7.2f}  {cpu / bound:5.2f}"
        f"  {moves * 1e3:7.1f}  {per_seat:10.2f}  {memory:8.1f}  {min(spent):7.2f}  {len(data)}"
    )


def demo(seats: int) -> tuple[BotReports, bytes]:
    """One game of processes: what they reported, and the transcript."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-bench-") as folder:
        wanted = Demo(config("hanabi", (), seats, "bench"), (), None, as_json=True)
        heard = play(wanted, Path(folder), quiet=True)
        return heard, Path(heard.events[0]["ended"]["transcript"]).read_bytes()


def setup_cpu(heard: BotReports) -> float:
    """CPU seconds over all seats, from all signatures held to hands dealt."""
    return math.fsum(events["dealt"]["cpu"] - events["agreed"]["cpu"] for events in heard.events)


def move_gaps(heard: BotReports) -> Iterator[float]:
    """Seconds from each move to the moment the next seat to act sees that it is its turn."""
    turns = sorted(
        (turn for turn in heard.turns if turn["mine"]), key=lambda turn: int(turn["round"])
    )
    for before, after in itertools.pairwise(turns):
        yield after["t"] - heard.moves[before["round"]]


def calls_of_setup(seats: int) -> Counter[str]:
    """How often the path from a seating to dealt hands calls libsodium, all seats together."""
    with counting() as calls:
        wire = wire_for(RULES["hanabi"], seats)
        calls.clear()  # the identities of the fake are not on the path
        wire.open()
        while wire.deliver():
            pass
    if any(node.table.status().doing is not Doing.MOVING for node in wire.nodes):
        raise SystemExit("the set-up in memory has stopped short")
    return calls


@contextmanager
def counting() -> Iterator[Counter[str]]:
    calls: Counter[str] = Counter()
    kept = {name: getattr(sodium, name) for name in COUNTED}

    def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def through(*arguments: Any) -> Any:
            calls[name] += 1
            return call(*arguments)

        return through

    for name, call in kept.items():
        setattr(sodium, name, counted(name, call))
    try:
        yield calls
    finally:
        for name, call in kept.items():
            setattr(sodium, name, call)


def costs_of_calls() -> dict[str, float]:
    """Seconds for one call of each, the best of several passes over fresh arguments."""
    numbers = [int.from_bytes(os.urandom(40), "little") % L for _ in range(50)]
    scalars = [number.to_bytes(32, "little") for number in numbers]
    points = [sodium.crypto_scalarmult_ed25519_base_noclamp(s) for s in scalars]
    public, private = sodium.crypto_sign_seed_keypair(bytes(32))
    signed = sodium.crypto_sign(bytes(200), private)
    box = sodium.crypto_scalarmult_base(bytes([1] * 32))
    arguments: dict[str, list[tuple[bytes, ...]]] = {
        "crypto_scalarmult_ed25519_base_noclamp": [(s,) for s in scalars],
        "crypto_scalarmult_ed25519_noclamp": list(zip(scalars, points, strict=True)),
        "crypto_core_ed25519_add": list(zip(points, reversed(points), strict=True)),
        "crypto_core_ed25519_sub": list(zip(points, points[1:] + points[:1], strict=True)),
        "crypto_core_ed25519_is_valid_point": [(point,) for point in points],
        "crypto_core_ed25519_from_uniform": [(s,) for s in scalars],
        "crypto_sign": [(bytes(200), private)] * 50,
        "crypto_sign_open": [(signed, public)] * 50,
        "crypto_sign_seed_keypair": [(s,) for s in scalars],
        "crypto_box_beforenm": [(box, s) for s in scalars],
        "crypto_scalarmult_base": [(s,) for s in scalars],
    }
    return {
        name: min(_pass(getattr(sodium, name), given) for _ in range(7))
        for name, given in arguments.items()
    }


def _pass(call: Callable[..., Any], given: list[tuple[bytes, ...]]) -> float:
    start = time.perf_counter()
    for arguments in given:
        call(*arguments)
    return (time.perf_counter() - start) / len(given)


def help_s() -> float:
    def once() -> float:
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "p2p_hanabi", "--help"], check=True, capture_output=True
        )
        return time.perf_counter() - start

    return statistics.median(once() for _ in range(5))


def out(line: str = "") -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
