"""What people wait for, in one run of at most about five minutes: critical paths as recorded, bots
of a host, syncs and standstills, and the gain of threads.

Bytes on cables and joining by mDNS need namespaces, and are not here.

    python -m tests.bench.table
"""

from __future__ import annotations

import subprocess
import sys

from tests.bench import bots, standstill, threads
from tests.bench.clock import out
from tests.bench.counting import units
from tests.bench.counts import IN_DETAIL, read
from tests.bench.works import PATHS


def main() -> None:
    out(f"{IN_DETAIL}, as `make counts` recorded them:")
    setup = {path: read()[IN_DETAIL][f"set-up: {path}"] for path in PATHS.values()}
    for path, cost in setup.items():
        out(f"  {path}: {units(cost):,.0f} units")
    out(f"  signatures verified on it: {setup[PATHS[2]]['verify']}")
    out(f"  signatures verified by all seats: {read()[IN_DETAIL]['set-up']['verify']}")
    for part in (bots, threads, standstill):
        out()
        part.main()
    out()
    out("open tables beside 1,000 seats that play, found without a connection to any of these:")
    search = ("tests/net/test_discovery.py", "-k", "beside_a_thousand_seats", "--durations=1")
    subprocess.run([sys.executable, "-m", "pytest", "-q", *search], check=True)


if __name__ == "__main__":
    main()
