"""The lobby when somebody is missing: lost guests, a lost host, a seating that not all sign."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from p2p_hanabi.faults import LinkFault, SystemFault
from p2p_hanabi.gathering import LobbyPhase, LobbyView
from p2p_hanabi.net.links.certificate import new_certificate
from p2p_hanabi.net.links.listener import turn_away
from p2p_hanabi.net.links.mesh import Mesh
from p2p_hanabi.net.lobby import lobby_join
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_join import JoinLobby, probe
from p2p_hanabi.net.lobby.lobby_messages import BadTable, HostLeft
from p2p_hanabi.net.lobby.lobby_record import (
    HostedTable,
    LobbyRecord,
    discard,
    left_open,
    new_invitation,
)
from p2p_hanabi.net.table import seat as seats
from p2p_hanabi.net.table.seat import Seated, unfinished
from p2p_hanabi.paths import CannotStore, Home, TableFolder
from protocol.encoding import enc
from protocol.game import Seat
from protocol.identity.pairing import Refused
from protocol.identity.seating import Place, Seating
from protocol.reasons import SeatingFailure
from tests.net.tables import loopback, stop
from tests.net.test_lobby import CONFIG, Room, in_a_room, names, ready, two_seats
from tests.raised import for_reason

Running = asyncio.Task[Seated]


def run(guest: JoinLobby) -> Running:
    return asyncio.create_task(guest.run())


def here(view: LobbyView) -> list[bool]:
    return [one.is_here for one in view.members]


async def shown(guest: JoinLobby, phase: LobbyPhase) -> LobbyView:
    while (view := guest.view()) is None or view.phase is not phase:
        await guest.changed()
    return view


async def all_back(room: Room, *guests: JoinLobby) -> None:
    """Until both sides say so."""
    await room.until(lambda view: all(here(view)) and len(view.members) == len(guests) + 1)
    for guest in guests:
        await shown(guest, LobbyPhase.GATHERING)


async def close_all(*tables: Seated) -> None:
    await asyncio.gather(*(one.close() for one in tables))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is noticed, and seats are freed, within a second."""
    monkeypatch.setattr("p2p_hanabi.net.links.heartbeat.PING_EVERY_S", 0.1)
    monkeypatch.setattr("p2p_hanabi.net.links.heartbeat.SILENT_AFTER_S", 0.4)
    monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_host.LOOK_S", 0.1)
    monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_host.SEAT_KEPT_S", 0.3)


def cut(room: Room, number: int) -> None:
    """The connection between the host and a guest."""
    link = room.host._guests.places[number - 1].link
    assert link is not None
    link.drop(LinkFault.SILENT)


async def all_but_cy_sign(room: Room) -> tuple[JoinLobby, JoinLobby, Running]:
    """Bo has signed, and Cy's program hangs. Return the guests, and Bo's task."""
    bo, cy = await room.join("Bo"), await room.join("Cy")
    waiting = run(bo)
    for one in (room.host, bo, cy):
        one.ready(True)
    await room.until(lambda view: view.waiting_for == ("Cy",))
    await shown(bo, LobbyPhase.SEATING)
    return bo, cy, waiting


def unreadable(place: int) -> bytes:
    """A certificate whose issuer (0) or subject (1) is no text."""
    der, at = new_certificate().der, 0
    for _ in range(place + 1):
        at = der.index(b"\x0c\x20", at) + 2  # the only text of either, of 32 bytes
    return der[:at] + b"\xff" * 32 + der[at + 32 :]


# -- guests that are lost


