"""Find a table: the one that was requested by name, or the player's choice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.ui.kit.following import within
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.lobby.sentences_person import nothing_found_yet
from p2p_hanabi.ui.model.lobby.tables_found import PATIENT_S, TablesFound
from p2p_hanabi.ui.words.i18n import _

from ..play.table_search import ANOTHER_S, TableSearch


async def find_table(
    search: TableSearch,
    device: Device,
    say: Callable[[str], None],
    choose: Callable[[TablesFound], Awaitable[None]],
) -> Found | None:
    """Return the table with the searched name, if there is a single one, else the table that the
    player chooses; None if the player leaves. `say` shows what is going on until `choose` lets the
    player choose."""
    is_named = search.name is not None
    if search.name is not None:
        say(_("Looking for the table {table}.").format(table=search.name))
        advice = nothing_found_yet(device, has_unfinished=search.has_unfinished)
        named = await _table_named(search, lambda: say(advice))
        if named is not None:
            return named
    while True:
        tables = TablesFound(search, is_named=is_named)
        await choose(tables)
        if tables.chosen is None:
            return None
        if (found := search.joinable_now(tables.chosen.table)) is not None:
            return found


async def _table_named(search: TableSearch, advise: Callable[[], None]) -> Found | None:
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
