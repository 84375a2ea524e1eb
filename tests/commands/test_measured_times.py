"""The statistics read at the table that has just ended tell what this screen has measured."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_hanabi.commands.console.failures import CANNOT
from p2p_hanabi.commands.console.times_file import keep_times, kept_times, times_path
from p2p_hanabi.commands.play.session_port import SessionPort
from p2p_hanabi.commands.records import after_game
from p2p_hanabi.commands.screens import full_screen, line_screen
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.commands.screens.line_screen import LineScreen
from p2p_hanabi.commands.screens.page_scenes import PAGE_SCENES
from p2p_hanabi.commands.screens.terminal_scenes import TERMINAL_SCENES
from p2p_hanabi.ui.drawing.style import Line, as_text, text
from p2p_hanabi.ui.kit import clock_choice
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.model.end.shown_end import Wish
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.table.thinking import ThinkingTimes
from protocol.encoding import enc
from protocol.peer.status import Ending, EndingKind
from tests.command_line import run
from tests.schemas import check
from tests.ui.kit.paper import Paper, at_a_pipe
from tests.ui.model.ended import careless, lost
from tests.ui.table.ports import DealtTable

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage
    from p2p_hanabi.net.table.session import Session

TITLE = "How long each has thought"
ABOUT = "beside the game's file."


@pytest.fixture
def chosen() -> Iterator[None]:
    clock_choice.choose("1")
    yield
    clock_choice.choose(None)


@pytest.fixture
def own_game(short_game: Path, tmp_path: Path) -> Path:
    """A file beside which its times can be kept."""
    return Path(shutil.copy(short_game, tmp_path / "own.p2ph"))


def minutes() -> Any:
    """A clock in which ten minutes pass whenever somebody looks."""
    return partial(next, count(0.0, 600.0))


class Stage:
    """Shows a scene for ever."""

    is_on_phone = False

    async def follow(self, *_of: object) -> None:
        await asyncio.Event().wait()

    def refresh(self) -> None:
        """Nothing is drawn."""


async def read_after(game: Path, scenes: Scenes, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read on the full screen or the page of a table that has just ended."""
    port = lost()
    table = scenes.table(cast("SessionPort", port), "hanabi")
    lines: list[Line] = []
    monkeypatch.setattr(table, "show_lines", lines.extend)
    screen = FullScreen(cast("SceneStage", Stage()), scenes)
    await screen._carry_out(Wish.STATISTICS, game, table, cast("SessionPort", port))
    return [as_text(line) for line in lines]


