"""The log file, for details that players need not read. Nothing is logged to the screen."""

from __future__ import annotations

import logging
import logging.handlers
import os
from collections import Counter
from io import TextIOWrapper
from pathlib import Path
from typing import cast

from p2p_hanabi.paths import Home, StorageFailed, append_to, find_home, make_folder

MAX_BYTES = 512 * 1024
FORMAT = "%(asctime)s %(name)s %(levelname)s %(message)s%(more)s"
SPELT_OUT = 10
MAX_KINDS = 200
MAX_LINE = 2000


class RepeatFilter(logging.Filter):
    """Limits repeated lines, so that no peer can flood the log.

    Lines are of one kind if their logger, message template and first argument are equal. The first
    ten of each kind are written, and then the 20th, 30th, ..., 100th, 200th and so on, with their
    count. Beyond `MAX_KINDS`, all further kinds count as one. Records marked `paced`, whose rate
    this program's own clock limits, are always written.
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
    """A log readable only by its owner, like everything in the data directory."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record, truncated unless it has a traceback."""
        line = super().format(record)
        return line if record.exc_info or len(line) <= MAX_LINE else f"{line[:MAX_LINE]}..."

    def _open(self) -> TextIOWrapper:
        with append_to(Path(self.baseFilename)) as file:
            descriptor = os.dup(file.fileno())
        return cast(TextIOWrapper, os.fdopen(descriptor, self.mode, encoding=self.encoding))


def log_file() -> str | None:
    """Return the path of the log file; None if there is none."""
    handlers = logging.getLogger().handlers
    return next((h.baseFilename for h in handlers if isinstance(h, OwnersLog)), None)


def note_crash() -> str | None:
    """Log the exception being handled, opening the log if needed. Return the log's path; None if it
    cannot be written."""
    if log_file() is None:
        log_to_file(find_home())
    logging.getLogger(__name__).critical("the program broke", exc_info=True)
    return log_file()


def log_to_file(home: Home) -> None:
    """Send the log to `log` in the data directory, or nowhere if that cannot be written."""
    logging.raiseExceptions = False  # a full disk must not print tracebacks over the screen
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for former in [one for one in root.handlers if isinstance(one, OwnersLog)]:
        root.removeHandler(former)
        former.close()
    handler: logging.Handler = logging.NullHandler()
    try:
        make_folder(home.path, is_synced=False)
        handler = OwnersLog(
            home.path / "log", maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter(FORMAT))
        handler.addFilter(RepeatFilter())
    except (StorageFailed, OSError):
        pass
    root.addHandler(handler)
