"""The one clock of `make bench`: processor time, of this process or of another."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

spent_s = time.process_time


def spent_by(pid: int) -> float:
    """Return the processor time of all threads of a running process, in seconds; Linux only."""
    return time.clock_gettime((~pid << 3) | 2)  # like clock_getcpuclockid(3)


def cost_s(do: Callable[[], object]) -> float:
    start = spent_s()
    do()
    return spent_s() - start


def interleaved(works: Sequence[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Return the results of each, round by round: run in turn, all meet the same load."""
    seconds = [[work() for work in works] for _ in range(rounds)]
    return [list(one) for one in zip(*seconds, strict=True)]


def ratio(these: Sequence[float], those: Sequence[float]) -> float:
    """Return the median of the ratios, round by round."""
    return statistics.median(a / b for a, b in zip(these, those, strict=True))


def whole_run_s(*command: str, env: dict[str, str] | None = None) -> float:
    """Return the processor time of a process that exits by itself, in seconds."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


def out(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
