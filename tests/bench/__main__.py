"""All of `make bench`: counts first, then processor time. One part: `python -m tests.bench.PART`.

Each part runs in its own process: counting caches answers, which would distort measurements.
"""

from __future__ import annotations

import subprocess
import sys

from tests.bench.clock import out

PARTS = (
    "counts",
    "seconds",
    "standstill",
    "threads",
    "bots",
    "peers",
    "games",
    "screen",
    "start",
    "pages",
)


def main() -> None:
    for part in PARTS:
        done = subprocess.run([sys.executable, "-m", f"tests.bench.{part}"], check=False)
        if done.returncode:
            raise SystemExit(f"tests.bench.{part} ended with {done.returncode}")
        out()


if __name__ == "__main__":
    main()
