"""Consecutive games with the same players.

The host opens the next table, and the others find it by its id and its room code. Both are derived
from the start of the last table's transcript, so they are secret as long as no player shares it. A
joiner also requires the host's identity.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from p2p_hanabi.gathering import HOST, TableConfig
from p2p_hanabi.net.discovery.discovery import CannotDiscover
from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.links.link import CannotReach
from p2p_hanabi.net.lobby.lobby_join import probe
from p2p_hanabi.net.lobby.lobby_record import HostedTable, Invitation
from p2p_hanabi.net.table.seat import Seated, read_addresses
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.review.reviewed_file import reviewed_file
from p2p_hanabi.ui.model.lobby.sentences_lobby import table_of
from protocol.encoding import H
from protocol.identity.pairing import TABLE_ID_BYTES, PairingFailed
from protocol.identity.seating import Seating
from protocol.identity.words import CODE_WORDS
from protocol.ledger.transcript import read_transcript

from ..console.failures import Failed
from ..console.output_file import Out
from ..local_seats.local_seats import LocalSeats
from ..settings.environment import Environment
from .kept_seats import keeping_seats
from .one_game import play_on
from .review_table import look_at
from .run_lobby import Target, open_table, take_seat
from .seat_screen import Screen
from .table_search import TableSearch, search_tables

LOOK_AGAIN_S = 1.0
MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class GameSeries:
    """What stays the same from one game to the next. Only the host sets `table_name`."""

    env: Environment
    screen: Screen
    guests: LocalSeats
    table_name: str = ""


async def play_games(seated: Seated, series: GameSeries, out: Out | None) -> int:
    """Play games as long as the player wants more, and return the exit code of the last one.

    `out` gets the first transcript. Raise `Failed` if it could not be written and no further game
    follows.
    """
    if reviewed_file(seated.seating.chosen) is not None:
        return await look_at(seated, series.env, series.screen, series.guests)
    while True:
        async with keeping_seats(series.guests, seated.seating, series.screen):
            played = await play_on(seated, series.env, series.screen, out)
        offers = played.again and played.transcript is not None
        if not await series.screen.again(offers=offers) or played.transcript is None:
            if played.unkept is not None:
                raise Failed(played.unkept)
            return played.exit_code
        if played.unkept is not None:
            series.screen.show(played.unkept)
        seated = await _gather_again(seated, played.transcript, series)
        out = None


def invitation_after(seating: Seating, first_round: bytes) -> Invitation:
    """Derive the id and the room code of the table that follows this one. The first round of a
    table is the same in everybody's transcript, even if they agreed to end it in different rounds,
    and nobody else knows it."""
    parts = (seating.table, sha256(first_round).digest())
    table = H("again table", *parts)[:TABLE_ID_BYTES]
    return Invitation(table, H("again code", *parts)[:CODE_WORDS])


async def _gather_again(seated: Seated, transcript: Path, series: GameSeries) -> Seated:
    first = await asyncio.to_thread(_first_round, transcript)
    invitation = invitation_after(seated.seating, first)
    known = read_addresses(seated.folder)
    player = replace(series.env.player, name=seated.seating.name(seated.seat))
    env = replace(series.env, player=player)
    if seated.seat == HOST:
        port = known[HOST][0].port if known.get(HOST) else 0
        return await _open_again(seated.seating, invitation, replace(series, env=env), port)
    host = seated.seating.places[HOST]
    async with (
        running_beside(series.screen.wait_for_host(host.name)),
        running_beside(_report_waiting(series.screen, host.name)),
    ):
        target = await _find_host(invitation, known.get(HOST, ()), env)
    target = replace(target, host=host.identity)
    return await take_seat(target, invitation.room_code, env, series.screen, guests=series.guests)


async def _report_waiting(screen: Screen, host: str) -> None:
    """Report after one, two, four and more minutes that the host has not opened the table."""
    minutes = 0
    while True:
        more = max(1, minutes)
        await asyncio.sleep(more * MINUTE_S)
        minutes += more
        screen.report("waiting for host", host=host, minutes=minutes)


def _first_round(transcript: Path) -> bytes:
    return read_transcript(transcript.read_bytes()).encoded[0]


async def _open_again(
    seating: Seating, invitation: Invitation, series: GameSeries, port: int
) -> Seated:
    """Open a table for the same game and bots, on the last port if it is free, since the others
    look there first."""
    env, guests = series.env, series.guests
    config = TableConfig(
        seating.game,
        tuple(seating.chosen.items()),
        seating.deck,
        seating.faces,
        len(seating.places),
        series.table_name or table_of(env.player.name),
    )
    others = tuple(place.name for place in seating.places[1:])
    invitation = replace(invitation, expected=others)
    offer = HostedTable(invitation, config, guests.bots.seated_at(seating), port)
    there = replace(env, endpoint=replace(env.endpoint, port=0))
    return await open_table(offer, there, series.screen, guests)


async def _find_host(invitation: Invitation, last: tuple[Address, ...], env: Environment) -> Target:
    """Probe the host's last addresses and the announced ones until the table is open."""
    async with contextlib.AsyncExitStack() as stack:
        search = TableSearch()
        with contextlib.suppress(CannotDiscover):
            search = await stack.enter_async_context(search_tables(env.endpoint))
        while True:
            found = [one for one in search.joinable() if one.notice.table == invitation.table]
            addresses = (*last, *(address for one in found for address in one.addresses))
            with contextlib.suppress(CannotReach, PairingFailed):
                about = await probe(addresses)
                if about.table == invitation.table:
                    return Target(addresses, about)
            await asyncio.sleep(LOOK_AGAIN_S)
