"""The lobby under attack, and when programs fail at the worst moments."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from p2p_hanabi.faults import SystemFault
from p2p_hanabi.gathering import LobbyPhase
from p2p_hanabi.net.discovery.rediscovery import keep_found
from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.links.certificate import is_certificate
from p2p_hanabi.net.lobby.lobby_join import _knock
from p2p_hanabi.net.lobby.lobby_messages import HostLeft
from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.net.table.journal import Header, InUse, Journal
from p2p_hanabi.net.table.seat import come_back, give_up_place, read_addresses, unfinished
from p2p_hanabi.paths import CannotRead, CannotStore, remove
from protocol.encoding import enc
from protocol.game import Seat
from protocol.identity.pairing import Refused
from tests.net.tables import loopback, nobody, stop
from tests.net.test_lobby import Room, in_a_room, names, ready, two_seats
from tests.net.test_lobby_absence import (
    all_back,
    all_but_cy_sign,
    close_all,
    cut,
    here,
    run,
    shown,
    unreadable,
)

# -- while all sign


@pytest.mark.parametrize("what", ["a guest waits", "the host waits", "the host has moved"])
async def test_changes_during_signing_withdraw_nothing(tmp_path: Path, what: str) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        match what:
            case "a guest waits":
                bo.ready(False)
                await room.until(lambda view: ready(view) == [True, False, True])
            case "the host waits":
                room.host.ready(False)
            case _:
                room.host._tell_all()
        await close_all(*await asyncio.gather(room.running, waiting, run(cy)))


async def test_a_guest_lost_after_it_has_signed_sends_nobody_back(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        cut(room, 1)
        await room.until(lambda view: here(view) == [True, False, True])
        await close_all(*await asyncio.gather(room.running, waiting, run(cy)))


async def test_table_does_not_begin_with_a_guest_that_signed_and_left(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        await stop([waiting])
        view = await room.until(lambda view: view.phase is LobbyPhase.GATHERING)
        assert (names(view), here(view)) == (["Ana", "Cy"], [True, True])
        await cy.close()


async def test_host_that_abandons_the_table_while_signing_never_signs(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        room.host.leave()
        with pytest.raises(HostLeft):
            await waiting
        view = await room.until(lambda view: view.phase is LobbyPhase.GATHERING)
        assert here(view)[-1]  # it did not wait until Cy was found missing
        for name in ("Ana", "Bo"):
            assert unfinished(room.home(name)) == ()
        await cy.close()


async def test_host_that_stops_while_signing_keeps_no_unbegun_table(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        await room.close()
        assert unfinished(room.home("Ana")) == ()
        await stop([waiting])
        await cy.close()


async def test_a_guest_that_gives_up_looking_keeps_what_it_has_signed(tmp_path: Path) -> None:
    """The host may have signed, and everybody else may be playing."""

    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        bo._patience_s = 0.3
        await room.close()
        with pytest.raises(HostLeft):
            await waiting
        assert len(unfinished(room.home("Bo"))) == 1
        await cy.close()


@pytest.mark.parametrize("moved", [False, True], ids=["stayed", "moved"])
async def test_guest_killed_before_its_journal_finds_its_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    """Even if the others have moved, by their announcement."""
    create = Journal.create

    def fail(path: Path, header: Header, secret: bytes) -> Journal:
        if header.seat == Seat(1):
            raise CannotStore(path, SystemFault.INPUT_OUTPUT)
        return create(path, header, secret)

    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        waiting = run(bo)
        monkeypatch.setattr(Journal, "create", fail)
        for one in (room.host, bo):
            one.ready(True)
        ana = await room.running
        with pytest.raises(CannotStore):
            await waiting
        monkeypatch.undo()
        if moved:
            remove(room.home("Bo").table_folder(ana.seating.table).addresses)
        here = loopback().interfaces
        found = asyncio.create_task(keep_found(ana.mesh, ana.mesh.port, lambda: here))
        again = await come_back(room.home("Bo"), ana.seating.table, loopback(), nobody)
        assert again.signatures == ana.signatures
        await stop([found])
        await close_all(ana, again)


async def test_the_host_too_has_its_port_on_the_disk_before_it_signs(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        folder = room.home("Ana").table_folder(room.host._hosted.proposed)
        [stored] = read_addresses(folder)[Seat(0)]
        assert stored.port == room.host.port
        await stop([waiting])
        await cy.close()


# -- a host that reopens its table


async def killed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cleanup runs."""
    monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_host.give_up_place", lambda _folder: None)
    await room.close()
    monkeypatch.undo()


