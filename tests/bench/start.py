"""The cost of starting the program, as a multiple of starting Python itself.

It is processor time, since elapsed time on a busy machine means little; the rows are started in
turn, many times, and the median counts. `host` and `join` are stopped after painting their first
picture.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from pathlib import Path

from p2p_hanabi.paths import Home, write
from protocol.encoding import enc
from protocol.ledger.transcript import write_transcript
from tests.bench.clock import out
from tests.first_picture import on_a_screen
from tests.worked_example import example

TIMES = 21
GAMES = 20
PROGRAM = ("-m", "p2p_hanabi")
LOOPBACK = ("--interface", "127.0.0.1")


def rows(folder: Path) -> dict[str, tuple[str, ...]]:
    picture = ("-m", "tests.first_picture", str(folder / "modules"))
    return {
        "python -c pass": ("-c", "pass"),
        "--help": (*PROGRAM, "--help"),
        f"history, {GAMES} known games": (*PROGRAM, "history"),
        "host, to its first picture": (*picture, "host", *LOOPBACK),
        "join, to its first picture": (*picture, "join", *LOOPBACK),
    }


def furnish(home: Home) -> None:
    """Add a player, and games of hers that are in the history already."""
    table = example()
    table.play()
    write(home.identity, enc(["p2ph identity", 1, "Ben", table.identities[1].seed]))
    game = home.transcript("hanabi", bytes(8))
    write(game, write_transcript(table.history))
    on_a_screen((*PROGRAM, "history"), home.path)
    for number in range(1, GAMES):
        shutil.copy(game, home.transcript("hanabi", bytes([number] * 8)))
    on_a_screen((*PROGRAM, "history"), home.path)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        furnish(home)
        measured: dict[str, list[float]] = {name: [] for name in rows(Path(folder))}
        for _ in range(TIMES):
            for name, arguments in rows(Path(folder)).items():
                measured[name].append(on_a_screen(arguments, home.path)[1])
    medians = {name: statistics.median(costs) for name, costs in measured.items()}
    bare = medians["python -c pass"]
    out(f"start, processor time, median of {TIMES}, as a multiple of the first row")
    for name, cost in medians.items():
        out(f"  {name:<28} {1000 * cost:7.1f} ms  {cost / bare:5.1f}")


if __name__ == "__main__":
    main()
