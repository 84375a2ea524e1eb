"""Bots that a host starts, as real processes: those that fail to join are not given up at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from p2p_hanabi.commands.local_seats.bot_processes import STARTS, BotProcesses
from p2p_hanabi.net.lobby_host import HostLobby
from p2p_hanabi.net.lobby_record import HostedTable, new_invitation
from p2p_hanabi.paths import Home
from tests.net.builders import identity
from tests.net.tables import loopback, stop
from tests.net.test_lobby import CONFIG

NOBODY = "127.0.0.1:9"


async def test_a_bot_that_cannot_join_is_started_again_and_at_last_named(tmp_path: Path) -> None:
    said: list[str] = []
    codes: list[str | None] = []

    def code() -> None:
        codes.append(None)

    told = asyncio.Event()

    def tell(sentence: str) -> None:
        said.append(sentence)
        told.set()

    async with BotProcesses(Home(tmp_path), "127.0.0.1") as robots:
        robots.join(1, NOBODY, None)
        keeping = asyncio.create_task(robots.keep_joining(code, tell))
        async with asyncio.timeout(60):
            await told.wait()
        await stop([keeping])
        assert robots.count == 0
    assert len(codes) == STARTS - 1
    [sentence] = said
    assert sentence.startswith("The bot Wren could not join, so its seat is free. Cannot reach ")


async def test_a_bot_that_knocked_with_an_old_code_comes_with_the_new_one(tmp_path: Path) -> None:
    host = Home(tmp_path)
    player = host.player("Ana", lambda: identity("Ana").seed)
    new = HostedTable(new_invitation(), CONFIG)
    lobby = HostLobby(new, player, host, loopback(), discoverable=False)
    running = asyncio.create_task(lobby.run())
    old = "acorn-acorn-acorn"
    assert lobby.view().code != old
    async with asyncio.timeout(60), BotProcesses(host, "127.0.0.1") as robots:
        robots.join(1, lobby.view().addresses[0], old)
        keeping = asyncio.create_task(robots.keep_joining(lambda: lobby.view().code, print))
        while len(lobby.view().sitters) < 2:
            await lobby.changed()
        assert [one.name for one in lobby.view().sitters] == ["Ana", "Wren"]
        await stop([keeping, running])