async def test_a_reopened_table_is_not_left_to_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        await killed(room, monkeypatch)
        assert len(unfinished(room.home("Ana"))) == 1
        [left] = left_open(room.home("Ana"))
        room.open(left)
        assert unfinished(room.home("Ana")) == ()
        with pytest.raises(CannotRead):
            await come_back(room.home("Ana"), left.proposed, loopback(), nobody)
        await room.until(lambda view: here(view) == [True, True, False])
        await shown(bo, LobbyPhase.GATHERING)
        await stop([waiting])
        await cy.close()


async def test_seat_given_up_in_another_window_is_not_signed(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        folder = room.home("Ana").table_folder(room.host._hosted.proposed)
        give_up_place(folder)
        late = run(cy)
        with pytest.raises(CannotRead):
            await room.running
        assert not folder.journal.exists()
        await stop([waiting, late])


async def test_a_table_that_was_resumed_meanwhile_is_not_reopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_a_room(tmp_path) as room:
        _, cy, waiting = await all_but_cy_sign(room)
        await killed(room, monkeypatch)
        [left] = left_open(room.home("Ana"))
        folder = room.home("Ana").table_folder(left.proposed)
        folder.journal.write_bytes(b"")  # the player is prompted, and resumes in another window
        with pytest.raises(InUse):
            room.open(left)
        assert folder.seat.exists()
        await stop([waiting])
        await cy.close()


# -- malicious guests


@pytest.mark.parametrize("last", [b"rubbish", enc(["leave"])])
async def test_a_guest_that_joins_and_vanishes_at_once_holds_no_seat(
    tmp_path: Path, last: bytes
) -> None:
    async with in_a_room(tmp_path) as room:
        guest = room.guest("Bo")
        link, found = await _knock(room.addresses, None)
        await guest._pair(link, found, room.code)
        link.trust()
        link.send(enc(["seat", guest._nonce, ["127.0.0.1"], guest._listener.port]))
        link.send(enc(["ready", True]))
        link.send(last)
        await link.close()
        await room.until(lambda view: len(view.members) == 2)
        await room.until(lambda view: names(view) == ["Ana"])
        await guest.close()


async def test_a_guest_that_keeps_changing_its_mind_delays_nobody(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        turn, numbers = 0, list[int]()
        tell_all = room.host._tell_all

        def tell() -> None:
            numbers.append(turn)
            tell_all()

        room.host._tell_all = tell  # type: ignore[method-assign]
        for number in range(9):
            bo.ready(number % 2 == 0)
        while len(numbers) < 5:
            await asyncio.sleep(0)
            turn += 1
        assert len(set(numbers)) == len(numbers)
        await bo.close()
        await room.until(lambda view: names(view) == ["Ana"])


async def test_a_repeated_ready_sends_nobody_a_roster(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        bo.ready(True)
        await room.until(lambda view: ready(view) == [False, True])
        rosters, tell_all = list[bool](), room.host._tell_all

        def tell() -> None:
            rosters.append(room.host.view().members[1].is_ready)
            tell_all()

        room.host._tell_all = tell  # type: ignore[method-assign]
        bo.ready(True)
        bo.ready(False)
        await room.until(lambda view: ready(view) == [False, False])
        assert rosters == [False]
        await bo.close()


@pytest.mark.parametrize("place", [0, 1])
async def test_a_certificate_that_tls_cannot_read_is_refused(tmp_path: Path, place: int) -> None:
    async with in_a_room(tmp_path) as room:
        bo = room.guest("Bo")
        bo._certificate = replace(bo._certificate, der=unreadable(place))
        with pytest.raises(Refused, match="bad certificate"):
            await bo.knock(room.addresses, room.code)
        await bo.close()
        assert is_certificate(room.host._certificate.der)


async def test_nobody_can_take_the_subject_of_a_guest_that_may_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_a_room(tmp_path) as room:
        host = room.host._certificate.der
        monkeypatch.setattr(
            "p2p_hanabi.net.lobby.lobby_host.subject_of",
            lambda der: b"Ana" if der == host else b"Bo",
        )
        bo = await room.join("Bo")
        cut(room, 1)
        await room.until(lambda view: here(view) == [True, False])
        room.host.free(1)
        other = room.guest("Cy")
        with pytest.raises(Refused, match="bad certificate"):
            await other.knock(room.addresses, room.code)
        await other.close()
        await bo.close()


# -- strangers on the network


async def test_false_announcement_keeps_no_guest_from_its_host(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        waiting = run(bo)
        await room.close()
        await shown(bo, LobbyPhase.SEARCHING)
        bo._discovered([Address("127.0.0.1", port) for port in range(1, 65)])
        [left] = left_open(room.home("Ana"))
        room.open(left)
        await all_back(room, bo)
        await stop([waiting])


async def test_a_guest_without_discovery_waits_just_the_same(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        looking = asyncio.create_task(bo._discover(()))
        for _ in range(3):
            await asyncio.sleep(0)
        assert not looking.done()
        looking.cancel()
        await bo.close()
