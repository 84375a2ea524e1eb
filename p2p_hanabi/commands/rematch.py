"""One game after another with the same company.

Whoever hosted opens the next table, and the others find it: by its id and its room code, which all
who have sat at the last table can work out from its transcript, and nobody else as long as none of
them shows it. A joiner also demands the identity of the host.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from p2p_hanabi.net.addresses import Address
from p2p_hanabi.net.discovery import CannotDiscover
from p2p_hanabi.net.link import CannotReach
from p2p_hanabi.net.lobby import TableConfig
from p2p_hanabi.net.lobby_join import look
from p2p_hanabi.net.lobby_record import Doorplate, Gathering
from p2p_hanabi.net.seat import Seated, read_addresses
from p2p_hanabi.ui.lobby.sentences_lobby import table_of
from protocol.encoding import H
from protocol.game import Seat
from protocol.identity.pairing import TABLE_ID_BYTES, PairingFailed
from protocol.identity.seating import Seating
from protocol.identity.words import CODE_WORDS
from protocol.peer.status import How

from .bot_processes import Robots
from .failures import Failed
from .gathering import Target, beside, open_table, take_seat
from .output_file import Out
from .play import Played, play_on
from .screens import Screen
from .settings import Here
from .table_search import Finding, looking_around

LOOK_AGAIN_S = 1.0
HOST = Seat(0)


@dataclass(frozen=True, slots=True)
class Evening:
    """What stays the same from one game to the next. `table_name` is only the host's to say."""

    here: Here
    screen: Screen
    robots: Robots
    table_name: str = ""


async def play_games(seated: Seated, evening: Evening, out: Out | None) -> int:
    """This game, and others as long as the player wants more. Returns the last one's exit code.

    `out` keeps the first transcript; `Failed`, at the very end, if it could not.
    """
    while True:
        played = await play_on(seated, evening.here, evening.screen, out)
        offers = played.ending.how is How.CLOSED and played.transcript is not None
        if not await evening.screen.again(offers=offers) or played.transcript is None:
            if played.unkept is not None:
                raise Failed(played.unkept)
            return played.exit_code
        if played.unkept is not None:
            evening.screen.say(played.unkept)
        seated = await _gather_again(seated, played.transcript, evening)
        out = None


def plate_after(seating: Seating, transcript: bytes) -> Doorplate:
    """The id and the room code of the table that follows the one of this transcript."""
    parts = (seating.table, sha256(transcript).digest())
    table = H("again table", *parts)[:TABLE_ID_BYTES]
    return Doorplate(table, H("again code", *parts)[:CODE_WORDS])


async def _gather_again(seated: Seated, transcript: Path, evening: Evening) -> Seated:
    plate = await asyncio.to_thread(_plate_on, seated.seating, transcript)
    known = read_addresses(seated.folder)
    player = replace(evening.here.player, name=seated.seating.name(seated.seat))
    here = replace(evening.here, player=player)
    if seated.seat == HOST:
        port = known[HOST][0].port if known.get(HOST) else 0
        return await _open_again(seated.seating, plate, replace(evening, here=here), port)
    host = seated.seating.places[HOST]
    async with beside(evening.screen.wait_for_host(host.name)):
        target = await _found_again(plate, known.get(HOST, ()), here)
    return await take_seat(replace(target, host=host.identity), plate.code, here, evening.screen)


def _plate_on(seating: Seating, transcript: Path) -> Doorplate:
    return plate_after(seating, transcript.read_bytes())


async def _open_again(seating: Seating, plate: Doorplate, evening: Evening, port: int) -> Seated:
    """The same game, and the same bots, at the port where the others look first if it is free."""
    here, robots = evening.here, evening.robots
    config = TableConfig(
        seating.game,
        tuple(seating.chosen.items()),
        seating.deck,
        seating.faces,
        len(seating.places),
        evening.table_name or table_of(here.player.name),
    )
    others = tuple(place.name for place in seating.places[1:])
    plate = replace(plate, expected=others)
    offer = Gathering(plate, config, robots.seated_at(seating), port)
    there = replace(here, where=replace(here.where, port=0))
    return await open_table(offer, there, evening.screen, robots)


async def _found_again(plate: Doorplate, last: tuple[Address, ...], here: Here) -> Target:
    """Where the host was, and wherever it says that it is: until the table is there."""
    async with contextlib.AsyncExitStack() as stack:
        finding = Finding()
        with contextlib.suppress(CannotDiscover):
            finding = await stack.enter_async_context(looking_around(here.where))
        while True:
            said = [one for one in finding.found() if one.notice.table == plate.table]
            addresses = (*last, *(address for one in said for address in one.addresses))
            with contextlib.suppress(CannotReach, PairingFailed):
                about = await look(addresses)
                if about.table == plate.table:
                    return Target(addresses, about.table, about.is_open, about.name, about.host)
            await asyncio.sleep(LOOK_AGAIN_S)


__all__ = ["Evening", "Played", "plate_after", "play_games"]
