"""`p2phanabi tables`: what is open on this network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import click

from p2p_hanabi.net.discovery import Found
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.kit.i18n import _, ngettext
from p2p_hanabi.ui.lobby.lobby_painter import announced
from p2p_hanabi.ui.table.game_screen import title_of

from .failures import told_plainly
from .output import tell
from .settings import environment
from .table_search import search_tables


async def list_tables(seconds: float, interface: str | None, *, as_json: bool) -> int:
    """Print what is found within `seconds`. Nothing found is no failure."""
    with told_plainly():
        async with search_tables(environment(None, interface).endpoint) as search:
            await asyncio.sleep(seconds)
            found = search.joinable()
    for one in found:
        tell(json.dumps(_facts(one)) if as_json else _sentence(one))
    if not found and not as_json:
        click.echo(_no_table(seconds), err=True)
    return 0


def _facts(one: Found) -> dict[str, object]:
    notice = one.notice
    return {
        "table": notice.name,
        "host": notice.host,
        "id": notice.table.hex(),
        "game": notice.game,
        "options": " ".join(
            f"{key.name}={key.spelled(key.allowed[number])}"
            for key, number in announced(notice, SCREENS)
        )
        or notice.options,
        "taken": notice.taken,
        "seats": notice.seats,
        "addresses": [str(address) for address in one.addresses],
    }


def _sentence(one: Found) -> str:
    notice = one.notice
    addresses = [str(address) for address in one.addresses]
    return _table(
        notice.name, title_of(SCREENS, notice.game), (notice.taken, notice.seats), addresses
    )


def _no_table(seconds: float) -> str:
    return _("No open table found in {n} s.").format(n=f"{seconds:g}")


def _table(name: str, game: str, taken: tuple[int, int], addresses: Sequence[str]) -> str:
    """`taken` is how many of how many seats."""
    return ngettext(
        "{name}: {game}, {taken} of {seats} seats taken, at {addresses}",
        "{name}: {game}, {taken} of {seats} seats taken, at {addresses}",
        taken[0],
    ).format(name=name, game=game, taken=taken[0], seats=taken[1], addresses=", ".join(addresses))
