"""Bots that a host starts, as real processes: those that fail to join are not given up at once."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

from p2p_hanabi.commands.local_seats.bot_processes import STARTS, BotProcesses
from p2p_hanabi.commands.local_seats.bot_seats import BotSeats
from p2p_hanabi.commands.local_seats.phone_processes import PhoneProcesses
from p2p_hanabi.gathering import Change
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_record import HostedTable, new_invitation
from p2p_hanabi.net.table.seat import store_own_seat
from p2p_hanabi.paths import Home, write
from p2p_hanabi.review.reviewed_file import OPTION
from tests import warm
from tests.commands.test_supervised_seats import OWN, one_more_file
from tests.needs import need
from tests.net.builders import identity
from tests.net.tables import loopback, stop
from tests.net.test_lobby import CONFIG
from tests.worked_example import example

NOBODY = "127.0.0.1:9"


async def test_bot_that_cannot_join_is_restarted_then_named(tmp_path: Path) -> None:
    sentences: list[str] = []
    codes: list[str | None] = []

    def code() -> None:
        codes.append(None)

    is_told_event = asyncio.Event()

    def report(sentence: str) -> None:
        sentences.append(sentence)
        is_told_event.set()

    async with BotProcesses(Home(tmp_path), "127.0.0.1") as robots:
        robots.join(1, NOBODY, None)
        keeping = asyncio.create_task(robots.keep_joining(code, report))
        async with asyncio.timeout(60):
            await is_told_event.wait()
        await stop([keeping])
        assert robots.count == 0
    assert len(codes) == STARTS - 1
    [sentence] = sentences
    assert sentence.startswith("The bot Wren could not join, so its seat is free. Cannot reach ")


def test_a_table_for_bots_alone_is_given_up_if_one_cannot_come(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "Wren").write_bytes(b"")  # so it can have no folder, as on a full disk
    where = ["--interface", "127.0.0.1"]
    host = [
        "host",
        "--game",
        "hanabi",
        "--bot",
        "--bots",
        "1",
        "--seats",
        "2",
        "--name",
        "Ana",
        *where,
    ]
    done = warm.run(["p2p_hanabi", *host], {**os.environ, "P2PHANABI_HOME": str(tmp_path)})
    assert done.returncode == 2, done
    assert "The bot Wren could not join, so its seat is free." in done.stderr
    assert "Traceback" not in done.stderr


async def test_phone_that_gave_up_is_restarted_at_the_next_table(tmp_path: Path) -> None:
    home = Home(tmp_path / "phones" / "1")
    home.player("Ben", lambda: example().identities[1].seed)
    store_own_seat(home.table_folder(OWN.seating.table), OWN)
    write(home.table_folder(OWN.seating.table).journal, b"damaged")
    async with asyncio.timeout(60), PhoneProcesses(Home(tmp_path), "127.0.0.1", 1) as phones:
        await phones.resume(OWN.seating.table)
        [phone] = phones._running
        phone.restarts.has_given_up = True
        phone.starts = 20
        await phones.join(NOBODY, None)
        assert not phone.restarts.has_given_up
        assert phone.starts == 1


async def test_lobby_goes_on_without_room_for_another_bot(tmp_path: Path) -> None:
    need("posix")
    home, sentences = Home(tmp_path), list[str]()
    player = home.player("Ana", lambda: identity("Ana").seed)
    lobby = HostLobby(HostedTable(new_invitation(), CONFIG), player, home, loopback())
    async with BotProcesses(home, None) as bots, PhoneProcesses(home, None) as phones:
        seats = BotSeats(lobby, bots, phones, sentences.append)
        before = lobby.view()
        with one_more_file():
            seats.arrange(Change.ADD_BOT)
        assert sentences == ["This computer has no room for another bot now."]
        assert (bots.count, lobby.view()) == (0, before)
    await lobby.close()


async def test_no_bot_is_offered_at_a_review(tmp_path: Path) -> None:
    home = Home(tmp_path)
    player = home.player("Ana", lambda: identity("Ana").seed)
    for marks, expected in (((), True), (((OPTION, (bytes(32), 9)),), False)):
        config = replace(CONFIG, options=(*CONFIG.options, *marks))
        lobby = HostLobby(HostedTable(new_invitation(), config), player, home, loopback())
        async with BotProcesses(home, None) as bots, PhoneProcesses(home, None) as phones:
            can = BotSeats(lobby, bots, phones, print).view().can
        assert (Change.ADD_BOT in can) is expected
        await lobby.close()


async def test_bot_refused_with_an_old_code_joins_with_the_new_one(tmp_path: Path) -> None:
    host = Home(tmp_path)
    player = host.player("Ana", lambda: identity("Ana").seed)
    new = HostedTable(new_invitation(), CONFIG)
    lobby = HostLobby(new, player, host, loopback(), discoverable=False)
    running = asyncio.create_task(lobby.run())
    old = "acorn-acorn-acorn"
    assert lobby.view().room_code != old
    async with asyncio.timeout(60), BotProcesses(host, "127.0.0.1") as robots:
        robots.join(1, lobby.view().addresses[0], old)
        keeping = asyncio.create_task(robots.keep_joining(lambda: lobby.view().room_code, print))
        while len(lobby.view().members) < 2:
            await lobby.changed()
        assert [one.name for one in lobby.view().members] == ["Ana", "Wren"]
        await stop([keeping, running])
