"""Seats that run on a host's computer, as real processes: one that is killed is started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.local_seats.bot_processes import BotProcesses
from p2p_hanabi.commands.local_seats.local_seats import LocalSeats
from p2p_hanabi.commands.local_seats.phone_processes import PhoneProcesses
from p2p_hanabi.commands.local_seats.seat_processes import (
    LOOK_S,
    MAX_RESTARTS,
    RESTARTS_WITHIN_S,
    Restarts,
    is_playing,
)
from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.table.seat import OwnSeat, store_own_seat
from p2p_hanabi.paths import Home, write
from protocol.game import Seat
from tests.bench.pages import SeatProcess
from tests.lengths import long, sampled
from tests.needs import need
from tests.worked_example import example

OWN = OwnSeat(example().seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
TABLE = OWN.seating.table
LOCAL = ("--interface", "127.0.0.1")
LIMIT_S = 120


def children_of(process: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(entry.parent.name))
    return found


def server_of(host: int) -> int:
    """Return the fork server: the child that has the host's own command line."""
    own = command_line(host)
    [server] = [child for child in children_of(host) if command_line(child) == own]
    return server


def command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""  # it has just ended


def seats_of(host: int) -> list[int]:
    """Return the processes of the seats on the host's machine, forked or not."""
    own = command_line(host)
    children = children_of(host)
    forked = [
        each for child in children if command_line(child) == own for each in children_of(child)
    ]
    return [*forked, *(child for child in children if command_line(child) != own)]


def processes_at(home: Path) -> list[int]:
    """Return all that were started with a data directory in this folder, also zombies."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if str(home).encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found


@pytest.fixture(name="hosting")
def hosting_program(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A bot's table with two more bots, whose events are read here."""
    need("posix")
    words = ["host", "--bot", "--bots", "2", "--json", "--pause", "0.05", "--open", *LOCAL]
    home = tmp_path / "home"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.lan.hasty", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "P2PHANABI_HOME": str(home)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def events_of(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


@pytest.mark.timeout(LIMIT_S)
def test_killed_bots_are_started_again_and_the_game_is_finished(
    hosting: subprocess.Popen[bytes],
) -> None:
    events = events_of(hosting)
    next(each for each in events if each["event"] == "turn")
    server = server_of(hosting.pid)
    killed = children_of(server)
    assert len(killed) == 2
    for each in killed:
        os.kill(each, signal.SIGKILL)
    last = [each["event"] for each in events]
    assert last[-1] == "ended", last[-5:]
    assert hosting.wait() == 0


@pytest.mark.timeout(LIMIT_S)
def test_game_goes_on_without_fork_server_and_without_zombie(
    hosting: subprocess.Popen[bytes],
) -> None:
    events = events_of(hosting)
    next(each for each in events if each["event"] == "turn")
    server = server_of(hosting.pid)
    bots = children_of(server)
    os.kill(server, signal.SIGKILL)
    os.kill(bots[0], signal.SIGKILL)
    while Path(f"/proc/{server}").exists() or not children_of(hosting.pid):
        next(events)
    [started] = children_of(hosting.pid)
    assert b"resume" in command_line(started)
    assert [each["event"] for each in events][-1] == "ended"
    assert hosting.wait() == 0


@pytest.mark.timeout(LIMIT_S)
def test_forked_bots_know_their_own_key_and_end_with_the_host(
    hosting: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    next(each for each in events_of(hosting) if each["event"] == "turn")
    server = server_of(hosting.pid)
    processes, home = (hosting.pid, server, *sorted(children_of(server))), tmp_path / "home"
    for each in processes:
        os.kill(each, signal.SIGSTOP)  # so that none ends while their memory is searched
    folders = (home, home / "bots" / "Wren", home / "bots" / "Robin")
    seeds = [Home(each).known_player().identity.seed for each in folders]
    known = [[SeatProcess(each, home).knows(seed) for seed in seeds] for each in processes]
    for each in processes:
        os.kill(each, signal.SIGCONT)
    assert known == [
        [True, False, False],
        [False, False, False],
        *sorted(known[2:], reverse=True),
    ]
    assert sorted(known[2:]) == [[False, False, True], [False, True, False]]
    hosting.kill()
    hosting.wait()
    while processes_at(home):
        pass


@pytest.mark.timeout(LIMIT_S)
def test_bot_table_is_left_if_one_bot_keeps_stopping(hosting: subprocess.Popen[bytes]) -> None:
    events, is_over = events_of(hosting), threading.Event()

    def kill() -> None:
        while not is_over.wait(LOOK_S / 4):
            for each in seats_of(hosting.pid):
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)

    next(each for each in events if each["event"] == "turn")
    killing = threading.Thread(target=kill)
    killing.start()
    try:
        *_, given_up, ended = list(events)
        assert given_up["event"] == "given up"
        assert "stopped again and again" in given_up["sentence"]
        assert (ended["event"], ended["how"]) == ("ended", "failed")
        assert ended["error"]["sentence"] == given_up["sentence"]
        assert hosting.wait() == 2
    finally:
        is_over.set()
        killing.join()


