"""Background tasks. Some are never awaited, so their failures are logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")
Kept = TypeVar("Kept")


def background_task(work: Coroutine[object, None, None], name: str) -> asyncio.Task[None]:
    """Start a task, which the caller has to cancel."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_log_failure)
    return task


async def end_all(*tasks: asyncio.Future[T]) -> list[T | BaseException]:
    """Cancel the tasks; return their results or exceptions once all have ended, also if this is
    cancelled meanwhile."""
    for task in tasks:
        task.cancel()
    return await undisturbed(_ended(tasks))


async def _ended(tasks: Sequence[asyncio.Future[T]]) -> list[T | BaseException]:
    return await asyncio.gather(*tasks, return_exceptions=True)


async def outlast(task: asyncio.Task[T]) -> bool:
    """Wait until the task is done, even if this is cancelled, once or more often; return whether it
    was."""
    was_cancelled = False
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            was_cancelled = True
    return was_cancelled


async def undisturbed(work: Coroutine[object, None, T]) -> T:
    """Finish the work, such as closing what is open, even if this is cancelled; raise
    `CancelledError` only then."""
    task = asyncio.create_task(work)
    was_cancelled = await outlast(task)
    result = task.result()
    if was_cancelled:
        raise asyncio.CancelledError
    return result


async def in_thread(work: Callable[[], T], undo: Callable[[T], object] = lambda _result: None) -> T:
    """Run blocking work, such as a write to disk, in a thread, and return its result.

    If this is cancelled, wait until the work is done, and undo it: nobody removes or closes files
    that a thread is still writing. Raise what the work raises, unless this was cancelled.
    """
    working = asyncio.create_task(asyncio.to_thread(work))
    if await outlast(working):
        # a caller that ignores failures of the work must not ignore that it is cancelled
        if (failure := working.exception()) is None:
            undo(working.result())
        raise asyncio.CancelledError from failure
    return working.result()


class Saving(Generic[Kept]):
    """Stores values with `store` in a thread, one after another; `store` handles its own errors.

    What is not stored yet when the program ends is stored first.
    """

    def __init__(self, store: Callable[[Kept], None]) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="saving")
        self._last: Future[None] | None = None

    def save(self, value: Kept) -> None:
        self._last = self._thread.submit(self._store, value)

    async def finished(self) -> None:
        """Wait until everything is stored, also what is saved meanwhile."""
        while self._last is not None and not self._last.done():
            await asyncio.shield(asyncio.wrap_future(self._last))


@asynccontextmanager
async def running_beside(work: Coroutine[object, None, None]) -> AsyncIterator[None]:
    """Run `work` concurrently with the body. If it fails, cancel the body and raise its error."""
    task = asyncio.create_task(work)
    body = asyncio.current_task()
    broken: list[BaseException] = []

    def ended(done: asyncio.Task[None]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            broken.append(error)
            if body is not None:
                body.cancel()

    task.add_done_callback(ended)
    try:
        yield
    except asyncio.CancelledError:
        if broken:
            raise broken[0] from None
        raise
    finally:
        await end_all(task)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.critical("%s broke off", task.get_name(), exc_info=error)
