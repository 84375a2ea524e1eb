"""The cost of pages: the start, a move, and five seats on one machine, each in its own process.

The seats are played by programs that implement the channel, as `channel.js` does; the processes are
the real ones. Memory is what Linux reports for each; shared memory is counted in each of them.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from p2p_hanabi.net.page.page_channel import (
    BUILD_BYTES,
    KEEP,
    KEPT,
    MESSAGE,
    SNAPSHOT,
    Greeting,
    PageChannel,
    PageSecret,
)
from p2p_hanabi.paths import Home
from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.web.table_page import TablePage
from p2p_hanabi.ui.web.wire import snapshot
from tests.bench.clock import out, spent_by, spent_s
from tests.net.page_side import greeted
from tests.ui.table.ports import DealtTable

PHONES = 4
STARTS = 5
PROGRAM = (sys.executable, "-m", "p2p_hanabi", "host", "--web", "--new", "--name", "Ada")
TABLE = ("--interface", "127.0.0.1", "--game", "hanabi", "--option", "red=1")
LONGEST_S = 120


@dataclass
class PageClient:
    """A page without a browser, which plays the first move offered."""

    socket: ClientConnection
    channel: PageChannel
    name: str
    page: dict[str, Any] = field(default_factory=dict)
    number: int = 0

    @classmethod
    async def come(cls, address: str, name: str) -> PageClient:
        place, _, fragment = address.removeprefix("http://").partition("/#")
        secret = PageSecret.of(base64.urlsafe_b64decode(fragment))
        origin: Any = f"http://{place}"
        socket = await connect(
            f"ws://{place}/socket", origin=origin, compression=None, proxy=None, max_size=None
        )
        greeting = await socket.recv()
        assert isinstance(greeting, bytes)
        hello, channel = greeted(greeting, secret)
        await socket.send(hello)
        return cls(socket, channel, name)

    async def pages(self) -> AsyncIterator[dict[str, Any]]:
        async for box in self.socket:
            assert isinstance(box, bytes)
            kind, content = self.channel.open(box)
            if kind == KEEP:
                await self.socket.send(self.channel.seal(KEPT))
            elif kind == SNAPSHOT:
                value = json.loads(content)
                self.page, self.number = value["page"], value["n"]
                yield self.page

    async def until(self, key: str) -> None:
        async for page in self.pages():
            if page.get(key):
                return

    async def do(self, does: str, **rest: object) -> None:
        message = {"v": 2, "n": self.number, "do": does, **rest}
        await self.socket.send(self.channel.seal(MESSAGE, json.dumps(message).encode()))

    async def play(self) -> None:
        """Play until the game is over."""
        is_named = False
        played: object = None
        async for page in self.pages():
            offered = page.get("moves")
            if page["kind"] == "end":
                return
            if page.get("fields") and not is_named:
                is_named = True
                await self.do("type", field="typed", text=self.name)
            elif any(
                each["does"] == "ready" and each.get("main") for each in page.get("buttons", ())
            ):
                await self.do("press", what="ready")
            elif offered and played != page.get("log", []):
                played = page.get("log", [])
                await self.do("play", move=offered[0]["name"])


def program(home: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "P2PHANABI_HOME": str(home)}
    return subprocess.Popen((*PROGRAM, *TABLE, *words), env=env, stdout=subprocess.PIPE, text=True)


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


# -- the start


async def start_s(home: Path) -> float:
    """Return the processor time until the page has a lobby with buttons."""
    with program(home) as process:
        try:
            client = await PageClient.come(address_of(process), "Ada")
            async for page in client.pages():
                if page["kind"] == "lobby" and page.get("buttons"):
                    break
            return spent_by(process.pid)
        finally:
            process.terminate()


# -- a move


def snapshot_s(game: str, seats: int, moves: int = 12) -> tuple[float, int]:
    """Return the processor time to create and seal the snapshot after a move, and its bytes."""
    port = DealtTable(seats, game=game)
    scene = TablePage(FollowedTable(port), NamedPage(game, PAGES[game]))
    secret, greeting, times, size = PageSecret.new(), Greeting(bytes(BUILD_BYTES)), [], 0
    channel = greeting.channel(secret, greeted(greeting.frame, secret)[0])
    for number in range(moves):
        port.until_my_turn()
        began = spent_s()
        scene.look()
        box = channel.seal(SNAPSHOT, snapshot(number, scene.page()))
        times.append(spent_s() - began)
        size = max(size, len(box))
        if (view := port.view()) is None or not view.moves:
            break
        port.play(view.moves[0])
    return statistics.median(times), size


# -- five seats


@dataclass(frozen=True)
class SeatProcess:
    """A running process, and where its files are."""

    pid: int
    home: Path

    def held_mib(self) -> tuple[float, float]:
        """Return its peak memory, and its proportional share (PSS) now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        found = re.search(r"VmHWM:\s+(\d+)", status), re.search(r"\nPss:\s+(\d+)", rollup)
        most, share = (0 if each is None else int(each[1]) for each in found)
        return most / 1024, share / 1024

    def knows(self, secret: bytes) -> bool:
        """Return whether the secret is anywhere in its memory."""
        with Path(f"/proc/{self.pid}/mem").open("rb", 0) as memory:
            for row in Path(f"/proc/{self.pid}/maps").read_text().splitlines():
                span, rights = row.split()[:2]
                begin, end = (int(each, 16) for each in span.split("-"))
                if rights.startswith("rw") and "[v" not in row:
                    memory.seek(begin)
                    if secret in memory.read(end - begin):
                        return True
        return False


