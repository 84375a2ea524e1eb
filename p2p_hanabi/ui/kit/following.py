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
    """Refresh a screen now, and whenever something has `changed`, until it is over. Whoever handles
    what the player does refreshes it, and sets `pressed`."""
    changing = asyncio.ensure_future(changed())
    try:
        await asyncio.sleep(0)  # `changed` must listen before the refresh, to miss nothing
        refresh()
        while not is_over():
            pressed.clear()
            acting = asyncio.ensure_future(pressed.wait())
            try:
                await asyncio.wait((changing, acting), return_when=asyncio.FIRST_COMPLETED)
            finally:
                acting.cancel()
            if changing.done():
                changing.result()
                changing = asyncio.ensure_future(changed())
                await asyncio.sleep(0)
                refresh()
    finally:
        changing.cancel()
