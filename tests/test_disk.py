"""The guard against a sync in an event loop is not asleep."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from p2p_hanabi.commands.play.notes_file import Notes
from p2p_hanabi.net.tasks import in_thread
from protocol.game import Card
from tests.disk import SyncedInTheLoop


async def test_the_program_may_not_sync_in_a_loop_but_in_a_thread(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes")
    with pytest.raises(SyncedInTheLoop):
        notes._store({Card(1): "red"})
    await asyncio.to_thread(notes._store, {Card(1): "red"})
    assert Notes(tmp_path / "notes").all() == {Card(1): "red"}


async def test_cancelled_thread_is_awaited_and_undone() -> None:
    done: list[str] = []
    going = asyncio.create_task(in_thread(partial(_slowly, done), lambda _: done.append("undone")))
    await asyncio.sleep(0.01)
    going.cancel()
    await asyncio.sleep(0.01)
    going.cancel()  # as who leaves a lobby and then closes it
    await asyncio.wait({going})
    assert going.cancelled()
    assert done == ["written", "undone"]


async def test_failing_work_still_lets_cancellation_through() -> None:
    going = asyncio.create_task(_save_whatever_happens())
    await asyncio.sleep(0.01)
    going.cancel()
    await asyncio.wait({going})
    assert going.cancelled()


async def _save_whatever_happens() -> None:
    with suppress(OSError):
        await in_thread(_fail_slowly)


def _fail_slowly() -> None:
    time.sleep(0.1)
    raise OSError


def _slowly(done: list[str]) -> None:
    time.sleep(0.1)
    done.append("written")