def seats_of(home: Path, host: int) -> list[SeatProcess]:
    children = Path(f"/proc/{host}/task/{host}/children").read_text().split()
    phones = []
    for child in children:
        env = Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
        folder = next(each for each in env if each.startswith(b"P2PHANABI_HOME="))
        phones.append(SeatProcess(int(child), Path(folder.decode().partition("=")[2])))
    return [SeatProcess(host, home), *phones]


async def five_seats(home: Path) -> None:
    with program(home, "--seats", str(PHONES + 1), "--phones", str(PHONES)) as process:
        try:
            host = await PageClient.come(address_of(process), "Ada")
            async for page in host.pages():
                if len(codes := page.get("codes", ())) == PHONES:
                    break
            phones = [
                await PageClient.come(code["address"], name)
                for code, name in zip(codes, ("Ben", "Chi", "Dan", "Eve"), strict=True)
            ]
            async with asyncio.timeout(LONGEST_S):
                await asyncio.gather(*(each.play() for each in (*phones, host)))
            tell_of(seats_of(home, process.pid))
        finally:
            process.terminate()


def tell_of(seats: list[SeatProcess]) -> None:
    secrets = [Home(each.home).known_player().identity.seed for each in seats]
    for number, seat in enumerate(seats):
        most, share = seat.held_mib()
        known = [each + 1 for each, secret in enumerate(secrets) if seat.knows(secret)]
        out(f"  seat {number + 1}: at most {most:.1f} MiB, its share {share:.1f}; knows {known}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        starts = [asyncio.run(start_s(Path(folder) / str(n))) for n in range(STARTS)]
        out("pages, processor time")
        out(f"  host --web, to a lobby on its page  {1000 * statistics.median(starts):7.1f} ms")
        for game, seats in (("hanabi", 5), ("ikebana", 5), ("koikoi", 2)):
            cost, size = snapshot_s(game, seats)
            out(f"  a move of {game}, {seats} seats: {1000 * cost:.1f} ms, {size / 1024:.1f} KiB")
        out("five seats on one machine, after a game; whose signing keys are in whose memory")
        asyncio.run(five_seats(Path(folder) / "five"))


if __name__ == "__main__":
    main()
