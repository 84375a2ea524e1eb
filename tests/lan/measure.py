"""The resources that a process uses, as the system counts them."""

from __future__ import annotations

from pathlib import Path


def resident_kib(pid: int) -> int:
    """Return its resident memory now."""
    return _status(pid, "VmRSS")


def peak_kib(pid: int) -> int:
    """Return its peak resident memory."""
    return _status(pid, "VmHWM")


def descriptors(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def listening_port(pid: int) -> int:
    """Return the port of the only listener in the process's network namespace."""
    for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A":
            return int(fields[1].split(":")[1], 16)
    raise LookupError(f"process {pid} does not listen")


def _status(pid: int, key: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(key):
            return int(line.split()[1])
    raise LookupError(key)
