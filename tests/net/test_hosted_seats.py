"""Seats that run on the host's machine: all see it, and all sign it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.gathering import LobbyView
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.net.lobby.lobby_messages import BadTable, config_value, hosted_identities
from p2p_hanabi.net.table.seat import OwnSeat
from protocol.encoding import Value, enc
from protocol.identity.pairing import BadPairing
from protocol.reasons import SeatingFailure
from tests.net.builders import identity
from tests.net.tables import stop
from tests.raised import for_reason

from .test_lobby import CONFIG, Room, all_seated, in_a_room


def owners(view: LobbyView | None) -> list[int | None]:
    return [one.owner for one in view.members] if view else []


def robin(key: bytes) -> bool:
    return key == identity("Robin").public_key


def any_bird(key: bytes) -> bool:
    return key in (identity("Robin").public_key, identity("Wren").public_key)


async def hosted(room: Room) -> JoinLobby:
    guest = room.guest("Robin")
    guest.is_hosted = True
    await guest.knock(room.addresses, room.code)
    return guest


async def test_a_seat_on_the_hosts_machine_is_shown_and_signed_by_all(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.is_hosted = robin
        bo, bot = await room.join("Bo"), await hosted(room)
        assert owners(room.host.view()) == owners(bot.view()) == [None, None, 0]
        seated = await all_seated(room, bo, bot)
        for one in seated:
            assert one.seating.machines == (0, 1, 0)
            assert dict(one.seating.options)["machines"] == (0, 1, 0)
            assert one.seating.chosen == dict(CONFIG.options)
            await one.close()


async def test_the_default_is_that_every_seat_has_its_own_machine(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        seated = await all_seated(room, await room.join("Bo"), await room.join("Cy"))
        for one in seated:
            assert one.seating.machines == (0, 1, 2)
            assert one.seating.options == CONFIG.options
            await one.close()


async def test_all_are_warned_except_the_owner_of_the_machine(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.is_hosted = robin
        bo, bot = await room.join("Bo"), await hosted(room)
        view = bo.view() or room.host.view()
        while owners(view) != [None, None, 0]:
            await bo._receive()
            view = bo.view() or view
        assert hosted_identities(view) == {identity("Robin").public_key}
        assert hosted_identities(room.host.view()) == frozenset()
        for one in (bo, bot):
            await one.close()


async def test_ready_player_is_reset_when_anothers_bot_joins(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.is_hosted, room.host.doubt = robin, hosted_identities
        bo = room.guest("Bo")
        bo.doubt = hosted_identities
        await bo.knock(room.addresses, room.code)
        running = asyncio.create_task(bo.run())
        bo.ready(True)
        room.host.ready(True)
        await room.until(lambda view: all(one.is_ready for one in view.members))
        bot = await hosted(room)
        await room.until(
            lambda view: [one.is_ready for one in view.members] == [True, False, False]
        )
        bo.ready(True)
        await room.until(lambda view: [one.is_ready for one in view.members] == [True, True, False])
        await stop([running])
        await bot.close()


async def test_ready_seat_stays_so_when_another_joins_on_its_machine(tmp_path: Path) -> None:
    """That machine's owner has this seat's secrets already; a player elsewhere is asked again."""
    async with in_a_room(tmp_path, replace(CONFIG, seats=4)) as room:
        room.host.is_hosted, room.host.doubt = any_bird, hosted_identities
        wren, bo = room.guest("Wren"), room.guest("Bo")
        wren.is_hosted = True
        running = []
        for each in (wren, bo):
            each.doubt = hosted_identities
            await each.knock(room.addresses, room.code)
            running.append(asyncio.create_task(each.run()))
        for ready in (wren, bo, room.host):
            ready.ready(True)
        await room.until(lambda view: all(one.is_ready for one in view.members))
        bot = await hosted(room)
        await room.until(
            lambda view: [one.is_ready for one in view.members] == [True, True, False, False]
        )
        while len(owners(wren.view())) < 4:
            await wren.changed()
        for one, doubted in (
            (wren, frozenset()),
            (bo, {identity("Wren").public_key, identity("Robin").public_key}),
        ):
            assert (view := one.view()) is not None
            assert hosted_identities(view) == doubted
        await stop(running)
        await bot.close()


async def test_a_stranger_cannot_join_as_a_bot_of_the_host(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.is_hosted = robin
        guest = room.guest("Robin")
        with pytest.raises(BadPairing, check=for_reason(SeatingFailure.OTHER_MACHINE)):
            await guest.knock(room.addresses, room.code)
        await guest.close()


async def test_a_bot_of_the_host_joins_only_where_all_are_informed(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = room.guest("Robin")
        guest.is_hosted = True
        with pytest.raises(BadPairing, check=for_reason(SeatingFailure.OTHER_MACHINE)):
            await guest.knock(room.addresses, room.code)
        await guest.close()


_own_seat = HostLobby._own_seat


def unsaid(lobby: HostLobby) -> OwnSeat:
    """After everybody has seen it."""
    lobby.is_hosted = lambda _key: False
    return _own_seat(lobby)


def signed_by_another(lobby: HostLobby) -> OwnSeat:
    own = _own_seat(lobby)
    options = tuple((k, (0, 0, 2) if k == "machines" else v) for k, v in own.seating.options)
    return replace(own, seating=replace(own.seating, options=options))


@pytest.mark.parametrize("attack", [unsaid, signed_by_another])
async def test_guest_does_not_sign_if_the_host_showed_other_machines(
    attack: Callable[[HostLobby], OwnSeat], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HostLobby, "_own_seat", attack)

    async with in_a_room(tmp_path) as room:
        room.host.is_hosted = robin
        bo, bot = await room.join("Bo"), await hosted(room)
        for one in (room.host, bo, bot):
            one.ready(True)
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.OTHER_MACHINES)):
            await bo.run()
        await bot.close()


@pytest.mark.parametrize("owner", [3, 2, True, "0", 2**40], ids=repr)
async def test_a_roster_with_machines_of_nobody_is_refused(owner: Any, tmp_path: Path) -> None:
    """Seat 2 claims to run on the machine of an absent player, or of one who is elsewhere."""

    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        rows: list[Value] = [
            (one.name, False, one.identity, True, None) for one in room.host.view().members
        ]
        cy = identity("Cy").public_key
        rows += [("Cy", False, cy, True, owner if owner != 2 else 0)]
        if owner == 2:
            rows[0] = ("Ana", False, identity("Ana").public_key, True, 2)
        where = (("127.0.0.1",), room.host.port)
        room.host._guests.links()[0].send(enc(["roster", config_value(CONFIG), rows, 1, where]))
        with pytest.raises(BadTable):
            await bo.run()
