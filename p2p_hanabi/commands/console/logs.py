"""The log: what no player needs to read, kept where it can be found. Never on the screen."""

from __future__ import annotations

import logging
import logging.handlers
import os
from collections import Counter
from io import TextIOWrapper
from typing import cast

from p2p_hanabi.paths import Home, StorageFailed, find_home, make_folder

MAX_BYTES = 512 * 1024
FORMAT = "%(asctime)s %(name)s %(levelname)s %(message)s%(more)s"
SPELT_OUT = 10
MAX_KINDS = 200
MAX_LINE = 2000


class RepeatFilter(logging.Filter):
    """Lets nobody fill the log by making this program say one thing again and again.

    Lines are of one kind if they are made by the same words about the same one, which their first
    argument names. Of each kind ten are written, and then those whose number is one digit with
    zeros behind it, with that number. Kinds have a bound too: those beyond it count as one. What is
    `paced`, by a clock of this program alone, is written always.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[tuple[object, ...]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        record.more = ""
        if getattr(record, "paced", False):
            return True
        first = record.args[:1] if isinstance(record.args, tuple) else ()
        kind = (record.name, str(record.msg), *map(str, first))
        if kind not in self._counts and len(self._counts) >= MAX_KINDS:
            kind = ()
        self._counts[kind] += 1
        count = self._counts[kind]
        record.more = f" ({count:,} such lines by now)" if count > SPELT_OUT else ""
        return count <= SPELT_OUT or not str(count)[1:].strip("0")


class OwnersLog(logging.handlers.RotatingFileHandler):
    """For its owner alone, like everything in the data directory."""

    def format(self, record: logging.LogRecord) -> str:
        """Write whole what this program itself says of its faults; all else has a bound."""
        line = super().format(record)
        return line if record.exc_info or len(line) <= MAX_LINE else f"{line[:MAX_LINE]}..."

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return cast(TextIOWrapper, os.fdopen(descriptor, self.mode, encoding=self.encoding))


def log_file() -> str | None:
    """Return where the log goes, if it goes to a file."""
    handlers = logging.getLogger().handlers
    return next((h.baseFilename for h in handlers if isinstance(h, OwnersLog)), None)


def note_crash() -> str | None:
    """Write the exception that is being handled into the log, which commands without a table have
    not opened yet; return its file, if there can be one."""
    if log_file() is None:
        log_to_file(find_home())
    logging.getLogger(__name__).critical("the program broke", exc_info=True)
    return log_file()


def log_to_file(home: Home) -> None:
    """From now on to `log` in the data directory; nowhere, if that cannot be written."""
    logging.raiseExceptions = False  # what the disk has no room for is not for the screen
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for former in [one for one in root.handlers if isinstance(one, OwnersLog)]:
        root.removeHandler(former)
        former.close()
    handler: logging.Handler = logging.NullHandler()
    try:
        make_folder(home.path)
        handler = OwnersLog(
            home.path / "log", maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter(FORMAT))
        handler.addFilter(RepeatFilter())
    except (StorageFailed, OSError):
        pass
    root.addHandler(handler)
