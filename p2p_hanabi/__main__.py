"""The entry point of `python -m p2p_hanabi` and of `p2phanabi`."""

from __future__ import annotations

import atexit
import gc
import os
import sys

GC_THRESHOLD = 10_000
"""How many new objects start the garbage collector, far more than by default."""


def main() -> None:
    """Run the command line. Raise `SystemExit` if the package `protocol` is not ours.

    What the program loads stays until it exits. Searching it for garbage meanwhile, and once more
    at exit, takes up to a third of the processor time of a start.
    """
    gc.set_threshold(GC_THRESHOLD)
    atexit.register(gc.freeze)
    _open_closed_streams()
    from p2p_hanabi.commands.console.own_protocol import refuse_another_protocol

    refuse_another_protocol()
    from p2p_hanabi.cli import main as command_line

    command_line()


def _open_closed_streams() -> None:
    """Open standard streams that were closed at startup. Otherwise a file opened later gets the
    descriptor of one of them, and with it the stream's output."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(descriptor, True)
            mode = "w" if number else "r"
            setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


if __name__ == "__main__":
    main()
