"""What a host's bots cost from Enter to the dealt table: processor time of all processes, as a
multiple of the set-up alone, whose seats are all in one process. Linux only.

What Python needs to load the libraries of a seat is measured in turn with them: less is impossible.

    python -m tests.bench.bots
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from protocol.peer.status import Activity
from tests.any_game import RULES
from tests.bench.clock import out, spent_by, spent_s, whole_run_s
from tests.fakes import wire_for

ROUNDS = 5
LIBRARIES = "import asyncio, ssl, click, zeroconf.asyncio, nacl.bindings, spake2, cryptography.x509"


class Process(NamedTuple):
    """The private memory is what it shares with no other process (USS)."""

    name: str
    spent_s: float
    private_mib: float


def main() -> None:
    if sys.argv[1:]:
        out(f"{set_up_s(int(sys.argv[1]))}")
        return
    out("from Enter to the dealt table, processor time, as multiples of the set-up alone")
    for bots in (1, 4):
        row(bots)


def row(bots: int) -> None:
    """Print the medians of the ratios, round by round."""
    all_in, libraries, alone, private = [], [], [], []
    for _ in range(ROUNDS):
        alone.append(_in_own_process(bots + 1))
        processes = at_the_deal(bots)
        all_in.append(sum(each.spent_s for each in processes))
        private += [each.private_mib for each in processes if each.name == "bot"]
        libraries.append(whole_run_s("-c", LIBRARIES))
    ratios = [a / b for a, b in zip(all_in, alone, strict=True)]
    loading = [a / b for a, b in zip(libraries, alone, strict=True)]
    out(
        f"  {bots} bots: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        f"; libraries once: {statistics.median(loading):.2f}"
        f"; the set-up: {statistics.median(alone):.2f} s"
        f"; private memory of a bot: {statistics.median(private):.1f} MiB"
    )


def set_up_s(seats: int) -> float:
    wire = wire_for(RULES["hanabi"], seats, seed=1)
    began = spent_s()
    wire.open()
    while any(node.table.status().activity is not Activity.MOVING for node in wire.nodes):
        if not wire.deliver():
            raise ValueError("the table was not dealt")
    return spent_s() - began


def _in_own_process(seats: int) -> float:
    command = [sys.executable, "-m", "tests.bench.bots", str(seats)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def at_the_deal(bots: int) -> list[Process]:
    """Start a host with bots; return what each process has cost when the table is dealt."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-bench-") as home:
        command = ["host", "--bot", "--json", "--bots", str(bots), "--interface", "127.0.0.1"]
        with subprocess.Popen(
            [sys.executable, "-m", "p2p_hanabi", *command],
            env={**os.environ, "P2PHANABI_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as host:
            assert host.stdout is not None
            for line in host.stdout:
                if json.loads(line)["event"] == "dealt":
                    break
            processes = [
                Process(name, spent_by(pid), _private_mib(pid)) for pid, name in _tree(host.pid)
            ]
            host.terminate()
            host.stdout.read()
        return processes


def _private_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def _tree(root: int) -> Iterator[tuple[int, str]]:
    """Yield a process and all below it: the host, the server that forks, the bots."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    names, below = ["host", "server", "bot"], [root]
    for depth in range(len(names)):
        for pid in below:
            yield pid, names[depth]
        below = [child for pid in below for child in children.get(pid, [])]


if __name__ == "__main__":
    main()
