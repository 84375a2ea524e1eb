"""Tasks that run beside something else: nobody awaits them, so the log has what breaks one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

_log = logging.getLogger(__name__)


def beside(work: Coroutine[object, None, None], name: str) -> asyncio.Task[None]:
    """Begin it; it is for the caller to cancel."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_look)
    return task


def _look(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.critical("%s broke off", task.get_name(), exc_info=error)
