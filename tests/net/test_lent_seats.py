"""Seats that run on a guest's machine: all see it from the first moment, and all sign it."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.net.lobby.lobby_messages import BadTable
from p2p_hanabi.net.lobby.lobby_record import left_open
from protocol.encoding import enc
from protocol.identity.pairing import Refused
from protocol.reasons import SeatingFailure
from tests.net.builders import identity
from tests.net.tables import stop
from tests.raised import for_reason

from .test_hosted_seats import owners
from .test_lobby import Room, all_seated, in_a_room
from .test_lobby_absence import cut, run

BO, CY, DI, ROBIN = (identity(name).public_key for name in ("Bo", "Cy", "Di", "Robin"))


async def lending(room: Room, *keys: bytes) -> JoinLobby:
    """Bo, who lends the seats with these keys."""
    bo = room.guest("Bo")
    bo.lends = frozenset(keys)
    await bo.knock(room.addresses, room.code)
    while not set(keys) <= set(room.host._lent):
        await room.host.changed()
    return bo


def lent(room: Room, name: str = "Robin", lender: bytes = BO) -> JoinLobby:
    guest = room.guest(name)
    guest.lender = lender
    return guest


async def test_a_lent_seat_is_shown_at_once_and_signed_by_all(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, robin = await lending(room, ROBIN), lent(room)
        await robin.knock(room.addresses, room.code)
        assert owners(room.host.view()) == owners(robin.view()) == [None, None, 1]
        for one in await all_seated(room, bo, robin):
            assert one.seating.machines == (0, 1, 1)
            await one.close()


async def test_seat_is_not_called_a_guests_unless_both_say_so(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        robin = lent(room)
        with pytest.raises(Refused, match="not lent"):  # Bo lends nothing
            await robin.knock(room.addresses, room.code)
        await robin.close()
        bo.lends = frozenset({CY})
        cy = await room.join("Cy")  # who says nothing of Bo
        assert owners(cy.view()) == [None, None, None]
        await cy.close()
        await bo.close()


async def test_guest_lends_no_seat_that_somebody_has(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        cy, bo = await room.join("Cy"), room.guest("Bo")
        bo.lends = frozenset({CY, ROBIN})
        await bo.knock(room.addresses, room.code)
        while ROBIN not in room.host._lent:
            await room.host.changed()
        assert CY not in room.host._lent
        assert owners(room.host.view()) == [None, None, None]
        await cy.close()
        await bo.close()


async def test_guest_lends_no_seat_that_another_lends(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await lending(room, ROBIN), room.guest("Cy")
        cy.lends = frozenset({ROBIN, DI})
        await cy.knock(room.addresses, room.code)
        while DI not in room.host._lent:
            await room.host.changed()
        assert room.host._lent == {ROBIN: BO, DI: CY}
        await cy.close()
        await bo.close()


async def test_guest_lends_the_first_four_keys_that_it_named_last(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await lending(room, ROBIN)
        assert bo._link is not None
        keys = [bytes([number]) * 32 for number in range(5)]
        bo._link.send(enc(["lends", keys]))
        while ROBIN in room.host._lent:
            await room.host.changed()
        assert [*room.host._lent] == keys[:4]
        await bo.close()


async def test_guest_that_has_left_lends_nothing(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await lending(room, ROBIN, DI)
        await bo.close()
        await room.until(lambda view: len(view.members) == 1)
        robin = lent(room)
        with pytest.raises(Refused, match="not lent"):
            await robin.knock(room.addresses, room.code)
        await robin.close()
        cy = room.guest("Cy")
        cy.lends = frozenset({ROBIN})
        await cy.knock(room.addresses, room.code)
        while room.host._lent != {ROBIN: CY}:
            await room.host.changed()
        await cy.close()


async def test_guest_lends_its_seats_again_when_it_comes_back(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, robin = await lending(room, ROBIN, DI), lent(room)
        await robin.knock(room.addresses, room.code)
        room.host._lent = {ROBIN: BO}  # what a restarted host knows: the seats that are taken
        running = run(bo)
        cut(room, 1)
        while room.host._lent != {ROBIN: BO, DI: BO}:
            await room.host.changed()
        await stop([running])
        await robin.close()


async def test_guest_leaves_a_host_that_puts_seats_on_its_machine(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, robin = await lending(room, ROBIN), lent(room)
        await robin.knock(room.addresses, room.code)
        bo.lends = frozenset()
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.OTHER_MACHINE)):
            await bo.run()
        await robin.close()


async def test_lent_seat_outlives_its_hosts_restart(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, robin = await lending(room, ROBIN), lent(room)
        await robin.knock(room.addresses, room.code)
        await room.host._record.saved()
        room.running.cancel()
        await room.host.close()
        (kept,) = left_open(room.home("Ana"))
        assert [one.lender for one in kept.guests] == [b"", BO]
        await robin.close()
        await bo.close()


async def test_seat_ends_with_its_lenders(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, robin = await lending(room, ROBIN), lent(room)
        await robin.knock(room.addresses, room.code)
        await bo.close()
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.OTHER_MACHINE)):
            await robin.run()
        await room.until(lambda view: len(view.members) == 1)


async def test_lent_seat_lends_nothing(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, robin = await lending(room, ROBIN), lent(room)
        robin.lends = frozenset({CY})
        await robin.knock(room.addresses, room.code)
        assert robin._link is not None
        robin._link.send(enc(["ready", True]))
        await room.until(lambda view: view.members[2].is_ready)
        assert CY not in room.host._lent
        await robin.close()
        await bo.close()
