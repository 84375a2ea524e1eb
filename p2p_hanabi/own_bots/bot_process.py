"""The child process of a player's own bot, which cannot block its table.

It gets three pipes and no other file descriptor, only the environment variables that a program
needs to start, and a new folder as its working directory and home, which is removed when it ends.
It still runs as the same user: see docs/threats.md.

Threads read and write its pipes; callers wait for an answer, never for a pipe.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from tempfile import mkdtemp
from typing import IO

from p2p_hanabi.systems import GAP, end_group

from . import bot_talk
from .bot_talk import (
    Failure,
    Greeted,
    Incident,
    MoveWanted,
    OutputLine,
    Reply,
    Stopped,
    Talk,
    step,
)

_CHUNK = 1 << 16
_MAX_UNSENT = 1 << 20
_MAX_LAST_WORDS = 1000
_READ_PAUSE_S = 0.05
"""The pause after reading a whole chunk that is discarded."""
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT")


@dataclass(frozen=True, slots=True)
class Patience:
    """Timeouts for a bot, in seconds: to get ready, to move, to exit, and to be gone once it was
    killed."""

    ready_s: float = 10.0
    move_s: float = 5.0
    leave_s: float = 1.0
    gone_s: float = 10.0


USUAL_PATIENCE = Patience()


class OwnBot:
    """One bot in one seat of one game. One thread at a time may `tell` and `ask`; `close` may be
    called concurrently."""

    def __init__(
        self,
        command: Sequence[str],
        hello: bytes,
        inherited: Mapping[str, str],
        patience: Patience = USUAL_PATIENCE,
    ) -> None:
        """Start the bot. Raise `OSError` if there is no such program."""
        self._patience = patience
        self._changed = threading.Condition()
        self._talk: Talk = Greeted()
        self._reply: Reply | None = None
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._is_closing = False
        self._last_words = b""
        self._reaping = threading.Lock()
        self._is_reaped = False
        self._folder = mkdtemp(prefix="p2phanabi-bot-")
        try:
            self._process = _start_process(command, self._folder, inherited)
        except OSError:
            shutil.rmtree(self._folder)
            raise
        self._began = time.monotonic()
        self._listener = _start_thread(self._listen, self._process.stdout)
        _start_thread(self._write, self._process.stdin)
        self._errors = _start_thread(self._keep_last_words, self._process.stderr)
        self.send(hello)

    @property
    def last_words(self) -> str:
        """The end of the bot's stderr, in one line."""
        return bot_talk.one_line(self._last_words.decode(errors="replace"), _MAX_LAST_WORDS)

    def send(self, line: bytes) -> None:
        """Queue a line for the bot, without waiting."""
        with self._changed:
            if isinstance(self._talk, Stopped):
                return
            self._unsent.append(line)
            self._unsent_bytes += len(line)
            if self._unsent_bytes > _MAX_UNSENT:
                self._step(Incident.TAKES_NO_MORE)
            self._changed.notify_all()

    def ask(self, number: int, view: object, moves: Sequence[object]) -> Reply:
        """Ask which of the moves the bot makes, and wait for the answer until the timeout."""
        with self._changed:
            left_s = self._began + self._patience.ready_s - time.monotonic()
            self._changed.wait_for(lambda: not isinstance(self._talk, Greeted), left_s)
            self._reply = None
            self._step(MoveWanted(number, len(moves)))
            self.send(bot_talk.act(number, view, moves, round(1000 * self._patience.move_s)))
            self._changed.wait_for(lambda: self._reply is not None, self._patience.move_s)
            if self._reply is None:
                self._step(Incident.TIME_IS_UP)
            reply = self._reply
        assert reply is not None  # noqa: S101 - an unanswered question has failed
        if isinstance(reply, Failure) and reply.is_final:
            self._end()
            self._errors.join(self._patience.leave_s)  # it may just have printed why
        return reply

    def close(self) -> None:
        """End the bot and all processes it has started, after it could read what was queued.

        One that runs as another user, as with sudo, may survive. Folders nested too deeply to be
        removed are left.
        """
        with self._changed:
            self._is_closing = True
            self._step(Incident.OUTPUT_ENDED)  # a pending question gets no answer
        self._listener.join(self._patience.leave_s)
        self._end()
        with self._reaping, contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self._patience.gone_s)
            self._is_reaped = True
        with contextlib.suppress(RecursionError):
            shutil.rmtree(self._folder, ignore_errors=True)  # on Windows it may still be in use

    def _end(self) -> None:
        """Kill it, but only before it is reaped: afterwards its pid may be reused."""
        with self._reaping:
            if not self._is_reaped:
                end_group(self._process)

    def _step(self, event: OutputLine | MoveWanted | Incident) -> None:
        """Advance the talk; to be called with the lock held."""
        self._talk, reply = step(self._talk, event)
        self._reply = reply or self._reply
        self._changed.notify_all()

    # Each runs in its own thread.

    def _listen(self, pipe: IO[bytes]) -> None:
        rest = b""
        with pipe:
            while chunk := os.read(pipe.fileno(), _CHUNK):
                rest, is_wanted = self._handle(rest, chunk)
                if not is_wanted:
                    self._end()
                    time.sleep(_READ_PAUSE_S)
        with self._changed:
            self._step(Incident.OUTPUT_ENDED)

    def _handle(self, rest: bytes, chunk: bytes) -> tuple[bytes, bool]:
        """Return the rest after the last whole line, and whether further output is wanted."""
        rest, lines = bot_talk.lines_of(rest, chunk)
        with self._changed:
            if self._is_closing:
                return b"", True
            for line in lines:
                self._step(line)
            return rest, not isinstance(self._talk, Stopped)

    def _write(self, pipe: IO[bytes]) -> None:
        with pipe, contextlib.suppress(OSError):  # it has closed its end, or exited
            while line := self._next_unsent():
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _next_unsent(self) -> bytes:
        """Wait for the next line; return nothing if closing, and all are sent."""
        with self._changed:
            self._changed.wait_for(lambda: self._unsent or self._is_closing)
            if not self._unsent:
                return b""
            line = self._unsent.popleft()
            self._unsent_bytes -= len(line)
            return line

    def _keep_last_words(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := os.read(pipe.fileno(), _CHUNK):
                self._last_words = (self._last_words + chunk)[-_MAX_LAST_WORDS:]
                if len(chunk) == _CHUNK:
                    time.sleep(_READ_PAUSE_S)


def _start_thread(work: Callable[[IO[bytes]], None], pipe: IO[bytes] | None) -> threading.Thread:
    assert pipe is not None  # noqa: S101 - all three are pipes
    thread = threading.Thread(target=work, args=(pipe,), daemon=True)
    thread.start()
    return thread


def _start_process(
    command: Sequence[str], folder: str, inherited: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    own = {name: inherited[name] for name in _PASSED_ON if name in inherited}
    home = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), folder)
    return subprocess.Popen(  # noqa: S603 - the player's own program, arguments as a list
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env={**own, **home, "PYTHONUNBUFFERED": "1"},  # else an answer may stay in a buffer
        **GAP,
    )
