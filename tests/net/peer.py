"""One player as a process of its own, for tests in network namespaces.

    python -m tests.net.peer host|join INTERFACE FOLDER NAME

Says one JSON object per line; reads the joiner's code, and then any line ("go") before it plays on.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from p2p_hanabi.bots.hanabi import choose
from p2p_hanabi.games import GAMES
from p2p_hanabi.net.addresses import Interface, usable_interfaces
from p2p_hanabi.net.discovery import Browser, Found, multicast
from p2p_hanabi.net.lobby import TableConfig
from p2p_hanabi.net.lobby_host import HostLobby
from p2p_hanabi.net.lobby_join import JoinLobby
from p2p_hanabi.net.seat import Seated
from p2p_hanabi.net.session import Session
from p2p_hanabi.net.where import Where
from p2p_hanabi.paths import Home
from protocol.status import Doing
from protocol.words import code_from_words
from tests.net.builders import identity

GAME = GAMES["hanabi"]


def say(**fact: Any) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


async def hear() -> str:
    line: str = await asyncio.to_thread(sys.stdin.readline)
    return line.strip()


async def host(where: Where, home: Home, name: str) -> Seated:
    options = GAME.options({})
    config = TableConfig("hanabi", options, GAME.deck, GAME.faces(dict(options)), 2, "Café ☕")
    lobby = HostLobby(config, home.player(name, lambda: identity(name).seed), home, where)
    lobby.ready(True)
    say(code=lobby.view().code, addresses=[str(one) for one in lobby.view().addresses])
    return await lobby.run()


async def join(where: Where, home: Home, name: str) -> Seated:
    found = await first_table(where)
    say(found=found.notice.name, addresses=[str(one) for one in found.addresses])
    code = code_from_words(await hear())
    player = home.player(name, lambda: identity(name).seed)
    lobby = JoinLobby(player, home, where, lambda _config: None)
    await lobby.knock(found.addresses, code, found.notice.table)
    lobby.ready(True)
    return await lobby.run()


async def first_table(where: Where) -> Found:
    news = asyncio.Event()
    async with multicast(where.interfaces) as zeroconf:
        browser = Browser(zeroconf, where.interfaces, news.set)
        try:
            while not (reached := [one for one in browser.found if one.reached]):
                news.clear()
                await news.wait()
            return reached[0]
        finally:
            await browser.close()


async def play(seated: Seated, home: Home, interface: str) -> None:
    def interfaces() -> tuple[Interface, ...]:
        return usable_interfaces(interface)

    session = Session(seated, GAME, home, interfaces=interfaces)
    running = asyncio.create_task(session.run())
    await asyncio.gather(report_links(session), play_by_bot(session, seated))
    ending = await running
    content = session.transcript_path.read_bytes() if session.transcript_path else b""
    say(ended=ending.how.value, transcript=hashlib.sha256(content).hexdigest())


async def report_links(session: Session) -> None:
    was_up = True
    async for _ in session.changes():
        is_up = all(seat.missing_s is None for seat in session.seats())
        if is_up != was_up:
            was_up = is_up
            say(linked=is_up)


async def play_by_bot(session: Session, seated: Seated) -> None:
    moves = 0
    async for _ in session.changes():
        status = session.status()
        if status.doing is Doing.MOVING and seated.seat in status.waiting_for:
            if moves == 2:  # in the middle of the game: let the test do what it likes
                say(turn=moves)
                await hear()
            moves += 1
            session.play(choose(session.view()))


async def main(role: str, interface: str, folder: str, name: str) -> None:
    home = Home(Path(folder))
    where = Where(usable_interfaces(interface))
    seated = await (host if role == "host" else join)(where, home, name)
    say(table=seated.seating.table.hex())
    await play(seated, home, interface)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
