"""Find a table by its name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.ui.kit.following import within
from p2p_hanabi.ui.model.lobby.tables_found import PATIENT_S

from ..play.table_search import ANOTHER_S, TableSearch


async def table_named(search: TableSearch, advise: Callable[[], None]) -> Found | None:
    """Wait for the table with the searched name; None if there are several, since guessing could
    choose the wrong one.

    `advise` is called once after a long wait.
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
