"""Windows. Tested with Wine (`make wine`), which has no firewall, no taskbar and no Windows 11
console; what depends on those is untested."""

from __future__ import annotations

import ctypes
import locale
import msvcrt
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from .tools import ACCEPT_AGAIN_S, Apart, output_of, without_escapes

if TYPE_CHECKING:
    import asyncio
    import socket

    from prompt_toolkit.output import Output

    from .tools import ForkServer, Run

assert sys.platform == "win32"  # noqa: S101 - so mypy skips what follows on other systems

_LOCK_AT = 0x7FFF_FFF0
"""Locked bytes cannot be read by other processes, so one beyond the end of every file is locked."""
_TRIES, _PAUSE_S = 20, 0.05
_FIRST_OF_WINSOCK = 10_000
"""The first error number of winsock2.h."""

MOVES_OPEN_FOLDERS = False
"""A folder cannot be renamed while a file in it is open."""
HAS_SHARED_FOLDERS = False
HEARS_BOTH_FAMILIES = False
ASKS_FOR_LOCAL_NETWORK = False


GAP: Apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}


# Files.


def full_sync(descriptor: int) -> None:
    """Fsync a file."""
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Do nothing: a folder cannot be synced here; the file system journals names."""


def open_append(path: Path) -> int:
    """Open a file to append to it, created for its owner alone. Raise `OSError`."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_BINARY  # line ends stay as they are
    return os.open(path, flags, 0o600)


def replace(source: Path, target: Path) -> None:
    """Replace a file atomically. Raise `OSError`."""
    _retry(lambda: source.replace(target))


def unlink(path: Path) -> None:
    """Delete a file. Raise `OSError`."""
    _retry(path.unlink)


def _retry(change: Callable[[], object]) -> None:
    """Retry for at most a second while another program, such as a virus scanner, holds the file."""
    for _each in range(_TRIES):
        try:
            change()
        except PermissionError:
            time.sleep(_PAUSE_S)
        else:
            return
    change()


def lock(descriptor: int) -> None:
    """Lock a file until it is closed. Raise `OSError` if another process has locked it."""
    before = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _LOCK_AT, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    finally:
        os.lseek(descriptor, before, os.SEEK_SET)


def is_open_to_others(folder: Path) -> bool:  # noqa: ARG001 - as on other systems
    """Return no: only the user and administrators can access a user's folders."""
    return False


# The process.


def words_of(number: int) -> str:
    """Return the system's message for an error number. The C library does not know those of
    winsock, from 10000 on."""
    return ctypes.FormatError(number) if number >= _FIRST_OF_WINSOCK else os.strerror(number)


def has_display(environ: Mapping[str, str]) -> bool:  # noqa: ARG001 - it always is
    """Return whether a browser can open a window."""
    return True


def is_clicked(environ: Mapping[str, str]) -> bool:  # noqa: ARG001 - as on other systems
    """Return whether this program is alone at its console, which Windows must then have opened for
    it. The single-file program is two processes: the first unpacks the second."""
    most = 3
    processes = (ctypes.c_ulong * most)()
    return bool(0 < ctypes.windll.kernel32.GetConsoleProcessList(processes, most) < most)


def on_end(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> None:
    """Call `leave` when the program is terminated from outside, or its window is closed.

    Windows kills it right afterwards anyway: what was sent is in the journal.
    """
    for ends in (signal.SIGTERM, signal.SIGBREAK):
        signal.signal(ends, lambda *_: loop.call_soon_threadsafe(leave))


def command_words(command: str) -> list[str]:
    """Split a command into words as Windows does."""
    count = ctypes.c_int()
    split = ctypes.windll.shell32.CommandLineToArgvW
    split.restype = ctypes.POINTER(ctypes.c_wchar_p)
    if not command.strip():
        return []
    words = split(ctypes.c_wchar_p(command), ctypes.byref(count))
    return [str(words[i]) for i in range(count.value)]


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started `GAP` and not waited for yet, with all processes it has
    started, as long as it is still running."""
    output_of("taskkill", "/F", "/T", "/PID", str(process.pid))
    process.kill()


def fork_server(load: Callable[[], None], run: Run) -> ForkServer | None:  # noqa: ARG001
    """Return None: processes cannot be copied here."""
    return None


def peak_kib() -> int | None:
    """Return nothing: only `bench` and tests need it, on other systems."""
    return None


def interface_language() -> str:
    """Return the locale of this user's display language, such as fr_FR."""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


# The terminal.


def can_draw(environ: Mapping[str, str]) -> bool:  # noqa: ARG001 - as on other systems
    """Return yes: every console can."""
    return True


def terminal_output(stdout: TextIO, environ: Mapping[str, str], width: int) -> Output:  # noqa: ARG001 - as on other systems
    """Return the output to a console, by escape codes or, before Windows 10, by API calls."""
    from prompt_toolkit.output import create_output
    from prompt_toolkit.output.win32 import Win32Output

    class LegacyConsole(Win32Output):
        """Would print escape codes: a "legacy console" of Windows 10 does not know them either."""

        def write_raw(self, data: str) -> None:
            self.write(without_escapes(data))

    output = create_output(stdout)
    return LegacyConsole(stdout) if isinstance(output, Win32Output) else output


def drop_typed_ahead(stdin: TextIO) -> None:  # noqa: ARG001 - there is one console
    """Discard unread input that was typed at a terminal."""
    while msvcrt.kbhit():
        msvcrt.getwch()


async def feed(reader: asyncio.StreamReader, stdin: TextIO) -> Callable[[], None]:
    """Read stdin in a thread, since an event loop cannot. Return a function that stops it."""
    from .stdin_thread import feed_from_thread

    return feed_from_thread(reader, stdin.fileno())


# The network.


def keep_port(listener: socket.socket) -> None:
    """Prevent other programs from taking over the port; to be called before `bind`."""
    import socket

    listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)


def accept_each(
    listening: socket.socket, let_in: Callable[[socket.socket], None]
) -> Callable[[], None]:
    """Pass every accepted connection to `let_in`, until the returned function is called."""
    import asyncio

    async def accept() -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(ACCEPT_AGAIN_S)
            else:
                let_in(connection)

    task = asyncio.create_task(accept())

    def stop() -> None:
        task.cancel()

    return stop


def share_port(sock: socket.socket) -> None:
    """Share the port with others that allow it too; to be called before `bind`."""
    import socket

    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def firewalls() -> Iterator[str]:
    """Yield that of Windows, which prompts the user when a program first listens."""
    yield "Windows"


def public_networks() -> list[str]:
    """List the networks of this machine that Windows classifies as public: on those its firewall
    blocks all incoming connections."""
    asked = (
        "Get-NetConnectionProfile | Where-Object NetworkCategory -eq Public | ForEach-Object Name"
    )
    return output_of("powershell", "-NoProfile", "-Command", asked).split("\n")[:-1]
