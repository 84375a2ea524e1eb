"""The lobby, over real TLS on loopback: from the room code to a table signed by all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from p2p_hanabi.gathering import LobbyPhase, LobbyView, TableConfig
from p2p_hanabi.net.discovery.discovery import Browser, Found, multicast
from p2p_hanabi.net.links.addresses import Address, open_listener
from p2p_hanabi.net.links.certificate import joining_context, new_certificate
from p2p_hanabi.net.links.link import CannotReach, Link, LinkLost, dial
from p2p_hanabi.net.links.listener import Listener
from p2p_hanabi.net.lobby.lobby_guests import distinct_name
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_join import JoinLobby, probe
from p2p_hanabi.net.lobby.lobby_messages import BadTable, HostClosed, HostLeft, config_value
from p2p_hanabi.net.lobby.lobby_record import HostedTable, new_invitation
from p2p_hanabi.net.table.journal import Header, Journal
from p2p_hanabi.net.table.seat import Seated, read_own_seat
from p2p_hanabi.paths import Home, LocalPlayer
from p2p_hanabi.ui.words.spoken_words import code_from_words
from protocol.encoding import enc
from protocol.errors import BadOptions
from protocol.identity.pairing import VERSION, BadPairing, OtherVersion, Refused, WrongCode
from protocol.reasons import BadOption, PairingFailure, SeatingFailure
from tests.net.builders import identity
from tests.net.tables import loopback, stop
from tests.net.test_paths import is_private
from tests.raised import for_reason

CONFIG = TableConfig("hanabi", (("multicolour", False),), "hanabi", 25, 3, "Sunday")

PATIENCE_S = 15.0


def accept(_config: TableConfig) -> None:
    return None


class Room:
    """A host and its guests, all in one process, each with its own files."""

    def __init__(self, folder: Path, config: TableConfig = CONFIG, is_open: bool = False) -> None:
        self.folder = folder
        self.open(HostedTable(new_invitation(is_open=is_open), config))

    def open(self, gathering: HostedTable) -> None:
        """The host's program, restarted."""
        self.host = HostLobby(
            gathering, self.player("Ana"), self.home("Ana"), loopback(), discoverable=False
        )
        self.running = asyncio.create_task(self.host.run())

    def home(self, name: str) -> Home:
        return Home(self.folder / name)

    def player(self, name: str) -> LocalPlayer:
        return self.home(name).player(name, lambda: identity(name).seed)

    @property
    def code(self) -> bytes:
        return code_from_words(self.host.view().room_code or "")

    @property
    def addresses(self) -> list[Address]:
        return [Address("127.0.0.1", self.host.port)]

    def guest(self, name: str, check: Callable[[TableConfig], None] = accept) -> JoinLobby:
        return JoinLobby(self.player(name), self.home(name), loopback(), check, discovers=False)

    async def join(self, name: str) -> JoinLobby:
        guest = self.guest(name)
        await guest.knock(self.addresses, self.code)
        return guest

    async def until(self, fact: Callable[[LobbyView], bool]) -> LobbyView:
        while not fact(self.host.view()):
            await self.host.changed()
        return self.host.view()

    async def close(self) -> None:
        self.running.cancel()
        for seated in await asyncio.gather(self.running, return_exceptions=True):
            if isinstance(seated, Seated):
                await seated.close()
        await self.host.close()


@asynccontextmanager
async def in_a_room(
    folder: Path, config: TableConfig = CONFIG, is_open: bool = False
) -> AsyncIterator[Room]:
    room = Room(folder, config, is_open)
    try:
        async with asyncio.timeout(20):
            yield room
    finally:
        await room.close()


def ready(view: LobbyView) -> list[bool]:
    return [one.is_ready for one in view.members]


def names(view: LobbyView | None) -> list[str]:
    return [member.name for member in view.members] if view else []


