"""`python -m tests.simulation SEED` traces what happens at one table; `--seeds N` runs many."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .plan import TROUBLES
from .run import simulate
from .watch import Broken


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("seed", type=int, nargs="?", help="trace this table event by event")
    parser.add_argument("--seeds", type=int, default=100, help="how many tables to run")
    parser.add_argument("--start", type=int, default=0, help="the first of their seeds")
    parser.add_argument("--game", default="", help="instead of the tiny ones, e.g. hanabi")
    parser.add_argument("--trouble", default="", choices=TROUBLES, help="what else may happen")
    parser.add_argument("--full", action="store_true", help="with full cryptography")
    chosen = parser.parse_args(arguments)
    what = Table(chosen.game, chosen.trouble, chosen.full)
    if chosen.seed is not None:
        return _tell(chosen.seed, what)
    return _many(range(chosen.start, chosen.start + chosen.seeds), what)


@dataclass(frozen=True, slots=True)
class Table:
    game: str
    trouble: str
    full: bool


def _tell(seed: int, what: Table) -> int:
    try:
        run = simulate(seed, what.game, what.trouble, full=what.full, trace=_line)
    except Broken as broken:
        _line(str(broken))
        return 1
    _line(f"{run.ended} after {run.rounds} rounds and {run.seconds:.1f} seconds")
    return 0


def _many(seeds: range, what: Table) -> int:
    began = time.process_time()
    counts: Counter[str] = Counter()
    broken = 0
    for seed in seeds:
        try:
            run = simulate(
                seed,
                what.game,
                what.trouble,
                full=what.full,
                audited=bool(what.trouble) or seed % 10 == 0,
            )
        except Broken as error:
            broken += 1
            _line(str(error))
        else:
            counts += run.counts
            counts[f"ended: {run.ended}"] += 1
    seconds = time.process_time() - began
    for name, count in sorted(counts.items()):
        _line(f"{count:10} {name}")
    rate = len(seeds) / seconds
    _line(f"{len(seeds)} tables, {broken} broken, {rate:.0f} a second of processor time")
    return 1 if broken else 0


def _line(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
