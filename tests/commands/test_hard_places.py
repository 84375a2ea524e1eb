"""Where the game is shown badly, breaks, or is interrupted: a sentence, and a way out."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_hanabi.commands.console import logs
from p2p_hanabi.commands.records import audit
from p2p_hanabi.commands.screens import interactive
from p2p_hanabi.paths import Home
from tests.command_line import run
from tests.lengths import sampled
from tests.ui.kit.test_real_program import Tmux, has, tmux

__all__ = ["tmux"]  # the fixture
LOOPBACK = ("--interface", "127.0.0.1")
full_and_plain = pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full", "plain"])
BREAKS = """
from p2p_hanabi.cli import main
from p2p_hanabi.net.table.session import Session
whole = Session._handle_events
async def breaks(session):
    await whole(session)
    if session.status().hands_dealt:
        raise RuntimeError("broken on purpose")
Session._handle_events = breaks
main()
"""
"""The real program, but for a fault that strikes once the cards are dealt."""
ENDED_TWICE = """
import asyncio, os, signal, sys
from p2p_hanabi.commands.screens.interactive import in_person

async def play(screen):
    try:
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.get_running_loop().create_future()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(10):
            await asyncio.sleep(0)
        closed.append("to the end")

closed = []
asyncio.run(in_person(lambda: play, plain="--plain" in sys.argv))
print("closed", *closed)
"""
"""A game that is ended from outside once more while it closes what it has open."""


def test_crash_restores_terminal_names_the_log_keeps_the_game(tmux: Tmux) -> None:
    hosting = ["host", "--bots", "1", *LOOPBACK, "--option", "first=1"]
    tmux.start(*hosting, program=("-c", BREAKS))
    shown = tmux.until(has("EXIT 2")).replace("\n", "")
    assert "The program crashed; details are in" in shown
    assert "/home/log" in shown
    assert "Traceback" not in shown
    tmux.start("resume", *LOOPBACK)
    tmux.until(has("YOUR TURN"))


@full_and_plain
def test_terminated_program_restores_the_terminal(plain: tuple[str, ...], tmux: Tmux) -> None:
    tmux.start("host", *LOOPBACK, *plain)
    tmux.until(has("The room code"))
    pane = tmux("display", "-p", "-t", ":", "#{pane_pid}").strip()
    [child] = children_of(int(pane))
    os.kill(child, 15)
    shown = tmux.until(has("EXIT 130"))
    assert ("room code" in shown) == bool(plain)
    assert tmux("display", "-p", "-t", ":", "#{alternate_on}").strip() == "0"


def children_of(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]


@full_and_plain
def test_program_terminated_twice_still_closes_everything(
    plain: tuple[str, ...], tmux: Tmux
) -> None:
    tmux.start(*plain, program=("-c", ENDED_TWICE))
    assert "closed to the end" in tmux.until(has("EXIT 0"))


def test_a_bot_that_is_added_by_one_key_begins_nothing(tmux: Tmux) -> None:
    tmux.start("host", "--seats", "2", *LOOPBACK)
    tmux.until(has("The room code"))
    tmux.type("r")
    tmux.until(has("Are you ready?"))
    tmux.type("Enter")
    tmux.until(has("● 1 "))
    tmux.type("b")
    tmux.until(has("○ 1 ", "● 2 "))
    tmux.type("r")
    tmux.until(has("Are you ready?"))
    tmux.type("Enter")
    tmux.until(has("Pile"))


def test_ctrl_c_in_the_lobby_is_asked_about_once(tmux: Tmux) -> None:
    tmux.start("host", *LOOPBACK, "--plain")
    tmux.until(has("to begin"))
    tmux.type("C-c")
    tmux.until(has("Leave?"))
    tmux.type("no", "Enter")
    tmux.until(has("You stay."))
    tmux.type("C-c")
    tmux.until(lambda shown: shown.count("Leave?") == 2)
    tmux.type("C-c")
    tmux.until(has("EXIT 130"))


def test_plain_mode_without_a_terminal_is_announced(tmp_path: Path) -> None:
    settings = {**os.environ, "P2PHANABI_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", "host", *LOOPBACK],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
        env=settings,
    )
    assert done.returncode == 130
    assert "The room code" in done.stdout
    assert done.stderr.startswith("Not a terminal: using plain mode")


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        ("dumb", "This terminal (TERM=dumb) cannot show the full screen"),
        ("", "This terminal (TERM=-) cannot show the full screen"),
        ("xterm", "This terminal is too small for the full screen"),
    ],
)
def test_reason_for_plain_mode_is_printed(term: str, sentence: str) -> None:
    assert interactive.why_lines({"TERM": term}).startswith(sentence)


@sampled(2)
@pytest.mark.parametrize(
    ("environment", "written"),
    [
        ({"LC_ALL": "C"}, "pana la"),
        ({"LC_ALL": "POSIX"}, "pana la"),
        ({"LC_ALL": "C.UTF-8"}, "până la"),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, "până la"),
        ({"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "ascii"}, "pana la"),
    ],
    ids=str,
)
def test_ascii_locale_gets_ascii_only(environment: dict[str, str], written: str) -> None:
    program = [sys.executable, "-m", "p2p_hanabi", "games", "--lang", "ro"]
    done = subprocess.run(
        program, capture_output=True, check=True, env={**os.environ, **environment}
    )
    assert f"pentru 2 {written} 5" in done.stdout.decode()


def test_path_is_printed_unchanged_in_an_ascii_locale(tmp_path: Path) -> None:
    sentence = "from p2p_hanabi.commands.play.seat_screen import report_end; import sys;"
    sentence += "sys.stdout.reconfigure(encoding='ascii');"
    program = [sys.executable, "-c", f"{sentence} report_end('ended', transcript='/jos\u00e9')"]
    done = subprocess.run(program, capture_output=True, check=True)
    assert done.stdout == "/josé\n".encode()


class Stream:
    def __init__(self, encoding: str) -> None:
        self.encoding = encoding


@pytest.mark.parametrize(
    ("encoding", "asked", "count"), [("latin-1", "", 1), ("utf-8", "", 0), ("latin-1", "1", 0)]
)
def test_terminal_without_utf_8_is_warned_unless_ascii_was_asked(
    monkeypatch: pytest.MonkeyPatch, encoding: str, asked: str, count: int
) -> None:
    monkeypatch.setattr(sys, "stdout", Stream(encoding))
    monkeypatch.setenv("P2PHANABI_ASCII", asked)
    sentences = interactive.plainer_signs()
    assert len(sentences) == count
    assert all("LC_ALL=C.UTF-8" in each for each in sentences)


def test_the_name_of_ascii_is_the_one_that_people_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Stream("ascii-only"))
    assert "does not support UTF-8 (ASCII)" in interactive.plainer_signs()[0]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before = list(root.handlers)
    logs.log_to_file(Home(tmp_path))
    try:
        yield tmp_path / "log"
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()


LOGS = """
import logging, pathlib, sys
from p2p_hanabi.commands.console.logs import log_to_file
from p2p_hanabi.paths import Home
log_to_file(Home(pathlib.Path(sys.argv[1])))
logging.getLogger("p2p_hanabi").warning("something")
"""


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["games", "--json"]])
def test_output_into_a_file_on_a_full_disk_is_one_sentence(
    arguments: list[str], tmp_path: Path
) -> None:
    environment = {**os.environ, "P2PHANABI_HOME": str(tmp_path)}
    environment.pop("PYTHONUNBUFFERED", None)  # without it something is left for the exit
    command = [sys.executable, "-m", "p2p_hanabi", *arguments]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "Cannot write standard output: no space left on device.\n"


def test_a_log_that_cannot_be_written_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "log").symlink_to("/dev/full")
    done = subprocess.run(
        [sys.executable, "-c", LOGS, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_command_crash_prints_a_sentence_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(audit, "examine", broken)
    result = run("audit", "x.p2ph")
    assert result.exit_code == 2
    assert result.output.startswith(f"The program crashed; details are in {log}.")
    assert "broken on purpose" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN])
def test_process_that_the_system_cannot_start_is_no_crash(
    number: int, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    def refused(*_: object, **_more: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(subprocess, "Popen", refused)
    result = run("demo")
    assert result.exit_code == 2
    assert result.output.startswith(
        f"This computer has too little left for the program: {os.strerror(number).lower()}."
    )
    assert os.strerror(number) in log.read_text(encoding="utf-8")
