"""Remarks at a table over real links, and which of them survive a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.net.table.session import Session
from protocol.errors import RemarkRefused
from protocol.game import Card
from protocol.peer.remarks import Order, Rule, Text
from tests.any_game import bare

from .tables import until
from .test_session import one_on_move, play_all, resumed


def everybody_is_there(session: Session) -> bool:
    return all(state.missing_s is None for state in session.seats())


def hands(session: Session) -> list[tuple[Card, ...]]:
    return [each.cards for each in session.now.orders]


async def test_a_sorted_hand_is_sorted_everywhere_and_after_a_crash(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)
    mover, waiter = await one_on_move(*playing)
    order = Order(tuple(info.card for info in reversed(bare(waiter.session.now.view).hand)))
    waiter.session.say(order)
    await until(mover.session, lambda session: hands(session) == [order.cards])
    for one in playing:
        await one.crash()
    again = [await resumed(tmp_path, one.seated.seat, one.session.table) for one in playing]
    for one in again:
        await until(one.session, lambda session: hands(session) == [order.cards])
        await until(one.session, everybody_is_there)
    for one in again:
        await one.crash()


async def test_no_remarks_are_possible_at_a_table_without_talk(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)
    mover, _ = await one_on_move(*playing)
    assert mover.session.talk is Rule.NONE
    with pytest.raises(RemarkRefused):
        mover.session.say(Text("hello"))
    assert mover.session.remarks() == ()
    for one in playing:
        await one.crash()
