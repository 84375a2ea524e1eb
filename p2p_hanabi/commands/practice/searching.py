"""A search of what was possible, beside a screen on which it can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from p2p_hanabi.net.tasks import end_all
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.words.i18n import N_
from protocol.game import AnyMove, AnyView

SEARCHES = N_("All ways to play on from here are being tried; that can take some seconds.")


class SearchWait(Protocol):
    """What is shown meanwhile. The search stops once it is over."""

    is_over: bool


async def search_beside(
    shown: ShownReplay[AnyView, AnyMove], wait: SearchWait, *watching: Coroutine[Any, Any, object]
) -> None:
    """Search in a thread until it is done or what watches `wait` returns; then show in the replay
    what was found."""
    searching = asyncio.ensure_future(asyncio.to_thread(shown.search, lambda: wait.is_over))
    watchers = [asyncio.ensure_future(each) for each in watching]
    try:
        await asyncio.wait((searching, *watchers), return_when=asyncio.FIRST_COMPLETED)
    finally:
        wait.is_over = True
        await end_all(*watchers)
    shown.show_found(await searching)
