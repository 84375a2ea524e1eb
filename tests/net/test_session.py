"""Seats that play over real links: to the end, through broken links, a crash and a full disk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path

import pytest

from p2p_hanabi.net.seat import come_back
from p2p_hanabi.net.session import Session
from p2p_hanabi.paths import CannotStore
from protocol.game import Seat
from protocol.status import How
from tests.net.tables import (
    HANABI,
    home,
    is_to_move,
    loopback,
    nobody,
    play_by_bot,
    seat_all,
    session,
    stop,
    until,
)
from tests.net.test_paths import no_file_over


def run(main: Awaitable[None], limit_s: float = 40) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(limit_s):
            await main

    asyncio.run(bounded())


def test_two_seats_play_to_the_end_and_hold_the_same_transcript(tmp_path: Path) -> None:
    async def main() -> None:
        t = time.time()
        sessions = [session(tmp_path, seated) for seated in await seat_all(tmp_path, 2)]
        print("seated", time.time() - t)
        bots = [asyncio.create_task(play_by_bot(one, Seat(i))) for i, one in enumerate(sessions)]
        endings = await asyncio.gather(*(one.run() for one in sessions))
        print("end", time.time() - t)
        await asyncio.gather(*bots)
        assert [ending.how for ending in endings] == [How.CLOSED, How.CLOSED]
        files = {one.transcript_path.read_bytes() for one in sessions if one.transcript_path}
        assert len(files) == 1

    run(main())
