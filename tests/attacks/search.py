"""Run many random tables from the command line, one per seed, and report how they ended."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence


def search(room: str, table: Callable[[int], str], arguments: Sequence[str] | None = None) -> int:
    """`table` plays the table of a seed and returns how it ended; it raises if an honest seat was
    wronged. Returns the exit code of `python -m tests.attacks.ROOM`."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.attacks.{room}", description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 100), metavar=("A", "B"))
    first, end = parser.parse_args(arguments).seeds
    found: Counter[str] = Counter()
    failed = 0
    for seed in range(first, end):
        try:
            found[table(seed)] += 1
        except Exception as error:
            failed += 1
            _say(f"seed {seed}: {type(error).__name__}: {error}")
    for ends, count in found.most_common():
        _say(f"{count:6} {ends}")
    _say(f"{end - first} tables, {failed} of them wronged an honest seat")
    return 1 if failed else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
