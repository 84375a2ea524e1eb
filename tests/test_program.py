"""The command that starts this program again is this program; a browser is another one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2p_hanabi import __version__
from p2p_hanabi.program import started_again
from tests.needs import need

OPENING = """
import os
from p2p_hanabi import program
program.IS_PACKED = True
program.open_browser("http://127.0.0.1/")
print("and here", os.environ["LD_LIBRARY_PATH"])
"""


def test_program_restarts_as_itself() -> None:
    sentences = subprocess.run(
        started_again("--version"), check=True, capture_output=True, text=True
    )
    assert sentences.stdout == f"p2phanabi {__version__}\n"


@pytest.mark.parametrize("before", [None, "/before"])
def test_browser_does_not_get_the_libraries_of_a_packed_program(
    before: str | None, tmp_path: Path
) -> None:
    need("posix")
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho $1 with ${LD_LIBRARY_PATH-none}\n")
    browser.chmod(0o755)
    sentences = {"BROWSER": str(browser), "LD_LIBRARY_PATH": "/packed"}
    sentences |= {} if before is None else {"LD_LIBRARY_PATH_ORIG": before}
    opened = subprocess.check_output(
        [sys.executable, "-c", OPENING], text=True, env={**os.environ, **sentences}
    )
    assert opened == f"http://127.0.0.1/ with {before or 'none'}\nand here /packed\n"
