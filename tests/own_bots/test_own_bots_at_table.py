"""Players' own bots at a table with real proofs: two of them, one of which dies."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from p2p_hanabi.commands.bots.seat_players import built_in, own_player
from p2p_hanabi.commands.play.seat_screen import BotScreen
from p2p_hanabi.commands.screens.watched_bot import WatchedBotScreen
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.own_bots.bot_process import Patience
from p2p_hanabi.own_bots.seated_bot import BotCommand
from protocol.game import Options, Seat
from protocol.peer.status import Ending, EndingKind
from tests.net.tables import seat_all, session
from tests.own_bots.test_bot_process import HOSTILE
from tests.played_tables import PlayedTable

RECKLESS = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["say"] == "hello":
        print(json.dumps({"say": "ready"}), flush=True)
    elif told["say"] == "act":
        place = [move["type"] for move in told["moves"]].index("play")
        print(json.dumps({"round": told["round"], "move": place, "why": "I dare"}), flush=True)
"""

FOR_EVER = Patience(ready_s=600, move_s=600, leave_s=600)
NO_FAREWELL = Patience(ready_s=600, move_s=600, leave_s=0)
Message = dict[str, Any]


def ignored(event: str, **facts: Any) -> None:
    """Ignore events: the screen itself reports the end."""


class Played:
    """A game of a reckless bot, whose lines are recorded, and one that dies at its first move."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.events: list[list[Message]] = [[], []]
        self.ending: Ending | None = None
        self.printed = ""  # for the owner of the first, at the end

    async def play(self) -> None:
        python = shlex.quote(sys.executable)
        tapped = f"tee {self.folder}/heard | {python} -c {shlex.quote(RECKLESS)}"
        commands = ["sh", "-c", tapped], [sys.executable, str(HOSTILE), "dies"]
        path = {"PATH": "/usr/bin:/bin"}
        seated = await seat_all(self.folder, 2)
        sessions = [session(self.folder, one, 0.1, discovers=False) for one in seated]

        async def sit(seat: int) -> Ending:
            def report(event: str, **facts: Any) -> None:
                self.events[seat].append({"event": event, **facts})

            own = own_player(BotCommand(tuple(commands[seat]), path, FOR_EVER))
            watching = asyncio.create_task(BotScreen(report, 0, own).show_table(sessions[seat]))
            ending = await sessions[seat].run()
            await watching
            return ending

        ending, _ = await asyncio.gather(sit(0), sit(1))
        self.ending = ending
        with contextlib.redirect_stderr(io.StringIO()) as printed:
            await WatchedBotScreen(ignored, 0, built_in).ended(sessions[0], ending)
        self.printed = printed.getvalue()

    @property
    def sent_lines(self) -> list[Message]:
        """The lines sent to the first bot."""
        return [json.loads(line) for line in (self.folder / "heard").read_text().splitlines()]

    def whys(self) -> Iterator[str]:
        """Yield the texts that were kept for the end."""
        for path in self.folder.rglob("whys"):
            for line in path.read_text().split("\n"):
                if line and (text := json.loads(line).get("text")) is not None:
                    yield text


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    game = Played(tmp_path_factory.mktemp("table"))
    asyncio.run(game.play())
    return game


def test_the_table_comes_to_its_end(played: Played) -> None:
    assert played.ending is not None
    assert played.ending.how is EndingKind.CLOSED


def test_bot_receives_its_seat_all_events_and_the_result(played: Played) -> None:
    hello, *between, over = played.sent_lines
    assert [hello[key] for key in ("say", "protocol", "game", "seat", "players")] == [
        *("hello", 1, "hanabi", 0, 2),
    ]
    assert hello["options"]["red"] == 3
    assert over["say"] == "over"
    assert over["outcome"]["reason"]
    asked = [line for line in between if line["say"] == "act"]
    events = [line for line in between if line["say"] == "event"]
    assert [line["turn"] for line in events] == list(range(len(events)))
    assert [line["round"] for line in asked] == sorted({line["round"] for line in asked})
    for line in asked:
        assert line["view"]["actor"] == line["view"]["seat"] == 0
        assert all("rank" not in card for card in line["view"]["hands"][0])
        assert line["within_ms"] == 600_000


def test_every_move_of_the_bot_was_the_one_it_chose(played: Played) -> None:
    messages = played.sent_lines
    own = [e["move"]["type"] for e in messages if e["say"] == "event" and e["seat"] == 0]
    assert own == ["play"] * sum(line["say"] == "act" for line in messages)


def test_owner_of_a_dead_bot_is_notified_once(played: Played) -> None:
    incidents = [[e for e in seat if e["event"] == "own bot"] for seat in played.events]
    ended = {"fault": "ended", "final": True, "said": "", "last_words": "I give up [2J"}
    assert incidents == [[], [{"event": "own bot", **ended}]]


def test_its_owner_reads_how_the_game_ended(played: Played) -> None:
    outcome = played.sent_lines[-1]["outcome"]
    assert outcome["reason"] == "third red token"
    assert "Score: 0 of 25" in played.printed
    assert "All players have signed the result." in played.printed


def test_its_reasons_are_kept_for_the_end(played: Played) -> None:
    assert set(played.whys()) == {"I dare"}


class Thinking:
    """A session at a table where it is the turn of a bot that does not answer."""

    game, seat = "hanabi", Seat(0)
    options: ClassVar[Options] = {}

    def seats(self) -> Sequence[Seat]:
        return Seat(0), Seat(1)

    @property
    def now(self) -> Any:
        table = PlayedTable("hanabi", {}, 2)
        return SimpleNamespace(view=table.view(table.steps[0], 0))

    def outcome(self) -> None:
        return None


def test_a_seat_that_is_left_while_its_bot_thinks_counts_no_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    command = BotCommand((sys.executable, str(HOSTILE), "stays", str(asked)), {}, NO_FAREWELL)

    async def leave_meanwhile() -> None:
        table = Thinking()
        async with own_player(command)(cast("Session", table), ignored) as player:
            deciding = asyncio.create_task(player.decide(table.now.view, 1))
            await asyncio.to_thread(asked.read_text)
            deciding.cancel()

    asyncio.run(leave_meanwhile())
    assert capsys.readouterr().err == ""
