"""Pictures of the live page for the documents: `make pictures`, or `python -m release.pictures`.

Plays seeded tables, and pictures what a seat sees of them in Chromium. With a folder as argument it
writes there instead every card of every game at several widths: in light, in dark, and as
players see them who are colour-blind.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from p2p_hanabi.registry import PAGES, all_drawings
from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.model.game.areas import Area, Drawn, Front
from p2p_hanabi.ui.model.game.game_page import Looking, NamedPage
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.web.live_page import Page, PageKind
from p2p_hanabi.ui.web.table_page import TablePage
from protocol.game import Seat as SeatNumber
from tests.any_game import PAGES as ANY_PAGES
from tests.fakes import NAMES
from tests.played_tables import tables
from tests.ui.table.playing import still, until
from tests.ui.table.ports import DealtTable
from tests.ui.web.live_browser import PHONE, Seat, chromium, server

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = (1200, 800)
MOVES = 24
"""So many at least have been made at the table that is pictured."""
SHOTS = {"table": ("hanabi", 4, SIZE), "phone": ("hanabi", 5, PHONE)}
"""By the name of the file: the game, how many play, and how large the window is."""
HANAFUDA = (672, 400)
"""How large the window is in which four months fill a line."""
WIDTHS = (40, 64, 110, 200)
VISIONS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
SHEET = """
const [widths] = arguments;
const cards = [...document.querySelectorAll(".card")];
const row = (width) => {
  const list = document.createElement("ol");
  list.className = "cards";
  list.style.gap = "6px";
  list.append(...cards.map((card) => card.cloneNode(true)));
  for (const card of list.children) {
    card.style.setProperty("--card", `${width}px`);
    card.style.flex = `0 0 ${width}px`;
    card.style.maxWidth = "none";
  }
  return list;
};
const drawings = [...document.body.children].filter((each) => each.localName === "svg");
document.body.replaceChildren(...drawings, ...widths.map(row));
document.body.style.display = "block";
document.body.style.background = "var(--felt)";
document.body.style.padding = "8px";
return Math.ceil(document.body.lastElementChild.getBoundingClientRect().bottom) + 8;
"""
"""Draws the cards of a page once for each width, in pixels, and returns how high it is then."""


def page_of(game: str, seats: int) -> Page:
    """A seat's page at its turn, in the middle of a game."""
    port = until(DealtTable(seats, game=game, seed=3), lambda view: len(view.log) >= MOVES)
    scene = TablePage(FollowedTable(port, still), NamedPage(game, PAGES[game]))
    scene.look()
    return scene.page()


def fronts(game: str) -> list[Front]:
    """Every card of a game that bots show at some table, in every edition."""
    found: set[Front] = set()
    for edition in (None, "2010"):
        card_edition.choose(edition)
        for table in (each for each in tables() if each.game == game):
            players = Players(SeatNumber(0), NAMES[: table.seats])
            for step in table.steps:
                areas = ANY_PAGES[game].areas(table.view(step, 0), players, Looking())
                shown = (card.front for area in areas for card in area.cards)
                found |= {front for front in shown if front and front.art}
    card_edition.choose(None)
    return sorted(found, key=lambda front: (len(front.corner), front.corner, front.art))


def show_sheet(seat: Seat, game: str, cards: Sequence[Front | None], widths: Sequence[int]) -> None:
    """Show these cards of a game once for each width; None is a back."""
    area = Area("", tuple(map(Drawn, cards)), key=game)
    seat.show(Page(PageKind.TABLE, game, game=game, areas=(area,)))
    width = seat.run("return window.innerWidth")
    seat.resize((width, seat.run(SHEET, widths)))


def write_sheets(folder: Path) -> None:
    """Write all cards and the back of each game, once for each way of seeing them."""
    folder.mkdir(parents=True, exist_ok=True)
    sheets = {game: [*fronts(game), None] for game in all_drawings()}
    for is_dark in (False, True):
        with browser(is_dark=is_dark) as (seat, address):
            for game, cards in sheets.items():
                seat.open(address, SIZE)
                show_sheet(seat, game, cards, WIDTHS)
                for vision in VISIONS:
                    of = {"type": vision}
                    seat.driver.execute_cdp_cmd("Emulation.setEmulatedVisionDeficiency", of)
                    name = f"{game}-{'dark' if is_dark else 'light'}-{vision}.png"
                    seat.driver.save_screenshot(str(folder / name))


def write_pictures() -> None:
    FOLDER.mkdir(exist_ok=True)
    with browser() as (seat, address):
        for name, (game, seats, size) in SHOTS.items():
            seat.open(address, size)
            seat.show(page_of(game, seats))
            seat.driver.save_screenshot(str(FOLDER / f"{name}.png"))
        seat.open(address, HANAFUDA)
        show_sheet(seat, "koikoi", fronts("koikoi"), [48])
        seat.driver.save_screenshot(str(FOLDER / "hanafuda.png"))


@contextmanager
def browser(*, is_dark: bool = False) -> Iterator[tuple[Seat, str]]:
    """Yield a seat in a browser of its own, and the address of the page."""
    with (
        tempfile.TemporaryDirectory() as profile,
        server() as address,
        chromium(Path(profile), is_dark=is_dark) as driver,
    ):
        yield Seat(driver), address


def main() -> None:
    if len(sys.argv) > 1:
        write_sheets(Path(sys.argv[1]))
    else:
        write_pictures()


if __name__ == "__main__":
    main()
