"""What a player wants after a game is done while that player goes on at the table."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_hanabi.commands.play.session_port import SessionPort
from p2p_hanabi.commands.records import after_game, audit_sentence
from p2p_hanabi.commands.screens import full_screen
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.ui.drawing.style import Line, as_text, text
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import ShownEnd, Wish
from protocol.audit.verdict import Report
from protocol.game import AnyMove, AnyView, Seat
from protocol.peer.status import Ending, EndingKind
from tests.commands.played import in_memory
from tests.ui.table.ports import DealtTable

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage, TableSceneView
    from p2p_hanabi.net.table.session import Session

TRANSCRIPT = Path("a.p2ph")
ENDED = Ending(EndingKind.CLOSED)


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
    end: Any = SimpleNamespace(measured=tuple)

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self.logged = 0
        self.told: list[str] = []
        self.has_read: list[str] = []

    def notify(self, sentence: str, _style: str = "") -> None:
        self.told.append(sentence)

    def offer(self, _name: str, _content: str) -> bool:
        return False

    def show_lines(self, lines: Sequence[Line]) -> None:
        self.has_read += map(as_text, lines)


async def wanting(
    wish: Wish, monkeypatch: pytest.MonkeyPatch, *, closes: bool
) -> tuple[Stage, Scene, Scene]:
    """The player wants something that takes until the end of time, or of this scene."""
    stage, table, replay, ready = Stage(), Scene(), Scene(), asyncio.Event()

    async def work(*_of: object, **_named: object) -> object:
        await ready.wait()
        played = in_memory("hanabi", 2)
        return (played, Seat(0)) if wish is Wish.REPLAY else [text("It is written.")]

    monkeypatch.setattr(after_game, "opened", work)
    monkeypatch.setattr(after_game, "carry_out", work)
    scenes = cast("Scenes", SimpleNamespace(replay=lambda *_of: replay))
    screen = FullScreen(cast("SceneStage", stage), scenes)
    now = SimpleNamespace(seat=Seat(0))
    port = cast("SessionPort", SimpleNamespace(changed=None, now=now))
    waiting = asyncio.create_task(
        screen._carry_out(wish, TRANSCRIPT, cast("TableSceneView", table), port)
    )
    await stage.is_showing.wait()
    assert "you can go on here meanwhile" in table.told[0]
    assert not waiting.done()
    (table.closed if closes else ready).set()
    replay.closed.set()
    await waiting
    return stage, table, replay


def test_a_page_is_written_while_the_end_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, table, _replay = asyncio.run(wanting(Wish.PAGE, monkeypatch, closes=False))
    assert stage.shown == [table]
    assert table.has_read == ["It is written."]


def test_a_replay_opens_once_it_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, table, replay = asyncio.run(wanting(Wish.REPLAY, monkeypatch, closes=False))
    assert stage.shown == [table, replay]


def at_computer() -> SimpleNamespace:
    return SimpleNamespace(refresh=lambda: None, is_on_phone=False)


def kept_at_end(
    path: Path, monkeypatch: pytest.MonkeyPatch, stage: SimpleNamespace
) -> list[EndedTable]:
    """What a table that has ended is told, before its audit and after."""
    told: list[EndedTable] = []

    def audited(_data: bytes, _games: object) -> Report:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    class Table(Scene):
        is_over = True
        end = ShownEnd[AnyView, AnyMove](DealtTable(2))

        def finish_table(self, kept: EndedTable) -> None:
            told.append(kept)

    async def end() -> None:
        screen = FullScreen(cast("SceneStage", stage), cast("Scenes", None))
        screen._table = cast("TableSceneView", Table())
        await screen.ended(cast("Session", session), ENDED)
        assert not await screen.again(offers=True)

    path.write_bytes(b"")
    monkeypatch.setattr(audit_sentence, "audited", audited)
    table = DealtTable(2)
    monkeypatch.setattr(full_screen, "snapshot_of", lambda _session: table.now)
    now = SimpleNamespace(faces={})
    session = SimpleNamespace(transcript_path=path, evidence_path=None, now=now, game="hanabi")
    asyncio.run(end())
    return told


def test_a_check_that_fails_is_said_to_have_failed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = kept_at_end(tmp_path / TRANSCRIPT, monkeypatch, at_computer())
    assert [as_text(each.verdict) for each in told] == [
        "The transcript is being checked...",
        "The transcript could not be checked now; an audit can check it later.",
    ]


def test_seat_handed_over_at_the_end_is_then_on_a_phone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stage = at_computer()
    told = kept_at_end(tmp_path / TRANSCRIPT, monkeypatch, stage)
    assert not any(each.is_on_phone() for each in told)
    stage.is_on_phone = True
    assert all(each.is_on_phone() for each in told)


@pytest.mark.parametrize("wish", [Wish.PAGE, Wish.REPLAY])
def test_player_that_leaves_meanwhile_waits_for_nothing(
    wish: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, table, _replay = asyncio.run(wanting(wish, monkeypatch, closes=True))
    assert stage.shown == [table]
    assert table.has_read == []
