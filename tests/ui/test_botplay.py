"""A seat that a bot plays."""

from __future__ import annotations

import asyncio

from p2p_hanabi.games import GAMES
from p2p_hanabi.ui.botplay import play_by_bot
from protocol.status import Ending, How
from tests.fakes import wire_for

from .table_port import DealtTable, WireTable


def test_a_bot_plays_its_seat_among_real_machines_to_the_end() -> None:
    port = WireTable(wire_for(GAMES["hanabi"], 2))
    assert asyncio.run(play_by_bot(port, "hanabi")) == Ending(How.CLOSED)
    assert port.view().outcome.score > 0


def test_a_bot_says_each_of_its_own_moves_once_if_asked_to() -> None:
    port, said = DealtTable(3, me=1), list[str]()
    asyncio.run(play_by_bot(port, "hanabi", said.append))
    assert len(said) == sum(entry.seat == 1 for entry in port.view().log)
    assert all(line.startswith("Ben: ") for line in said)


def test_a_bot_stops_when_its_table_has_ended_without_it() -> None:
    port = DealtTable(3)
    port.withdraw("dinner")
    ending = asyncio.run(play_by_bot(port, "hanabi"))
    assert ending.how is How.WITHDRAWN
