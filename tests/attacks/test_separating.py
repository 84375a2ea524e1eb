"""B2, mounted: a host that tries to keep two of its guests apart, on sockets of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.net.links import certificate as certificates
from p2p_hanabi.net.lobby import lobby_host
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.net.lobby.lobby_messages import BadTable
from p2p_hanabi.net.table.seat import OwnSeat
from protocol.game import Seat
from protocol.reasons import Code, Malformed, SeatingFailure
from tests.net.builders import namesake_of
from tests.net.tables import seat_all
from tests.net.test_lobby import Room, in_a_room

from .separating import (
    come_as_namesake,
    lets_anybody_in,
    seated_as_namesake,
    seated_with_accomplice,
)

FOUR = TableConfig("hanabi", (), "hanabi", 25, 4, "Sunday")


@pytest.mark.parametrize(
    ("attack", "fault"),
    [
        (seated_as_namesake, SeatingFailure.HOST_CERTIFICATE),
        (seated_with_accomplice, Malformed.SAME_CERTIFICATE),
    ],
    ids=["the host's new certificate", "an accomplice's copy"],
)
async def test_host_that_separates_two_guests_gets_no_signature(
    attack: Callable[[HostLobby], OwnSeat],
    fault: Code,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(HostLobby, "_own_seat", attack)

    async with in_a_room(tmp_path, FOUR) as room:
        guests = [await room.join(name) for name in ("Bo", "Cy", "Di")]
        guests[0].ready(True)
        await refused_by(guests[1:], room, fault)
        await guests[0].close()


async def test_an_accomplice_under_a_guests_subject_gets_no_signature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_host, "_refusal_of_certificate", lets_anybody_in)

    async with in_a_room(tmp_path, FOUR) as room:
        guests = [await room.join(name) for name in ("Bo", "Cy")]
        accomplice = room.guest("Di")
        come_as_namesake(accomplice, room.host._guests.places[1].guest.peer.certificate)
        await accomplice.knock(room.addresses, room.code)
        accomplice.ready(True)
        await refused_by(guests, room, SeatingFailure.SAME_SUBJECT)
        await accomplice.close()


async def refused_by(guests: list[JoinLobby], room: Room, fault: Code) -> None:
    """All are ready, and no honest guest signs or stores anything."""
    room.host.ready(True)
    waiting = [asyncio.create_task(guest.run()) for guest in guests]
    for guest in guests:
        guest.ready(True)
    for ended in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(ended, BadTable)
        assert ended.reason.code is fault
    assert not [table for name in ("Bo", "Cy", "Di") for table in room.home(name).known_tables()]


@pytest.mark.parametrize("villain", [0, 1, 3])
async def test_seats_with_one_subject_are_still_linked_with_everybody(
    villain: int, tmp_path: Path
) -> None:
    """Even if all had signed for such a table: nobody looks a certificate up by its subject."""
    own = [certificates.new_certificate() for _ in range(4)]
    own[villain] = namesake_of(own[2].der)
    seated = await seat_all(tmp_path, 4, own)
    for one in seated:
        while len(one.mesh.linked) < 3:
            await asyncio.sleep(0)
            one.mesh.pump()
        assert sorted(one.mesh.linked) == [Seat(i) for i in range(4) if i != one.seat]
    await asyncio.gather(*(one.close() for one in seated))
