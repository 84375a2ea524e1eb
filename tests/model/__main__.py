"""Run the whole model, on two cores, and print what was seen: `make model`."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from .cases import CASES, line, run


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    write(f"{'rules':<52}{'states':>10}  result (every state is seen unless it says otherwise)")
    wrong = 0
    with ProcessPoolExecutor(2) as pool:
        for case, result in zip(CASES, pool.map(run, CASES), strict=True):
            write(line(case, result))
            wrong += (result.fault is not None) != case.falls
            for step in result.trace if case.falls else ():
                write(f"    {step}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
