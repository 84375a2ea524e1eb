"""What is no file, in place of a file of the program or given to a command, is said at once."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2p_hanabi.commands.console.failures import Failed
from p2p_hanabi.commands.console.output_file import Out
from p2p_hanabi.paths import Home, find_home
from tests.lengths import mostly_long, sampled
from tests.needs import need

KINDS = ("fifo", "socket", "folder", "device")
NAMES = ("identity", "players", "history", "settings.json", "log", "page", "transcripts/a.p2ph")
COMMANDS = (
    ("history",),
    ("players",),
    ("whoami",),
    ("whoami", "--name", "Ana"),
    ("audit",),
    ("games",),
)
LIMIT_S = 60
"""Far more than any of these commands takes, even on a busy machine: they would wait for ever."""


@contextmanager
def instead(path: Path, kind: str) -> Iterator[None]:
    """Something that is no file, at this path."""
    need("posix")
    path.parent.mkdir(parents=True, exist_ok=True)
    server = socket.socket(socket.AF_UNIX)
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "socket":
            former = Path.cwd()
            os.chdir(path.parent)  # the path of a socket must be short
            server.bind(path.name)
            os.chdir(former)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
    try:
        yield
    finally:
        server.close()


def program(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The real program, which may wait for nothing."""
    return ended(home, "p2p_hanabi", *words)


def ended(home: Path, module: str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "P2PHANABI_HOME": str(home), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", module, *words],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=LIMIT_S,
    )


@pytest.mark.parametrize("kind", mostly_long(KINDS))
def test_no_command_waits_for_what_is_no_file_in_the_data_folder(kind: str, tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        home = tmp_path / str(number)
        with instead(home / name, kind):
            done = ended(home, "tests.commands.in_turn", *map(json.dumps, COMMANDS))
        assert "Traceback" not in done.stderr, (name, done.stderr)
        codes = re.findall(r"^exit code (.*)$", done.stderr, re.MULTILINE)
        assert len(codes) == len(COMMANDS)
        assert set(codes) <= {"0", "1", "2"}, (name, codes)


@sampled(5)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", ["audit", "replay", "export", "import"])
def test_a_command_refuses_what_is_no_file(command: str, kind: str, tmp_path: Path) -> None:
    given = tmp_path / "given"
    more = (
        ()
        if command in ("audit", "replay")
        else ("--out", str(tmp_path / ("out.html" if command == "export" else "out.p2ph")))
    )
    with instead(given, kind):
        done = program(tmp_path / "home", command, str(given), *more)
    assert done.returncode == 2
    assert str(given) in done.stderr + done.stdout
    assert "it is not a file" in done.stderr + done.stdout or kind == "folder"


@pytest.mark.parametrize(
    "name", ["identity", "tables/a/seat", "transcripts/a.p2ph", "settings.json"]
)
def test_force_never_overwrites_a_file_of_the_program(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by a link, a hard link, another path, or an open descriptor."""
    need("posix")
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    own = tmp_path / "home" / name
    own.parent.mkdir(parents=True)
    own.write_bytes(b"irreplaceable")
    (tmp_path / "link").symlink_to(own)
    (tmp_path / "hard").hardlink_to(own)
    with own.open("rb") as file:
        names = (
            own,
            tmp_path / "link",
            tmp_path / "hard",
            tmp_path / "home" / ".." / "home" / name,
            Path(f"/dev/fd/{file.fileno()}"),
        )
        for path in names:
            for attempt in (
                Out(path, replaces=True).check,
                lambda p=path: Out(p, True).write(b"x"),
            ):
                with pytest.raises(Failed, match="the program itself needs this file"):
                    attempt()
    assert own.read_bytes() == b"irreplaceable"


@pytest.mark.parametrize(
    "name", ["identity", "players", "history", "log", "page", "settings.json", "tables/a/notes"]
)
def test_nothing_is_written_where_the_program_will_have_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be damaged before it exists."""
    need("posix")
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    own = tmp_path / "home" / name
    own.parent.mkdir(parents=True)
    (tmp_path / "link").symlink_to(own)
    for path in (own, tmp_path / "link", tmp_path / "home" / ".." / "home" / name):
        with pytest.raises(Failed, match="the program itself needs this file"):
            Out(path).write(b"x")
    assert not own.exists()


def test_other_files_beside_those_of_the_program_are_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    other = tmp_path / "game.html"
    other.write_bytes(b"old")
    Out(other, replaces=True).write(b"new")
    assert other.read_bytes() == b"new"


FIRST_START = """
import os, sys
from p2p_hanabi.paths import find_home
sys.stdout.write("ready\\n"); sys.stdout.flush()
sys.stdin.readline()
player = find_home().player("Ana", lambda: os.urandom(32))
sys.stdout.write(player.identity.public_key.hex())
"""


def test_first_starts_at_once_make_one_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    started = [
        subprocess.Popen(
            [sys.executable, "-c", FIRST_START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(8)
    ]
    for each in started:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    shown = {each.communicate("\n")[0] for each in started}
    assert shown == {find_home().known_player().identity.public_key.hex()}


def test_an_identity_that_appears_meanwhile_is_kept(tmp_path: Path) -> None:
    """The other process is between this one's look and its writing."""
    home = Home(tmp_path)

    def meanwhile() -> bytes:
        Home(tmp_path).player("Ben", lambda: bytes(32))
        return bytes([1]) * 32

    assert home.player("Ana", meanwhile).name == "Ben"
    assert [path.name for path in tmp_path.iterdir()] == ["identity"]
