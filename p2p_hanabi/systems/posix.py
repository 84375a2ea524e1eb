"""Linux, macOS and similar systems. What concerns macOS is from its manuals, and untested."""

from __future__ import annotations

import contextlib
import fcntl
import os
import resource
import shlex
import signal
import stat
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from .tools import ACCEPT_AGAIN_S, Apart

if TYPE_CHECKING:
    import asyncio
    import socket
    import subprocess

    from prompt_toolkit.output import Output

    from .tools import ForkServer, Run

assert sys.platform != "win32"  # noqa: S101 - so mypy skips what follows on Windows

_MAC_FIREWALL = "/usr/libexec/ApplicationFirewall/socketfilterfw"

MOVES_OPEN_FOLDERS = True
"""A folder can be renamed while a file in it is open."""
HAS_SHARED_FOLDERS = sys.platform != "darwin"
"""Desktops read menu entries in the folders of freedesktop.org."""
HEARS_BOTH_FAMILIES = sys.platform == "linux"
"""zeroconf receives both families on one IPv6 socket, which cannot join an IPv4 group
elsewhere."""
ASKS_FOR_LOCAL_NETWORK = sys.platform == "darwin"
"""Programs need the user's permission to access the local network, unless started from Terminal
(Apple's technical note 3179)."""


GAP: Apart = {"start_new_session": True}


# Files.


def full_sync(descriptor: int) -> None:
    """Fsync a file, on macOS by a call of its own, which not every disk supports (fsync(2),
    F_FULLFSYNC)."""
    if hasattr(fcntl, "F_FULLFSYNC"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Fsync a folder: a new name is on disk only once its folder is."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return  # a folder can be writable but not readable; the system syncs it in its own time
    try:
        full_sync(descriptor)
    finally:
        os.close(descriptor)


def open_append(path: Path) -> int:
    """Open a file to append to it, created for its owner alone. Raise `OSError`."""
    flags = (
        os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK
    )  # a pipe without a reader must not block
    return os.open(path, flags, 0o600)


def replace(source: Path, target: Path) -> None:
    """Replace a file atomically."""
    source.replace(target)


def unlink(path: Path) -> None:
    """Delete a file. Raise `OSError`."""
    path.unlink()


def lock(descriptor: int) -> None:
    """Lock a file until it is closed. Raise `OSError` if another process has locked it."""
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_open_to_others(folder: Path) -> bool:
    """Return whether other users of this machine may access it."""
    return bool(folder.stat().st_mode & 0o077)


# The process.


def words_of(number: int) -> str:
    """Return the system's message for an error number."""
    return os.strerror(number)


def has_display(environ: Mapping[str, str]) -> bool:
    """Return whether a browser can open a window: a text browser would take over the terminal."""
    variables = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform == "darwin" or any(environ.get(name) for name in variables)


def is_clicked(environ: Mapping[str, str]) -> bool:
    """Return whether the program was started from a desktop: with a display, but no terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return has_display(environ) and not any(stream.isatty() for stream in streams)


def on_end(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> None:
    """Call `leave` when the program is terminated from outside, or its terminal is closed."""
    for ends in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(ends, leave)


def command_words(command: str) -> list[str]:
    """Split a command into words as a shell does. Raise `ValueError`."""
    return shlex.split(command)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started `GAP` and not waited for yet, with all processes in its
    group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS, if all have ended
        os.killpg(process.pid, signal.SIGKILL)


def fork_server(load: Callable[[], None], run: Run) -> ForkServer | None:
    """Fork a server off this process, which has no secret in its memory yet. The server calls
    `load`, and each of its copies `run`. Return None where that is impossible: this process has a
    thread or an event loop already, the system has no room for another, or, as macOS, libraries
    that may fail in a copy."""
    if sys.platform == "darwin":
        return None
    from .forking import Server

    return Server.fork(load, run)


def peak_kib() -> int | None:
    """Return this process's peak memory, in KiB.

    On Linux a child's `ru_maxrss` includes its parent's memory, so /proc is read first.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most // 1024 if sys.platform == "darwin" else most
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


def interface_language() -> str:
    """Return nothing: the environment has the language."""
    return ""


# The terminal.


def can_draw(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal can move its cursor."""
    return environ.get("TERM") not in (None, "", "dumb")


def terminal_output(stdout: TextIO, environ: Mapping[str, str], width: int) -> Output:
    """Return the output to a terminal. It never queries the position of the cursor, since not every
    terminal answers."""
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.output.vt100 import Vt100_Output

    def size() -> Size:
        columns, rows = os.get_terminal_size(stdout.fileno())
        return Size(rows or 24, columns or width)

    return Vt100_Output(stdout, size, term=environ.get("TERM"), enable_cpr=False)


def drop_typed_ahead(stdin: TextIO) -> None:
    """Discard unread input that was typed at a terminal."""
    termios.tcflush(stdin, termios.TCIFLUSH)


async def feed(reader: asyncio.StreamReader, stdin: TextIO) -> Callable[[], None]:
    """Read stdin as far as it is used, in the loop if it is a pipe or a terminal. Return a function
    that stops the reading."""
    import asyncio

    mode = os.fstat(stdin.fileno()).st_mode
    loop = asyncio.get_running_loop()
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stdin.isatty():
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), stdin
        )
        return transport.close
    from .stdin_thread import feed_from_thread

    return feed_from_thread(reader, stdin.fileno())


# The network.


def keep_port(listener: socket.socket) -> None:
    """Allow a port to be reused right after its program has ended; to be called before `bind`."""
    import socket

    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def accept_each(
    listening: socket.socket, let_in: Callable[[socket.socket], None]
) -> Callable[[], None]:
    """Pass every accepted connection to `let_in`, until the returned function is called."""
    import asyncio

    loop = asyncio.get_running_loop()
    is_stopped = False

    def accept() -> None:
        try:
            connection, _ = listening.accept()
        except BlockingIOError:
            return
        except OSError:
            loop.remove_reader(listening)
            loop.call_later(ACCEPT_AGAIN_S, listen)
            return
        connection.setblocking(False)
        let_in(connection)

    def listen() -> None:
        if not is_stopped:
            loop.add_reader(listening, accept)

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        loop.remove_reader(listening)

    listen()
    return stop


def share_port(sock: socket.socket) -> None:
    """Share the port with others that allow it too; to be called before `bind`."""
    import socket

    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def firewalls() -> Iterator[str]:
    """Yield those that can be detected without privileges."""
    import shutil

    from .tools import output_of

    try:
        if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text("utf-8"):
            yield "ufw"
    except (OSError, UnicodeDecodeError):
        pass
    if Path("/run/firewalld").exists():
        yield "firewalld"
    nft = shutil.which("nft")
    if nft is not None and "hook input" in output_of(nft, "list", "ruleset"):
        yield "nftables"
    if sys.platform == "darwin" and "enabled" in output_of(_MAC_FIREWALL, "--getglobalstate"):
        yield "macOS"


def public_networks() -> list[str]:
    """List none: only Windows classifies networks."""
    return []
