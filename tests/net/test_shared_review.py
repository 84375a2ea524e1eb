"""Players look at their finished game together, over real links on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from p2p_hanabi.net.table.session import Session
from p2p_hanabi.review.review_messages import Lead, MemberState, Pointed, packed
from p2p_hanabi.review.review_room import (
    HandTo,
    Join,
    LeadTo,
    Leave,
    OtherProgram,
    PointAt,
    ReviewRoom,
)
from p2p_hanabi.review.shared_place import Onlook, SharedLine, SharedPlace
from protocol.encoding import enc
from protocol.game import Card, Seat
from protocol.reasons import RemarkFault

from .tables import until
from .test_afterwards import after_a_game

ANA, BO, CY = map(Seat, range(3))
PLACE = SharedPlace(3, Onlook.PUBLIC, SharedLine(2, ((0, 1),)), has_result=True)


async def seen(one: Session, fact: Callable[[ReviewRoom], bool]) -> None:
    """Wait until a condition on the review holds."""
    while not fact(one.review.room):
        await one.review.changed()


async def test_all_follow_the_leader_over_real_links(tmp_path: Path) -> None:
    async with after_a_game(tmp_path, 3) as sessions:
        ana, bo, cy = sessions
        for each in sessions:
            each.review.do(Join(SharedPlace()))
        ana.review.do(LeadTo(PLACE))
        for each in (bo, cy):
            await seen(each, lambda room: room.lead is not None and room.lead.place == PLACE)
        await until(ana, lambda one: one.company.reviews == {BO, CY})
        ana.review.do(PointAt(Card(7)))
        await seen(cy, lambda room: ANA in room.pointers)
        ana.review.do(HandTo(CY))
        await seen(bo, lambda room: room.leader == CY)
        cy.review.do(Leave())
        await seen(bo, lambda room: room.leader == ANA)


async def test_a_jump_of_the_leader_is_one_message(tmp_path: Path) -> None:
    """It is one message to each, and one repaint there."""
    async with after_a_game(tmp_path) as (ana, bo):
        for each in (ana, bo):
            each.review.do(Join(SharedPlace()))
        await seen(ana, lambda room: room.company == (ANA, BO))
        await seen(bo, lambda room: room.company == (ANA, BO))
        for at in range(1, 6):
            told = bo.review.changed()
            ana.review.do(LeadTo(SharedPlace(at)))
            await told
            assert bo.review.room.lead is not None
            assert bo.review.room.lead.place == SharedPlace(at)


async def test_a_lost_link_comes_back_to_the_same_place(tmp_path: Path) -> None:
    async with after_a_game(tmp_path) as (ana, bo):
        for each in (ana, bo):
            each.review.do(Join(SharedPlace()))
        await seen(bo, lambda room: room.company == (ANA, BO))
        bo._seated.mesh._links[ANA].drop(RemarkFault.ENDED)
        await seen(bo, lambda room: room.leader == BO)
        bo.review.do(LeadTo(PLACE))
        await seen(ana, lambda room: room.lead is not None and room.lead.place == PLACE)
        await seen(ana, lambda room: room.company == (ANA, BO))
        assert ana.review.room.lead == bo.review.room.lead


async def test_a_table_that_is_still_played_answers_nothing(tmp_path: Path) -> None:
    """The attack: one seat asks for what the others see before the game has ended."""

    async def early(sessions: list[Session]) -> None:
        ana, bo, _cy = sessions
        asked = MemberState(True, 1, (), Lead(5, BO, 0, PLACE))
        for _time in range(100):
            bo._seated.mesh.broadcast(packed(asked))
            bo._seated.mesh.broadcast(packed(Pointed(Card(1))))
        bo.review.do(Join(PLACE))
        bo.after.want_again()  # what comes after it on the same link has been read
        await until(ana, lambda one: one.after.company.again == {BO})
        for each in sessions:
            assert each.review.room.others == {}
        assert ana.review.room == ReviewRoom(ANA, 3)

    async with after_a_game(tmp_path, 3, before=early) as sessions:
        assert all(each.transcript_path is not None for each in sessions)


async def test_a_flood_of_pointers_and_pages_leaves_the_rest_working(tmp_path: Path) -> None:
    async with after_a_game(tmp_path, 3) as sessions:
        ana, bo, cy = sessions
        for each in sessions:
            each.review.do(Join(SharedPlace()))
        await seen(ana, lambda room: room.company == (ANA, BO, CY))
        shown = 0

        async def count() -> None:
            nonlocal shown
            while True:
                await ana.review.changed()
                shown += 1

        counting = asyncio.create_task(count())
        flooded = bo._seated.mesh
        for number in range(10_000):
            flooded.send(ANA, packed(Pointed(Card(number % 50))))
            lead = Lead(1, ANA, 0, SharedPlace(number % 20))
            flooded.send(ANA, packed(MemberState(True, 0, (), lead)))
            if number % 500 == 0:
                await asyncio.sleep(0)
        cy.review.do(PointAt(Card(9)))
        await seen(ana, lambda room: CY in room.pointers and BO in room.dropped)
        ana.review.do(LeadTo(PLACE))
        await seen(cy, lambda room: room.lead is not None and room.lead.place == PLACE)
        counting.cancel()
        assert shown < 500
        assert BO in ana._seated.mesh.linked


@pytest.mark.parametrize(
    "frame",
    [
        ["review", 1, "state", "nonsense"],
        ["review", 1, "point", 1 << 40],
        ["review", 1, b"x" * 100_000],
        ["review", "1"],
    ],
    ids=["state", "point", "long", "version"],
)
async def test_bad_bytes_name_their_seat_and_keep_the_link(
    tmp_path: Path, frame: list[object]
) -> None:
    async with after_a_game(tmp_path) as (ana, bo):
        bo._seated.mesh.send(ANA, enc(frame))  # type: ignore[arg-type] # it is one of the values
        await seen(ana, lambda room: list(room.faults) == [BO])
        assert ana._seated.mesh.is_up(BO)


async def test_another_version_of_reviews_is_named(tmp_path: Path) -> None:
    async with after_a_game(tmp_path) as (ana, bo):
        bo._seated.mesh.send(ANA, enc(["review", 9, "new"]))
        await seen(ana, lambda room: room.faults == {BO: OtherProgram(9)})
