"""A table stays connected after its game has ended, over real links on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from p2p_hanabi.net.table.session import SLOW_BOT_S, Session
from protocol.encoding import enc
from protocol.errors import RemarkRefused
from protocol.game import Card, Seat
from protocol.peer.remarks import MAX_TEXT, Order, Phrase, Rule, Text
from protocol.reasons import RemarkFault
from tests.lengths import sampled

from .tables import lose, seat_all, session, stop, until

Played = Callable[[list[Session]], Awaitable[None]]
HELLO = Text("good game!")


@asynccontextmanager
async def after_a_game(
    folder: Path, seats: int = 2, before: Played | None = None
) -> AsyncIterator[list[Session]]:
    """Play a game that is lost soon, after which everybody stays."""
    seated = await seat_all(folder, seats)
    sessions = [session(folder, one, 0.0, discovers=False) for one in seated]
    for each in sessions:
        each.stays = True
    playing = [asyncio.create_task(each.run()) for each in sessions]
    if before is not None:
        await before(sessions)
    bots = [asyncio.create_task(lose(each, each.seat)) for each in sessions]
    for each in sessions:
        await each.settled.wait()
    yield sessions
    for each in sessions:
        each.leave()
    await asyncio.gather(*playing)
    await stop(bots)


def remarks_at(one: Session) -> list[tuple[int, object]]:
    return [(remarks.seat, remarks.remark) for remarks in one.remarks()]


async def test_remarks_after_the_end_reach_everybody(tmp_path: Path) -> None:
    async with after_a_game(tmp_path, 3) as sessions:
        ana, bo, cy = sessions
        assert ana.talk is Rule.FREE
        ana.say(HELLO)
        bo.say(Phrase(11))
        for each in sessions:
            await until(each, lambda one: len(one.remarks()) == 2)
        assert set(remarks_at(ana)) == set(remarks_at(cy)) == {(0, HELLO), (1, Phrase(11))}
        assert sorted(each.number for each in cy.remarks()) == [
            each.number for each in cy.remarks()
        ]


async def test_remarks_for_after_the_end_are_not_shown_before_it(tmp_path: Path) -> None:
    async def early(sessions: list[Session]) -> None:
        ana, bo = sessions
        with pytest.raises(RemarkRefused):
            bo.say(HELLO)
        bo.after.say(HELLO)  # what a dishonest program could send
        await until(ana, lambda one: bool(one.after.remarks))
        assert ana.remarks() == ()

    async with after_a_game(tmp_path, before=early) as sessions:
        assert remarks_at(sessions[0]) == [(1, HELLO)]


@sampled(2)
@pytest.mark.parametrize(
    ("remark", "why"),
    [
        (Text("a" * (MAX_TEXT + 1)), RemarkFault.BAD_TEXT),
        (Text("steers\x1b[2J"), RemarkFault.BAD_TEXT),
        (Text("two\nlines"), RemarkFault.BAD_TEXT),
        (Text(" "), RemarkFault.BAD_TEXT),
        (Order((Card(0),)), RemarkFault.ENDED),
    ],
    ids=str,
)
async def test_a_remark_that_is_not_text_is_refused(
    tmp_path: Path, remark: Text | Order, why: RemarkFault
) -> None:
    async with after_a_game(tmp_path) as sessions:
        with pytest.raises(RemarkRefused) as refused:
            sessions[0].say(remark)
        assert refused.value.reason.code is why
        assert sessions[0].remarks() == ()


@pytest.mark.parametrize(
    "frame",
    [
        ["link", "say", ["text", "a" * (MAX_TEXT + 1)]],
        ["link", "say", ["text", "steers\x1b[2J"]],
        ["link", "say", ["order", [0]]],
        ["link", "say", "hello"],
    ],
    ids=str,
)
async def test_any_other_frame_ends_the_link(tmp_path: Path, frame: list[object]) -> None:
    async with after_a_game(tmp_path) as sessions:
        ana, bo = sessions
        links = ana._seated.mesh._links
        old = links[Seat(1)]
        old.send(enc(frame))  # type: ignore[arg-type] # it is one of the values
        await until(ana, lambda _: links.get(Seat(1)) is not old)
        assert bo.remarks() == ()


async def test_all_see_who_wants_to_play_again_and_who_has_left(tmp_path: Path) -> None:
    async with after_a_game(tmp_path, 3) as sessions:
        ana, bo, cy = sessions
        assert list(ana.after.company.here) == [1, 2]
        bo.after.want_again()
        for each in sessions:
            await until(each, lambda one: one.after.company.again == {1})
        cy.leave()
        for each in (ana, bo):
            await until(each, lambda one: 2 not in one.after.company.here)
        assert list(ana.after.company.here) == [1]


async def test_a_new_link_gets_the_news_again(tmp_path: Path) -> None:
    async with after_a_game(tmp_path) as sessions:
        ana, bo = sessions
        bo.after.want_again()
        await until(ana, lambda one: one.after.company.again == {1})
        ana.after._again.clear()
        links = ana._seated.mesh._links
        links[Seat(1)].drop(RemarkFault.ENDED)
        await until(ana, lambda one: one.after.company.again == {1})


async def test_a_player_who_stays_does_not_keep_the_others(tmp_path: Path) -> None:
    seated = await seat_all(tmp_path, 2)
    ana, bo = (session(tmp_path, one, 60.0, discovers=False) for one in seated)
    ana.stays = True
    staying = asyncio.create_task(ana.run())
    leaving = asyncio.create_task(bo.run())
    bots = [asyncio.create_task(lose(each, each.seat)) for each in (ana, bo)]
    await leaving
    await ana.settled.wait()
    assert ana.transcript_path is not None
    assert not staying.done()
    ana.leave()
    await staying
    await stop(bots)


async def test_seats_stay_that_are_here_after_a_bot_would_have_left(tmp_path: Path) -> None:
    async with after_a_game(tmp_path, 3) as (ana, *_others):
        assert ana._linger is not None
        ended_at = ana._linger.ended_at
        ana._clock = lambda: ended_at
        assert ana.company.stays == frozenset()
        ana._clock = lambda: ended_at + SLOW_BOT_S
        assert ana.company.stays == {1, 2}
