"""Linux, macOS and their like. What is said of macOS is read in its manuals, not tried."""

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

assert sys.platform != "win32"  # noqa: S101 - what follows is not looked at there

_MAC_FIREWALL = "/usr/libexec/ApplicationFirewall/socketfilterfw"

MOVES_OPEN_FOLDERS = True
"""A folder can be renamed while a file in it is open."""
HEARS_BOTH_FAMILIES = sys.platform == "linux"
"""zeroconf hears both families at one socket of IPv6, which may not join a group of IPv4
elsewhere."""
ASKS_FOR_LOCAL_NETWORK = sys.platform == "darwin"
"""Programs need the player's permission to reach this network, unless Terminal starts them (Apple's
technical note 3179)."""


APART: Apart = {"start_new_session": True}


# Files.


def full_sync(descriptor: int) -> None:
    """Return when the disk has the file. macOS has a call of its own for that, which is not there
    on every disk (fsync(2), F_FULLFSYNC)."""
    if hasattr(fcntl, "F_FULLFSYNC"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Sync a folder: a new name is only on the disk once its folder is."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return  # one may write in it without reading it; the system syncs it when it likes
    try:
        full_sync(descriptor)
    finally:
        os.close(descriptor)


def replace(source: Path, target: Path) -> None:
    """Put a file in another's place, at once."""
    source.replace(target)


def unlink(path: Path) -> None:
    """Delete a file. Raise `OSError`."""
    path.unlink()


def lock(descriptor: int) -> None:
    """Lock a file until it is closed. Raise `OSError` if another process has locked it."""
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_open_to_others(folder: Path) -> bool:
    """Return whether other users of this machine may look into it."""
    return bool(folder.stat().st_mode & 0o077)


# The process.


def words_of(number: int) -> str:
    """Return what the system calls this number of an error."""
    return os.strerror(number)


def has_display(environ: Mapping[str, str]) -> bool:
    """Return whether a browser can open a window: one for the terminal would take that over."""
    said = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform == "darwin" or any(environ.get(name) for name in said)


def is_clicked(environ: Mapping[str, str]) -> bool:
    """Return whether the program was started on a desktop: there is a display, and no terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return has_display(environ) and not any(stream.isatty() for stream in streams)


def on_end(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> None:
    """Leave when the program is ended from outside, or its terminal is closed."""
    for ends in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(ends, leave)


def command_words(command: str) -> list[str]:
    """Return what a shell would take for the words of a command. Raise `ValueError`."""
    return shlex.split(command)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End at once a process that was started `APART` and not waited for yet, with all that it has
    started, but for what has left its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS, where all have ended
        os.killpg(process.pid, signal.SIGKILL)


def peak_kib() -> int | None:
    """Return the most memory that this process ever held.

    Linux counts what the parent held into `ru_maxrss` of a child, so its own account is read first.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most // 1024 if sys.platform == "darwin" else most
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


def interface_language() -> str:
    """Return nothing: the environment tells all."""
    return ""


# The terminal.


def can_draw(environ: Mapping[str, str]) -> bool:
    """Return whether the cursor can be moved in a terminal."""
    return environ.get("TERM") not in (None, "", "dumb")


def terminal_output(stdout: TextIO, environ: Mapping[str, str], width: int) -> Output:
    """Return the output to a terminal. It never asks for the position of the cursor: not every
    terminal answers."""
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.output.vt100 import Vt100_Output

    def size() -> Size:
        columns, rows = os.get_terminal_size(stdout.fileno())
        return Size(rows or 24, columns or width)

    return Vt100_Output(stdout, size, term=environ.get("TERM"), enable_cpr=False)


def drop_typed_ahead(stdin: TextIO) -> None:
    """Forget what was typed at a terminal and not read."""
    termios.tcflush(stdin, termios.TCIFLUSH)


async def feed(reader: asyncio.StreamReader, stdin: TextIO) -> Callable[[], None]:
    """Read a pipe as it fills; what is no pipe is read at once. Gives what ends the feeding."""
    import asyncio

    mode = os.fstat(stdin.fileno()).st_mode
    loop = asyncio.get_running_loop()
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stdin.isatty():
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), stdin
        )
        return transport.close
    reader.feed_data(await asyncio.to_thread(stdin.buffer.read))
    reader.feed_eof()
    return lambda: None


# The network.


def keep_port(listener: socket.socket) -> None:
    """Before it is bound: a port can be taken again at once after a program has left it."""
    import socket

    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def accept_each(
    listening: socket.socket, let_in: Callable[[socket.socket], None]
) -> Callable[[], None]:
    """Hand over every connection that comes, until what is returned is called."""
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
    """Before it is bound: others who allow it too may be bound to the same port."""
    import socket

    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def firewalls() -> Iterator[str]:
    """Find those that show themselves without being asked for rights."""
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
    """List none: only Windows takes some networks for dangerous."""
    return []
