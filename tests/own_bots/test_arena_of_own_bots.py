"""Players' own bots in the arena: the example of the docs, and the counts of a bad one."""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from p2p_hanabi.arena.contestants import UnknownStyle, check
from p2p_hanabi.arena.match import Match
from p2p_hanabi.arena.tournament import measure
from p2p_hanabi.commands.bots.own_bot import bot_command
from p2p_hanabi.commands.console.failures import LEFT
from p2p_hanabi.own_bots.bot_process import Patience
from p2p_hanabi.own_bots.seated_bot import BotCommand
from tests.command_line import run
from tests.lengths import sampled
from tests.own_bots.test_bot_process import HOSTILE

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FOR_EVER = Patience(ready_s=600, move_s=600)


def untold(_more: int) -> None:
    pass


def match(*arguments: object, style: str = "command+human", game: str = "hanabi") -> Match:
    words = (sys.executable, *(str(each) for each in arguments))
    own = BotCommand(words, {}, FOR_EVER)
    return Match(game, (), 2, style, seed=1, deals=2, own_bot=own)


def test_the_example_has_under_40_lines_and_plays_by_itself() -> None:
    example = EXAMPLES / "own_bot.py"
    assert len(example.read_text().splitlines()) < 40
    measured = measure(match(example, style="command"), 1, untold)
    assert not measured.incidents
    assert measured.mean > 10


@sampled(1)
@pytest.mark.parametrize("game", ["hanabi", "ikebana", "koikoi"])
def test_the_built_in_bot_plays_for_one_that_has_ended(game: str) -> None:
    own = measure(match(HOSTILE, "dead at hello", game=game), 1, untold)
    without = measure(match(HOSTILE, style="human", game=game), 1, untold)
    assert own.values == without.values
    assert list(own.incidents) == ["ended"]


def test_a_program_that_cannot_be_started_costs_no_game() -> None:
    own = BotCommand(("/no/such/program",), {})
    lost = measure(Match("hanabi", (), 2, "command", seed=1, deals=1, own_bot=own), 1, untold)
    assert list(lost.incidents) == ["not started"]


def test_the_style_is_there_only_with_a_command() -> None:
    check("hanabi", "human+command", 3, has_own=True)
    with pytest.raises(UnknownStyle):
        check("hanabi", "human+command", 3)


def arena(command: str, *arguments: str) -> Result:
    few = ("--games", "1", "--seats", "2", "--processes", "1")
    return run("arena", *few, "--bot-command", command, *arguments)


def test_own_bot_is_one_of_the_seats_and_its_faults_are_counted() -> None:
    typed = shlex.join([sys.executable, str(HOSTILE), "no json"])
    value = json.loads(arena(typed, "--json").stdout)["measured"][0]
    assert value["style"] == "command+human"
    assert list(value["incidents"]) == ["unreadable"]
    assert "The built-in bot made" in arena(typed).output


def test_owner_is_shown_the_bots_fault_and_that_it_made_no_move() -> None:
    result = arena(shlex.join([sys.executable, str(HOSTILE), "no json"]), "--json")
    assert (
        result.stderr.count('This is not an answer of the form {"round":41,"move":17}: "hm".') == 1
    )
    assert "Your bot made no moves" in result.stderr
    assert result.exit_code == 1
    gone = arena(shlex.join([sys.executable, "-c", "raise ValueError('no such weights')"]))
    assert "no such weights" in gone.stderr


def test_a_bot_that_makes_some_of_its_moves_is_measured() -> None:
    result = arena(shlex.join([sys.executable, "-c", ONE_MOVE]), "--json")
    assert json.loads(result.stdout)["measured"][0]["incidents"].keys() == {"ended"}
    assert result.exit_code == 0


ONE_MOVE = """
print('{"say":"ready"}', flush=True)
while '"act"' not in input(): pass
print('{"round":1,"move":0}', flush=True)
"""


