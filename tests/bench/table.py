"""What people wait for, in one run of at most about five minutes: critical paths as recorded, bots
of a host, syncs and standstills, and the gain of threads.

Bytes on cables, joining by mDNS and a network of many tables need namespaces, and are not here.

    python -m tests.bench.table
"""

from __future__ import annotations

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


if __name__ == "__main__":
    main()