def somebody_is_ready(view: LobbyView | None) -> bool:
    return view is not None and any(member.is_ready for member in view.members)


async def all_seated(room: Room, *guests: JoinLobby) -> list[Seated]:
    for guest in guests:
        guest.ready(True)
    room.host.ready(True)
    return list(await asyncio.gather(room.running, *(guest.run() for guest in guests)))


async def test_three_players_agree_on_one_table_signed_by_all(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        seated = await all_seated(room, bo, cy)
        assert len({one.seating.table for one in seated}) == 1
        assert [one.seat for one in seated] == [0, 1, 2]
        for one in seated:
            assert one.signatures == seated[0].signatures
            for seat, signature in zip(one.seating.seats, one.signatures, strict=True):
                one.seating.verify_seat(seat, signature)
        assert len({one.own.secret for one in seated}) == 3
        await asyncio.gather(*(one.close() for one in seated))


class SlowJournals:
    """Makes the journal of one seat only once it is told to."""

    def __init__(self, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        really_create = Journal.create

        def create(path: Path, header: Header, secret: bytes | None = None) -> Journal:
            journal = really_create(path, header, secret)
            if header.seat == seat:
                self.begun.set()
                assert self.may_end.wait(PATIENCE_S)
            return journal

        monkeypatch.setattr(Journal, "create", create)


def files_called(names: tuple[str, ...], folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name in names]


async def test_slow_guest_takes_its_seat_after_the_lobby_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowJournals(1, monkeypatch)
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        bo._patience_s = 0.1
        bo.ready(True)
        room.host.ready(True)
        taking = asyncio.create_task(bo.run())
        host = await room.running  # whose lobby is closed now
        assert await asyncio.to_thread(slow.begun.wait, PATIENCE_S)
        await asyncio.sleep(0.5)  # it meanwhile looks for the lobby in vain
        slow.may_end.set()
        guest = await taking
        assert guest.signatures == host.signatures
        await asyncio.gather(host.close(), guest.close())


async def test_host_that_leaves_before_its_journal_exists_never_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowJournals(0, monkeypatch)
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        bo.ready(True)
        room.host.ready(True)
        taking = asyncio.create_task(bo.run())
        assert await asyncio.to_thread(slow.begun.wait, PATIENCE_S)
        room.host.leave()
        room.running.cancel()
        asyncio.get_running_loop().call_later(0.1, slow.may_end.set)
        with pytest.raises(HostClosed):
            await taking
        await asyncio.wait({room.running})
        assert await asyncio.to_thread(files_called, ("journal", "seat"), tmp_path) == []


async def test_secret_and_signatures_of_a_seat_are_on_disk(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        seated = await all_seated(room, await room.join("Bo"))
        await asyncio.gather(*(one.close() for one in seated))
        for one in seated:
            assert read_own_seat(one.folder).secret == one.own.secret
            assert is_private(one.folder.seat)
            journal, kept = Journal.reopen(one.folder.journal)
            journal.close()
            assert (kept.header.seating, kept.header.signatures) == (one.seating, one.signatures)


def two_seats() -> TableConfig:
    return TableConfig("hanabi", (), "hanabi", 25, 2, "Sunday")


async def test_a_wrong_code_is_reported_and_not_retried(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = room.guest("Bo")
        with pytest.raises(WrongCode):
            await guest.knock(room.addresses, bytes(b ^ 1 for b in room.code))
        await guest.close()
        assert names(room.host.view()) == ["Ana"]


async def test_five_wrong_codes_cause_a_new_code_and_a_pause_no_lock(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        first = room.code
        for _ in range(5):
            guest = room.guest("Bo")
            with pytest.raises(WrongCode):
                await guest.knock(room.addresses, bytes(b ^ 1 for b in first))
            await guest.close()
        assert room.code != first
        assert room.host.view().new_codes == 1
        with pytest.raises(Refused) as caught:
            await probe(room.addresses)
        assert caught.value.reason == "wait"
        assert isinstance(caught.value.detail, int)
        assert 1 <= caught.value.detail <= 5


async def test_an_open_table_requires_no_code(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, is_open=True) as room:
        guest = room.guest("Bo")
        await guest.knock(room.addresses, None)
        assert names(guest.view()) == ["Ana", "Bo"]
        await guest.close()


async def test_a_table_with_a_code_announces_it_before_any_attempt(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        about = await probe(room.addresses)
        assert (about.is_open, about.name, about.seats_taken, about.seats) == (
            False,
            "Sunday",
            1,
            3,
        )
        guest = room.guest("Bo")
        with pytest.raises(Refused, match="needs a code"):
            await guest.knock(room.addresses, None)
        await guest.close()


async def test_a_roster_comes_with_every_change(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        waiting = asyncio.create_task(bo.run())
        cy = await room.join("Cy")
        cy.ready(True)
        while not somebody_is_ready(bo.view()):
            await bo.changed()
        assert names(bo.view()) == ["Ana", "Bo", "Cy"]
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await cy.close()


async def test_a_joiner_that_leaves_before_the_start_frees_its_seat(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        with pytest.raises(Refused, match="full"):
            await probe(room.addresses)
        await bo.close()
        view = await room.until(lambda view: len(view.members) == 2)
        assert names(view) == ["Ana", "Cy"]
        await cy.close()


async def test_two_players_with_one_name_get_distinct_names(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        other = room.player("Bo")
        other = LocalPlayer("ana", other.identity)
        guest = JoinLobby(other, room.home("Bo"), loopback(), accept)
        await guest.knock(room.addresses, room.code)
        assert names(guest.view()) == ["Ana", "ana 2"]
        seated = await all_seated(room, guest)
        assert seated[1].seating.name(seated[1].seat) == "ana 2"
        await asyncio.gather(*(one.close() for one in seated))


def test_a_long_name_is_cut_to_make_room_for_the_number() -> None:
    assert distinct_name("A" * 24, ["a" * 24, "B"]) == "A" * 22 + " 2"


@pytest.mark.parametrize(
    "name",
    # by Unicode's table: in the last four, the first A is Cyrillic, or there is an invisible letter
    ["Ana ", " Ana", "A na", "\uff21na", "Ana\u2003", "Аna", "Ana\ufe0f", "A\u2800na", "Ana\u3164"],
    ids=ascii,
)
def test_name_that_looks_like_one_at_the_table_is_numbered(name: str) -> None:
    assert distinct_name(name, ["Ana", "Bo"]) == f"{name} 2"


def is_no_you(name: str) -> bool:
    return name != "you"


async def test_a_player_with_an_unsuitable_name_is_refused_by_the_host(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.fits = is_no_you
        guest = room.guest("you")
        with pytest.raises(Refused, match="bad name"):
            await guest.knock(room.addresses, room.code)
        await guest.close()
        assert names(room.host.view()) == ["Ana"]


async def test_nobody_joins_a_table_with_an_unsuitable_name(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        other = await room.join("you")
        guest = room.guest("Bo")
        guest.fits = is_no_you
        with pytest.raises(Refused, match="bad name there") as caught:
            await guest.knock(room.addresses, room.code)
        assert caught.value.detail == "you"
        await guest.close()
        await other.close()


async def test_a_seated_player_leaves_when_an_unsuitable_name_joins(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = await room.join("Bo")
        guest.fits = is_no_you
        running = asyncio.create_task(guest.run())
        other = await room.join("you")
        with pytest.raises(Refused, match="bad name there"):
            await running
        await other.close()


async def test_the_same_identity_cannot_sit_twice(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        again = room.guest("Bo")
        with pytest.raises(Refused, match="same player"):
            await again.knock(room.addresses, room.code)
        await again.close()
        await bo.close()


async def test_a_game_that_cannot_be_played_is_refused_by_the_joiner(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:

        def refuse(config: TableConfig) -> None:
            raise BadOptions(BadOption.NO_GAME.reason(game=config.game))

        guest = room.guest("Bo", refuse)
        with pytest.raises(BadOptions, check=for_reason(BadOption.NO_GAME)):
            await guest.knock(room.addresses, room.code)
        await guest.close()
        await room.until(lambda view: len(view.members) == 1)


async def test_a_host_that_leaves_is_reported(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        waiting = asyncio.create_task(bo.run())
        room.host.leave()
        await room.close()
        with pytest.raises(HostLeft):
            await waiting


async def test_table_that_has_begun_reports_it_and_admits_nobody(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        seated = await all_seated(room, await room.join("Bo"))
        for port in (one.listener.port for one in seated):
            with pytest.raises(Refused, match="playing"):
                await probe([Address("127.0.0.1", port)])
        await asyncio.gather(*(one.close() for one in seated))


async def test_nobody_at_the_address_is_one_clear_error(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        port = room.host.port
        await room.close()
        with pytest.raises(CannotReach):
            await probe([Address("127.0.0.1", port)])


@pytest.mark.parametrize("silent", [1, 2, 3])
async def test_a_silent_host_is_dialled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: int
) -> None:
    monkeypatch.setattr("p2p_hanabi.net.lobby.lobby_join.BANNER_S", 0.2)
    async with in_a_room(tmp_path) as room:
        greet, knocks = room.host._admit, 0

        async def deaf(link: Link) -> None:
            nonlocal knocks
            knocks += 1
            await (link.lost() if knocks <= silent else greet(link))

        await asyncio.sleep(0)  # the host has begun to listen
        room.host._listener.on_joiner = deaf
        if silent < 3:
            assert (await probe(room.addresses)).name == "Sunday"
        else:
            with pytest.raises(CannotReach, match="no-table-there"):
                await probe(room.addresses)


async def test_a_joiner_does_not_sign_if_the_host_starts_another_game(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        other = TableConfig("hanabi", (("x", 1),), "hanabi", 25, 2, "Sunday")
        room.host._hosted = replace(room.host._hosted, config=other)
        bo.ready(True)
        with pytest.raises(BadTable):
            await bo.run()
        assert not (tmp_path / "Bo" / "tables").exists()


async def test_a_joiner_can_demand_who_the_host_is(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = room.guest("Bo")
        with pytest.raises(BadPairing, check=for_reason(PairingFailure.OTHER_HOST)):
            await guest.knock(room.addresses, room.code, host=identity("Cy").public_key)
        await guest.close()
        known = room.guest("Bo")
        await known.knock(room.addresses, room.code, host=identity("Ana").public_key)
        await known.close()


async def test_a_roster_contains_everybodys_key(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        view = bo.view()
        assert view is not None
        assert [one.identity for one in view.members] == [
            room.player(name).identity.public_key for name in ("Ana", "Bo")
        ]
        await bo.close()


@pytest.mark.parametrize("name", ["B", "Bob", "Bo2", "Cy", "Cy 2", "Bo 222"])
async def test_a_joiner_leaves_a_host_that_changes_its_name(tmp_path: Path, name: str) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        taken = room.host._guests.places[0]
        room.host._guests.places[0] = replace(taken, guest=replace(taken.guest, name=name))
        room.host._tell_all()
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.OTHER_NAME)):
            await bo.run()


async def test_joiner_does_not_sign_if_the_host_changes_its_own_name(tmp_path: Path) -> None:
    async with in_a_room(tmp_path, two_seats()) as room:
        bo = await room.join("Bo")
        room.host._player = replace(room.host._player, name="Eve")
        bo.ready(True)
        room.host.ready(True)
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.HOST)):
            await bo.run()


@pytest.mark.parametrize(
    ("number", "fault"), [(0, SeatingFailure.HOST_KEY), (1, SeatingFailure.OTHER_KEY)]
)
async def test_joiner_leaves_a_host_that_lists_a_false_key_for_either(
    tmp_path: Path, number: int, fault: SeatingFailure
) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        room.host._guests.links()[0].send(false_roster(room, number, to=1))
        with pytest.raises(BadTable, check=for_reason(fault)):
            await bo.run()


async def test_joiner_does_not_sign_if_a_third_was_shown_another_key(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo, cy = await room.join("Bo"), await room.join("Cy")
        for guest in (bo, cy):
            guest.ready(True)
        await room.until(lambda view: [one.is_ready for one in view.members] == [False, True, True])
        room.host._guests.links()[0].send(false_roster(room, 2, to=1))
        room.host._is_ready = True
        room.host._changes.notify()
        with pytest.raises(BadTable, check=for_reason(SeatingFailure.OTHER_PLAYERS)):
            await bo.run()
        await cy.close()


def cy_in_doubt(view: LobbyView) -> frozenset[bytes]:
    """As if everybody knew a different Cy."""
    return frozenset(one.identity for one in view.members if one.name == "Cy")


async def test_doubtful_newcomer_resets_ready_players(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        room.host.doubt = cy_in_doubt
        bo = await room.join("Bo")
        bo.doubt = cy_in_doubt
        waiting = asyncio.create_task(bo.run())
        bo.ready(True)
        room.host.ready(True)
        await room.until(lambda view: [one.is_ready for one in view.members] == [True, True])
        cy = await room.join("Cy")
        cy.ready(True)
        await room.until(
            lambda view: [one.is_ready for one in view.members] == [False, False, True]
        )
        bo.ready(True)
        room.host.ready(True)
        seated = await asyncio.gather(room.running, waiting, cy.run())
        assert [place.name for place in seated[0].seating.places] == ["Ana", "Bo", "Cy"]
        await asyncio.gather(*(one.close() for one in seated))


async def test_table_that_begins_before_a_warning_is_withdrawn(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        bo.doubt = cy_in_doubt
        bo.ready(True)
        room.host.ready(True)
        await room.until(lambda view: [one.is_ready for one in view.members] == [True, True])
        cy = await room.join("Cy")
        cy.ready(True)
        await room.until(lambda view: view.phase is LobbyPhase.SEATING)
        waiting = [asyncio.create_task(one.run()) for one in (bo, cy)]  # their news is late
        view = await room.until(lambda view: view.phase is LobbyPhase.GATHERING)
        assert [(one.name, one.is_ready) for one in view.members] == [
            ("Ana", True),
            ("Bo", False),
            ("Cy", True),
        ]
        bo.ready(True)
        seated = await asyncio.gather(room.running, *waiting)
        await asyncio.gather(*(one.close() for one in seated))


def false_roster(room: Room, number: int, to: int) -> bytes:
    """What the host shows a guest, except for one key."""
    members = room.host.view().members
    keys = [one.identity for one in members]
    keys[number] = identity("nobody").public_key
    rows = [
        (one.name, one.is_ready, key, True, None) for one, key in zip(members, keys, strict=True)
    ]
    return enc(["roster", config_value(CONFIG), rows, to, (("127.0.0.1",), room.host.port)])


async def test_the_code_exposes_a_relay_with_its_own_certificate(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:

        async def relay(victim: Link) -> None:
            host = await dial(room.addresses[0], joining_context())
            await asyncio.gather(carry(host, victim), carry(victim, host))

        door = loopback().listen(new_certificate())
        door.on_joiner = relay
        guest = room.guest("Bo")
        with pytest.raises(WrongCode):
            await guest.knock([Address("127.0.0.1", door.port)], room.code)
        await guest.close()
        assert names(room.host.view()) == ["Ana"]
        await door.close()


async def carry(source: Link, sink: Link) -> None:
    """Pass everything on, unchanged, until the source ends."""
    try:
        while True:
            sink.send(await source.receive())
    except LinkLost:
        await sink.close()


async def test_lobby_is_discovered_and_announces_how_many_have_joined(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        where = loopback()
        new = HostedTable(new_invitation(), CONFIG)
        host = HostLobby(new, room.player("Di"), room.home("Di"), where)
        running = asyncio.create_task(host.run())
        news = asyncio.Event()
        async with multicast(where.interfaces) as zeroconf:
            browser = Browser(zeroconf, where.interfaces, news.set)

            async def seen(taken: int) -> Found:
                while True:
                    for entry in browser.found:
                        is_it = entry.notice.table == host.table_id and entry.reached
                        if is_it and entry.notice.seats_taken == taken:
                            return entry
                    await news.wait()
                    news.clear()

            entry = await seen(1)
            assert entry.notice.name.startswith("Sunday")  # or Sunday-2, if somebody has one too
            guest = room.guest("Bo")
            code = code_from_words(host.view().room_code or "")
            await guest.knock(entry.addresses, code, entry.notice.table)
            assert (await seen(2)).notice.seats == 3
            await guest.close()
            await stop([running])
            await browser.close()


async def test_a_different_table_at_the_address_is_not_joined(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = room.guest("Bo")
        with pytest.raises(BadPairing, check=for_reason(PairingFailure.OTHER_TABLE)):
            await guest.knock(room.addresses, room.code, b"another table id")
        await guest.close()


@pytest.mark.parametrize("message", [b"rubbish", enc(["seat", 1]), enc(["pair", b"x"])])
async def test_garbage_pairing_takes_no_seat_and_counts_as_no_guess(
    tmp_path: Path, message: bytes
) -> None:
    async with in_a_room(tmp_path) as room:
        for _ in range(6):
            link = await dial(room.addresses[0], joining_context())
            link.send(message)
            await link.lost()
        assert room.host.view().new_codes == 0
        assert names(room.host.view()) == ["Ana"]


async def test_rubbish_from_a_guest_frees_its_seat(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = await room.join("Bo")
        assert guest._link is not None
        guest._link.send(b"rubbish")
        await room.until(lambda view: len(view.members) == 1)
        await guest.close()


async def test_a_player_can_stop_being_ready(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        guest = await room.join("Bo")
        guest.ready(True)
        await room.until(lambda view: view.members[1].is_ready)
        guest.ready(False)
        await room.until(lambda view: not view.members[1].is_ready)
        await guest.close()


async def test_one_newer_and_one_older_joiner_are_reported_at_the_host(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        for version, told in ((9, 9), (10, 9), (1, 1), (0, 1), (11, 1)):
            link = await dial(room.addresses[0], joining_context())
            await link.receive()
            link.send(enc(["p2phanabi", version, "what later versions add"]))
            await link.lost()
            reason = room.host.view().incompatible
            assert reason == PairingFailure.OTHER_PROTOCOL.reason(version=told, known=VERSION)
        await (await room.join("Ben")).close()  # others still can


async def test_host_of_another_version_learns_the_joiners_version(tmp_path: Path) -> None:
    received: list[bytes] = []

    async def later(link: Link) -> None:
        link.send(enc(["p2phanabi", 9, "what later versions send"]))
        received.append(await link.receive())
        await link.close()

    listener = Listener(new_certificate(), open_listener(["127.0.0.1"], 0))
    listener.on_joiner = later
    home = Home(tmp_path)
    player = home.player("Ben", lambda: identity("Ben").seed)
    guest = JoinLobby(player, home, loopback(), accept, discovers=False)
    try:
        async with asyncio.timeout(20):
            with pytest.raises(OtherVersion) as refused:
                await guest.knock([Address("127.0.0.1", listener.port)], b"abc")
    finally:
        await guest.close()
        await listener.close()
    assert refused.value.version == 9
    assert received == [enc(["p2phanabi", VERSION])]
