"""Background tasks. Some are never awaited, so their failures are logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")


def background_task(work: Coroutine[object, None, None], name: str) -> asyncio.Task[None]:
    """Start a task, which the caller has to cancel."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_log_failure)
    return task


async def end_all(*tasks: asyncio.Future[T]) -> list[T | BaseException]:
    """Cancel the tasks; return their results or exceptions once all have ended."""
    for task in tasks:
        task.cancel()
    return await asyncio.gather(*tasks, return_exceptions=True)


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
