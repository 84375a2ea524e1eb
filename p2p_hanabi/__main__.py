"""`python -m p2p_hanabi` is `p2phanabi`."""

from __future__ import annotations

import atexit
import gc

NEW_OBJECTS = 10_000
"""So many, before the garbage collector looks through them; Python's own default is 700."""


def main() -> None:
    """Run the command line.

    What a program loads is no garbage. To look for some while it is loaded, and again at the exit,
    takes Python a quarter of the time of a start.
    """
    gc.set_threshold(NEW_OBJECTS)
    atexit.register(gc.freeze)
    from p2p_hanabi.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
