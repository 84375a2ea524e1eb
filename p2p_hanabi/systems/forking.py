"""A process that has loaded the program, and forks a copy of itself for each that is wanted.

A copy needs no time to load, and shares with the others the memory of what is loaded. It is forked
where there is nothing that two processes must not have in common: the server has one thread, no
event loop, no key, and no file but its socket. `posix.py` alone imports this.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import IO, NoReturn

from .tools import Run

assert sys.platform != "win32"  # noqa: S101 - so mypy skips what follows on Windows

MAX_REQUEST_BYTES = 1 << 16
AGAIN_S = 0.5
"""The pause before the server forks again if the system had no room for a process."""
_PID = struct.Struct("<i")
_OPEN_FILES = "/dev/fd"


class Forked:
    """A copy, with the methods of `subprocess.Popen` that its starter uses.

    It is the server's child, so it is watched through a socket whose other end only it holds, and
    which the system closes when it ends.
    """

    def __init__(self, arguments: Sequence[str], stdin: IO[bytes], life: socket.socket) -> None:
        self.args = list(arguments)
        self.stdin: IO[bytes] | None = stdin
        self.pid = 0
        """0 until the copy has told it."""
        self._life = life
        self._has_ended = False

    def poll(self) -> int | None:
        """Return 0 if it has ended, however; None if not."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; raise `subprocess.TimeoutExpired`."""
        while not self._has_ended:
            self._life.settimeout(timeout)
            try:
                received = self._life.recv(_PID.size)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            except OSError:
                received = b""
            if received:
                self.pid = _PID.unpack(received)[0]
            else:
                self._end()
        return 0

    def terminate(self) -> None:
        """End it: it exits when its standard input is closed."""
        if self.poll() is None:
            if self.stdin is not None:
                self.stdin.close()
            if self.pid:
                self._send(signal.SIGTERM)

    def kill(self) -> None:
        """End it by force. One that the server never came to is given up: should it be forked
        still, it finds its standard input closed."""
        if self.poll() is None:
            if self.pid:
                self._send(signal.SIGKILL)
            else:
                self._end()

    def _send(self, number: int) -> None:
        # its socket is still open, so the number is not another process's yet
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def _end(self) -> None:
        self._has_ended = True
        self._life.close()


class Server:
    """A running server, as its owner sees it. It exits when this is closed, and if its owner is
    killed; its copies live on without it, until their own standard input is closed."""

    def __init__(self, requests: socket.socket, pid: int) -> None:
        self.pid = pid
        self._requests = requests
        self._has_ended = False
        requests.setblocking(False)

    @classmethod
    def fork(cls, load: Callable[[], None], run: Run) -> Server | None:
        """Fork the server off this process: see `systems.fork_server`."""
        if threading.active_count() > 1 or _is_in_loop():
            return None
        _flush()
        gc.freeze()
        try:
            ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        except OSError:
            return None
        with its:
            try:
                pid = os.fork()
            except OSError:
                ours.close()
                return None
            if pid == 0:
                ours.close()
                _in_copy(lambda: _serve(its, load, run))
        return cls(ours, pid)

    def start(
        self, arguments: Sequence[str], changes: Mapping[str, str | None], errors: IO[bytes]
    ) -> Forked | None:
        """Fork a copy. Raise `OSError` if there are no descriptors left."""
        request = json.dumps([list(arguments), dict(changes)])
        its_input, own_input = os.pipe()
        stdin = os.fdopen(own_input, "wb", buffering=0)
        try:
            life, its_life = socket.socketpair()
        except OSError:
            os.close(its_input)
            stdin.close()
            raise
        given = [its_input, errors.fileno(), its_life.fileno()]
        with its_life:
            try:
                socket.send_fds(self._requests, [request.encode()], given)
            except OSError:
                stdin.close()
                life.close()
                return None
            finally:
                os.close(its_input)
        return Forked(arguments, stdin, life)

    def poll(self) -> int | None:
        """Return 0 if the server has ended, None if not."""
        if not self._has_ended:
            self._has_ended = os.waitpid(self.pid, os.WNOHANG)[0] == self.pid
        return 0 if self._has_ended else None

    def close(self) -> None:
        """End the server; it has nothing to lose. Its copies are not ended."""
        self._requests.close()
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self._has_ended = True


# In the server.


def _serve(requests: socket.socket, load: Callable[[], None], run: Run) -> None:
    os.setsid()  # so that Ctrl-C reaches only its owner
    _close_inherited()
    with open(os.devnull, "r+b", buffering=0) as nothing:
        for number in range(3):
            os.dup2(nothing.fileno(), number)
    load()
    gc.collect()
    gc.freeze()  # a collection writes to what it looks through, which would then be shared no more
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system reaps the copies
    while True:
        message, given, _flags, _address = socket.recv_fds(requests, MAX_REQUEST_BYTES, 3)
        if not message:
            return
        if _fork(given[-1]):
            requests.close()
            arguments, changes = json.loads(message)
            _become(changes, given)
            sys.argv[1:] = arguments
            run(arguments)
            return
        for number in given:
            os.close(number)


def _fork(life: int) -> bool:
    """Fork; return whether this is the copy. Try again while there is no room for a process, as
    long as anybody wants it."""
    while True:
        try:
            return os.fork() == 0
        except OSError:
            if select.select([life], [], [], AGAIN_S)[0]:  # its other end has been closed
                return False


def _become(changes: Mapping[str, str | None], given: Sequence[int]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    its_input, errors, life = given
    for number, kept in ((0, its_input), (2, errors)):
        os.dup2(kept, number)
        os.close(kept)
    os.write(life, _PID.pack(os.getpid()))  # left open until the system closes it
    for name, value in changes.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _close_inherited() -> None:
    """Close what this process was given without knowing: its owner's owner may wait for it to be
    closed. Python's own files are not inheritable (PEP 446)."""
    for number in map(int, os.listdir(_OPEN_FILES)):
        with contextlib.suppress(OSError):  # that of the list itself, closed meanwhile
            if number > 2 and os.get_inheritable(number):
                os.close(number)


def _in_copy(work: Callable[[], object]) -> NoReturn:
    """Run to the end of this process. The frames below are its owner's, and are not returned to;
    nor is the program taken apart, which would write to all memory that is shared."""
    code = 1
    try:
        work()
        code = 0
    except SystemExit as exited:
        code = exited.code if isinstance(exited.code, int) else int(exited.code is not None)
    except BaseException:  # as Python itself does at the end of a process
        traceback.print_exc()
    finally:
        _flush()
        os._exit(code)


def _is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