def test_a_seat_is_at_a_table_until_that_has_a_transcript(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert not is_playing(tmp_path, TABLE)
    store_own_seat(home.table_folder(TABLE), OWN)
    assert is_playing(tmp_path, TABLE)
    write(home.transcript("hanabi", TABLE), b"")
    assert not is_playing(tmp_path, TABLE)


@long
async def test_a_bot_that_stops_again_and_again_is_given_up_once(tmp_path: Path) -> None:
    """Its journal is of another table, so it can never come back."""
    folder = Home(tmp_path / "bots" / "Wren").table_folder(TABLE)
    store_own_seat(folder, OWN)
    write(folder.journal, b"damaged")
    sentences: list[str] = []
    async with asyncio.timeout(LIMIT_S), BotProcesses(Home(tmp_path), "127.0.0.1") as bots:
        bots.resume(TABLE)
        while not sentences:
            await asyncio.sleep(LOOK_S)
            sentences += bots.keep_playing(TABLE)
        assert bots.keep_playing(TABLE) == []
    [sentence] = sentences
    assert sentence.startswith("The bot Wren stopped again and again. ")
    assert "Leave the table, and come back" in sentence


async def test_a_phone_whose_seat_cannot_be_started_shows_no_dead_code(tmp_path: Path) -> None:
    home = Home(tmp_path / "phones" / "1")
    player = home.player("Ben", lambda: example().identities[1].seed)
    folder = home.table_folder(TABLE)
    store_own_seat(folder, OWN)
    write(folder.journal, b"damaged")
    sentences: list[str] = []
    assert player.identity.public_key == OWN.seating.places[1].identity
    async with asyncio.timeout(LIMIT_S), PhoneProcesses(Home(tmp_path), "127.0.0.1") as phones:
        await phones.resume(TABLE)
        while not sentences:
            await asyncio.sleep(LOOK_S)
            sentences += phones.keep_playing(OWN.seating)
        assert phones.codes_at(OWN.seating) == []
    [sentence] = sentences
    assert "The seat of Ben, which runs on this computer, stopped again and again." in sentence


@contextmanager
def one_more_file() -> Iterator[None]:
    """No process can be started: its pipes need more open files than are left."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.dup(0)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + 1, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@sampled(1)
@pytest.mark.parametrize("kind", ["bots/Wren", "phones/1"])
async def test_seat_without_room_for_its_process_is_started_later(
    kind: str, tmp_path: Path
) -> None:
    need("posix")
    folder = Home(tmp_path / kind).table_folder(TABLE)
    store_own_seat(folder, OWN)
    write(folder.journal, b"damaged")  # so that its process exits at once
    where = Home(tmp_path), "127.0.0.1"
    async with (
        asyncio.timeout(LIMIT_S),
        BotProcesses(*where) as bots,
        PhoneProcesses(*where) as phones,
    ):
        seats, others = LocalSeats(bots, phones), children_of(os.getpid())
        await seats.resume(TABLE)
        for process in (
            *(one.process for one in bots._running),
            *(one.process for one in phones._running),
        ):
            await asyncio.to_thread(process.wait)
        with one_more_file():
            for _each in range(2 * MAX_RESTARTS):
                assert seats.play_on(OWN.seating) == []
        assert children_of(os.getpid()) == others
        assert seats.play_on(OWN.seating) == []
        assert len(children_of(os.getpid())) == len(others) + 1


def test_seat_that_runs_long_enough_may_restart_indefinitely() -> None:
    restarts = Restarts()
    assert all(restarts.begin(n * RESTARTS_WITHIN_S) for n in range(20))
    now = 20 * RESTARTS_WITHIN_S
    assert [restarts.begin(now) for _ in range(MAX_RESTARTS)] == [True] * MAX_RESTARTS
    assert not restarts.begin(now)
    assert restarts.has_given_up
