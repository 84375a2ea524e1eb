"""The entry point of the packed program."""

from __future__ import annotations

import multiprocessing

from p2p_hanabi.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # `arena`
    main()
