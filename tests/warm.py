"""Processes of the real program, each a copy of one that has already loaded it.

To load the program takes most of the processor time of a process that plays for some turns. So a
process of the tests' own loads it once, without a thread, and forks for each that is wanted: from
there on the copy is what `python -W error -m MODULE ARGUMENTS...` makes, up to its exit. How the
program itself starts and ends is tested where it is (`tests/commands`, `tests/test_start.py`).

    python -m tests.warm NUMBER [NUMBER]    takes requests at that socket, until nobody has its
                                            other end; shares points in that file
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
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NoReturn, TypeAlias

from p2p_hanabi import program
from p2p_hanabi.registry import GAMES
from tests.remembered import share_points, shared_points

ROOT = Path(__file__).parents[1]
LONGEST = 1 << 20
CODE = struct.Struct("<i")
Place: TypeAlias = tuple[int, str]
NEWNS, SLAVE_OF_ALL, DETACH = 0x20000, 0x84000, 2
"""As linux/sched.h and sys/mount.h say: CLONE_NEWNS; MS_REC and MS_SLAVE; MNT_DETACH."""

PARTS = (
    "cli",
    "commands.play.host",
    "commands.screens.interactive",
    "commands.play.join",
    "commands.console.json_lines",
    "commands.screens.json_screen",
    "commands.play.game_task",
    "commands.screens.line_screen",
    "commands.console.output",
    "commands.bots.own_bot",
    "commands.play.resume",
    "ui.kit.console",
)
"""What a seat at a pipe loads, whether a person or a bot plays."""


class Copy:
    """A copy that has these files, by their numbers, for input, output and errors; with the words
    of `subprocess.Popen`.

    `place` is a process and the name of a network namespace that is known there: a machine.
    """

    def __init__(
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        files: tuple[int, int, int],
        place: Place | None,
        *,
        is_apart: bool = False,
    ) -> None:
        self.args = list(words)
        self.returncode: int | None = None
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        request = {"words": self.args, "env": dict(env), "place": place, "is_apart": is_apart}
        with theirs:
            given = [*files, theirs.fileno()]
            socket.send_fds(_nursery(), [json.dumps(request).encode()], given)
        self.pid = self._code()

    def poll(self) -> int | None:
        return self.wait() if self._has_news(0) else self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not self._has_news(timeout):
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = self._code()
            self._control.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it has ended, and is not yet heard of
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _has_news(self, timeout: float | None) -> bool:
        return self.returncode is None and bool(select.select([self._control], [], [], timeout)[0])

    def _code(self) -> int:
        code: int = CODE.unpack(self._control.recv(CODE.size))[0]
        return code


class Warm(Copy):
    """`stdin` is a pipe if it `types`, else empty; what goes to `stderr` (a file's number) goes
    with the output if that is absent."""

    def __init__(
        self,
        words: Sequence[str],
        env: dict[str, str],
        *,
        types: bool = True,
        stderr: int | None = None,
        place: Place | None = None,
    ) -> None:
        its_input, own_input = os.pipe() if types else (os.open(os.devnull, os.O_RDONLY), None)
        own_output, its_output = os.pipe()
        self.stdin = None if own_input is None else os.fdopen(own_input, "w", encoding="utf-8")
        self.stdout = os.fdopen(own_output, encoding="utf-8", errors="surrogateescape")
        errors = its_output if stderr is None else stderr
        super().__init__(words, env, (its_input, its_output, errors), place)
        os.close(its_input)
        os.close(its_output)

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


class StartedAgain(Copy):
    """In the place of `program.start`: what a process here starts is a copy too, where it is."""

    place: Place | None = None
    """Where this process is."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stdout: int,
        stderr: int | IO[bytes],
    ) -> None:
        its_input, own_input = os.pipe()
        own_output, its_output = os.pipe()
        self.stdin = os.fdopen(own_input, "wb", buffering=0)
        self.stdout = os.fdopen(own_output, "rb") if stdout == subprocess.PIPE else None
        with open(os.devnull, "wb") as nothing:
            output = nothing.fileno() if self.stdout is None else its_output
            errors = nothing.fileno() if isinstance(stderr, int) else stderr.fileno()
            words = command[command.index("-m") + 1 :]
            files = its_input, output, errors
            super().__init__(words, env or os.environ, files, self.place, is_apart=True)
        os.close(its_input)
        os.close(its_output)
        if self.stdout is None:
            os.close(own_output)


