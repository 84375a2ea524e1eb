"""Two modules with the same interface hide the differences between systems from all others."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import errno
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from p2p_hanabi.faults import SystemFault, fault_of
from p2p_hanabi.systems import accept_each, feed, replace, unlink
from p2p_hanabi.systems.stdin_thread import feed_from_thread
from p2p_hanabi.systems.tools import without_escapes
from p2p_hanabi.ui.drawing.style import as_ansi
from p2p_hanabi.ui.words import i18n
from tests.sources import nodes
from tests.test_layers import imports, modules

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "p2p_hanabi" / "systems"
OF_ONE_SYSTEM = {"fcntl", "grp", "msvcrt", "pwd", "pty", "resource", "termios", "tty", "winreg"}
SAID_OF_ONE = {
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "SIGHUP", "SIGBREAK", "SO_REUSEADDR"),
    *("SO_REUSEPORT", "SO_EXCLUSIVEADDRUSE", "add_reader", "add_signal_handler", "chown"),
    *("connect_read_pipe", "fchmod", "fork", "fsync", "geteuid", "getuid", "killpg", "mkfifo"),
    *("platform", "start_new_session", "uname"),
    "unlink",  # on Windows it is tried again: `systems.unlink`
}


def names_of(module: str) -> dict[str, list[str]]:
    """Return the public functions with their arguments, and the public constants."""
    found: dict[str, list[str]] = {}
    for node in ast.parse((SYSTEMS / f"{module}.py").read_text("utf-8")).body:
        match node:
            case ast.FunctionDef(name=name, args=args) | ast.AsyncFunctionDef(name=name, args=args):
                found[name] = [arg.arg for arg in args.args]
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                found[name] = []
    return {name: arguments for name, arguments in found.items() if not name.startswith("_")}


def test_both_systems_have_the_same_names_and_all_are_handed_on() -> None:
    handed_on = names_of("__init__")
    assert names_of("posix") == names_of("windows")
    assert set(handed_on) == set(names_of("posix"))


def attributes(path: Path) -> Iterator[str]:
    for node in nodes(path):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name


def test_no_other_module_uses_what_one_system_alone_has() -> None:
    others = [each for each in modules() if not each[0].startswith("p2p_hanabi.systems")]
    assert {
        (name, imported)
        for name, path in others
        for imported in imports(name, path)
        if imported.partition(".")[0] in OF_ONE_SYSTEM
    } == set()
    assert {
        (name, attribute)
        for name, path in others
        for attribute in attributes(path)
        if attribute in SAID_OF_ONE
    } == set()


class Disk:
    """A Mac's disk: records its calls in order."""

    def __init__(self, *, is_apples: bool) -> None:
        self.asked: list[str] = []
        self._is_apples = is_apples

    def fcntl(self, _descriptor: int, _command: int) -> None:
        self.asked.append("F_FULLFSYNC")
        if not self._is_apples:
            raise OSError(errno.ENOTSUP, "not supported")

    def fsync(self, _descriptor: int) -> None:
        self.asked.append("fsync")


