"""No file is left to open while a game goes on: what is loaded late cannot fail late."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.needs import need

from .test_hard_places import LOOPBACK

ROOT = Path(__file__).parents[2]
EXHAUSTED = """
import resource
from p2p_hanabi.__main__ import main
from p2p_hanabi.net.table.session import Session

show = Session._show

def show_without_files(self):
    if self.now.status.hands_dealt:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, most))
    show(self)

Session._show = show_without_files
main()
"""
"""The program, not one that has loaded everything before, which can open nothing after the deal."""


def play(home: Path, *words: str) -> tuple[Any, str]:
    """Return the last event, and what is on standard error."""
    done = subprocess.run(
        [sys.executable, *words, "--bot", "--json", *LOOPBACK],
        cwd=ROOT,
        env={**os.environ, "P2PHANABI_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_game_out_of_file_descriptors_can_be_finished(tmp_path: Path) -> None:
    need("posix")
    ended, output = play(tmp_path, "-c", EXHAUSTED, "host", "--bots", "1", "--option", "red=1")
    assert ended["how"] == "failed"
    assert ended["outcome"] is not None  # the game is over
    assert ended["error"]["sentence"] == output.splitlines()[-1]
    assert "transcripts: too many open files" in output
    assert "Traceback" not in output
    ended, output = play(tmp_path, "-m", "p2p_hanabi", "resume")
    assert (ended["how"], ended["error"]) == ("closed", None), output
