"""Each game on a page of the real program, in Firefox."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.lengths import long, mostly_long
from tests.needs import need
from tests.ui.web.firefox import Refused, Window, firefox, window
from tests.ui.web.live_browser import DESKTOP, LONGEST_S, PHONE

from .web_program import LOGGED, NEXT, program

HOST = ("host", "--web", "--new", "--name", "Ada")
LOST_AT_ONCE = ("--game", "hanabi", "--option", "red=1", "--bots", "2")
MAX_TOUCHES, TOUCHES = 2000, 12
TABLE = """
return new Promise((done) => {
  const isTable = () => document.body.dataset.kind === "table" && done(true);
  new MutationObserver(isTable).observe(document.body, { attributes: true });
  isTable();
});
"""
NEXT_OF_ALL = f"return new Promise((done) => (function() {{ {NEXT} }})(done));"


@pytest.fixture(scope="module")
def firefox_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    need("firefox", "posix")
    with firefox(tmp_path_factory.mktemp("firefox")) as address:
        yield address


async def play(page: Window, touches: int = MAX_TOUCHES) -> str:
    """Touch what is offered first: the kind of page that is shown then."""
    for _each in range(touches):
        try:
            found = await page.run(NEXT_OF_ALL)
            if isinstance(found, str):
                return found
            await page.click(found)
        except Refused:
            continue  # the page was drawn anew between looking and touching
    return str(await page.run("return document.body.dataset.kind"))


@dataclass(frozen=True)
class Game:
    options: tuple[str, ...]
    size: tuple[int, int]
    touches: int = TOUCHES
    last: str = "table"


GAMES = {
    "hanabi": Game(LOST_AT_ONCE, DESKTOP, MAX_TOUCHES, "end"),
    "koikoi": Game(("--game", "koikoi", "--bots", "1"), PHONE),
    "ikebana": Game(("--game", "ikebana", "--bots", "1"), PHONE),
}


@long
@pytest.mark.parametrize("game", mostly_long(GAMES.values()), ids=GAMES)
async def test_a_game_is_played_by_clicks_in_firefox(
    firefox_at: str, tmp_path: Path, game: Game
) -> None:
    with program(tmp_path, *HOST, *game.options) as host:
        async with asyncio.timeout(3 * LONGEST_S), window(firefox_at, game.size) as page:
            await page.go(host.address)
            await page.run(TABLE)
            assert await play(page, game.touches) == game.last
            logged = [each["value"] for each in await page.run(LOGGED)]
            mine = [each for each in logged if each.startswith("You ")]
            assert len(mine) > (game.last == "table")
            assert page.complaints == []
