"""`python -m p2p_hanabi` is `p2phanabi`."""

from __future__ import annotations

import atexit
import gc
import os
import sys

GC_THRESHOLD = 10_000
"""The garbage collector runs after so many new objects; Python's default is 700."""


def main() -> None:
    """Run the command line.

    What the program loads stays until it exits. To look through it for garbage meanwhile, and once
    more at the exit, takes up to a third of the processor time of a start.
    """
    gc.set_threshold(GC_THRESHOLD)
    atexit.register(gc.freeze)
    _open_closed_streams()
    from p2p_hanabi.cli import main as command_line

    command_line()


def _open_closed_streams() -> None:
    """Open the standard streams that were closed before the start. Else a file that is opened later
    gets the number of one of them, and with it what is meant for the stream."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(descriptor, True)
            mode = "w" if number else "r"
            setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


if __name__ == "__main__":
    main()
