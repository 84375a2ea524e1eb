"""`make wine`: a whole game between Linux and Windows, and the tests that Windows can run.

python -m tests.wine [GAME | TESTS | all]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from .game import play
from .house import NoWine, Windows, built
from .suite import run_tests

PARTS = ("game", "tests")


def main(parts: list[str]) -> int:
    try:
        windows = built()
    except NoWine as missing:
        print(f"skipped: {missing}")  # noqa: T201 - it is a command
        return 0
    began = time.monotonic()
    try:
        return _run(windows, parts or list(PARTS))
    finally:
        windows.end()
        print(f"took {time.monotonic() - began:.0f} s")  # noqa: T201 - it is a command


def _run(windows: Windows, parts: list[str]) -> int:
    if "game" in parts:
        with tempfile.TemporaryDirectory(prefix="p2phanabi-wine-") as folder:
            for line in play(windows, Path(folder)):
                print(line, flush=True)  # noqa: T201 - it is a command
    return run_tests(windows) if "tests" in parts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
