"""Both ends of a link send heartbeats; a silent link is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from p2p_hanabi.faults import LinkFault

from .link import Link

PING_EVERY_S = 2.0
SILENT_AFTER_S = 10.0


async def keep_alive(links: Callable[[], Iterable[Link]], ping: bytes) -> None:
    """Ping these links until cancelled; drop silent ones, even if TCP considers them up."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(PING_EVERY_S)
        for link in list(links()):
            if loop.time() - link.heard_at > SILENT_AFTER_S:
                link.drop(LinkFault.SILENT)
            else:
                link.send(ping)
