"""A step in a replay, one's own or the leader's, is drawn and sent once."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from p2p_hanabi.commands.local_seats.page_doors import PageDoors
from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.commands.screens.page_scenes import PAGE_SCENES
from p2p_hanabi.commands.screens.page_stage import PageStage
from p2p_hanabi.commands.screens.terminal_scenes import TERMINAL_SCENES
from p2p_hanabi.net.page.web_server import WebServer
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.model.replay_actions import StepBy
from p2p_hanabi.ui.replay.recording import Spectator
from tests.ui.kit.terminal import SETTLES, Terminal, at_terminal

from .played import in_memory
from .test_page_stage import Wire


class Painted:
    """A scene whose pictures are counted."""

    def __init__(self, scene: Any) -> None:
        self.count = 0
        self._scene = scene

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scene, name)

    def paint(self, *asked: Any) -> Any:
        self.count += 1
        return self._scene.paint(*asked)


def test_a_step_of_the_leader_is_one_picture_on_the_full_screen() -> None:
    replay = shown_replay(in_memory("hanabi", 3), Spectator.EVERYTHING)
    scene: Any = Painted(TERMINAL_SCENES.replay(replay, "hanabi"))
    stepped = asyncio.Event()

    async def changed() -> None:
        await stepped.wait()

    async def play(screen: Terminal) -> None:
        following = asyncio.create_task(screen.stage.follow(scene, changed))
        await screen.settle()
        before = scene.count
        replay.do(StepBy(1))
        stepped.set()
        await asyncio.sleep(0)
        stepped.clear()
        await screen.settle()
        assert (scene.count - before, "REPLAY 1/" in screen.text) == (1, True)
        following.cancel()

    at_terminal(scene, (100, 30), play)


def test_a_step_of_ones_own_is_one_picture_on_the_full_screen() -> None:
    replay = shown_replay(in_memory("hanabi", 3), Spectator.EVERYTHING)
    scene: Any = Painted(TERMINAL_SCENES.replay(replay, "hanabi"))

    async def play(screen: Terminal) -> None:
        following = asyncio.create_task(screen.stage.follow(scene, never))
        await screen.settle()
        before = scene.count
        await screen.press("<right>")
        assert (scene.count - before, "REPLAY 1/" in screen.text) == (1, True)
        following.cancel()

    at_terminal(scene, (100, 30), play)


async def test_a_step_on_a_page_is_one_snapshot() -> None:
    replay = shown_replay(in_memory("hanabi", 3), Spectator.EVERYTHING)
    wire, scene = Wire(), PAGE_SCENES.replay(replay, "hanabi")
    stage = PageStage(cast("WebServer", wire), cast("Any", scene), cast("PageDoors", None))
    following = asyncio.create_task(stage.follow(cast("Any", scene), never))
    for _turn in range(SETTLES):
        await asyncio.sleep(0)
    before = len(wire.shown)
    asked = {"v": 2, "n": wire.shown[-1]["n"], "do": "look", "at": 1}
    stage._received(json.dumps(asked).encode())
    for _turn in range(SETTLES):
        await asyncio.sleep(0)
    assert (len(wire.shown) - before, replay.at) == (1, 1)
    following.cancel()
