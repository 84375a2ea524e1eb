"""Support for a program that was started by a double click and is visible only as a page: a second
click opens that page again, and the program exits some time after the page was closed."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable

from p2p_hanabi.net.links.addresses import Address

LOOK_S = 5.0
IDLE_LOOKS = 60
"""The program exits after this many checks without a viewer, which take five minutes."""
PATIENCE_S = 2.0


async def until_idle(is_there: Callable[[], bool], pause_s: float = LOOK_S) -> None:
    """Return when nobody was there at the last `IDLE_LOOKS` checks. A computer that sleeps makes
    none meanwhile."""
    idle = 0
    while idle < IDLE_LOOKS:
        await asyncio.sleep(pause_s)
        idle = 0 if is_there() else idle + 1


def is_served(address: Address, page: bytes) -> bool:
    """Return whether this very page is served at the address."""
    asking = http.client.HTTPConnection(address.host, address.port, timeout=PATIENCE_S)
    try:
        asking.request("GET", "/")
        return asking.getresponse().read(len(page) + 1) == page
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()
