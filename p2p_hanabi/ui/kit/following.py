"""Waiting for what a screen shows next: for a change, for the player, or for a while."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable


async def never() -> None:
    """Wait for ever: for what nothing changes but the player."""
    await asyncio.Event().wait()


async def within(seconds: float, changed: Callable[[], Awaitable[None]]) -> None:
    """Wait for the next change, or `seconds`, whichever is first: time alone can be news."""
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
    """Refresh a screen until it is over, whenever the player has done something, which sets
    `pressed`, or something has `changed`."""
    while not is_over():
        pressed.clear()
        done = asyncio.ensure_future(pressed.wait())
        waiting = (asyncio.ensure_future(changed()), done)
        try:
            await asyncio.sleep(0)  # `changed` begins to listen before one looks
            refresh()
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if waiting[0].done():
                waiting[0].result()
        finally:
            for each in waiting:
                each.cancel()
