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
        file = open(self.baseFilename, self.mode, encoding=self.encoding, opener=_open_as_owner)
        return cast(TextIOWrapper, file)


def _open_as_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def log_to_file(home: Home) -> None:
    """From now on to `log` in the data directory; nowhere, if that cannot be written."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
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
