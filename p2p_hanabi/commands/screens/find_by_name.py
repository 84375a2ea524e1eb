"""Find the table that was named, and show meanwhile what there is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from p2p_hanabi.net.discovery import Found
from p2p_hanabi.ui.kit.following import within
from p2p_hanabi.ui.lobby.plain_lobby import PATIENT_S

from ..play.table_search import ANOTHER_S, TableSearch


async def table_named(search: TableSearch, advise: Callable[[], None]) -> Found | None:
    """Find the table of that name, absent (None) if there are several: no guess is for the wrong
    one.

    Whoever waits for long is told once what else can be done.
    """
    has_advised = False
    while not search.joinable():
        await within(PATIENT_S, search.changed)
        if not (has_advised or search.joinable()):
            has_advised = True
            advise()
    await asyncio.sleep(ANOTHER_S)
    found = search.joinable()
    return found[0] if len(found) == 1 else None
