"""The events of `--bot --json`: the fields that docs/play.md names, and the whole game in them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.playback import open_playback
from p2p_hanabi.commands.screens import BotScreen
from p2p_hanabi.ui.kit.style import as_text
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.recording import Spectator
from protocol.game import Seat
from protocol.peer.views import MadeMove
from protocol.reasons import Reason
from tests.any_game import bare

ROOT = Path(__file__).parents[2]
EVERYWHERE = {"v", "event", "t", "cpu"}


def plain(value: object) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value))


def documented() -> dict[str, set[str]]:
    """The table of events in docs/play.md."""
    text = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    table = text.partition("| event | more fields |\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ", 1) for row in table.splitlines()[1:]]
    return {name.strip("`"): set(re.findall(r"`(\w+)`", fields)) for name, fields in rows}


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What a bot that hosts a table with another bot prints."""
    home = tmp_path_factory.mktemp("events")
    command = ["host", "--bot", "--bots", "1", "--json", "--option", "red=1"]
    run = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", *command, "--interface", "127.0.0.1"],
        env={"P2PHANABI_HOME": str(home), "PATH": "/usr/bin:/bin"},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_every_event_has_the_documented_fields(heard: list[dict[str, Any]]) -> None:
    told = documented()
    for event in heard:
        assert event["v"] == 1
        assert set(event) == told[event["event"]] | EVERYWHERE
    assert {"lobby", "agreed", "dealt", "turn", "move", "moved", "ended"} <= {
        event["event"] for event in heard
    }


def test_the_events_tell_the_whole_game(heard: list[dict[str, Any]]) -> None:
    end = heard[-1]
    played = open_playback(Path(end["transcript"]))
    moves = [[m.by, plain(played.rules.pack(bare(m.move)))] for m in played.moments[1:]]
    assert [[e["seat"], e["move"]] for e in heard if e["event"] == "moved"] == moves
    turns = [event for event in heard if event["event"] == "turn"]
    states = [plain(played.public(n)) for n in range(len(moves))]
    assert [turn["state"] for turn in turns] == states
    assert end["state"] == plain(played.public(len(moves)))
    assert [end["outcome"]["reason"], end["outcome"]["score"]] == plain(played.outcome)


def test_moves_that_do_not_stand_are_taken_back() -> None:
    told: list[Any] = []
    screen = BotScreen(lambda event, **facts: told.append([event, *facts.values()]))
    one, two, other = (MadeMove(n, Seat(s), ("play", s)) for n, s in ((3, 0), (5, 1), (5, 2)))
    for made in ((one,), (one, two), (one, two), (one,), (one, other)):
        screen._tell_moves(made)
    assert told == [
        ["moved", 3, 0, ("play", 0)],
        ["moved", 5, 1, ("play", 1)],
        ["taken back", 1],
        ["moved", 5, 2, ("play", 2)],
    ]


def test_a_replay_knows_why_each_bot_made_its_moves(
    heard: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(heard[-1]["transcript"])
    monkeypatch.setenv("P2PHANABI_HOME", str(path.parents[1]))
    played = open_playback(path)
    whys = [played.why(number) for number in range(played.count)]
    assert whys[0] is None
    assert all(isinstance(why, Reason) for why in whys[1:])
    told = narration.told(played, Spectator.EVERYTHING)
    assert all("Why: " in as_text(lines[-1]) for lines in told[1:])
