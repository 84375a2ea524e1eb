"""`make second-auditor`: both auditors on made files; see `files.py`, and `gone.py` for escrow."""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import cache
from multiprocessing import Pool
from pathlib import Path

import protocol.rounds.verify
from protocol.crypto.shuffle_proof import verify_shuffle

from . import gone, verdict
from .files import files
from .played import as_list, ours
from .rounds import GAMES

PROCESSES = 2
OF_ONE_TABLE = 25


def compared(work: tuple[str, int, int]) -> tuple[Counter[str], list[str]]:
    """How many of each kind of one table were judged, and the files of which they differ."""
    setattr(protocol.rounds.verify, "verify_shuffle", cache(verify_shuffle))  # noqa: B010 - no export
    counts: Counter[str] = Counter()
    differing = []
    name, seed, count = work
    of_gone = name == "escrow"
    for made in gone.files(seed, count, whole=seed % 3 == 0) if of_gone else files(*work):
        here, there = ours(made.data), as_list(verdict(made.data))
        how = "named" if here[3] is not None else "valid" if here[0] else "refused"
        counts.update([made.game, made.kind, how])
        full = ours(made.data, in_full=True)
        if not here == there == full:
            label = f"{made.game}-{made.kind}-{hashlib.sha256(made.data).hexdigest()[:8]}.p2ph"
            path = Path(tempfile.gettempdir()) / label
            path.write_bytes(made.data)
            differing.append(f"{path}: ours {here}, in full {full}, the second {there}")
    return counts, differing


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="compare the two auditors")
    parser.add_argument("--files", type=int, default=2_000, help="how many, of all games together")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    tables = -(-given.files // OF_ONE_TABLE)
    names = [*GAMES, "escrow"]
    work = [
        (names[i % len(names)], given.seed + i, min(OF_ONE_TABLE, given.files - i * OF_ONE_TABLE))
        for i in range(tables)
    ]
    counts: Counter[str] = Counter()
    differing: list[str] = []
    with Pool(PROCESSES, maxtasksperchild=1) as pool:
        for done, (more, found) in enumerate(pool.imap_unordered(compared, work), 1):
            counts += more
            sys.stderr.write(f"\r{done} of {tables} tables ")
            differing += found
            sys.stdout.writelines(f"{line}\n" for line in found)
            sys.stdout.flush()
    judged = sum(counts[name] for name in names)
    sys.stdout.write(f"{judged} files, {len(differing)} on which the two differ\n")
    told_of = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    sys.stdout.write(f"{told_of}\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
