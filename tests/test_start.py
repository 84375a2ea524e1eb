"""What the program loads before it shows something: nothing that this does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import protocol
from p2p_hanabi.paths import Home, write
from protocol.encoding import enc
from protocol.ledger.transcript import write_transcript
from tests.first_picture import PICTURE, on_a_screen
from tests.lengths import sampled
from tests.needs import need
from tests.worked_example import example

NETWORK = {"cryptography", "ifaddr", "p2p_hanabi.net", "spake2", "zeroconf"}
SCREEN = {"asyncio", "prompt_toolkit"}
PROTOCOL = {"protocol.audit", "protocol.ledger", "protocol.peer.table", "protocol.rounds"}
ROOMS = {f"protocol.{path.stem}" for path in Path(protocol.__file__).parent.iterdir()}
"""Of the package itself only its `__init__` is loaded at every start: `own_protocol.py`."""
GAMES = {f"p2p_hanabi.games.{game}.rules" for game in ("hanabi", "ikebana", "koikoi")}
LISTING = """
import atexit, sys
file = open(sys.argv.pop(1), "w")
atexit.register(lambda: file.write("\\n".join(sys.modules)))
from p2p_hanabi.__main__ import main
main()
"""


def loaded(file: Path, heavy: set[str]) -> set[str]:
    """Those of them that stand in it, or have a part that does."""
    names = file.read_text(encoding="utf-8").splitlines()
    return {each for each in heavy if any(f"{name}.".startswith(f"{each}.") for name in names)}


@pytest.mark.parametrize("command", [(), ("host",), ("history",), ("tutorial",)])
def test_help_loads_no_network_no_screen_and_no_game(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "modules"
    words = (sys.executable, "-c", LISTING, str(file), *command, "--help")
    assert "Usage: " in subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert not loaded(file, {*NETWORK, *SCREEN, *GAMES, *ROOMS, "msgpack", "nacl"})
    assert loaded(file, {"click"})


def test_list_of_known_games_loads_no_network_screen_or_game(tmp_path: Path) -> None:
    table = example()
    table.play()
    home = Home(tmp_path / "home")
    write(home.identity, enc(["p2ph identity", 1, "Ben", table.identities[1].seed]))
    write(home.transcript("hanabi", bytes(8)), write_transcript(table.history))
    on_a_screen(("-m", "p2p_hanabi", "history"), home.path)
    shown, _ = on_a_screen(("-c", LISTING, str(tmp_path / "modules"), "history"), home.path)
    assert "Hanabi (red=1) with Ana and Chi: score 0" in shown
    heavy = {*NETWORK, *SCREEN, *PROTOCOL, *GAMES, "protocol.game", "protocol.peer"}
    assert not loaded(tmp_path / "modules", heavy)


@sampled(1)
@pytest.mark.parametrize("command", ["host", "join", "resume"])
def test_first_picture_needs_no_network_protocol_or_game(command: str, tmp_path: Path) -> None:
    need("pseudo-terminals")
    file = tmp_path / "modules"
    shown, _ = on_a_screen(("-m", "tests.first_picture", str(file), command), tmp_path / "home")
    assert PICTURE in shown
    assert not loaded(file, {*NETWORK, *PROTOCOL, *GAMES, "msgpack", "nacl"})
    assert loaded(file, {"prompt_toolkit"})


@sampled(1)
@pytest.mark.parametrize("sentences", [(), ("--json",)])
def test_a_bot_loads_no_screen(sentences: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "modules"
    joining = ("join", "--bot", *sentences, "--connect", "127.0.0.1:1", "--interface", "127.0.0.1")
    words = (sys.executable, "-c", LISTING, str(file), *joining)
    environment = {**os.environ, "P2PHANABI_HOME": str(tmp_path / "home")}
    assert subprocess.run(words, check=False, capture_output=True, env=environment).returncode == 2
    assert not loaded(file, {"prompt_toolkit"})
    assert loaded(file, {"p2p_hanabi.net", "protocol.peer.table"})


def test_loaded_modules_are_never_scanned_for_garbage() -> None:
    program = "import atexit, gc\natexit.register(lambda: print(gc.get_freeze_count()))\n"
    program += "from p2p_hanabi.__main__ import main\n"
    program += "atexit.register(lambda: print(gc.get_stats()[0]['collections']))\nmain()\n"
    words = (sys.executable, "-c", program, "games")
    shown = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    collections, frozen = (int(row) for row in shown.splitlines()[-2:])
    assert collections < 50
    assert frozen > 10_000


in_a_shell = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")


@sampled(2)
@in_a_shell
@pytest.mark.parametrize(
    ("closed", "arguments", "code"),
    [
        ("<&-", (), 2),
        (">&-", ("games",), 0),
        (">&-", ("join", "--bot", "--json", "--connect", "127.0.0.1:1"), 2),
        ("2>&-", ("audit",), 2),
        ("<&- >&- 2>&-", ("join", "--bot", "--connect", "127.0.0.1:1"), 2),
    ],
    ids=str,
)
def test_a_closed_stream_is_no_failure(
    closed: str, arguments: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    program = (sys.executable, "-m", "p2p_hanabi", *arguments)
    environment = {**os.environ, "P2PHANABI_HOME": str(tmp_path / "home")}
    words = ("sh", "-c", f'exec "$@" {closed}', "sh", *program)
    ended = subprocess.run(words, check=False, capture_output=True, text=True, env=environment)
    assert ended.returncode == code
    assert "Traceback" not in ended.stderr


@in_a_shell
def test_no_file_gets_the_number_of_a_closed_stream() -> None:
    program = "import os\nfrom p2p_hanabi import __main__\n__main__._open_closed_streams()\n"
    program += "numbers = [os.fstat(number).st_rdev for number in range(3)]\n"
    program += "assert numbers == [os.stat(os.devnull).st_rdev] * 3\n"
    program += "assert all(map(os.get_inheritable, range(3)))\n"
    words = (
        "sh",
        "-c",
        'exec "$@" <&- >&- 2>&-',
        "sh",
        sys.executable,
        "-W",
        "error",
        "-c",
        program,
    )
    assert subprocess.run(words, check=False).returncode == 0


CRASHES = """
from p2p_hanabi.__main__ import main
from p2p_hanabi.commands import forget

def show_unfinished():
    raise RuntimeError("broken on purpose")

forget.show_unfinished = show_unfinished
main()
"""
"""The real program, but for a fault in a command that opens no log."""


def test_a_crash_is_in_the_log_whatever_the_command(tmp_path: Path) -> None:
    words = (sys.executable, "-c", CRASHES, "forget")
    environment = {**os.environ, "P2PHANABI_HOME": str(tmp_path)}
    ended = subprocess.run(words, check=False, capture_output=True, text=True, env=environment)
    assert ended.returncode == 2
    assert f"The program crashed; details are in {tmp_path / 'log'}" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "RuntimeError: broken on purpose" in (tmp_path / "log").read_text(encoding="utf-8")
