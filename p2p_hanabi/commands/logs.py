"""The log: what no player needs to read, kept where it can be found. Never on the screen."""

from __future__ import annotations

import logging
import logging.handlers
import os
from io import TextIOWrapper
from typing import cast

from p2p_hanabi.paths import Home, StorageFailed, make_folder

MAX_BYTES = 512 * 1024
FORMAT = "%(asctime)s %(name)s %(levelname)s %(message)s"


class OwnersLog(logging.handlers.RotatingFileHandler):
    """For its owner alone, like everything in the data directory."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return cast(TextIOWrapper, os.fdopen(descriptor, self.mode, encoding=self.encoding))


def log_file() -> str | None:
    """Where the log goes, if it goes to a file."""
    handlers = logging.getLogger().handlers
    return next((h.baseFilename for h in handlers if isinstance(h, OwnersLog)), None)


def note_crash() -> str | None:
    """Write the exception that is being handled into the log; its file, if there is one."""
    logging.getLogger(__name__).critical("the program broke", exc_info=True)
    return log_file()


def log_to_file(home: Home) -> None:
    """From now on to `log` in the data directory; nowhere, if that cannot be written."""
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
    except (StorageFailed, OSError):
        logging.raiseExceptions = False
    root.addHandler(handler)
