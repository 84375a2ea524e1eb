"""Somebody on the network who would take the seat of a page.

    python -m tests.lan.page_thief HOST:PORT with SECRET      with a key that they know
    python -m tests.lan.page_thief HOST:PORT replay HELLO     with a frame that they have recorded

Prints "in" if the peer sends anything after the greeting, else the code with which it hangs up.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from p2p_hanabi.net.page.page_channel import PageSecret
from tests.net.page_side import greeted


async def attempt(address: str, how: str, given: bytes) -> str:
    origin: Any = f"http://{address}"
    async with connect(
        f"ws://{address}/socket", origin=origin, compression=None, proxy=None
    ) as socket:
        greeting = await socket.recv()
        assert isinstance(greeting, bytes)
        if how == "with":
            hello, channel = greeted(greeting, PageSecret.of(given))
            await socket.send(hello)
        else:
            await socket.send(given)
        try:
            box = await socket.recv()
        except ConnectionClosed:
            return str(socket.close_code)
        if how == "with":
            assert isinstance(box, bytes)
            channel.open(box)
        return "in"


if __name__ == "__main__":
    address, how, given = sys.argv[1:]
    sys.stdout.write(f"{asyncio.run(attempt(address, how, bytes.fromhex(given)))}\n")
