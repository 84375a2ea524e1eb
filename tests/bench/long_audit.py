"""The cost of auditing a long transcript: `p2phanabi audit` on about 1 MiB, in its own process.

The game is Ikebana with five seats, whose first round is played by misers: they refuse card after
card, so that everybody's discards are turned over again and again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from p2p_hanabi.games.ikebana.moves import Refuse
from tests.any_game import BOTS, RULES
from tests.fakes import play_out, wire_for

MISERS_TURNS = 40
"""With this many turns of refusals the file is about 1 MiB."""

MEASURED = """
import atexit, os, sys, time
from tests.lan.measure import peak_kib
from p2p_hanabi.cli import main
report = lambda: print(peak_kib(os.getpid()), time.process_time(), file=sys.stderr)
atexit.register(report)
sys.argv[0] = "p2phanabi"
main()
"""


def miserly(view: Any) -> Any:
    """Refuse for that many turns, then play as the bot does."""
    if view.turn < MISERS_TURNS and Refuse() in view.moves:
        return Refuse()
    return BOTS["ikebana"](view)


def long_transcript() -> bytes:
    wire = wire_for(RULES["ikebana"], 5, seed=1)
    wire.open()
    play_out(wire, miserly)
    return wire.nodes[0].table.transcript()


def cost_of_audit(data: bytes) -> tuple[float, float]:
    """Return the peak memory in MiB and the CPU seconds of a process that does nothing else."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-bench-") as folder:
        path = Path(folder) / "long.p2ph"
        path.write_bytes(data)
        command = [sys.executable, "-c", MEASURED, "audit", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    peak, seconds = done.stderr.split()
    return int(peak) / 1024, float(seconds)
