"""What a screen reads of a session: one snapshot for each change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from p2p_hanabi.commands.play.session_port import SessionPort
from protocol.game import Card
from protocol.peer.status import Activity
from tests.any_game import bare
from tests.net.tables import until
from tests.net.test_session import Playing, one_on_move, play_all


@asynccontextmanager
async def at_a_table(folder: Path) -> AsyncIterator[tuple[Playing, Playing]]:
    """Two seats, of which the first is to move."""
    playing = await play_all(folder, 2)
    mover, waiter = await one_on_move(*playing)
    yield mover, waiter
    for one in playing:
        await one.crash()


def move_at(port: SessionPort) -> None:
    port.play(bare(port.now.view).moves[0])


async def test_snapshot_is_made_once_for_each_change(tmp_path: Path) -> None:
    async with at_a_table(tmp_path) as (mover, _):
        port = SessionPort(mover.session)
        now = port.now
        mover.later_s += 40.0  # which is not worth another one in the middle of a picture
        assert port.now is now
        port.note(Card(0), "a red one?")
        assert (port.now.notes, now.notes) == ({Card(0): "a red one?"}, {})


async def test_move_counts_as_made_in_the_next_snapshot(tmp_path: Path) -> None:
    async with at_a_table(tmp_path) as (mover, _):
        port = SessionPort(mover.session)
        now = port.now
        move_at(port)
        assert port.now.status.activity is Activity.AGREEING_ON_MOVE
        assert now.status.activity is Activity.MOVING


async def test_move_of_another_seat_is_in_a_new_snapshot(tmp_path: Path) -> None:
    async with at_a_table(tmp_path) as (mover, waiter):
        port = SessionPort(waiter.session)
        now = port.now
        move_at(SessionPort(mover.session))
        await until(waiter.session, lambda session: session.now.past != now.past)
        assert len(port.now.past) > len(now.past)
        assert len(bare(port.now.view).log) == 1
        assert bare(now.view).log == ()


async def test_each_wait_for_a_change_updates_times(tmp_path: Path) -> None:
    async with at_a_table(tmp_path) as (mover, waiter):
        port = SessionPort(mover.session)
        await waiter.crash()
        await until(mover.session, lambda session: session.seats()[waiter.session.seat].missing_s)
        away = port.now.missing[waiter.session.seat]
        mover.later_s += 40.0
        waiting = asyncio.ensure_future(port.changed())
        await asyncio.sleep(0)
        assert port.now.missing[waiter.session.seat] >= away + 40.0
        waiting.cancel()