@pytest.mark.parametrize(
    ("is_apples", "asked"), [(True, ["F_FULLFSYNC"]), (False, ["F_FULLFSYNC", "fsync"])]
)
def test_a_mac_is_asked_to_write_to_the_disk_itself(
    monkeypatch: pytest.MonkeyPatch, *, is_apples: bool, asked: list[str]
) -> None:
    posix = pytest.importorskip("p2p_hanabi.systems.posix")
    disk = Disk(is_apples=is_apples)
    monkeypatch.setattr(posix.fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(posix.fcntl, "fcntl", disk.fcntl)
    monkeypatch.setattr(posix.os, "fsync", disk.fsync)
    posix.full_sync(0)
    assert disk.asked == asked


class OfWindows(OSError):
    winerror = 1225  # ERROR_CONNECTION_REFUSED, which comes with EINVAL


def test_windows_only_link_errors_are_understood() -> None:
    assert fault_of(OfWindows(errno.EINVAL, "said")).code is SystemFault.REFUSED


def test_a_number_of_the_network_has_words() -> None:
    reason = fault_of(OSError(errno.EADDRNOTAVAIL, "asyncio's own words"))
    assert reason.code is SystemFault.OTHER
    assert not {"unknown", "asyncio's"} & set(str(reason).split())


@pytest.mark.parametrize("change", [unlink, lambda held: replace(held.with_name("new"), held)])
def test_a_file_that_a_scanner_holds_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """Windows cannot change a file that another program reads; other systems need not wait."""
    path = tmp_path / "old"
    path.write_bytes(b"old")
    path.with_name("new").write_bytes(b"new")
    with path.open("rb") as scanner:
        monkeypatch.setattr(time, "sleep", lambda _seconds: scanner.close())
        change(path)
    assert not path.exists() or path.read_bytes() == b"new"


def test_a_system_without_a_locale_is_asked_for_its_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(i18n, "interface_language", lambda: "ro_RO")
    assert i18n.language_of({}) == "ro"
    assert i18n.language_of({"LANG": "fr_FR"}) == "fr"


@pytest.mark.filterwarnings("ignore:Exception ignored in. <socket")
async def test_connection_arriving_as_listening_stops_is_closed() -> None:
    """asyncio on Windows has accepted it already, and loses it, with a warning."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        let_in: list[socket.socket] = []
        stop = accept_each(listening, let_in.append)
        await asyncio.sleep(0)
        caller = socket.create_connection(listening.getsockname())
        asyncio.get_running_loop().call_soon(stop)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert not let_in
    with caller, contextlib.suppress(ConnectionResetError):
        assert await asyncio.to_thread(caller.recv, 1) == b""


def test_a_thread_reads_lines_until_the_input_ends() -> None:
    ours, theirs = os.pipe()

    async def read() -> list[bytes]:
        reader = asyncio.StreamReader()
        feeding = feed_from_thread(reader, ours)
        os.write(theirs, b"play 1\nlea")
        lines = [await reader.readline()]
        os.write(theirs, b"ve\n")
        lines.append(await reader.readline())
        os.close(theirs)
        lines.append(await reader.readline())
        feeding()
        return lines

    assert asyncio.run(read()) == [b"play 1\n", b"leave\n", b""]
    os.close(ours)


async def test_of_a_file_no_more_is_read_than_is_wanted(tmp_path: Path) -> None:
    size = 64 << 20
    with (tmp_path / "endless").open("w+") as file:
        file.truncate(size)
        reader = asyncio.StreamReader(limit=16)
        feeding = await feed(reader, file)
        await reader.readexactly(1)
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) < size
        feeding()


async def test_input_that_cannot_be_read_is_at_its_end(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path / "written", os.O_WRONLY | os.O_CREAT)
    reader = asyncio.StreamReader()
    feed_from_thread(reader, descriptor)
    assert await reader.readline() == b""
    os.close(descriptor)


def test_a_thread_that_was_stopped_goes_on_once_more_is_wanted() -> None:
    ours, theirs = os.pipe()
    most = 1 << 16

    async def read() -> int:
        reader = asyncio.StreamReader(limit=16)
        feeding = feed_from_thread(reader, ours)
        os.write(theirs, bytes(most))
        await reader.readexactly(1)
        # the thread has put all of the pipe into the reader, which has told it to stop
        os.write(theirs, b"more")
        os.close(theirs)
        feeding_on = len(await reader.readexactly(most - 1))
        rest = await reader.read()
        feeding()
        return feeding_on + len(rest)

    assert asyncio.run(read()) == most - 1 + len(b"more")
    os.close(ours)


def test_console_without_escape_codes_gets_none() -> None:
    """Colours of lines (`as_ansi`), and what holds a full screen until all of it is drawn."""
    coloured = as_ansi((("", "a "), ("strong", "b [c]"))) + "\x1b[?2026h\r\x1b[Kd\n"
    assert "\x1b" in as_ansi((("strong", "b"),))
    assert without_escapes(coloured) == "a b [c]\rd\n"
