"""The start of the packed program."""

from __future__ import annotations

import multiprocessing
import os

from p2p_hanabi.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # `arena`
    # the libraries in here are not for the browser and the tools of this system
    if (before := os.environ.pop("LD_LIBRARY_PATH_ORIG", None)) is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    main()
