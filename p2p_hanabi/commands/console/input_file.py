"""A command's input files; `-` is standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from p2p_hanabi.faults import FileFault, fault_of
from p2p_hanabi.ui.kit.shell_words import on_one_line
from p2p_hanabi.ui.words.i18n import _
from protocol.reasons import Reason

from .failures import Failed, cannot_read

STREAM = Path("-")
"""Standard input or, for output files, standard output."""


def called(path: Path) -> str:
    """Return a file's name for messages, on one line."""
    return _("standard input") if path == STREAM else on_one_line(path)


def read_input(path: Path, limit: int, too_large: str) -> bytes:
    """Read the whole file. Raise `Failed` if it cannot be read, or with `too_large` if it exceeds
    the limit."""
    try:
        if path == STREAM:
            content = sys.stdin.buffer.read(limit + 1)
        else:
            mode = path.stat().st_mode
            if not (S_ISREG(mode) or S_ISDIR(mode)):  # reading a pipe could take for ever
                raise Failed(cannot_read(called(path), Reason(FileFault.NO_FILE)))
            with path.open("rb") as file:
                content = file.read(limit + 1)
    except OSError as error:
        raise Failed(cannot_read(called(path), fault_of(error))) from None
    if len(content) > limit:
        raise Failed(too_large.format(path=called(path), most=limit))
    return content
