"""Processes that audit files for `history`, while what is known already is shown.

Each audits one file at a time. Whatever a file does to it, the list lives on. It ends with its
standard input, and so with whoever has started it.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from p2p_hanabi import program
from p2p_hanabi.ui.kit.i18n import language

from ..settings.localization import LANG
from . import HISTORY_AUDITS
from .history_cache import Audited

MAX_AT_ONCE = 4
"""More would leave too little of a machine to those who play on it meanwhile."""


class _Auditor:
    """A process that audits one file at a time, and another one after it has crashed."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        command = program.started_again(HISTORY_AUDITS, LANG, language())
        self._process = program.start(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        assert self._process.stdout is not None  # noqa: S101 - for the type checker
        self._questions, self._answers = self._process.stdin, self._process.stdout

    def audit(self, path: Path) -> Audited | None:
        """Return what it found; None if it has crashed."""
        try:
            self._questions.write(json.dumps(str(path)).encode() + b"\n")
            self._questions.flush()
            return Audited(*json.loads(self._answers.readline()))
        except (OSError, ValueError):
            self.end()
            self._start()
            return None

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        self.kill()
        self._process.wait()
        for pipe in (self._questions, self._answers):
            with contextlib.suppress(OSError):  # it asked for more than was written
                pipe.close()


def audited(paths: Sequence[Path]) -> Generator[tuple[Path, Audited | None]]:
    """Yield each file and what its audit found, as soon as it is known; None if it crashed."""
    if not paths:
        return
    auditors = [_Auditor() for _ in range(min(os.cpu_count() or 1, MAX_AT_ONCE, len(paths)))]
    free = list(auditors)

    def audit(path: Path) -> tuple[Path, Audited | None]:
        auditor = free.pop()  # there are as many as threads
        try:
            return path, auditor.audit(path)
        finally:
            free.append(auditor)

    threads = ThreadPoolExecutor(len(auditors))
    try:
        for done in as_completed([threads.submit(audit, path) for path in paths]):
            yield done.result()
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for auditor in auditors:
            auditor.kill()  # no thread waits for its answer any more
        threads.shutdown()
        for auditor in auditors:
            auditor.end()
