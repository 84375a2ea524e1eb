"""Child processes that audit files for `history`.

Each audits one file at a time; a file that crashes it does not end the list. A process exits when
its standard input is closed, and so with its parent.
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
from p2p_hanabi.ui.words.i18n import language

from ..settings.localization import LANG
from . import HISTORY_AUDITS
from .history_cache import Audited

MAX_AT_ONCE = 4
"""More would slow down games that are played on this machine meanwhile."""


class _Auditor:
    """A process that audits one file at a time, replaced after a crash."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        command = program.started_again(HISTORY_AUDITS, LANG, language())
        self._process = program.start(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        assert self._process.stdout is not None  # noqa: S101 - for the type checker
        self._questions, self._answers = self._process.stdin, self._process.stdout

    def audit(self, path: Path) -> Audited | None:
        """Return the result; None if the process has crashed."""
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
            with contextlib.suppress(OSError):  # the path may not have been flushed
                pipe.close()


def audited(paths: Sequence[Path]) -> Generator[tuple[Path, Audited | None]]:
    """Yield each file with its result as soon as it is audited; None if that crashed."""
    if not paths:
        return
    auditors = [_Auditor() for _ in range(min(os.cpu_count() or 1, MAX_AT_ONCE, len(paths)))]
    free = list(auditors)

    def audit(path: Path) -> tuple[Path, Audited | None]:
        auditor = free.pop()  # never empty: one for each thread
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
            auditor.kill()  # ends each thread's wait for an answer
        threads.shutdown()
        for auditor in auditors:
            auditor.end()
