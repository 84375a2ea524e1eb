"""Processes of the real program, each a copy of one that has already loaded it.

To load the program takes most of the processor time of a process that plays for some turns. So a
process of the tests' own loads it once, without a thread, and forks for each that is wanted: from
there on the copy is what `python -W error -m MODULE ARGUMENTS...` makes, up to its last exit. How
the program itself is started is tested where it is (`tests/commands`, `tests/test_start.py`).

    python -m tests.warm NUMBER [NUMBER]    takes requests at that socket, until nobody has its
                                            other end; shares products in that file
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import json
import os
import random
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any

from p2p_hanabi.registry import GAMES
from tests.remembered import share_products, shared_products

ROOT = Path(__file__).parents[1]
LONGEST = 1 << 20
CODE = struct.Struct("<i")
NEWNS, SLAVE_OF_ALL, DETACH = 0x20000, 0x84000, 2
"""As linux/sched.h and sys/mount.h say: CLONE_NEWNS; MS_REC and MS_SLAVE; MNT_DETACH."""

PARTS = (
    "cli",
    "commands.hosting",
    "commands.interactive",
    "commands.joining",
    "commands.json_lines",
    "commands.json_screen",
    "commands.leavable",
    "commands.line_mode",
    "commands.output",
    "commands.own_bot",
    "commands.resume",
    "ui.kit.console",
)
"""What a seat at a pipe loads, whether a person or a bot plays."""


class Warm:
    """A process, with the words of `subprocess.Popen`. `stdin` is a pipe if it `types`, else empty;
    what goes to `stderr` (a file's number) goes with the output if that is absent.

    `place` is a process and the name of a network namespace that is known there: a machine.
    """

    def __init__(
        self,
        words: Sequence[str],
        env: dict[str, str],
        *,
        types: bool = True,
        stderr: int | None = None,
        place: tuple[int, str] | None = None,
    ) -> None:
        self.args = list(words)
        self.returncode: int | None = None
        self._told, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        its_input, own_input = os.pipe() if types else (os.open(os.devnull, os.O_RDONLY), None)
        own_output, its_output = os.pipe()
        self.stdin = None if own_input is None else os.fdopen(own_input, "w", encoding="utf-8")
        self.stdout = os.fdopen(own_output, encoding="utf-8", errors="surrogateescape")
        request = json.dumps({"words": self.args, "env": env, "place": place}).encode()
        errors = its_output if stderr is None else stderr
        with theirs:
            given = [its_input, its_output, errors, theirs.fileno()]
            socket.send_fds(_nursery(), [request], given)
        os.close(its_input)
        os.close(its_output)
        self.pid = self._code()

    def poll(self) -> int | None:
        return self.wait() if self._has_news(0) else self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not self._has_news(timeout):
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = self._code()
            self._told.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it has ended, and is not yet heard of
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Warm:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stdout.close()
        if self.stdin is not None:
            self.stdin.close()
        self.wait()

    def _has_news(self, timeout: float | None) -> bool:
        return self.returncode is None and bool(select.select([self._told], [], [], timeout)[0])

    def _code(self) -> int:
        code: int = CODE.unpack(self._told.recv(CODE.size))[0]
        return code


def run(words: Sequence[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """As `subprocess.run` does with an empty input, with its output and what it says besides."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
        Warm(words, env, types=False, stderr=errors.fileno()) as process,
    ):
        output, code = process.stdout.read(), process.wait()
        errors.seek(0)
        return subprocess.CompletedProcess(list(words), code, output, errors.read())


@cache
def _nursery() -> socket.socket:
    """The socket of the one process that has loaded the program; it ends with this one."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    products = shared_products()
    given = [str(file) for file in (its.fileno(), products) if file is not None]
    words = [sys.executable, "-W", "error", "-m", "tests.warm", *given]
    with its:  # pipes, as the copies have: what is opened at a file looks for its end
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            pass_fds=[int(each) for each in given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def end() -> None:
        ours.close()
        process.communicate()

    atexit.register(end)
    return ours


# The process that has loaded the program.


def load() -> None:
    """All that a seat of any game loads before it plays, and the names that nobody may have."""
    for part in PARTS:
        import_module(f"p2p_hanabi.{part}")
    for game in GAMES.values():
        _ = game.rules, game.data, game.styles, game.screen
    import_module("p2p_hanabi.commands.naming").is_fit("Ana")
    gc.freeze()  # the copies look through none of it


def serve(requests: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Fork at each request; returns in the copy alone."""
    copies: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([requests.fileno(), *copies], [], [])[0]:
            if ready == requests.fileno():
                message, given, _, _ = socket.recv_fds(requests, LONGEST, 4)
                if not message:
                    sys.exit()
                told = socket.socket(fileno=given.pop())
                if (pid := os.fork()) == 0:
                    for other in (requests, told, *(one for _, one in copies.values())):
                        other.close()
                    return json.loads(message), given
                for file in set(given):
                    os.close(file)
                told.send(CODE.pack(pid))
                copies[os.pidfd_open(pid)] = pid, told
            else:
                os.close(ready)
                pid, told = copies.pop(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with told:
                    told.send(CODE.pack(code))


def become(wanted: dict[str, Any], files: Sequence[int]) -> None:
    """What was wanted, to its end."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in set(files):
        os.close(file)
    os.environ.clear()
    os.environ.update(wanted["env"])
    if wanted["place"] is not None:
        enter(*wanted["place"])
    random.seed()
    module, *arguments = wanted["words"]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def enter(house: int, namespace: str) -> None:
    """As `nsenter` and then `ip netns exec` do."""
    kinds = ("user", "mnt", "net") if os.geteuid() else ("mnt", "net")
    doors = [os.open(f"/proc/{house}/ns/{kind}", os.O_RDONLY) for kind in kinds]
    for door in doors:
        _call("setns", door, 0)
    doors.append(os.open(f"/run/netns/{namespace}", os.O_RDONLY))
    _call("setns", doors[-1], 0)
    _call("unshare", NEWNS)
    _call("mount", b"", b"/", b"none", SLAVE_OF_ALL, None)
    _call("umount2", b"/sys", DETACH)
    _call("mount", namespace.encode(), b"/sys", b"sysfs", 0, None)
    for door in doors:
        os.close(door)
    os.chdir(ROOT)


def _call(name: str, *words: bytes | int | None) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*words):
        raise OSError(ctypes.get_errno(), name)


if __name__ == "__main__":
    for shared in sys.argv[2:]:
        share_products(int(shared))
    with socket.socket(fileno=int(sys.argv[1])) as at:
        load()
        wanted, files = serve(at)
    become(wanted, files)
