"""What a move draws anew on a page: little, since a slow telephone takes long to lay it out."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.web.table_page import TablePage
from tests.bench.page_speed import step
from tests.ui.table.playing import still
from tests.ui.table.ports import DealtTable

from .live_browser import PHONE, Seat, server

MOVES = 24
DRAWN = """
const widthOf = (each) => Math.round(each.getBoundingClientRect().width);
const seen = [...document.querySelectorAll(".picture")].filter((each) => each.checkVisibility());
const now = new Map(seen.map((each) => [each, widthOf(each)]));
const before = window.before ?? new Map();
window.before = now;
const made = seen.filter((each) => !before.has(each));
const resized = seen.filter((each) => before.has(each) && before.get(each) !== now.get(each));
const touched = window.touched?.size ?? 0;
window.touched?.clear();
if (!window.touched) {
  window.touched = new Set();
  new MutationObserver((records) => {
    for (const { target } of records) {
      const card = target.closest?.(".card");
      if (card) window.touched.add(card);
    }
  }).observe(document.body, { childList: true, attributes: true, subtree: true });
}
const cards = document.querySelectorAll(".card").length;
return [made.length, resized.length, seen.length, touched, cards];
"""


@pytest.mark.parametrize(
    ("game", "seats", "most"),
    [
        ("hanabi", 5, (0.13, 0.03, 0.5)),
        ("koikoi", 2, (0.1, 0.12, 0.1)),
        ("ikebana", 5, (0.06, 0.2, 0.02)),
    ],
)
def test_a_move_draws_few_cards_and_resizes_fewer(
    chrome: Chrome, game: str, seats: int, most: tuple[float, float, float]
) -> None:
    port = DealtTable(seats, game=game)
    port.until_my_turn()
    scene = TablePage(FollowedTable(port, still), NamedPage(game, PAGES[game]))
    counts = []
    with server() as address:
        seat = Seat(chrome)
        seat.open(address, PHONE)
        for _move in range(MOVES):
            scene.look()
            seat.show(scene.page())
            counts.append(seat.run(DRAWN))
            assert step(port, game)
    made, resized, shown, touched, cards = (sum(each) for each in zip(*counts[1:], strict=True))
    assert made <= most[0] * shown, counts
    assert resized <= most[1] * shown, counts
    assert touched <= most[2] * cards, counts


HEIGHTS = """
const areas = [...document.querySelectorAll("#areas .area")];
return areas.map((each) => each.getBoundingClientRect().height);
"""


def test_a_drawn_card_changes_no_areas_height(chrome: Chrome) -> None:
    """Else all cards of all bouquets would be laid out again, twice a turn."""
    port = DealtTable(5, game="ikebana")
    port.until_my_turn()
    scene = TablePage(FollowedTable(port, still), NamedPage("ikebana", PAGES["ikebana"]))
    with server() as address:
        seat = Seat(chrome)
        for size in (PHONE, (390, 844)):
            seat.open(address, size)
            heights = set()
            for _move in range(6):
                scene.look()
                seat.show(scene.page())
                heights.add(tuple(seat.run(HEIGHTS)))
                assert step(port, "ikebana")
            assert len(heights) == 1, size


MEASURED_LATE = """
let isMoving = false;
Object.assign(window, { late: 0, moved: 0 });
const move = Element.prototype.animate;
Element.prototype.animate = function (...all) {
  isMoving = true;
  window.moved += 1;
  queueMicrotask(() => { isMoving = false; });
  return move.apply(this, all);
};
for (const name of ["scrollHeight", "scrollTop", "clientHeight"]) {
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, name);
  Object.defineProperty(Element.prototype, name, {
    get() { if (isMoving) window.late += 1; return get.call(this); },
    set,
    configurable: true,
  });
}
"""


def test_nothing_is_measured_after_cards_begin_to_move(chrome: Chrome) -> None:
    port = DealtTable(2, game="koikoi")
    port.until_my_turn()
    scene = TablePage(FollowedTable(port, still), NamedPage("koikoi", PAGES["koikoi"]))
    with server() as address:
        seat = Seat(chrome)
        seat.open(address, PHONE)
        motion = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
        chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": motion})
        seat.run(MEASURED_LATE)
        for _move in range(6):
            scene.look()
            seat.show(scene.page())
            assert step(port, "koikoi")
        assert seat.run("return window.moved") > 0
        assert seat.run("return window.late") == 0


def test_the_root_of_a_page_depends_on_no_element_within() -> None:
    """With `:has()` there, each new element would style the whole page again."""
    folder = resources.files("p2p_hanabi.ui.web")
    for name in ("ask.css", "felt.css", "live.css", "table.css", "totals.css"):
        styles = (folder / name).read_text()
        found = re.findall(r"(?:^|[\s,}])(?:html|body|\.at-table)[^\s,{]*:has\(", styles)
        assert not found, name
