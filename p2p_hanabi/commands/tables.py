"""`p2phanabi tables`: list the open tables on this network."""

from __future__ import annotations

import asyncio
import json

import click

from p2p_hanabi.gathering import Program
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.model.lobby.lobby_painter import announced, is_review
from p2p_hanabi.ui.model.lobby.sentences_lobby import REVIEWED, version_needed
from p2p_hanabi.ui.words.i18n import _, ngettext

from .console.failures import protocol_errors_as_failed
from .console.output import echo
from .play.table_search import search_tables
from .play.unfinished import reminder
from .settings.environment import environment


async def list_tables(seconds: float, interface: str | None, *, as_json: bool) -> int:
    """Print the tables found within `seconds`; finding none is not a failure."""
    env = environment(None, interface)
    with protocol_errors_as_failed():
        async with search_tables(env.endpoint) as search:
            await asyncio.sleep(seconds)
            found = search.answering()
    for one in found:
        echo(json.dumps(_facts(one)) if as_json else _sentence(one))
    if not found and not as_json:
        click.echo(_("No open table found in {n} s.").format(n=f"{seconds:g}"), err=True)
    if sentence := reminder(env.home):
        click.echo(sentence, err=True)
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
        "taken": notice.seats_taken,
        "seats": notice.seats,
        "addresses": [str(address) for address in one.addresses],
        "program": notice.program.value,
        "review": is_review(notice),
    }


def _sentence(one: Found) -> str:
    notice = one.notice
    if notice.program is not Program.SAME:
        return f"{notice.name}: {version_needed(notice)}"
    title = title_of(SCREENS, notice.game)
    return ngettext(
        "{name}: {game}, {taken} of {seats} seats taken, at {addresses}",
        "{name}: {game}, {taken} of {seats} seats taken, at {addresses}",
        notice.seats_taken,
    ).format(
        name=notice.name,
        game=f"{title}, {_(REVIEWED)}" if is_review(notice) else title,
        taken=notice.seats_taken,
        seats=notice.seats,
        addresses=", ".join(map(str, one.addresses)),
    )
