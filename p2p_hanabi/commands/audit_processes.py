"""Processes that audit files for `history`, while what is known already is shown.

Each audits one file at a time. Whatever a file does to it, the list lives on. It ends with its
standard input, and so with whoever has started it.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path

from .history_cache import Audited

MAX_AT_ONCE = 4
"""More would leave too little of a machine to those who play on it meanwhile."""


class _Auditor:
    """A process that audits one file at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "p2p_hanabi.commands.history_audit"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the list, which then ends its auditors
        )
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        assert self._process.stdout is not None  # noqa: S101 - for the type checker
        self._questions, self.answers = self._process.stdin, self._process.stdout
        self.path = Path()

    def ask(self, path: Path) -> None:
        self.path = path
        with contextlib.suppress(BrokenPipeError):  # it has died; so no answer comes either
            self._questions.write(json.dumps(str(path)).encode() + b"\n")
            self._questions.flush()

    def answer(self) -> Audited | None:
        """Absent (None) if the process has died."""
        try:
            return Audited(*json.loads(self.answers.readline()))
        except ValueError:
            return None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._questions, self.answers):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def audited(paths: Sequence[Path]) -> Generator[tuple[Path, Audited | None]]:
    """Yield each file and what its audit found, as soon as it is known; None if it crashed."""
    waiting = iter(paths)
    done: list[tuple[Path, Audited | None]] = []
    free = [_Auditor() for _ in range(min(os.cpu_count() or 1, MAX_AT_ONCE, len(paths)))]
    with selectors.DefaultSelector() as busy:
        try:
            while True:
                while free and (path := next(waiting, None)) is not None:
                    auditor = free.pop()
                    auditor.ask(path)
                    busy.register(auditor.answers, selectors.EVENT_READ, auditor)
                yield from done
                if not busy.get_map():
                    return
                done = []
                for key, _ in busy.select():
                    busy.unregister(key.fileobj)
                    auditor, found = key.data, key.data.answer()
                    done.append((auditor.path, found))
                    if found is None:
                        auditor.end()
                        auditor = _Auditor()
                    free.append(auditor)
        finally:
            for auditor in [*free, *(key.data for key in busy.get_map().values())]:
                auditor.end()
