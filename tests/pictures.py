"""Pictures of the live page for the documents: `make pictures`, or `python -m tests.pictures`.

Plays seeded tables, and pictures what a seat sees of them in Chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.web.live_page import Page
from p2p_hanabi.ui.web.table_page import TablePage
from tests.ui.table.playing import still, until
from tests.ui.table.ports import DealtTable
from tests.ui.web.live_browser import PHONE, Seat, chromium, server

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = (1200, 800)
MOVES = 24
"""So many at least have been made at the table that is pictured."""
SHOTS = {"table": ("hanabi", 4, SIZE), "phone": ("hanabi", 5, PHONE)}
"""By the name of the file: the game, how many play, and how large the window is."""


def page_of(game: str, seats: int) -> Page:
    """A seat's page at its turn, in the middle of a game."""
    port = until(DealtTable(seats, game=game, seed=3), lambda view: len(view.log) >= MOVES)
    scene = TablePage(FollowedTable(port, still), NamedPage(game, PAGES[game]))
    scene.look()
    return scene.page()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as profile,
        server() as address,
        chromium(Path(profile)) as driver,
    ):
        seat = Seat(driver)
        for name, (game, seats, size) in SHOTS.items():
            seat.open(address, size)
            seat.show(page_of(game, seats))
            driver.save_screenshot(str(FOLDER / f"{name}.png"))


if __name__ == "__main__":
    main()
