"""Closing ends as it must, however often whoever waits for it is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.links.link import Link, first_of
from p2p_hanabi.net.links.listener import Listener
from p2p_hanabi.net.links.mesh import Mesh
from p2p_hanabi.net.table.seat import come_back
from p2p_hanabi.net.tasks import end_all
from protocol.game import Seat
from tests.net.tables import home, loopback, seat_all


class Slow:
    """In the place of a method that closes something: begins, waits until it may, and closes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type[Any]) -> None:
        self.begun, self.may, self.count = asyncio.Event(), asyncio.Event(), 0
        close: Callable[[Any], Coroutine[object, None, None]] = kind.close

        async def slow(one: Any) -> None:
            self.begun.set()
            await self.may.wait()
            await close(one)
            self.count += 1

        monkeypatch.setattr(kind, "close", slow)


async def cancelled_again(task: asyncio.Task[Any], slow: Slow) -> None:
    """Cancel it once, and once more as soon as it closes."""
    task.cancel()
    await slow.begun.wait()
    task.cancel()
    await asyncio.sleep(0)
    slow.may.set()
    with suppress(asyncio.CancelledError):
        await task
    assert task.cancelled()


async def test_coming_back_leaves_nothing_open_if_cancelled_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = await seat_all(tmp_path, 2)
    table = ana.seating.table
    await ana.close()
    await bo.close()
    ana.folder.journal.unlink()  # so that it waits for signatures again
    is_waiting = asyncio.Event()

    def waiting(_seats: tuple[Seat, ...]) -> None:
        is_waiting.set()

    for kind in (Mesh, Listener):
        with monkeypatch.context() as patch:
            slow = Slow(patch, kind)
            is_waiting.clear()
            coming = asyncio.create_task(come_back(home(tmp_path, 0), table, loopback(), waiting))
            await is_waiting.wait()
            await cancelled_again(coming, slow)
            assert slow.count == 1


async def test_links_that_came_too_late_are_closed_if_cancelled_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = asyncio.Event()

    class Late(Link):
        async def close(self) -> None:
            closed.set()

    slow = Slow(monkeypatch, Late)
    is_tried = asyncio.Event()

    async def meet(_address: object) -> Link:
        is_tried.set()
        with suppress(asyncio.CancelledError):
            await asyncio.get_running_loop().create_future()
        return Late()

    trying = asyncio.create_task(first_of([Address("127.0.0.1", 1)], meet))
    await is_tried.wait()
    await cancelled_again(trying, slow)
    assert closed.is_set()


async def test_waiting_for_tasks_to_end_cancels_them_only_once() -> None:
    begun, may, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            begun.set()
            await may.wait()
            ended.set()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    ending = asyncio.create_task(end_all(task))
    await begun.wait()
    ending.cancel()
    await asyncio.sleep(0)
    may.set()
    with suppress(asyncio.CancelledError):
        await ending
    assert ended.is_set()
