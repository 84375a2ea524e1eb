"""`p2phanabi join`: which table, with which code."""

from __future__ import annotations

import asyncio
from pathlib import Path

from p2p_hanabi.net.addresses import BadAddress, parse_address
from p2p_hanabi.net.lobby_join import look

from .failures import Failed, WrongRoomCode, told_plainly
from .finding import looking_around
from .play import Target, play_on, take_seat
from .screens import Screen
from .settings import Here, code_from_environment

FIND_S = 15.0


async def come_in(
    here: Here, screen: Screen, wanted: tuple[str | None, str | None], out: Path | None
) -> int:
    """`wanted` is a table's name and an address, each absent if it was not given."""
    name, connect = wanted
    code = code_from_environment()
    if connect is None:
        target = await _found(here, screen, name)
    else:
        target = await _dialled(connect)
    asks = code is None and not target.is_open
    while True:
        try:
            seated = await take_seat(
                target, await screen.ask_code() if asks else code, here, screen
            )
        except WrongRoomCode as wrong:
            if not (asks and screen.is_person):
                raise
            screen.say(str(wrong))
        else:
            return await play_on(seated, here, screen, out)


async def _dialled(connect: str) -> Target:
    try:
        address = parse_address(connect)
    except BadAddress:
        raise Failed(f"--connect is HOST:PORT, not {connect!r}.") from None
    with told_plainly():
        about = await look([address])
    return Target((address,), about.table, about.is_open)


async def _found(here: Here, screen: Screen, name: str | None) -> Target:
    """A named table is waited for, but not for ever; without a name the screen chooses."""
    with told_plainly():
        async with looking_around(here.where, name) as finding:
            try:
                async with asyncio.timeout(None if screen.is_person else FIND_S):
                    chosen = await screen.choose(finding)
            except TimeoutError:
                what = "No open table" if name is None else f"No open table called {name!r}"
                raise Failed(
                    f"{what} was found in {FIND_S:.0f} s; try --connect HOST:PORT, "
                    "which the host shows."
                ) from None
    if chosen is None:
        raise Failed("No table was chosen.")
    with told_plainly():
        about = await look(chosen.addresses)
    return Target(chosen.addresses, chosen.notice.table, about.is_open)
