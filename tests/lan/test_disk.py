"""The real program on disks that fill up, fail, and have torn writes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from p2p_hanabi.net.table.journal import Journal
from protocol.encoding import dec, enc
from protocol.peer.effects import Persist

from .conftest import Network, NewParty
from .players import Party, is_one_good_game

LOOPBACK = ("--interface", "127.0.0.1")


@pytest.fixture
def table(gather: NewParty) -> Party:
    """Gather two seats on this machine alone."""
    return gather([None, None], *LOOPBACK)


@pytest.fixture
def mounting(lan: Network, gather: NewParty) -> Party:
    """Gather two seats on a machine where disks can be mounted."""
    return gather(2 * lan(1), *LOOPBACK)


def mount(table: Party, seat: int, options: str) -> None:
    """Mount a small disk in memory for a seat, with these options, or change the options."""
    machine = table.machines[seat]
    assert machine is not None
    folder = table.home(seat)
    folder.mkdir(parents=True, exist_ok=True)
    machine.house.sh("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder))


def name() -> str:
    return f"disk {os.getpid()}"


def playing(table: Party) -> Party:
    table.open(table=name())
    for program in table.programs:
        program.wait_for("dealt")
    return table


def journal_of(table: Party, seat: int) -> Path:
    [journal] = table.home(seat).glob("tables/*/journal")
    return journal


def test_seat_files_are_private_and_a_seat_is_taken_once(table: Party) -> None:
    playing(table)
    table.programs[1].kill()  # so the game waits
    second = table.start(0, ["resume"])
    assert second.exit_code() == 2
    assert second.stderr_text == "Another process is already playing this seat; close it first.\n"
    table.resume(1)
    assert is_one_good_game(table.end())
    for path in table.home(0).rglob("*"):
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path


def test_full_disk_stops_the_seat_until_there_is_room(mounting: Party) -> None:
    table = mounting
    mount(table, 1, "size=64k,mode=0700")
    table.open(table=name())
    assert table.programs[1].exit_code() == 2
    [sentence] = table.programs[1].stderr_text.splitlines()
    assert sentence.startswith("Cannot write ")
    assert sentence.endswith("no space left on device. Everything that was sent has been saved.")
    mount(table, 1, "remount,size=4m,ro")
    back = table.resume(1)
    assert back.exit_code() == 2
    assert [each["event"] for each in back.events] == ["hello", "ended"]
    assert "read-only file system" in back.stderr_text.splitlines()[1]
    mount(table, 1, "remount,rw")
    table.resume(1)
    assert is_one_good_game(table.end())


def test_read_only_disk_is_reported_before_play(mounting: Party) -> None:
    table = mounting
    mount(table, 0, "ro,mode=0700")
    program = table.start(0, ["host", "--seats", "2", "--table", name()])
    assert program.exit_code() == 2
    assert [each["event"] for each in program.events] == ["hello", "ended"]
    [sentence] = program.stderr_text.splitlines()
    assert "read-only file system" in sentence


def test_newer_journal_is_untouched_and_truncated_one_is_cut(table: Party) -> None:
    playing(table)
    table.programs[1].kill()
    path = journal_of(table, 1)
    good = path.read_bytes()
    rewrite_as_version_7(path)
    other = path.read_bytes()
    back = table.resume(1)
    assert back.exit_code() == 2
    assert "a newer p2phanabi has begun this table" in back.stderr_text
    assert path.read_bytes() == other
    path.write_bytes(good + enc([bytes(300), 0])[:200])
    assert table.resume(1).wait_for("came back")["truncated_bytes"] == 200
    assert is_one_good_game(table.end())


def rewrite_as_version_7(path: Path) -> None:
    journal, kept = Journal.reopen(path)
    journal.close()
    path.unlink()
    header = dec(kept.header.record())
    assert isinstance(header, tuple)
    other = Journal(path, path.open("xb", buffering=0))
    other.append([Persist(enc([header[0], 7, *header[2:]])), *kept.records])
    other.close()
