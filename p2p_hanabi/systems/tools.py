"""Shared by all systems: starting and querying other programs, and a retry pause."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Protocol, TypeAlias, TypedDict

ACCEPT_AGAIN_S = 0.1
"""The pause before a retry: a system that is out of file descriptors would fail endlessly."""

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Apart(TypedDict, total=False):
    """Arguments for `subprocess.Popen` by which the process does not receive Ctrl-C."""

    start_new_session: bool
    creationflags: int


class ChildProcess(Protocol):
    """A `subprocess.Popen`, or a copy made by a `ForkServer`."""

    stdin: IO[bytes] | None

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


Run: TypeAlias = Callable[[list[str]], object]
"""Runs the program with these arguments, to its end."""


class ForkServer(Protocol):
    """A process that has loaded the program, and forks a copy for each that is wanted."""

    def start(
        self, arguments: Sequence[str], changes: Mapping[str, str | None], errors: IO[bytes]
    ) -> ChildProcess | None:
        """Fork a copy that runs with these arguments, in the server's environment with `changes`;
        None removes a variable. Its output is dropped, but for its errors. Return None if the
        server has ended. Raise `OSError` if there are no descriptors left."""

    def poll(self) -> int | None:
        """Return 0 if the server has ended, None if not."""

    def close(self) -> None:
        """End the server. Its copies live on until their standard input is closed."""


def without_escapes(words: str) -> str:
    """Return a text without the escape codes that colour it or hold the screen."""
    return _ESCAPE.sub("", words)


def output_of(*words: str) -> str:
    """Run a tool of this machine; return its stdout, empty if it cannot be run."""
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603 - fixed words
            words, capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
