"""Measure whether two threads verify two shuffles, or one, faster than one thread, on two cores.

A runnable thread without a core waits for the machine, not for the other thread. Linux counts that
time separately, and it is subtracted, so the result is valid on a busy machine with two cores too.

    python -m tests.bench.threads
"""

from __future__ import annotations

import asyncio
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from p2p_hanabi.net.table.proofs_ahead import ProofsAhead
from protocol.crypto.parts import Result
from protocol.crypto.proofs import Context, TableSecret
from protocol.crypto.shuffle_proof import Task, shuffle, starting_pile, verify_shuffle
from protocol.game import Face, Seat
from tests.bench.clock import out
from tests.fakes import seeded

CARDS, ROUNDS = 50, 25


class Spent(NamedTuple):
    """One thread's processor time, and its time running or waiting for another thread."""

    processor_s: float
    here_s: float


def main() -> None:
    works = [verification(seed) for seed in (1, 2)]
    gains, waits = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(ROUNDS):
            alone = [spent(work) for work in works]
            both = threading.Barrier(2)
            together = list(pool.map(lambda work, both=both: spent(work, both.wait), works))
            gains.append(sum(one.here_s for one in alone) / max(one.here_s for one in together))
            processor = sum(one.processor_s for one in together)
            waits.append(sum(one.here_s for one in together) / processor - 1)
    low, middle, high = statistics.quantiles(gains, n=4)
    out(f"two threads verify two shuffles {middle:.2f} times as fast as one does")
    out(f"(half of the rounds: {low:.2f} to {high:.2f}); of their processor time they")
    out(f"wait {100 * statistics.median(waits):.0f} % for each other")
    proofs = ProofsAhead(processors=2)
    shared = [split(works[0], proofs) for _ in range(ROUNDS)]
    asyncio.run(proofs.close())
    low, middle, high = statistics.quantiles(shared, n=4)
    out(f"two threads verify one shuffle {middle:.2f} times as fast ({low:.2f} to {high:.2f})")


def split(work: Callable[..., object], proofs: ProofsAhead) -> float:
    """Return how many times as fast the verification is if its parts are shared by two threads. The
    thread that waited longest for a core has made the other wait as long."""
    alone = spent(work).here_s
    waited: dict[int, float] = defaultdict(float)

    def timed(part: Callable[[], Result]) -> Result:
        before = without_a_core_s()
        result = part()
        waited[threading.get_ident()] += without_a_core_s() - before
        return result

    began, before = time.perf_counter(), without_a_core_s()

    def together(parts: Sequence[Callable[[], Result]]) -> Sequence[Result]:
        return proofs.together([partial(timed, part) for part in parts])

    work(together)
    elapsed = time.perf_counter() - began
    return alone / (elapsed - max(without_a_core_s() - before, *waited.values()))


def verification(seed: int) -> Callable[..., object]:
    faces = [Face(i % 25) for i in range(CARDS)]
    secret = TableSecret(seeded(seed, "secret"), seeded(seed, "table"))
    ctx = Context(secret.table, 1, Seat(0), seeded(seed, "head"))
    task = Task(ctx, 0, secret.public_key, starting_pile("bench", CARDS, faces, secret.public_key))
    pile, proof = shuffle(secret, seeded(seed, "beacon"), task)
    return partial(verify_shuffle, task, pile, proof.value())


def spent(work: Callable[[], object], when: Callable[[], object] = int) -> Spent:
    when()
    began, processor, waited = time.perf_counter(), time.thread_time(), without_a_core_s()
    work()
    return Spent(
        time.thread_time() - processor,
        time.perf_counter() - began - (without_a_core_s() - waited),
    )


def without_a_core_s() -> float:
    """Return how long this thread has waited for a core."""
    path = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    return int(path.read_text(encoding="ascii").split()[1]) / 1e9


if __name__ == "__main__":
    main()
