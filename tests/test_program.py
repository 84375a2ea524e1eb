"""The command that starts this program again is this program."""

from __future__ import annotations

import subprocess

from p2p_hanabi import __version__
from p2p_hanabi.program import started_again


def test_it_is_started_again_as_itself() -> None:
    told = subprocess.run(started_again("--version"), check=True, capture_output=True, text=True)
    assert told.stdout == f"p2phanabi {__version__}\n"
