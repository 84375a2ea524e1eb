"""Shared by all systems: starting and querying other programs, and a retry pause."""

from __future__ import annotations

import re
from typing import TypedDict

ACCEPT_AGAIN_S = 0.1
"""The pause before a retry: a system that is out of file descriptors would fail endlessly."""

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Apart(TypedDict, total=False):
    """Arguments for `subprocess.Popen` by which the process does not receive Ctrl-C."""

    start_new_session: bool
    creationflags: int


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
