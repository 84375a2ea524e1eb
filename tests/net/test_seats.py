"""The host adds or removes a seat, or removes a bot: all see it, and have to agree again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from p2p_hanabi.gathering import Change, LobbyPhase, LobbyView, TableConfig
from p2p_hanabi.net.lobby.lobby_guests import Guests
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.net.lobby.lobby_messages import config_value
from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.net.table.seat import Seated
from protocol.encoding import enc
from protocol.errors import BadOptions
from protocol.identity.pairing import Refused
from protocol.reasons import BadOption
from tests.net.tables import stop

from .test_hosted_seats import hosted, robin
from .test_lobby import Room, in_a_room


def ready(view: LobbyView | None) -> list[bool]:
    return [one.is_ready for one in view.members] if view else []


async def shown(guest: JoinLobby, seats: int) -> None:
    while (view := guest.view()) is None or view.config.seats != seats:
        await guest.changed()


async def two_of_three(room: Room) -> tuple[JoinLobby, asyncio.Task[Seated]]:
    """Both are ready at a table where two can play too."""
    room.host.possible_seats = (2, 3)
    bo = await room.join("Bo")
    running = asyncio.create_task(bo.run())
    bo.ready(True)
    room.host.ready(True)
    await room.until(lambda view: ready(view) == [True, True])
    return bo, running


async def test_with_fewer_seats_the_game_begins_once_all_have_agreed(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, running = await two_of_three(room)
        assert room.host.view().can == {Change.FEWER_SEATS}
        room.host.arrange(Change.FEWER_SEATS)
        await shown(bo, 2)
        assert room.host.view().phase is LobbyPhase.GATHERING
        assert ready(room.host.view()) == [True, False]
        bo.ready(True)
        for seated in await asyncio.gather(room.running, running):
            assert len(seated.seating.places) == 2
            await seated.close()


async def test_guest_that_agreed_to_another_seat_count_does_not_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guests, "not_ready", lambda *_: None)  # the host does not ask

    async with in_a_room(tmp_path) as room:
        _bo, running = await two_of_three(room)
        room.host.arrange(Change.FEWER_SEATS)
        await room.until(lambda view: view.phase is LobbyPhase.SEATING)
        await room.until(lambda view: ready(view) == [True, False])
        assert not running.done()
        assert not (tmp_path / "Bo" / "tables").exists()
        await stop([running])


async def test_no_player_who_is_here_or_expected_loses_a_seat(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.possible_seats = (2, 3, 4)
        bo = await room.join("Bo")
        assert room.host.view().can == {Change.FEWER_SEATS, Change.MORE_SEATS}
        room.host.expect_bots(1)
        assert room.host.view().can == {Change.MORE_SEATS}
        room.host.arrange(Change.FEWER_SEATS)
        assert room.host.view().config.seats == 3
        room.host.arrange(Change.MORE_SEATS)
        assert room.host.view().config.seats == 4
        assert room.host.view().can == {Change.FEWER_SEATS}
        await bo.close()


async def test_a_reopened_table_keeps_its_changes(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.possible_seats = (2, 3)
        room.host.arrange(Change.FEWER_SEATS)
        room.host.expect_bots(1)
        await asyncio.sleep(0)  # it is running
        await stop([room.running])
        [left] = left_open(room.home("Ana"))
        assert (left.config.seats, left.bots) == (2, 1)


async def test_a_guest_that_cannot_play_with_that_many_seats_leaves(tmp_path: Path) -> None:
    def only_three(config: TableConfig) -> None:
        if config.seats != 3:
            raise BadOptions(BadOption.OTHER_RULES)

    async with in_a_room(tmp_path) as room:
        room.host.possible_seats = (2, 3)
        bo = room.guest("Bo", only_three)
        await bo.knock(room.addresses, room.code)
        running = asyncio.create_task(bo.run())
        room.host.arrange(Change.FEWER_SEATS)
        with pytest.raises(BadOptions):
            await running
        await room.until(lambda view: len(view.members) == 1)


async def test_a_bots_seat_is_freed_at_once_and_a_guests_is_not(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.is_hosted = robin
        bo, bot = await room.join("Bo"), await hosted(room)
        running = asyncio.create_task(bot.run())
        for one in room.host.view().members[1:]:
            room.host.dismiss(one.identity)
        assert [one.name for one in room.host.view().members] == ["Ana", "Bo"]
        with pytest.raises(Refused, match="seat gone"):
            await running
        again = await hosted(room)
        assert [one.name for one in room.host.view().members] == ["Ana", "Bo", "Robin"]
        for guest in (bo, again):
            await guest.close()


async def test_only_the_number_of_seats_can_change(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        view = bo.view()
        assert view is not None
        other = replace(view.config, options=(("multicolour", True),))
        rows = [(one.name, one.is_ready, one.identity, True, None) for one in view.members]
        with pytest.raises(Exception, match="changed-game"):
            bo._handle(("roster", config_value(other), tuple(rows), 1, ((), 0)))
        assert enc(config_value(view.config)) != enc(config_value(other))
        await bo.close()
