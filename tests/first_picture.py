"""Run the program as far as its first picture on the full screen.

`python -m tests.first_picture FILE host ...` ends there, and writes into FILE which modules are
imported by then.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path

COLUMNS, ROWS = 80, 24
PICTURE = "One moment"
"""Stands in it."""
NEXT = "p2p_hanabi.commands.screens.full_screen"
"""The module that is imported once it is painted."""


class _Stop(MetaPathFinder):
    """Finds nothing, and nothing after `NEXT` is looked for."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def find_spec(self, fullname: str, *_others: object) -> None:
        if fullname == NEXT:
            self._file.write_text("\n".join(sys.modules), encoding="utf-8")
            os._exit(0)


def on_a_screen(arguments: Sequence[str], home: Path) -> tuple[str, float]:
    """What a fresh Python with these arguments shows, and the processor seconds that it took."""
    ours, its = os.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {**os.environ, "P2PHANABI_HOME": str(home), "TERM": "xterm-256color"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody compiles a program at each start
    process = subprocess.Popen(
        [sys.executable, *arguments], stdin=its, stdout=its, stderr=its, env=environment
    )
    os.close(its)
    shown = b""
    try:
        while read := os.read(ours, 1 << 16):
            shown += read
    except OSError:  # it has ended
        pass
    os.close(ours)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return shown.decode(errors="replace"), used.ru_utime + used.ru_stime


def main() -> None:
    sys.meta_path.insert(0, _Stop(Path(sys.argv[1])))
    from p2p_hanabi.__main__ import main as run

    sys.argv = ["p2phanabi", *sys.argv[2:]]
    run()


if __name__ == "__main__":
    main()