def test_the_style_of_a_command_needs_one() -> None:
    refused = run("arena", "--style", "command+human")
    assert refused.exit_code == 2
    assert "needs --bot-command" in refused.output


def test_non_executable_file_and_missing_program_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert '"./mine.py" is not executable' in arena("./mine.py").output
    assert 'no program "./other.py"' in arena("./other.py").output


def test_file_of_the_current_folder_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text((EXAMPLES / "own_bot.py").read_text())
    monkeypatch.chdir(tmp_path)
    result = arena(f"{shlex.quote(sys.executable)} mine.py", "--json")
    assert json.loads(result.stdout)["measured"][0]["incidents"] == {}


@pytest.mark.parametrize("command", ["nobody-has-this bot.py", "python3 'bot.py", "  "])
def test_a_command_that_cannot_be_started_is_refused(command: str) -> None:
    refused = arena(command)
    assert refused.exit_code == 2
    assert "--bot-command" in refused.output


def test_a_script_that_is_not_there_is_named() -> None:
    assert 'no file "mine.py"' in arena("python3 mine.py --fast").output
    assert 'no file "mine.js"' in arena(shlex.join([sys.executable, "mine.js"])).output


def test_interpreter_arguments_are_not_looked_up_as_files() -> None:
    for words in (["-m", "json.tool"], ["-c", "pass"], []):
        typed = shlex.join([sys.executable, *words])
        assert bot_command(typed).words == (sys.executable, *words)


@pytest.mark.parametrize("command", ["host", "join", "resume"])
def test_so_it_is_before_a_table_is_looked_for(command: str) -> None:
    """A bot that does not exist is reported before anybody joins or is admitted."""
    for typed in (
        ["--bot-command", "nobody-has-this"],
        ["--bot-command", "python3 nobody-has-this.py"],
        ["--bot-command", "python3", "--web"],
        ["--bot-command", "python3", "--bot"],
    ):
        refused = run(command, *typed)
        assert refused.exit_code == 2
        assert "--bot-command" in refused.output


LONG_S = 60.0
"""The timeout after which a test fails."""


def test_no_bot_outlives_an_arena_that_is_interrupted(tmp_path: Path) -> None:
    """Two workers play, and a terminal sends Ctrl-C to all processes except the bots."""
    file = tmp_path / "told"
    os.mkfifo(file)
    bot = shlex.join([sys.executable, str(HOSTILE), "stays", str(file)])
    few = ("--games", "6", "--seats", "2", "--processes", "2", "--bot-command", bot)
    with (
        os.fdopen(os.open(file, os.O_RDWR)) as pids,
        subprocess.Popen(
            [sys.executable, "-m", "p2p_hanabi", "arena", *few],
            env={**os.environ, "TMPDIR": str(tmp_path)},
            start_new_session=True,
            stderr=subprocess.DEVNULL,
        ) as running,
    ):
        bots = [os.pidfd_open(int(pids.readline())) for _ in range(2)]
        os.killpg(running.pid, signal.SIGINT)
        try:
            assert running.wait(LONG_S) == LEFT
        finally:
            running.kill()
    for each in bots:
        assert select.select([each], [], [], LONG_S)[0]  # readable when it has ended
        os.close(each)
    assert list(tmp_path.iterdir()) == [file]


FOREIGN = Path(__file__).with_name("foreign")


@sampled(1)
@pytest.mark.parametrize(
    ("example", "theirs"),
    [
        ("hanab_live_bot.py", (FOREIGN / "hanab_live_client.py", "Client")),
        ("rl_bot.py", (FOREIGN / "rl_policy.py", "act")),
    ],
)
def test_bots_for_other_programs_are_seated_by_under_100_lines(
    example: str, theirs: tuple[Path, str]
) -> None:
    wrapper = EXAMPLES / example
    assert len(wrapper.read_text().splitlines()) < 100
    for style in ("command", "command+human"):
        measured = measure(replace(match(wrapper, *theirs, style=style), seats=3), 1, untold)
        assert not measured.incidents
