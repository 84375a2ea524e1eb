"""Commands on a full disk: what only reads goes on; what writes says so, and loses nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.table.seat import OwnSeat
from p2p_hanabi.paths import Home, write, write_value
from protocol.game import Seat
from tests import warm
from tests.command_line import run
from tests.independent_vectors import FOLDER
from tests.worked_example import example

from .conftest import Network
from .network import Machine

GAME = FOLDER / "game-2.p2ph"
READS = (
    ("audit", str(GAME)),
    ("replay", "--plain", str(GAME)),
    ("history",),
    ("players",),
    ("export", "--hanab-live", str(GAME), "--out", "-"),
)


class FullDisk:
    """A small disk of a machine, with a player's folder, and no room for anything else."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        folder.mkdir()
        machine.house.sh("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder))
        self._machine = machine
        self.folder, self.inside = folder, machine.house.path(folder)
        home, own = Home(folder.with_name("home")), example().seating
        write(home.transcript("hanabi", bytes(32)), GAME.read_bytes())
        write_value(home.players, ("p2ph players", 1, (("Bo", bytes(32), 1, 1, 3),)))
        seat = OwnSeat(own, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
        write_value(home.table_folder(own.table).seat, seat.value())
        machine.house.sh("cp", "-r", str(home.path), str(folder / "home"))
        machine.house.sh("sh", "-c", f"! cat /dev/zero > {folder / 'filler'} 2> /dev/null")

    def run(self, *words: str, home: str = "home") -> subprocess.CompletedProcess[str]:
        where = {"P2PHANABI_HOME": str(self.folder / home), "TMPDIR": str(self.folder)}
        return warm.run(("p2p_hanabi", *words), {**os.environ, **where}, self._machine.place)

    def files(self) -> dict[str, bytes]:
        """Return the player's files, except the log and what audits have found."""
        home = self.inside / "home"
        files = (path for path in home.rglob("*") if path.is_file())
        kept = (path for path in files if path.name not in ("log", "history"))
        return {str(path.relative_to(home)): path.read_bytes() for path in kept}


@pytest.fixture
def disk(lan: Network, tmp_path: Path) -> FullDisk:
    (machine,) = lan(1)
    return FullDisk(machine, tmp_path / "disk")


def test_read_only_commands_work_on_a_full_disk(disk: FullDisk) -> None:
    before = disk.files()
    for words in READS:
        done = disk.run(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout, words
    assert disk.files() == before


def test_writing_commands_report_a_full_disk_and_lose_nothing(
    disk: FullDisk, tmp_path: Path
) -> None:
    before, game = disk.files(), tmp_path / "game.json"
    assert run("export", GAME, "--out", game).exit_code == 0
    page, back = disk.folder / "page.html", disk.folder / "back.p2ph"
    for words, home, path in (
        (("export", str(GAME), "--out", str(page)), "home", page),
        (("import", str(game), "--out", str(back)), "home", back),
        (("players", "--forget", "Bo"), "home", disk.folder / "home" / "players"),
        (("whoami",), "new", disk.folder / "new" / "identity"),
    ):
        done = disk.run(*words, home=home)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert done.stderr == f"Cannot write {path}: no space left on device.\n"
    assert disk.files() == before
    assert {path.name for path in disk.inside.iterdir()} <= {"filler", "home", "new"}


def test_a_table_can_be_forgotten_to_make_room(disk: FullDisk) -> None:
    table = example().seating.table.hex()
    done = disk.run("forget", table[:6], "--yes")
    assert done.returncode == 0, done.stderr
    assert not any(table in name for name in disk.files())