def run(
    words: Sequence[str], env: dict[str, str], place: Place | None = None
) -> subprocess.CompletedProcess[str]:
    """As `subprocess.run` does with an empty input, with its output and what it says besides."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
        Warm(words, env, types=False, stderr=errors.fileno(), place=place) as process,
    ):
        output, code = process.stdout.read(), process.wait()
        errors.seek(0)
        return subprocess.CompletedProcess(list(words), code, output, errors.read())


def _nursery() -> socket.socket:
    """Where copies are asked for."""
    return _asking or _own_nursery()


_asking: socket.socket | None = None
"""That of a process which is a copy itself."""


@cache
def _own_nursery() -> socket.socket:
    """The socket of the one process that has loaded the program; it ends with this one."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    points = shared_points()
    given = [str(file) for file in (its.fileno(), points) if file is not None]
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
    gc.disable()  # none of this is garbage
    for part in PARTS:
        import_module(f"p2p_hanabi.{part}")
    for game in GAMES.values():
        _ = game.rules, game.data, game.styles, game.screen
    import_module("p2p_hanabi.commands.settings.naming").is_fit("Ana")
    gc.freeze()  # the copies look through none of it
    gc.enable()


def serve(requests: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Fork at each request, also of copies; returns in the copy alone."""
    global _asking
    copies: dict[int, tuple[int, socket.socket]] = {}
    _asking, of_copies = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    asked = {each.fileno(): each for each in (requests, of_copies)}
    while True:
        for ready in select.select([*asked, *copies], [], [])[0]:
            if ready in asked:
                message, given, _, _ = socket.recv_fds(asked[ready], LONGEST, 4)
                if not message:
                    sys.exit()
                channel = socket.socket(fileno=given.pop())
                if (pid := os.fork()) == 0:
                    for other in (*asked.values(), channel, *(one for _, one in copies.values())):
                        other.close()
                    return json.loads(message), given
                for file in set(given):
                    os.close(file)
                _tell(channel, pid)
                copies[os.pidfd_open(pid)] = pid, channel
            else:
                os.close(ready)
                pid, channel = copies.pop(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with channel:
                    _tell(channel, code)


def _tell(who: socket.socket, number: int) -> None:
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # a copy that has ended
        who.send(CODE.pack(number))


def run_to_its_end(wanted: dict[str, Any], files: Sequence[int]) -> int:
    """Return with what it exits; what else Python has to say at an exit, it says itself."""
    try:
        become(wanted, files)
    except SystemExit as exited:
        if not isinstance(exited.code, int | None):
            raise
        return exited.code or 0
    return 0


def end(code: int) -> NoReturn:
    """Exit as Python does, except that the program is not taken apart: before that, the system
    would copy all the memory that this process shares, which takes longer than many copies run."""
    threading._shutdown()  # type: ignore[attr-defined]  # as `multiprocessing` does
    gc.collect()  # what nobody has closed says so
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def become(wanted: dict[str, Any], files: Sequence[int]) -> None:
    """What was wanted, to its end."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in set(files):
        os.close(file)
    os.environ.clear()
    os.environ.update(wanted["env"])
    if wanted["is_apart"]:
        os.setsid()
    if wanted["place"] is not None:
        enter(*wanted["place"])
    StartedAgain.place = wanted["place"]
    setattr(program, "start", StartedAgain)  # noqa: B010 - mypy forbids the plain way
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
    for shared in map(int, sys.argv[2:]):
        os.set_inheritable(shared, False)  # a host's server of bots closes what is not Python's own
        share_points(shared)
    with socket.socket(fileno=int(sys.argv[1])) as at:
        load()
        wanted, files = serve(at)
    end(run_to_its_end(wanted, files))