async def test_disconnected_guest_is_not_ready_and_needs_no_code(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        running = run(bo)
        bo.ready(True)
        await room.until(lambda view: ready(view) == [False, True, False])
        room.host._listener.on_joiner = turn_away  # nobody is prompted for the code
        cut(room, 1)
        await room.until(lambda view: ready(view) == [False, False, False] and all(here(view)))
        assert names(room.host.view()) == ["Ana", "Bo", "Cy"]
        await stop([running])
        await cy.close()


async def test_a_silent_guest_is_away_and_its_seat_becomes_free(
    tmp_path: Path, hasty: None
) -> None:
    async with in_a_room(tmp_path) as room:
        silent = await room.join("Bo")  # it is not running, so it sends nothing
        await room.until(lambda view: here(view) == [True, False])
        await room.until(lambda view: names(view) == ["Ana"])
        await silent.close()


async def test_the_host_can_free_only_the_seats_of_guests_who_are_away(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        room.host.free(1)
        assert len(room.host.view().members) == 3
        cut(room, 1)
        await room.until(lambda view: here(view) == [True, False, True])
        for number in (0, 2, 3):
            room.host.free(number)
        room.host.free(1)
        assert names(room.host.view()) == ["Ana", "Cy"]
        await cy.close()
        await bo.close()


async def test_late_returning_guest_gets_a_free_seat_or_is_refused(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        for _ in range(2):
            cut(room, 1)
            await room.until(lambda view: False in here(view))
            room.host.free(1)
        waiting = run(bo)
        await all_back(room, bo)
        assert names(room.host.view()) == ["Ana", "Bo"]
        await stop([waiting])
        await room.until(lambda view: names(view) == ["Ana"])
        others = [await room.join("Di"), await room.join("Ed")]
        with pytest.raises(Refused, match="seat gone"):
            await cy.run()
        for other in others:
            await other.close()


async def test_a_restarted_program_takes_the_seat_of_its_player(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        with pytest.raises(Refused, match="full"):
            await probe(room.addresses)
        cut(room, 1)
        await room.until(lambda view: here(view) == [True, False])
        stranger = room.guest("Cy")
        with pytest.raises(Refused, match="full"):
            await stranger.knock(room.addresses, room.code)
        await stranger.close()
        again = await room.join("Bo")
        assert (names(again.view()), here(room.host.view())) == (["Ana", "Bo"], [True, True])
        await again.close()
        await bo.close()


async def test_a_table_does_not_begin_without_a_guest_who_is_away(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        bo.ready(True)
        await room.until(lambda view: ready(view) == [False, True])
        cut(room, 1)
        await room.until(lambda view: here(view) == [True, False])
        room.host.ready(True)
        assert room.host.view().phase is LobbyPhase.GATHERING
        running = run(bo)
        await all_back(room, bo)
        bo.ready(True)
        await close_all(*await asyncio.gather(room.running, running))


# -- a seating that not all sign


async def test_unsigned_seating_returns_to_the_lobby_with_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_a_room(tmp_path) as room:
        code = room.code
        bo, cy = await room.join("Bo"), await room.join("Cy")
        sit_down = cy._sit_down

        async def sign_nothing(_start: object) -> None:
            while await cy._receive() is not None:
                continue

        cy._sit_down = sign_nothing  # type: ignore[assignment]
        tables = [run(bo), run(cy)]
        for one in (room.host, bo, cy):
            one.ready(True)
        view = await room.until(lambda view: view.phase is LobbyPhase.SEATING)
        await room.until(lambda view: view.waiting_for == ("Cy",))
        monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_host.SIGNED_IN_S", 0.0)
        view = await room.until(lambda view: view.phase is LobbyPhase.GATHERING)
        assert (names(view), ready(view)) == (["Ana", "Bo", "Cy"], [True, True, False])
        assert room.code == code
        await shown(bo, LobbyPhase.GATHERING)
        monkeypatch.undo()
        cy._sit_down = sit_down  # type: ignore[method-assign]
        cy.ready(True)
        seated = await asyncio.gather(room.running, *tables)
        for table in seated:  # nothing is left of the first seating
            [own] = unfinished(room.home(table.seating.name(table.seat)))
            assert own.seating.table == seated[0].seating.table
        await close_all(*seated)


async def test_a_guest_lost_during_signing_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        cut(room, 2)
        await room.until(lambda view: view.phase is LobbyPhase.GATHERING)
        await shown(bo, LobbyPhase.GATHERING)
        assert ready(room.host.view()) == [True, True, False]
        running = run(cy)
        await all_back(room, bo, cy)
        cy.ready(True)
        await close_all(*await asyncio.gather(room.running, waiting, running))


async def test_cancelled_seating_is_not_shown_by_a_guest_storing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = seats.remember_addresses

    async def slow(folder: TableFolder, mesh: Mesh) -> None:
        await stored(folder, mesh)
        if mesh.seat == 1:
            await shown(bo, LobbyPhase.GATHERING)

    monkeypatch.setattr(seats, "remember_addresses", slow)
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        waiting = run(bo)
        for one in (room.host, bo, cy):  # Cy's program hangs
            one.ready(True)
        await room.until(lambda view: view.waiting_for == ("Cy",))
        cut(room, 2)
        await room.until(lambda view: view.phase is LobbyPhase.GATHERING)
        await shown(bo, LobbyPhase.GATHERING)
        for _ in range(3):  # what else is due then
            await asyncio.sleep(0)
        await shown(bo, LobbyPhase.GATHERING)
        await stop([waiting])
        await cy.close()


@pytest.mark.usefixtures("hasty")
async def test_a_guest_learns_of_its_seat_only_once_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that is killed then, and opens the table again, still knows the guest, which ignores
    pings that come before the roster."""
    order: list[str] = []
    store = LobbyRecord._store

    def slow(record: LobbyRecord, hosted: HostedTable) -> None:
        if hosted.guests:
            time.sleep(0.3)  # a slow disk, in its thread
        store(record, hosted)
        order.extend(guest.name for guest in hosted.guests)

    monkeypatch.setattr(LobbyRecord, "_store", slow)
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        order.append("told")
        assert order == ["Bo", "told"]
        await bo.close()


async def test_the_host_signs_last(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        view = await shown(bo, LobbyPhase.SEATING)
        while view.waiting_for != ("Cy",):
            await bo.changed()
            view = await shown(bo, LobbyPhase.SEATING)
        [folder] = (tmp_path / "Bo" / "tables").iterdir()
        assert not (folder / "journal").exists()
        assert not room.running.done()
        await stop([waiting])
        await cy.close()


async def test_nobody_is_shown_as_away_when_the_table_begins(tmp_path: Path) -> None:
    """The links of the lobby end then, one after the other."""

    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        seen: list[list[bool]] = []

        async def watch() -> None:
            while True:
                await room.host.changed()
                seen.append(here(room.host.view()))

        watching = asyncio.create_task(watch())
        for one in (room.host, bo, cy):
            one.ready(True)
        await close_all(*await asyncio.gather(room.running, run(bo), run(cy)))
        watching.cancel()
        assert seen.count([True, True, True]) == len(seen) > 0


async def test_a_withdrawn_seating_is_not_signed_again(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        own = room.host._own_seat
        first = room.host._hosted.proposed
        kept = start_of(room, first)
        cut(room, 2)
        await shown(bo, LobbyPhase.GATHERING)
        room.host._guests.links()[0].send(kept)
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.TAKEN_BACK)):
            await waiting
        assert own().seating.table != first
        await cy.close()


def start_of(room: Room, table: bytes) -> bytes:
    """The start that the host sent, rebuilt from its files."""
    from p2p_hanabi.net.table.seat import read_own_seat

    own = read_own_seat(room.home("Ana").table_folder(table))
    return enc(["start", own.seating.value(), own.certificates, room.host._rows()])


@pytest.mark.parametrize(
    ("certificates", "fault"),
    [
        ("another for the host", SeatingFailure.HOST_CERTIFICATE),
        ("one subject twice", SeatingFailure.SAME_SUBJECT),
        ("one that TLS cannot read", SeatingFailure.UNREADABLE_CERTIFICATE),
    ],
)
async def test_guest_does_not_sign_if_the_host_could_separate_guests(
    tmp_path: Path, certificates: str, fault: SeatingFailure, monkeypatch: pytest.MonkeyPatch
) -> None:
    if certificates == "one subject twice":
        monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_join.subject_of", lambda _der: b"the same")

    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        if certificates == "another for the host":
            room.host._certificate = new_certificate()
        if certificates == "one that TLS cannot read":
            room.host._certificate = replace(room.host._certificate, der=unreadable(0))
        bo.ready(True)
        room.host.ready(True)
        with pytest.raises(BadTable, check=for_reason(fault)):
            await bo.run()


async def test_the_host_uses_a_new_nonce_for_every_seating(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        one, other = room.host._own_seat(), room.host._own_seat()
        assert one.seating.table != other.seating.table
        assert isinstance(one.seating, Seating)
        assert isinstance(one.seating.places[Seat(0)], Place)


# -- a host that is lost


async def test_a_killed_host_reopens_its_table_and_its_guests_return(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        code = room.code
        bo, cy = await room.join("Bo"), await room.join("Cy")
        tables = [run(bo), run(cy)]
        await room.close()  # nobody is told
        await shown(bo, LobbyPhase.SEARCHING)
        [left] = left_open(room.home("Ana"))
        assert [guest.name for guest in left.guests] == ["Bo", "Cy"]
        room.open(left)
        await all_back(room, bo, cy)
        assert room.code == code
        for one in (room.host, bo, cy):
            one.ready(True)
        seated = await asyncio.gather(room.running, *tables)
        assert [place.name for place in seated[0].seating.places] == ["Ana", "Bo", "Cy"]
        assert left_open(room.home("Ana")) == ()
        await close_all(*seated)


async def test_guest_sees_for_how_long_its_host_was_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its player may never come back; then only the guest can end this."""
    monkeypatch.setattr(lobby_join, "MINUTE_S", 0.05)
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        tables = [run(bo), run(cy)]
        await room.close()
        minutes = 0
        while minutes < 3:
            await bo.changed()
            if (view := bo.view()) is not None and view.searched_minutes:
                assert view.phase is LobbyPhase.SEARCHING
                assert view.searched_minutes >= minutes
                minutes = view.searched_minutes
        [left] = left_open(room.home("Ana"))
        room.open(left)
        await all_back(room, bo, cy)
        assert [one.view().searched_minutes for one in (bo, cy)] == [0, 0]  # type: ignore[union-attr] # admitted
        await stop(tables)


async def test_a_host_killed_during_signing_reopens_the_table(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy, waiting = await all_but_cy_sign(room)
        await room.close()
        [left] = left_open(room.home("Ana"))
        room.open(left)
        running = run(cy)
        await all_back(room, bo, cy)
        for one in (room.host, bo, cy):
            one.ready(True)
        await close_all(*await asyncio.gather(room.running, waiting, running))


async def test_a_table_whose_game_has_begun_is_not_reopened(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        record = room.host._record
        record.discard = lambda: None  # type: ignore[method-assign] # killed before it could
        for one in (room.host, bo):
            one.ready(True)
        seated = await asyncio.gather(room.running, bo.run())
        assert left_open(room.home("Ana")) == ()
        await close_all(*seated)


async def test_table_that_may_have_begun_on_a_full_disk_stays_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, _value: object, _limit: int) -> None:
        raise CannotStore(path, SystemFault.NO_SPACE)

    async with in_a_room(tmp_path) as room:
        monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_record.write_value", fail)
        room.host._save(bytes(32))  # a seating is sent, but is not in the record
        await room.close()
        assert left_open(room.home("Ana")) == ()
        assert not any(room.home("Ana").lobbies.iterdir())  # not even its lock


def test_a_lock_without_a_record_is_removed(tmp_path: Path) -> None:
    """As a host leaves it that was killed on a full disk."""
    home, table = Home(tmp_path), bytes(16)
    record = LobbyRecord(home, table)
    assert left_open(home) == ()
    [folder] = home.lobbies.iterdir()  # the host runs
    assert record._lock is not None
    record._lock.close()
    assert left_open(home) == ()
    assert not folder.exists()


async def test_neither_an_open_table_nor_an_abandoned_one_is_offered(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        home = room.home("Ana")
        assert left_open(home) == ()  # this process has it open
        room.host.leave()
        await room.close()
        assert left_open(home) == ()
        room.open(HostedTable(new_invitation(), CONFIG))
        await asyncio.sleep(0)
        await room.close()
        [left] = left_open(home)
        discard(home, left)
        assert left_open(home) == ()


async def test_a_damaged_record_is_not_offered(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        home = room.home("Ana")
        await room.close()
        [file] = home.lobbies.glob("*/gathering")
        for content in (b"", b"rubbish", enc(["p2ph lobby", 2]), file.read_bytes()[:-1]):
            file.write_bytes(content)
            assert left_open(home) == ()


async def test_a_host_on_another_port_is_found_by_its_announcement(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        guest = JoinLobby(room.player("Bo"), room.home("Bo"), loopback(), lambda _config: None)
        await guest.knock(room.addresses, room.code)
        running = run(guest)
        old = room.host.port
        await room.close()
        await shown(guest, LobbyPhase.SEARCHING)
        [left] = left_open(room.home("Ana"))
        taken = loopback().listen_again(new_certificate(), old)  # used by somebody else meanwhile
        assert taken.port == old
        room.host = HostLobby(left, room.player("Ana"), room.home("Ana"), loopback())
        assert room.host.port != old
        room.running = asyncio.create_task(room.host.run())
        await room.until(lambda view: here(view) == [True, True])
        await shown(guest, LobbyPhase.GATHERING)
        await stop([running])
        await taken.close()


async def test_a_program_without_a_watcher_does_not_search_for_ever(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = room.guest("Bo")
        guest._patience_s = 0.3
        await guest.knock(room.addresses, room.code)
        running = run(guest)
        await room.close()
        with pytest.raises(HostLeft):
            await running


async def test_host_cancelled_twice_releases_its_table(tmp_path: Path) -> None:
    new, home = HostedTable(new_invitation(), CONFIG), Home(tmp_path)
    me = home.player("Ana", lambda: bytes(32))
    running = asyncio.create_task(HostLobby(new, me, home, loopback(), discoverable=False).run())
    await asyncio.sleep(0)
    for _ in range(3):
        running.cancel()
        await asyncio.sleep(0)
    await asyncio.wait({running})
    assert running.cancelled()
    LobbyRecord(home, new.invitation.table).release_unsaved()
