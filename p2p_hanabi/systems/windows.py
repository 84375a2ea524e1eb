"""Windows. Tried with Wine (`make wine`), which has no firewall, no taskbar and no console of
Windows 11; what only those can show is untried."""

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

from .tools import ACCEPT_AGAIN_S, Apart, output_of

if TYPE_CHECKING:
    import asyncio
    import socket

    from prompt_toolkit.output import Output

assert sys.platform == "win32"  # noqa: S101 - what follows is not looked at for another system

_LOCK_AT = 0x7FFF_FFF0
"""Nobody may read what another process has locked, so a byte is locked that no file here has."""
_TRIES, _PAUSE_S = 20, 0.05
_OF_NETWORK = 10_000
"""Where the numbers of winsock2.h begin."""

MOVES_OPEN_FOLDERS = False
"""Nobody can rename a folder while a file in it is open."""
HEARS_BOTH_FAMILIES = False
ASKS_FOR_LOCAL_NETWORK = False


APART: Apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}


# Files.


def full_sync(descriptor: int) -> None:
    """Return when the disk has the file."""
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Do nothing: a folder cannot be synced here; the file system keeps names in its journal."""


def replace(source: Path, target: Path) -> None:
    """Put a file in another's place, at once. Raise `OSError`."""
    _patiently(lambda: source.replace(target))


def unlink(path: Path) -> None:
    """Delete a file. Raise `OSError`."""
    _patiently(path.unlink)


def _patiently(change: Callable[[], object]) -> None:
    """Wait for whoever holds the file, such as a scanner for viruses, for a second at most."""
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
    """Return no: what stands in a user's folders is for this user and administrators."""
    return False


# The process.


def words_of(number: int) -> str:
    """Return what the system calls this number of an error. Those of the network, from 10000 on,
    are strange to the library of C."""
    return ctypes.FormatError(number) if number >= _OF_NETWORK else os.strerror(number)


def has_display(environ: Mapping[str, str]) -> bool:  # noqa: ARG001 - it always is
    """Return whether a browser can open a window."""
    return True


def is_clicked(environ: Mapping[str, str]) -> bool:  # noqa: ARG001 - as on other systems
    """Return whether this program is alone at its console, which Windows then has opened for it. A
    program in one file is two processes: the first unpacks the second."""
    most = 3
    processes = (ctypes.c_ulong * most)()
    return bool(0 < ctypes.windll.kernel32.GetConsoleProcessList(processes, most) < most)


def on_end(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> None:
    """Leave when the program is ended from outside, or its window is closed.

    Windows ends it right afterwards all the same: what was said is in the journal.
    """
    for ends in (signal.SIGTERM, signal.SIGBREAK):
        signal.signal(ends, lambda *_: loop.call_soon_threadsafe(leave))


def command_words(command: str) -> list[str]:
    """Return the words of a command, as programs are given them here. Raise `ValueError`."""
    count = ctypes.c_int()
    split = ctypes.windll.shell32.CommandLineToArgvW
    split.restype = ctypes.POINTER(ctypes.c_wchar_p)
    if not command.strip():
        return []
    words = split(ctypes.c_wchar_p(command), ctypes.byref(count))
    return [str(words[i]) for i in range(count.value)]


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End at once a process that was started `APART` and not waited for yet, with all that it has
    started, as long as it runs itself."""
    output_of("taskkill", "/F", "/T", "/PID", str(process.pid))
    process.kill()


def peak_kib() -> int | None:
    """Return nothing: only `bench` and tests want it, on other systems."""
    return None


def interface_language() -> str:
    """Return the locale of the language in which Windows speaks to this user, such as fr_FR."""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


# The terminal.


def can_draw(environ: Mapping[str, str]) -> bool:  # noqa: ARG001 - as on other systems
    """Return yes: every console can."""
    return True


def terminal_output(stdout: TextIO, environ: Mapping[str, str], width: int) -> Output:  # noqa: ARG001 - as on other systems
    """Return the output to a console, with its codes or, before Windows 10, its calls."""
    from prompt_toolkit.output import create_output

    return create_output(stdout)


def drop_typed_ahead(stdin: TextIO) -> None:  # noqa: ARG001 - there is one console
    """Forget what was typed at a terminal and not read."""
    while msvcrt.kbhit():
        msvcrt.getwch()


async def feed(reader: asyncio.StreamReader, stdin: TextIO) -> Callable[[], None]:
    """Read standard input, which a loop cannot do here. Gives what ends the feeding."""
    from .stdin_thread import feed_from_thread

    return feed_from_thread(reader, stdin.fileno())


# The network.


def keep_port(listener: socket.socket) -> None:
    """Before it is bound: no other program may take the port away."""
    import socket

    listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)


def accept_each(
    listening: socket.socket, let_in: Callable[[socket.socket], None]
) -> Callable[[], None]:
    """Hand over every connection that comes, until what is returned is called."""
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
    """Before it is bound: others who allow it too may be bound to the same port."""
    import socket

    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def firewalls() -> Iterator[str]:
    """Windows has one, which asks the player when a program listens for the first time."""
    yield "Windows"


def public_networks() -> list[str]:
    """List the networks of this machine that Windows takes for public: into those its firewall lets
    nobody."""
    asked = (
        "Get-NetConnectionProfile | Where-Object NetworkCategory -eq Public | ForEach-Object Name"
    )
    return output_of("powershell", "-NoProfile", "-Command", asked).split("\n")[:-1]
