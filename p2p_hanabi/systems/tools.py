"""What both systems need: how other programs are started and asked, and a pause."""

from __future__ import annotations

from typing import TypedDict

ACCEPT_AGAIN_S = 0.1
"""A system that is out of descriptors, say, would refuse again and again."""


class Apart(TypedDict, total=False):
    """For `subprocess.Popen`: Ctrl-C is not for the process."""

    start_new_session: bool
    creationflags: int


def output_of(*words: str) -> str:
    """Run a tool of this machine; return what it says, nothing if it may not or does not."""
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603 - fixed words
            words, capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
