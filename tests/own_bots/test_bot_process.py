"""A player's own bot in a process: whatever it does, there is a reply, and nothing of it stays."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2p_hanabi.own_bots import bot_process, bot_talk
from p2p_hanabi.own_bots.bot_process import OwnBot, Patience
from p2p_hanabi.own_bots.bot_talk import MAX_QUOTED, Answer, BotFault, Failure
from p2p_hanabi.systems import end_group

HELLO = bot_talk.hello("hanabi", {}, 1, 3)
FOR_EVER = Patience(ready_s=600, move_s=600)
NO_TIME = Patience(ready_s=600, move_s=0)
SEVEN = 7, {"seat": 1}, ["first", "second"]

HOSTILE = Path(__file__).with_name("hostile.py")


@contextmanager
def bot(
    habit: str, patience: Patience = FOR_EVER, inherited: dict[str, str] | None = None
) -> Iterator[OwnBot]:
    own = OwnBot([sys.executable, str(HOSTILE), habit], HELLO, inherited or {}, patience)
    try:
        yield own
    finally:
        own.close()


def unreadable(sentence: str) -> Failure:
    return Failure(BotFault.UNREADABLE, output=sentence)


def test_bot_answers_with_a_move_and_its_reason() -> None:
    with bot("plays") as own:
        assert own.ask(*SEVEN) == Answer(1, "because")
        assert own.ask(*SEVEN) == Answer(1, "because")


@pytest.mark.parametrize(
    ("habit", "failure"),
    [
        ("beyond", Failure(BotFault.ILLEGAL)),
        ("negative", Failure(BotFault.ILLEGAL)),
        ("bool", unreadable('{"round": 7, "move": true}')),
        ("future", Failure(BotFault.WRONG_ROUND)),
        ("no json", unreadable("hm")),
        ("deep", unreadable("[" * MAX_QUOTED)),
        ("number", unreadable(f'{{"round":{"9" * (MAX_QUOTED - 9)}')),
    ],
)
def test_a_bad_answer_costs_this_move_only(habit: str, failure: Failure) -> None:
    with bot(habit) as own:
        assert own.ask(*SEVEN) == failure
        assert own.ask(*SEVEN) == failure


@pytest.mark.parametrize(
    ("habit", "fault"),
    [
        ("dies", BotFault.ENDED),
        ("dead at hello", BotFault.ENDED),
        ("huge", BotFault.FLOODS),
        ("no end", BotFault.FLOODS),
    ],
)
def test_a_bot_that_cannot_be_spoken_with_is_stopped(habit: str, fault: BotFault) -> None:
    with bot(habit) as own:
        assert own.ask(*SEVEN) == Failure(fault, is_final=True)
        assert own.ask(*SEVEN) == Failure(fault, is_final=True)


def test_answer_in_place_of_ready_is_quoted() -> None:
    failure = Failure(BotFault.NOT_READY, is_final=True, output='{"round": 7, "move": 0}')
    with bot("unready") as own:
        assert [own.ask(*SEVEN), own.ask(*SEVEN)] == [failure, failure]


def test_a_bot_that_writes_for_ever_is_stopped() -> None:
    with bot("floods") as own:
        assert own.ask(*SEVEN) == unreadable("x" * MAX_QUOTED)
        while own.ask(*SEVEN) != Failure(BotFault.FLOODS, is_final=True):
            continue


def test_a_silent_bot_is_asked_three_times_running() -> None:
    with bot("silent", NO_TIME) as own:
        replies = [own.ask(*SEVEN) for _ in range(4)]
    late, given_up = Failure(BotFault.LATE), Failure(BotFault.LATE, is_final=True)
    assert replies == [late, late, given_up, given_up]


def test_an_answer_to_an_earlier_question_is_passed_over() -> None:
    with bot("late answer") as own:
        assert own.ask(*SEVEN) == Answer(1)


def test_a_bot_that_is_never_ready_is_waited_for_once() -> None:
    with bot("never ready", Patience(ready_s=0, move_s=600)) as own:
        gone = Failure(BotFault.NOT_READY, is_final=True)
        assert [own.ask(*SEVEN), own.ask(*SEVEN)] == [gone, gone]


def test_a_bot_that_never_reads_holds_up_nobody() -> None:
    with bot("deaf") as own:
        line = bot_talk.happened({"type": "x" * 10_000})
        for _ in range(200):
            own.send(line)
        assert own.ask(*SEVEN) == Failure(BotFault.DEAF, is_final=True)


def test_endless_errors_do_no_harm_and_last_words_are_one_line() -> None:
    with bot("noise") as own:
        assert own.ask(*SEVEN) == Answer(1)
    with bot("dies") as own:
        own.ask(*SEVEN)
    assert own.last_words == "I give up [2J"


def test_child_of_a_bot_ends_with_it() -> None:
    with bot("child") as own:
        reply = own.ask(*SEVEN)
        assert isinstance(reply, Answer)
        child = os.pidfd_open(int(reply.why))
    select.select([child], [], [])  # readable when it has ended
    os.close(child)


def test_folders_too_deep_to_be_removed_hold_up_nobody() -> None:
    with bot("nests") as own:
        assert own.ask(*SEVEN) == Answer(1)


def test_a_bot_that_cannot_be_ended_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is like one started by sudo, which the user's signals do not reach."""
    ended: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(bot_process, "end_group", ended.append)
    with bot("silent", Patience(ready_s=600, move_s=0, leave_s=0, gone_s=0)) as own:
        own.ask(*SEVEN)
    monkeypatch.undo()
    end_group(ended[0])
    assert ended[0].wait() == -signal.SIGKILL


LOOKS_ROUND = """
import json, os, sys
print(json.dumps({"say": "ready"}), flush=True)
for line in sys.stdin:
    if json.loads(line)["say"] == "act":
        fds = [int(fd) for fd in os.listdir("/proc/self/fd") if os.path.exists("/dev/fd/" + fd)]
        seen = {"fds": fds, "env": dict(os.environ), "cwd": os.getcwd()}
        seen["home"] = os.path.expanduser("~")
        open("seen", "w").close()
        print(json.dumps({"round": 7, "move": 0, "why": json.dumps(seen)}), flush=True)
"""


def test_bot_gets_no_descriptor_no_secret_and_its_own_home(tmp_path: Path) -> None:
    inherited = {
        "PATH": "/usr/bin:/bin",
        "P2PHANABI_CODE": "a b c",
        "HOME": str(tmp_path),
        "X": "y",
    }
    with socket.socket() as held, (tmp_path / "journal").open("wb") as journal:
        os.set_inheritable(held.fileno(), True)
        os.set_inheritable(journal.fileno(), True)
        own = OwnBot([sys.executable, "-c", LOOKS_ROUND], HELLO, inherited, FOR_EVER)
        reply = own.ask(*SEVEN)
        own.close()
    assert isinstance(reply, Answer)
    seen = json.loads(reply.why)
    assert set(seen["fds"]) == {0, 1, 2}
    assert set(seen["env"]) - {"LC_CTYPE"} == {
        *("PATH", "PYTHONUNBUFFERED", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"),
    }
    assert seen["cwd"] == seen["home"] != str(tmp_path)
    assert not Path(seen["cwd"]).exists()


def test_a_program_that_is_not_there_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        OwnBot([str(tmp_path / "nobody")], HELLO, {}, FOR_EVER)


def test_closing_lets_go_of_whoever_waits() -> None:
    with ThreadPoolExecutor(1) as pool, bot("silent") as own:
        asked = pool.submit(own.ask, *SEVEN)
        own.close()
        assert asked.result() == Failure(BotFault.ENDED, is_final=True)
