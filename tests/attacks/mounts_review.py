"""Attacks of those who look at a finished game, on one that is still played. Over real links, with
Hanabi: who has the whole program begins a review early, or asks in one for the game of another
table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from p2p_hanabi.net.links.mesh import Mesh, Received
from p2p_hanabi.net.table.review_seat import ReviewSeat
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.review.review_messages import Lead, MemberState, Pointed, is_of_review, packed
from p2p_hanabi.review.review_room import AskForLead, Join, ReviewRoom
from p2p_hanabi.review.reviewed_file import PIECE_BYTES, file_of, is_of_file, piece, want
from p2p_hanabi.review.shared_place import Onlook, SharedPlace
from protocol.game import Card, Seat
from protocol.peer.status import Activity
from tests.any_game import bare
from tests.net.tables import lose, seat_all, session, stop, until

from .mounting import VILLAIN, Result
from .villain import judged

ME = Seat(VILLAIN)
HOST = Seat(0)
FINISHED = (Path(__file__).parents[1] / "kept" / "hanabi.p2ph").read_bytes()
PLACE = SharedPlace(3, Onlook.PUBLIC)
OFFSETS = (0, 1, PIECE_BYTES, 1 << 30)
ASKS = (
    *(packed(MemberState(True, epoch, (), Lead(epoch, ME, 0, PLACE))) for epoch in (1, 900)),
    packed(Pointed(Card(1))),
    *map(want, OFFSETS),
)
"""All that can be asked for in a review."""


def reviewed_in_play(seats: int) -> Result:
    """A seat begins a review of the game that it plays, and asks the others for all of it."""
    return asyncio.run(_in_time(_reviewed_in_play(seats)))


def another_table_reviewed(seats: int) -> Result:
    """A member of a review, who has a friend at another table of its host, asks for its game."""
    return asyncio.run(_in_time(_another_table_reviewed(seats)))


async def _in_time(mounted: Coroutine[Any, Any, Result]) -> Result:
    async with asyncio.timeout(60):
        return await mounted


@asynccontextmanager
async def _playing(folder: Path, seats: int) -> AsyncIterator[tuple[list[Session], list[bytes]]]:
    """A table that waits for its first move, and all that its seat 1 hears. Then it goes on to its
    end, and all files are good."""
    seated = await seat_all(folder, seats)
    heard = _tapped(seated[VILLAIN].mesh)
    sessions = [session(folder, one, 0.0, discovers=False) for one in seated]
    for each in sessions:
        each.stays = True
    running = [asyncio.create_task(each.run()) for each in sessions]
    for each in sessions:
        await until(each, _is_dealt)
    yield sessions, heard
    for each in sessions:
        assert _is_dealt(each), "the game has gone on meanwhile"
        assert each.transcript_path is None
    bots = [asyncio.create_task(lose(each, each.seat)) for each in sessions]
    for each in sessions:
        await each.settled.wait()
    for each in sessions:
        assert each.transcript_path is not None
        report = judged(each.transcript_path.read_bytes())
        assert report.valid
        assert report.finished
        assert report.named is None
        each.leave()
    await asyncio.gather(*running)
    await stop(bots)


def _is_dealt(one: Session) -> bool:
    return one.status().activity is Activity.MOVING


def _tapped(mesh: Mesh) -> list[bytes]:
    """Return a list of all that arrives at this seat from now on."""
    heard: list[bytes] = []
    take = mesh.take

    def tap() -> Any:
        news = take()
        heard.extend(each.message for each in news if isinstance(each, Received))
        return news

    mesh.take = tap  # type: ignore[method-assign] # the villain changes its own program
    return heard


async def _reviewed_in_play(seats: int) -> Result:
    with TemporaryDirectory() as folder:
        async with _playing(Path(folder), seats) as (sessions, heard):
            villain, others = sessions[VILLAIN], [each for each in sessions if each.seat != ME]
            seen = bare(villain.now.view)
            villain.review.begin()
            villain.review.do(Join(PLACE))
            villain.review.do(AskForLead())
            for message in ASKS:
                villain._seated.mesh.broadcast(message)
            await _all_read(villain, others)
            assert [each for each in heard if is_of_review(each) or is_of_file(each)] == []
            assert all(state is None for state in villain.review.room.others.values())
            assert bare(villain.now.view) == seen
            for each in others:
                assert each.review.room == ReviewRoom(each.seat, seats)
    return Result("any message", "no answer before the end", "nobody", audited=True)


async def _all_read(villain: Session, others: list[Session]) -> None:
    """Wait until all have read what the villain has sent, and it what they have answered."""
    villain.after.want_again()  # on the same links, after all of it
    for each in others:
        await until(each, lambda one: ME in one.after.company.again)
        each.after.want_again()
    everybody = {villain.seat, *(each.seat for each in others)}
    await until(villain, lambda one: one.after.company.again == everybody)


async def _another_table_reviewed(seats: int) -> Result:
    with TemporaryDirectory() as folder:
        async with _playing(Path(folder, "play"), seats) as (_sessions, heard):
            assert heard
            await _ask_in_a_review(Path(folder, "review"), [*ASKS, *heard])
    return Result("any message", "only the signed file", "nobody", audited=True)


async def _ask_in_a_review(folder: Path, asks: list[bytes]) -> None:
    """Ask the host of a review, and check that it answers with nothing but the file that all have
    signed, and what is shown of it."""
    seated = await seat_all(folder, 2)
    file = file_of(FINISHED)
    host, villain = (
        ReviewSeat(each, file, FINISHED if each.seat == HOST else None) for each in seated
    )
    mesh = seated[VILLAIN].mesh
    heard = _tapped(mesh)
    running = [asyncio.create_task(each.run()) for each in (host, villain)]
    try:
        assert await villain.file() == FINISHED
        for message in asks:
            mesh.send(HOST, message)
        mesh.send(HOST, packed(MemberState(True, 7, ((Card(2), "the last"),), None)))
        while ME not in host.review.room.notes or not host.review.room.notes[ME]:
            await host.review.changed()
        host.review.do(Join(PLACE))  # on the same link, after all that it has answered
        while HOST not in villain.review.room.company:
            await villain.review.changed()
    finally:
        await stop(running)
    pieces = {piece(FINISHED, want(offset)) for offset in OFFSETS if offset < len(FINISHED)}
    assert [each for each in heard if not is_of_review(each) and each not in pieces] == []
