"""A person plays at the real program: a host with a bot, a joiner, and what is said to each."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2p_hanabi.net.table.seat import unfinished
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.kit.keyboard import FAST_S
from protocol.audit.verdict import audit
from tests.any_game import RULES
from tests.needs import need
from tests.warm import Warm


@contextmanager
def program(home: Path, *arguments: str, **environment: str) -> Iterator[Warm]:
    """`p2phanabi ARGUMENTS` with pipes; ended at the end, come what may."""
    env = {**os.environ, "P2PHANABI_HOME": str(home), **environment}
    with Warm(["p2p_hanabi", *arguments], env) as process:
        try:
            yield process
        finally:
            process.kill()


def say(process: Warm, line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def until(process: Warm, *wanted: str) -> list[str]:
    """Lines up to the first that holds one of the wanted texts."""
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if any(text in line for text in wanted):
            return lines
    raise AssertionError("\n".join(lines))


def out_of(process: Warm) -> list[str]:
    """All that a program prints before it ends by itself."""
    return process.stdout.read().splitlines()


def play_badly(process: Warm, move: str = "play 1") -> list[str]:
    """The same move whenever it is one's turn, until the transcript's path is told."""
    sentences: list[str] = []
    while True:
        sentences += until(process, "Your turn.", ".p2ph")
        if ".p2ph" in sentences[-1]:
            return sentences
        say(process, move)


@pytest.mark.usefixtures("no_code")
def test_table_of_bots_makes_room_and_begins_by_itself(tmp_path: Path) -> None:
    arguments = ["host", "--bots", "2", "--interface", "127.0.0.1"]
    with program(tmp_path, *arguments) as host:
        sentences = until(host, "Your turn.")
        assert not list((tmp_path / "bots").glob("*/tables/*/whys"))
        say(host, "play 1")
        sentences += play_badly(host)
        assert host.wait() == 0
    assert len(list((tmp_path / "bots").glob("*/tables/*/whys"))) == 2
    assert not any("code" in line or 'ready"' in line for line in sentences)
    assert any("begins by itself" in line for line in sentences)
    assert not any("table words" in line for line in sentences)
    [transcript] = (tmp_path / "transcripts").iterdir()
    assert str(transcript) in sentences[-1]
    report = audit(transcript.read_bytes(), RULES)
    assert report.valid
    assert report.finished
    assert {player.name for player in report.players[1:]} == {"Wren", "Robin"}


@pytest.mark.usefixtures("no_code")
def test_joiner_sees_who_owns_the_hosts_bot(tmp_path: Path) -> None:
    alone = ("--interface", "127.0.0.1", "--plain")
    hosting = ("host", "--seats", "3", "--bots", "1", "--table", "T", "--name", "Ana", *alone)
    joining = ("join", "--table", "T", "--name", "Ben", *alone)
    with program(tmp_path / "a", *hosting) as ana:
        code = until(ana, "room code")[-1].split()[-1].rstrip(".")
        with program(tmp_path / "b", *joining, P2PHANABI_CODE=code) as ben:
            wait_for_text(
                ben, "Wren plays on the same computer as Ana: whoever owns it could read every card"
            )
            wait_for_text(ana, "Wren plays on the same computer as you: the others are told")
            say(ben, "ready")
            wait_for_text(ben, "To play anyway")
            say(ben, "ready")
            say(ana, "ready")
            wait_for_text(ben, "The table words")
            wait_for_text(ben, "Wren plays on the same computer as Ana")
            [own] = unfinished(Home(tmp_path / "b"))
    names = [place.name for place in own.seating.places]
    owners = [names[owner] for owner in own.seating.machines]
    assert dict(zip(names, owners, strict=True)) == {"Ana": "Ana", "Wren": "Ana", "Ben": "Ben"}


def wait_for_text(process: Warm, wanted: str) -> None:
    """Read until it is said, in lines that are folded anywhere."""
    text = ""
    while wanted not in text:
        text = f"{text} {until(process, '')[-1].strip()}"


ANSWERS = {
    " takes 1 (": "take 1",
    "Type shobu": "shobu",
    "Type declare": "declare",
    "Type keep": "keep",
    "Your turn. On the table": "play 1",
}
"""What a player of little ambition types at Koi-Koi, by what is printed."""


def answer_koikoi(process: Warm) -> list[str]:
    """Answer whatever is asked until the transcript's path is told.

    A question may be folded in the middle of the words that it is known by.
    """
    sentences: list[str] = []
    asked = ""
    while True:
        sentences += until(process, "")
        if ".p2ph" in sentences[-1]:
            return sentences
        asked = f"{asked} {sentences[-1].strip()}"
        answer = next((typed for words, typed in ANSWERS.items() if words in asked), None)
        if answer is not None:
            say(process, answer)
            asked = ""


@pytest.mark.usefixtures("no_code")
def test_a_person_plays_koikoi_with_its_choices_to_the_end(tmp_path: Path) -> None:
    arguments = ["host", "--game", "koikoi", "--bots", "1", "--interface", "127.0.0.1"]
    with program(tmp_path, *arguments) as host:
        sentences = answer_koikoi(host)
        assert host.wait() == 0
    assert any("won." in line or "victory" in line for line in sentences[-8:])
    [transcript] = (tmp_path / "transcripts").iterdir()
    report = audit(transcript.read_bytes(), RULES)
    assert report.valid
    assert report.finished


@pytest.mark.usefixtures("no_code")
def test_two_persons_meet_by_the_tables_name_and_the_code(tmp_path: Path) -> None:
    table = f"test {os.getpid()}"
    common = ["--interface", "127.0.0.1"]
    with program(tmp_path / "a", "host", "--table", table, "--name", "Ana", *common) as ana:
        code = until(ana, "room code")[-1].split()[-1]
        until(ana, "--connect")
        with program(tmp_path / "b", "join", "--table", table, "--name", "Ben", *common) as ben:
            until(ben, "code")
            say(ben, "not really words")
            until(ben, "word")
            say(ben, code)
            until(ben, "help")
            for person in (ana, ben):
                say(person, "ready")
            words = {until(person, "table words")[-1] for person in (ana, ben)}
            assert len(words) == 1
            until(ana, "Your turn.", "Ben is to move.")
            say(ana, "abandon")
            assert "Ana" in " ".join(until(ben, ".p2ph"))
            until(ana, ".p2ph")
            assert (ana.wait(), ben.wait()) == (1, 1)


def listed(home: Path, table: str, *arguments: str) -> str:
    """The only line on the table; on a busy machine one may have to look again."""
    while True:
        with program(home, "tables", "--seconds", "2.5", *arguments) as listing:
            lines = [line for line in out_of(listing) if table in line]
        if lines:
            [line] = lines
            return line


@pytest.mark.usefixtures("no_code")
def test_an_open_table_is_listed_for_people_and_for_scripts(tmp_path: Path) -> None:
    table = f"listed {os.getpid()}"
    common = ["--interface", "127.0.0.1"]
    with program(tmp_path / "a", "host", "--table", table, *common) as host:
        until(host, "--connect")
        sentence = listed(tmp_path / "b", table, "--json", *common)
        line = listed(tmp_path / "b", table, *common)
    found = json.loads(sentence)
    assert (found["game"], found["taken"], found["seats"]) == ("hanabi", 1, 2)
    assert found["review"] is False
    assert line.startswith(table)
    assert found["addresses"][0] in line


@pytest.mark.usefixtures("no_code")
def test_joiner_not_asked_for_a_code_learns_that_nobody_is(tmp_path: Path) -> None:
    """Whoever answers can say so, in the place of a table that has a code."""
    common = ["--interface", "127.0.0.1"]
    with program(tmp_path / "a", "host", "--open", "--name", "Ana", *common) as ana:
        address = until(ana, "--connect")[-1].rsplit(" ", 1)[-1].rstrip('".')
        with program(tmp_path / "b", "join", "--name", "Ben", "--connect", address, *common) as ben:
            until(ben, "The table is open: anybody on the network can join without a code.")
            until(ben, "help")


@pytest.mark.usefixtures("no_code")
def test_wrong_code_is_reported_and_the_host_goes_on(tmp_path: Path) -> None:
    common = ["--interface", "127.0.0.1"]
    with program(tmp_path / "a", "host", "--name", "Ana", *common) as ana:
        code = until(ana, "room code")[-1].split()[-1]
        address = until(ana, "--connect")[-1].rsplit(" ", 1)[-1].rstrip('".')
        wrong = "zebra-zebra-zebra" if code != "zebra-zebra-zebra" else "acorn-acorn-acorn"
        joining = ["join", "--bot", "--connect", address, *common]
        with program(tmp_path / "b", *joining, P2PHANABI_CODE=wrong) as ben:
            assert "Wrong code" in until(ben, "code")[-1]
            assert ben.wait() == 2
        with program(tmp_path / "b", *joining, P2PHANABI_CODE=code):
            until(ana, "is ready")


@pytest.mark.usefixtures("no_code")
def test_a_terminal_is_asked_before_a_move_is_made(tmp_path: Path) -> None:
    need("pseudo-terminals")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    arguments = ["host", "--seats", "2", "--bots", "1", "--plain", "--interface", "127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "p2p_hanabi", *arguments, "--option", "first=1"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "P2PHANABI_HOME": str(tmp_path), "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        assert b"\a" in read_until(ours, b"Your turn.")
        type_line(ours, b"play 1")
        read_until(ours, b"[Y/n]")
        type_line(ours, b"no")
        read_until(ours, b"Cancelled")
        type_line(ours, b"quit")
        read_until(ours, b'Type "leave"')
        type_line(ours, b"leave")
        assert process.wait() == 130
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)


def type_line(terminal: int, line: bytes) -> None:
    """Type a line, not so soon after the one before that it looks like a paste."""
    time.sleep(5 * FAST_S)
    os.write(terminal, line + b"\r")


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What a terminal was sent, up to the wanted text, which no line may break."""
    seen = b""
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, seen
        chunk = os.read(terminal, 4096)
        seen += chunk
    return seen
