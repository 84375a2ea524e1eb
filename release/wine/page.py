"""A page of a program in Wine, in Chromium on Linux."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.commands.test_web_games import HOST, LOST_AT_ONCE
from tests.commands.web_program import HERE, Player
from tests.ui.web.live_browser import chromium

from .game import Seat
from .house import Windows, windows_path


def play_on_a_page(windows: Windows, folder: Path, *, dies: bool = True) -> Iterator[str]:
    """Yield what happened. Raise `AssertionError` if it is wrong."""
    if not all(shutil.which(each) for each in ("chromium", "chromedriver")):
        yield "a page of Windows: not tested without chromium and chromedriver"
        return
    home = folder / "page"
    with chromium(folder / "profile") as driver:
        player = Player(driver)
        seat, address = _opened(windows, home, *HOST, *LOST_AT_ONCE, "--bots", "1")
        try:
            player.come(address)
            player.until(lambda: player.kind == "table")
            player.wait_for_turn()
            if dies:
                seat.kill()
                player.until(lambda: player.state == "lost")
                seat, _again = _opened(windows, home, "resume", "--web")
                player.until(player.is_open)
            assert player.play() == "end"
            player.wait_for("Red tokens: 1 of 1.")
            player.press("Close the table")
            player.press("Confirm")
            assert seat.left() == 0
        finally:
            seat.close()
    (game,) = (home / "transcripts").glob("*.p2ph")
    audit = windows.run("audit", windows_path(game), home=home)
    yield f"a page of Windows{', killed and resumed' * dies}, in Chromium: {audit.splitlines()[0]}"


def _opened(windows: Windows, home: Path, *words: str) -> tuple[Seat, str]:
    """Start a program that serves a page; return it and the page's URL."""
    seat = Seat([*windows.program, *words, *HERE], windows.environment(home))
    return seat, seat.line()
