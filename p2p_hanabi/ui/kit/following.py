"""Waiting for a screen's next update: a change, the player, or a timeout."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable


async def never() -> None:
    """Wait for ever: for screens that only the player changes."""
    await asyncio.Event().wait()


async def within(seconds: float, changed: Callable[[], Awaitable[None]]) -> None:
    """Wait for the next change, at most `seconds`: the time shown may have to be updated."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await changed()


async def follow(
    is_over: Callable[[], bool],
    changed: Callable[[], Awaitable[None]],
    *,
    refresh: Callable[[], None],
    pressed: asyncio.Event,
) -> None:
    """Refresh a screen until it is over, whenever the player acts, which sets `pressed`, or
    something has `changed`."""
    while not is_over():
        pressed.clear()
        done = asyncio.ensure_future(pressed.wait())
        waiting = (asyncio.ensure_future(changed()), done)
        try:
            await asyncio.sleep(0)  # `changed` must listen before the refresh, to miss nothing
            refresh()
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if waiting[0].done():
                waiting[0].result()
        finally:
            for each in waiting:
                each.cancel()
