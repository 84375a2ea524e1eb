"""Background tasks. Some are never awaited, so their failures are logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
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


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.critical("%s broke off", task.get_name(), exc_info=error)
