"""Run a task on the machine's network interfaces, and restart it when they change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from protocol.reasons import Reason

from ..links.addresses import Interface, NoInterface
from ..links.link import reason_of
from ..tasks import end_all
from .discovery import CannotDiscover

LOOK_AGAIN_S = 5.0

_log = logging.getLogger(__name__)

Find = Callable[[], Sequence[Interface]]
Use = Callable[[tuple[Interface, ...]], Awaitable[None]]


async def follow_interfaces(
    find: Find, use: Use, failed: Callable[[Reason], None] = lambda _reason: None
) -> None:
    """Run `use` on the current interfaces, and again whenever they change, until cancelled.

    `failed` is called with the reason if discovery does not work here; it is retried anyway.
    """
    while True:
        try:
            interfaces = tuple(find())
            await _until_changed(interfaces, find, use)
        except (CannotDiscover, NoInterface, OSError) as error:
            _log.info("no discovery: %s", error)
            failed(reason_of(error))
            await asyncio.sleep(LOOK_AGAIN_S)


async def _until_changed(interfaces: tuple[Interface, ...], find: Find, use: Use) -> None:
    using = asyncio.ensure_future(use(interfaces))
    try:
        while tuple(find()) == interfaces:
            await asyncio.wait([using], timeout=LOOK_AGAIN_S)
            if using.done():
                return using.result()
    finally:
        await end_all(using)
