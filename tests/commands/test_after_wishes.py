"""What a player wants after a game is done while that player goes on at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from p2p_hanabi.commands.play.session_port import SessionPort
from p2p_hanabi.commands.records import after_game
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.ui.kit.style import Line, as_text, text
from p2p_hanabi.ui.table.wishes import Wish

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage, TableSceneView

TRANSCRIPT = Path("a.p2ph")


class Stage:
    """Shows a scene until it is closed."""

    def __init__(self) -> None:
        self.shown: list[object] = []
        self.is_showing = asyncio.Event()

    async def follow(self, scene: Scene, _changed: Callable[[], Awaitable[None]]) -> None:
        self.shown.append(scene)
        self.is_showing.set()
        await scene.closed.wait()


class Scene:
    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self.told: list[str] = []
        self.has_read: list[str] = []

    def tell(self, sentence: str, _style: str = "") -> None:
        self.told.append(sentence)

    def read(self, lines: Sequence[Line]) -> None:
        self.has_read += map(as_text, lines)


async def wanting(
    wish: Wish, monkeypatch: pytest.MonkeyPatch, *, closes: bool
) -> tuple[Stage, Scene, Scene]:
    """The player wants something that takes until the end of time, or of this scene."""
    stage, table, replay, ready = Stage(), Scene(), Scene(), asyncio.Event()

    async def work(*_of: object) -> object:
        await ready.wait()
        return (None, None) if wish is Wish.REPLAY else [text("It is written.")]

    monkeypatch.setattr(after_game, "opened", work)
    monkeypatch.setattr(after_game, "carry_out", work)
    scenes = cast("Scenes", SimpleNamespace(replay=lambda *_of: replay))
    screen = FullScreen(cast("SceneStage", stage), scenes)
    port = cast("SessionPort", SimpleNamespace(changed=None))
    doing = asyncio.create_task(
        screen._carry_out(wish, TRANSCRIPT, cast("TableSceneView", table), port)
    )
    await stage.is_showing.wait()
    assert "you can go on here meanwhile" in table.told[0]
    assert not doing.done()
    (table.closed if closes else ready).set()
    replay.closed.set()
    await doing
    return stage, table, replay


def test_a_page_is_written_while_the_end_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, table, _replay = asyncio.run(wanting(Wish.PAGE, monkeypatch, closes=False))
    assert stage.shown == [table]
    assert table.has_read == ["It is written."]


def test_a_replay_opens_once_it_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, table, replay = asyncio.run(wanting(Wish.REPLAY, monkeypatch, closes=False))
    assert stage.shown == [table, replay]


@pytest.mark.parametrize("wish", [Wish.PAGE, Wish.REPLAY])
def test_whoever_leaves_meanwhile_waits_for_nothing(
    wish: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, table, _replay = asyncio.run(wanting(wish, monkeypatch, closes=True))
    assert stage.shown == [table]
    assert table.has_read == []
