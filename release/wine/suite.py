"""The tests that need no POSIX system, run by the Python of Windows."""

from __future__ import annotations

import subprocess

from .house import ROOT, Windows

NOT_OF_WINE = (
    # Wine lets a multicast socket have any address
    "tests/net/test_discovery.py::test_an_address_of_another_machine_is_one_clear_error",
)


def run_tests(windows: Windows) -> int:
    """Return the exit code of pytest."""
    words = [*windows.python, "-m", "tests.anywhere"]
    words += [part for each in NOT_OF_WINE for part in ("--deselect", each)]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=windows.environment(windows.folder / "home"),
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)  # noqa: T201 - it is a command
    return process.returncode
