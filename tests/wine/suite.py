"""The tests that need no POSIX system, run by the Python of Windows."""

from __future__ import annotations

import subprocess

from .house import ROOT, Windows

RUN = ("tests/systems",)


def run_tests(windows: Windows) -> int:
    """Return the exit code of pytest."""
    words = [*windows.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *RUN]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=windows.environment(windows.folder / "home", PYTHONDONTWRITEBYTECODE="1"),
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)  # noqa: T201 - it is a command
    return process.returncode
