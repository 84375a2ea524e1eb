"""Deliver how past tables ended to players who were away, beside whatever this program does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from p2p_hanabi.net.addresses import NoInterface
from p2p_hanabi.net.end_delivery import EndDelivery
from p2p_hanabi.net.endpoint import find_endpoint
from p2p_hanabi.net.tasks import background_task, end_all
from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import RULES

from ..console.logs import log_to_file


@asynccontextmanager
async def delivering_ends(interface: str | None = None) -> AsyncIterator[None]:
    """Deliver them until the context ends, at the interface or address that the player asked for.
    Failures are only logged."""
    home = find_home()
    if home.path.exists():
        log_to_file(home)
    try:
        endpoint = find_endpoint(interface)
    except NoInterface:  # whatever plays there says so
        yield
        return
    delivery = EndDelivery(home, endpoint, RULES)
    task = background_task(delivery.run(), "delivering ends")
    try:
        yield
    finally:
        await end_all(task)
