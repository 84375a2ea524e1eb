"""Starting this program again, for a bot, a phone's seat or an auditor, by its Python or, if it is
packed with its own Python, by itself; and starting a browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from p2p_hanabi.systems import GAP

if TYPE_CHECKING:
    import subprocess

IS_PACKED = bool(getattr(sys, "frozen", False))
"""Set by PyInstaller, with which `release` packs the program."""
ROOT = Path(__file__).parents[1]
"""The folder of `p2p_hanabi`: a checkout, `site-packages`, or what a packed program unpacks to."""
_LIBRARIES, _BEFORE = "LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG"
LICENCES = ROOT / "licences"
"""The licences of everything packed with the program; exists only if it is packed."""


def started_again(*arguments: str) -> list[str]:
    """Return the command that runs `p2phanabi ARGUMENTS`. Only the program in a checkout finds its
    modules in the current folder; for any other, a `protocol.py` there would hide ours."""
    if IS_PACKED:
        return [sys.executable, *arguments]
    safe = [] if sys.path[:1] == [str(ROOT)] else ["-P"]
    return [sys.executable, *safe, "-m", "p2p_hanabi", *arguments]


def path_of_command() -> Path | None:
    """Return the path of `p2phanabi` itself: beside its Python, or in PATH; None if it is not
    installed as a command."""
    import shutil

    if IS_PACKED:
        return Path(sys.executable)
    places = (str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))
    found = shutil.which("p2phanabi", path=os.pathsep.join(places))
    return None if found is None else Path(found).absolute()


def start(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    stdout: int,
    stderr: int | IO[bytes],
) -> subprocess.Popen[bytes]:
    """Start such a command, which exits when its stdin is closed.

    Ctrl-C reaches only the process that starts it, which then ends it.
    """
    import subprocess

    return subprocess.Popen(  # noqa: S603 - our own program, arguments as a list
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, env=env, **GAP
    )


def open_browser(address: str) -> None:
    """Open a page, if there is a browser. The library path of a packed program is only for its own
    processes, so the browser gets the original one."""
    import webbrowser

    own = os.environ.pop(_LIBRARIES, None) if IS_PACKED else None
    if own is not None and _BEFORE in os.environ:
        os.environ[_LIBRARIES] = os.environ[_BEFORE]
    try:
        webbrowser.open(address)
    finally:
        if own is not None:
            os.environ[_LIBRARIES] = own
