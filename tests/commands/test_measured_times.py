"""The statistics read at the table that has just ended tell what this screen has measured."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_hanabi.commands.play.session_port import SessionPort
from p2p_hanabi.commands.records import after_game
from p2p_hanabi.commands.screens import line_screen
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
from protocol.peer.status import Ending, EndingKind
from tests.command_line import run
from tests.ui.kit.paper import Paper, at_a_pipe
from tests.ui.model.ended import careless, lost
from tests.ui.table.ports import DealtTable

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage
    from p2p_hanabi.net.table.session import Session

TITLE = "How long each has thought"
NOT_STORED = "nothing is stored."


@pytest.fixture
def chosen() -> Iterator[None]:
    clock_choice.choose("1")
    yield
    clock_choice.choose(None)


def minutes() -> Any:
    """A clock in which ten minutes pass whenever somebody looks."""
    return partial(next, count(0.0, 600.0))


class Stage:
    """Shows a scene for ever."""

    async def follow(self, *_of: object) -> None:
        await asyncio.Event().wait()


async def read_after(game: Path, scenes: Scenes, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read on the full screen or the page of a table that has just ended."""
    port = lost()
    table = scenes.table(cast("SessionPort", port), "hanabi")
    lines: list[Line] = []
    monkeypatch.setattr(table, "read", lines.extend)
    screen = FullScreen(cast("SceneStage", Stage()), scenes)
    await screen._carry_out(Wish.STATISTICS, game, table, cast("SessionPort", port))
    return [as_text(line) for line in lines]


@pytest.mark.parametrize("scenes", [TERMINAL_SCENES, PAGE_SCENES], ids=["terminal", "page"])
async def test_statistics_after_the_game_have_the_times_of_all(
    scenes: Scenes, short_game: Path, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    lines = await read_after(short_game, scenes, monkeypatch)
    assert any(line.startswith("Turns: 3") for line in lines)
    title, *times, about = lines[lines.index(TITLE) :]
    assert [title, *times] == [TITLE, "Ana: 0 s", "Ben: 0 s", "Chi: 0 s"]
    assert about.endswith(NOT_STORED)


@pytest.mark.parametrize("scenes", [TERMINAL_SCENES, PAGE_SCENES], ids=["terminal", "page"])
async def test_statistics_have_no_times_without_the_clock(
    scenes: Scenes, short_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await read_after(short_game, scenes, monkeypatch)
    assert " ".join(shown).split() == run("stats", short_game).stdout.split()


def test_later_statistics_have_no_times(
    short_game: Path, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    monkeypatch.setenv(clock_choice.CLOCK_VARIABLE, "1")
    assert TITLE not in run("stats", short_game).stdout


async def test_a_page_that_is_written_has_no_times(short_game: Path) -> None:
    measured = [text("a time")]
    shown = await after_game.carry_out(Wish.PAGE, short_game, lambda *_of: True, measured=measured)
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
    await asyncio.gather(screen.table(session), screen.ended(session, Ending(EndingKind.CLOSED)))


@pytest.mark.parametrize("word", ["statistics", "times"])
def test_lines_after_the_game_have_the_times_measured_in_it(
    word: str, short_game: Path, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    def react(line: str) -> str:
        if line.startswith("Your turn"):
            return "play 1"
        if line.startswith('Type "say"'):
            return word
        return "quit" if line.endswith(NOT_STORED) else ""

    paper = Paper(react=react)
    playing = partial(played_in_lines, game=short_game, monkeypatch=monkeypatch)
    asyncio.run(at_a_pipe(playing, paper, stays=True))
    [time] = [line for line in paper.lines if line.startswith("Ana: ")]
    assert time.endswith(" min")
    assert (TITLE in paper.lines) is (word == "statistics")
