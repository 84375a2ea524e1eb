"""Both ends of a link send pings; a link over which nothing comes any more is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from p2p_hanabi.faults import LinkFault

from .link import Link

PING_EVERY_S = 2.0
SILENT_AFTER_S = 10.0


async def keep_alive(links: Callable[[], Iterable[Link]], ping: bytes) -> None:
    """Ping these links until cancelled; drop one that has been silent, whatever TCP believes."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(PING_EVERY_S)
        for link in list(links()):
            if loop.time() - link.heard_at > SILENT_AFTER_S:
                link.drop(LinkFault.SILENT)
            else:
                link.send(ping)
