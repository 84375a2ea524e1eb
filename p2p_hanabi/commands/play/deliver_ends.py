"""Deliver how past tables ended to players who were away, beside whatever this program does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

START_S = 1.0
"""What the player has asked for is shown first, and that loads nothing of the network."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def delivering_ends(interface: str | None = None) -> AsyncIterator[None]:
    """Deliver them until the context ends, at the interface or address that the player asked for.
    Failures are only logged."""
    task = asyncio.create_task(_deliver(interface))
    task.add_done_callback(_log_failure)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.critical("delivers no ends", exc_info=error)


async def _deliver(interface: str | None) -> None:
    await asyncio.sleep(START_S)
    from p2p_hanabi.net.links.addresses import NoInterface
    from p2p_hanabi.net.links.endpoint import find_endpoint
    from p2p_hanabi.net.table.end_delivery import EndDelivery
    from p2p_hanabi.paths import find_home
    from p2p_hanabi.registry import RULES

    from ..console.logs import log_file, log_to_file

    home = find_home()
    if log_file() is None and home.path.exists():
        log_to_file(home)
    try:
        endpoint = find_endpoint(interface)
    except NoInterface:  # whatever plays there says so
        return
    await EndDelivery(home, endpoint, RULES).run()
