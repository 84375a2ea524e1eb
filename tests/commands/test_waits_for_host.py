"""Who would play again and waits for the host is told what can be done, and leaves with one key."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_hanabi.commands.play import rematch
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.commands.screens.json_screen import JsonScreen
from p2p_hanabi.commands.screens.line_screen import LineScreen
from p2p_hanabi.commands.screens.page_scenes import PAGE_SCENES
from p2p_hanabi.commands.screens.seat_events import SeatEvents
from p2p_hanabi.commands.screens.terminal_scenes import TERMINAL_SCENES
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.kit.scenes import INTERRUPT
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.web.ask_pages import BusyPage
from p2p_hanabi.ui.web.live_page import Press

if TYPE_CHECKING:
    from p2p_hanabi.commands.play.seat_screen import Screen
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage
    from p2p_hanabi.ui.kit.console_port import Console

SENTENCE = (
    "Ana has not opened it for 4 minutes, and may not do so. "
    "Keep waiting, or leave: anybody can open a new table."
)


class Stage:
    scene: Any = None

    def show(self, scene: Any) -> None:
        self.scene = scene

    def refresh(self) -> None:
        """Draw nothing."""

    async def follow(self, _scene: Any, changed: Any) -> None:
        await changed()


class Reported:
    """A screen that counts the minutes it is told, up to the fourth."""

    def __init__(self) -> None:
        self.minutes: list[int] = []
        self.is_enough = asyncio.Event()

    def report(self, event: str, **facts: Any) -> None:
        assert (event, facts["host"]) == ("waiting for host", "Ana")
        self.minutes.append(facts["minutes"])
        if len(self.minutes) == 4:
            self.is_enough.set()


async def test_minutes_are_reported_at_one_two_four_and_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rematch, "MINUTE_S", 0.0)
    screen = Reported()
    reporting = asyncio.create_task(rematch._report_waiting(cast("Screen", screen), "Ana"))
    await screen.is_enough.wait()
    reporting.cancel()
    assert screen.minutes[:4] == [1, 2, 4, 8]


@pytest.mark.parametrize("scenes", [TERMINAL_SCENES, PAGE_SCENES], ids=["terminal", "page"])
async def test_screen_shows_advice_below_what_is_awaited(scenes: Scenes) -> None:
    stage = Stage()
    screen = FullScreen(cast("SceneStage", stage), scenes)
    waiting = asyncio.create_task(screen.wait_for_host("Ana"))
    await asyncio.sleep(0)
    for minutes in (2, 4):
        screen.report("waiting for host", host="Ana", minutes=minutes)
    lines = [as_text(line) for line in stage.scene._waiting.lines()]
    assert lines == ["Waiting for Ana to open the next table.", SENTENCE]
    waiting.cancel()


def test_lines_and_json_report_the_minutes() -> None:
    sentences: list[str] = []
    events: list[dict[str, Any]] = []

    class Paper:
        is_terminal = True

        def write(self, *lines: Line) -> None:
            sentences.extend(map(as_text, lines))

    def report(event: str, **facts: Any) -> None:
        events.append({"event": event, **facts})

    lines = LineScreen(cast("Console", Paper()))
    JsonScreen(lines, SeatEvents(report)).report("waiting for host", host="Ana", minutes=4)
    assert sentences == [SENTENCE]
    assert json.loads(json.dumps(events)) == [
        {"event": "waiting for host", "host": "Ana", "minutes": 4}
    ]


@pytest.mark.parametrize("key", ["q", "Q", INTERRUPT])
def test_one_key_leaves_where_nothing_is_lost(key: str) -> None:
    for is_free in (True, False):
        scene = BusyScene(WaitNotice("Waiting.", is_left_at_once=is_free))
        scene.press(key)
        assert scene.has_left is is_free


def test_one_press_leaves_the_page_where_nothing_is_lost() -> None:
    for is_free in (True, False):
        scene = BusyPage(WaitNotice("Waiting.", is_left_at_once=is_free))
        (leave,) = scene.page().buttons
        scene.do(Press(leave.does))
        assert scene.has_left is is_free
