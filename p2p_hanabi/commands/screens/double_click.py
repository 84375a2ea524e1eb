"""What a program needs that was started by a double click, and shows itself on its page alone:
a second click finds that page again, and it ends some time after its page was closed."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable

from p2p_hanabi.net.addresses import Address

LOOK_S = 5.0
IDLE_LOOKS = 60
"""After so many looks, five minutes, at which nobody was there the program ends."""
PATIENCE_S = 2.0


async def until_idle(is_there: Callable[[], bool], pause_s: float = LOOK_S) -> None:
    """Return when nobody was there at the last `IDLE_LOOKS` looks. A computer that sleeps looks at
    nothing meanwhile."""
    idle = 0
    while idle < IDLE_LOOKS:
        await asyncio.sleep(pause_s)
        idle = 0 if is_there() else idle + 1


def is_served(address: Address, page: bytes) -> bool:
    """Return whether somebody serves this very page there."""
    asking = http.client.HTTPConnection(address.host, address.port, timeout=PATIENCE_S)
    try:
        asking.request("GET", "/")
        return asking.getresponse().read(len(page) + 1) == page
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()
