"""How this program is started again, for a bot, a phone's seat or an auditor: by its Python,
or by itself where it is packed with a Python of its own. And how a browser is."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from p2p_hanabi.systems import APART

if TYPE_CHECKING:
    import subprocess

IS_PACKED = bool(getattr(sys, "frozen", False))
"""PyInstaller says so; `tests/packages` packs it."""
_LIBRARIES, _BEFORE = "LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG"
LICENCES = Path(__file__).parents[1] / "licences"
"""There where it is packed: those of what is packed with it."""


def started_again(*arguments: str) -> list[str]:
    """Return the command that is `p2phanabi ARGUMENTS`."""
    itself = [sys.executable] if IS_PACKED else [sys.executable, "-m", "p2p_hanabi"]
    return [*itself, *arguments]


def start(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    stdout: int,
    stderr: int | IO[bytes],
) -> subprocess.Popen[bytes]:
    """Start such a command, which ends when its standard input is closed.

    Ctrl-C is for whoever has started it, and who then ends it.
    """
    import subprocess

    return subprocess.Popen(  # noqa: S603 - our own program, arguments as a list
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, env=env, **APART
    )


def open_browser(address: str) -> None:
    """Open a page, if there is a browser. What a packed program has told its system of the
    libraries in it holds for its own processes alone: a browser has others."""
    import webbrowser

    own = os.environ.pop(_LIBRARIES, None) if IS_PACKED else None
    if own is not None and _BEFORE in os.environ:
        os.environ[_LIBRARIES] = os.environ[_BEFORE]
    try:
        webbrowser.open(address)
    finally:
        if own is not None:
            os.environ[_LIBRARIES] = own