@pytest.mark.parametrize("scenes", [TERMINAL_SCENES, PAGE_SCENES], ids=["terminal", "page"])
async def test_statistics_after_the_game_have_the_times_of_all(
    scenes: Scenes, own_game: Path, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    lines = await read_after(own_game, scenes, monkeypatch)
    assert any(line.startswith("Turns: 3") for line in lines)
    title, *times, about = lines[lines.index(TITLE) :]
    assert [title, *times] == [TITLE, "Ana: 0 s", "Ben: 0 s", "Chi: 0 s"]
    assert about.endswith(ABOUT)


@pytest.mark.parametrize("scenes", [TERMINAL_SCENES, PAGE_SCENES], ids=["terminal", "page"])
async def test_statistics_have_no_times_without_the_clock(
    scenes: Scenes, own_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await read_after(own_game, scenes, monkeypatch)
    assert " ".join(shown).split() == run("stats", own_game).stdout.split()


def test_later_statistics_have_the_times_that_were_kept(own_game: Path) -> None:
    assert TITLE not in run("stats", own_game).stdout
    keep_times(own_game, (61.2, 2.0, 0.0))
    shown = run("stats", own_game).stdout.splitlines()
    title = shown.index(TITLE)
    assert shown[title + 1 : title + 4] == ["Ana: 61 s", "Ben: 2 s", "Chi: 0 s"]
    found = json.loads(run("stats", own_game, "--json").stdout)
    thought = {"fact": "seconds_thought", "total": 63, "seats": [61, 2, 0]}
    assert check("statistics.json#/$defs/game", found)["statistics"][-1] == thought


@pytest.mark.parametrize(
    "content",
    [b"no times", enc(("p2ph times", 1, (1, 2))), enc(("p2ph times", 1, (1, "", 2)))],
)
def test_a_file_without_the_times_of_this_game_is_named(content: bytes, own_game: Path) -> None:
    times_path(own_game).write_bytes(content)
    result = run("stats", own_game)
    assert (result.exit_code, result.stdout) == (CANNOT, "")
    assert "it does not contain the times of this game's players" in " ".join(result.stderr.split())


async def test_a_page_that_is_written_has_no_times(own_game: Path) -> None:
    measured = [text("a time")]
    shown = await after_game.carry_out(Wish.PAGE, own_game, lambda *_of: True, measured=measured)
    assert shown == []


def test_time_measured_in_the_game_is_read_after_it(chosen: None) -> None:
    port = DealtTable(3, options={"red": 1}, choose=careless)
    port.until_my_turn()
    table: FollowedTable[Any, Any] = FollowedTable(port, minutes())
    table.look()
    assert [as_text(line) for line in table.end.measured()][2] == "Ana: 10 min"


def test_a_table_that_was_never_dealt_has_no_times(chosen: None) -> None:
    port = DealtTable(3)
    table: FollowedTable[Any, Any] = FollowedTable(port, minutes())
    table.look()
    assert list(table.end.measured()) == []


class Played(DealtTable):
    """A seat with notes, as `LineScreen` plays it."""

    async def stored(self) -> None:
        """Nothing is on disk."""

    @property
    def notes(self) -> Any:
        return SimpleNamespace(trouble=None, stored=self.stored)


async def played_in_lines(console: Console, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = Played(3, options={"red": 1, "first": 0}, choose=careless)
    monkeypatch.setattr(line_screen, "SessionPort", lambda *_of: port)
    monkeypatch.setattr(line_screen, "snapshot_of", lambda _session: port.now)
    monkeypatch.setattr(line_screen, "ThinkingTimes", partial(ThinkingTimes, clock=minutes()))
    now = SimpleNamespace(faces={})
    session = cast(
        "Session",
        SimpleNamespace(
            game="hanabi",
            transcript_path=game,
            evidence_path=None,
            now=now,
            leave=lambda: None,
        ),
    )
    screen = LineScreen(console)
    screen.stays = True
    await asyncio.gather(
        screen.show_table(session), screen.ended(session, Ending(EndingKind.CLOSED))
    )


@pytest.mark.parametrize("word", ["statistics", "times"])
def test_lines_after_the_game_have_the_times_measured_in_it(
    word: str, own_game: Path, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    def react(line: str) -> str:
        if line.startswith("Your turn"):
            return "play 1"
        if line.startswith('Type "say"'):
            return word
        return "quit" if line.endswith(ABOUT) else ""

    paper = Paper(react=react)
    playing = partial(played_in_lines, game=own_game, monkeypatch=monkeypatch)
    asyncio.run(at_a_pipe(playing, paper, stays=True))
    [time] = [line for line in paper.lines if line.startswith("Ana: ")]
    assert time.endswith(" min")
    assert (TITLE in paper.lines) is (word == "statistics")
    thought = kept_times(own_game, 3)
    assert thought is not None
    assert thought.total > 0


async def test_full_screen_keeps_the_times_of_a_game_beside_it(
    own_game: Path, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    port = lost()
    monkeypatch.setattr(full_screen, "snapshot_of", lambda _session: port.now)
    screen = FullScreen(cast("SceneStage", Stage()), TERMINAL_SCENES)
    screen._table = TERMINAL_SCENES.table(cast("SessionPort", port), "hanabi")
    now = SimpleNamespace(faces={})
    session = SimpleNamespace(game="hanabi", transcript_path=own_game, evidence_path=None, now=now)
    await screen.ended(cast("Session", session), Ending(EndingKind.CLOSED))
    thought = kept_times(own_game, 3)
    assert thought is not None
    assert thought.seats == (0, 0, 0)


async def test_nothing_is_kept_while_the_clock_is_off(own_game: Path) -> None:
    port = lost()
    table = TERMINAL_SCENES.table(cast("SessionPort", port), "hanabi")
    keep_times(own_game, table.end.times())
    assert not times_path(own_game).exists()
