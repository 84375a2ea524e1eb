"""A review that is a table of its own, over real links on loopback: the file, and its faults."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from p2p_hanabi.net.table.review_seat import GIVEN, ReviewSeat
from p2p_hanabi.net.table.shared_review import SharedReview
from p2p_hanabi.review.review_messages import MemberState, Message, unpacked
from p2p_hanabi.review.review_room import Join, LeadTo
from p2p_hanabi.review.reviewed_file import (
    MAX_REVIEWED_BYTES,
    OPTION,
    PIECE_BYTES,
    Arriving,
    OtherFile,
    file_of,
    piece,
    reviewed_file,
    want,
)
from p2p_hanabi.review.shared_place import SharedPlace
from protocol.encoding import Value, enc
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.reasons import RemarkFault

from .tables import seat_all, stop

DATA = bytes(range(256)) * 3000
ANA, BO = Seat(0), Seat(1)


@asynccontextmanager
async def a_review(
    folder: Path, sent: bytes = DATA, seats: int = 2
) -> AsyncIterator[list[ReviewSeat]]:
    """Members who have agreed on `DATA`, of whom the host sends these bytes."""
    seated = await seat_all(folder, seats)
    members = [
        ReviewSeat(each, file_of(DATA), sent if each.seat == ANA else None) for each in seated
    ]
    running = [asyncio.create_task(each.run()) for each in members]
    try:
        async with asyncio.timeout(20):
            yield members
    finally:
        await stop(running)
    assert not any(each.folder.path.exists() for each in seated)


async def test_the_file_is_sent_to_all_who_lack_it(tmp_path: Path) -> None:
    async with a_review(tmp_path, seats=3) as members:
        assert await asyncio.gather(*(each.file() for each in members)) == [DATA] * 3


async def test_a_lost_link_goes_on_with_the_next_piece(tmp_path: Path) -> None:
    async with a_review(tmp_path) as (_ana, bo):
        while not bo.arriving.received:
            await bo.changed()
        bo._seated.mesh._links[ANA].drop(RemarkFault.ENDED)
        assert await bo.file() == DATA


async def test_a_flipped_byte_is_noticed(tmp_path: Path) -> None:
    flipped = bytearray(DATA)
    flipped[400_000] ^= 1
    async with a_review(tmp_path, bytes(flipped)) as (_ana, bo):
        with pytest.raises(OtherFile):
            await bo.file()


async def test_a_flood_of_requests_keeps_the_review_going(tmp_path: Path) -> None:
    async with a_review(tmp_path, seats=3) as (ana, bo, cy):
        for each in (ana, bo, cy):
            each.review.do(Join(SharedPlace()))
        for _time in range(10_000):
            bo._seated.mesh.send(ANA, want(0))
            bo._seated.mesh.send(ANA, enc(["review file", 1, "want", "all"]))
        assert await cy.file() == DATA
        while len(cy.review.room.company) < 2:
            await cy.review.changed()


async def test_a_member_is_given_so_many_pieces_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Seat] = []
    async with a_review(tmp_path, seats=3) as (ana, *others):
        assert await asyncio.gather(*(each.file() for each in others)) == [DATA] * 2
        with monkeypatch.context() as patched:
            patched.setattr(ana, "_clock", lambda: 0.0)
            patched.setattr(ana, "_given", {})
            patched.setattr(ana._seated.mesh, "send", lambda seat, _message: given.append(seat))
            for _time in range(GIVEN.burst * 2):
                ana._about_file(BO, want(0))
                ana._about_file(Seat(2), want(0))
    assert given.count(BO) == given.count(Seat(2)) == GIVEN.burst


def test_pieces_come_in_order_and_fit() -> None:
    arriving = Arriving(file_of(DATA))
    first = piece(DATA, want(0))
    arriving = arriving.with_piece(first)
    assert arriving.with_piece(first) is arriving
    bad: list[Value] = [
        ("review file", 1, "piece", 2 * PIECE_BYTES, b"x" * PIECE_BYTES),
        ("review file", 1, "piece", PIECE_BYTES, b"x"),
        ("review file", 1, "piece", PIECE_BYTES, b""),
        ("review file", 2, "piece", PIECE_BYTES, b"x" * PIECE_BYTES),
        ("review file", 1, "piece", PIECE_BYTES, b"x" * (PIECE_BYTES + 65)),
    ]
    for value in bad:
        with pytest.raises(BadEncoding):
            arriving.with_piece(enc(value))
    while not arriving.is_complete:
        arriving = arriving.with_piece(piece(DATA, want(arriving.received)))
    assert arriving.whole() == DATA
    with pytest.raises(BadEncoding):
        piece(DATA, want(len(DATA)))


def test_only_an_option_of_its_form_is_a_review() -> None:
    file = file_of(DATA)
    assert reviewed_file({OPTION: file.value}) == file
    for value in (None, (file.digest, 0), (file.digest, MAX_REVIEWED_BYTES + 1), (b"", 5), "x"):
        assert reviewed_file({OPTION: value}) is None
    assert reviewed_file({}) is None


async def test_a_place_is_saved_before_it_is_sent() -> None:
    """While a slow disk saves one, the next ones wait, and only the last of them is sent."""
    sent: list[Message] = []
    saved: list[int] = []
    stored = asyncio.Event()

    async def save(place: SharedPlace) -> None:
        saved.append(place.at)
        await stored.wait()

    mesh: Any = SimpleNamespace(
        seat=ANA,
        seating=SimpleNamespace(places=(ANA, BO)),
        linked=(BO,),
        send=lambda _to, data: sent.append(unpacked(data, 2)),
    )
    review = SharedReview(mesh, lambda: 0.0, save=save)
    review.begin()
    review.do(Join(SharedPlace()))
    await asyncio.sleep(0)
    for at in (1, 2, 3):
        review.do(LeadTo(SharedPlace(at)))
    assert (saved, shown(sent)) == ([0], [])
    stored.set()
    await review.sent()
    assert saved == shown(sent) == [0, 3]


def shown(sent: list[Message]) -> list[int]:
    states = [each for each in sent if isinstance(each, MemberState)]
    return [each.lead.place.at for each in states if each.lead is not None]
