"""`python -m p2p_hanabi` is `p2phanabi`."""

from __future__ import annotations

import atexit
import gc

GC_THRESHOLD = 10_000
"""The garbage collector runs after so many new objects; Python's default is 700."""


def main() -> None:
    """Run the command line.

    What the program loads stays until it exits. To look through it for garbage meanwhile, and once
    more at the exit, takes up to a third of the processor time of a start.
    """
    gc.set_threshold(GC_THRESHOLD)
    atexit.register(gc.freeze)
    from p2p_hanabi.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
