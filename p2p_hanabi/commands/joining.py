"""`p2phanabi join`: which table, with which code."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.net.addresses import BadAddress, parse_address

from .failures import Failed
from .play import Target, find, play_on, take_seat
from .screens import Screen
from .settings import Here, code_from_environment


async def come_in(
    here: Here, screen: Screen, wanted: tuple[str | None, str | None], out: Path | None
) -> int:
    """`wanted` is a table's name and an address, each absent if it was not given."""
    name, connect = wanted
    code = code_from_environment()
    if connect is not None:
        try:
            target = Target((parse_address(connect),))
        except BadAddress:
            raise Failed(f"--connect is HOST:PORT, not {connect!r}.") from None
    else:
        target = await find(here, name)
    seated = await take_seat(target, code, here, screen)
    return await play_on(seated, here, screen, out)
