"""`make wine`: whole games between Linux and Windows, line mode, and the tests that work there.

python -m release.wine [game] [page] [lines] [tests] [packed]

The last one also packs the program, and runs only on request (`make single-file-windows`).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from .game import play
from .house import NoWine, Windows, built
from .lines import play_in_lines
from .packed import pack, try_packed
from .page import play_on_a_page
from .suite import run_tests

PLAYED = {"game": play, "page": play_on_a_page, "lines": play_in_lines}


def main(parts: list[str]) -> int:
    try:
        windows = built()
    except NoWine as missing:
        print(f"skipped: {missing}")  # noqa: T201 - it is a command
        return 0
    began = time.monotonic()
    try:
        return _run(windows, parts or [*PLAYED, "tests"])
    finally:
        windows.end()
        print(f"took {time.monotonic() - began:.0f} s")  # noqa: T201 - it is a command


def _run(windows: Windows, parts: list[str]) -> int:
    for part, played in PLAYED.items():
        if part in parts:
            with tempfile.TemporaryDirectory(prefix="p2phanabi-wine-") as folder:
                for line in played(windows, Path(folder)):
                    print(line, flush=True)  # noqa: T201 - it is a command
    if "packed" in parts:
        with tempfile.TemporaryDirectory(prefix="p2phanabi-wine-") as folder:
            for line in try_packed(pack(windows), Path(folder)):
                print(line, flush=True)  # noqa: T201 - it is a command
    return run_tests(windows) if "tests" in parts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
