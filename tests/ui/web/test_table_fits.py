"""A table on the live page, measured: what is needed for a turn is in the window, at every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.ui.words import i18n

from .live_browser import Seat, server
from .shown_pages import table

SIZES = [(320, 568), (360, 740), (740, 360), (768, 1024), (1280, 800), (1920, 1080), (2560, 1440)]
TABLES = [
    ("hanabi", 2, 9), ("hanabi", 3, 12), ("hanabi", 5, 22),
    ("koikoi", 2, 9), ("koikoi", 2, 17), ("ikebana", 3, 6), ("ikebana", 5, 22),
]  # fmt: skip
SMALLEST, LEAST_TARGET = 14, 44
MEASURE = """
const [smallest, least] = arguments;
const seen = { visibilityProperty: true, opacityProperty: true };
const root = document.documentElement;
const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) =>
  each.checkVisibility(seen) && !each.closest("#side, .sr, .foot, svg"));
const boxes = (selector) => shown(selector).map((each) => each.getBoundingClientRect());
const isIn = ({ left, top, right, bottom }) =>
  left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
  && a.top < b.bottom - 1 && b.top < a.bottom - 1;
const isText = (node) => node.nodeType === 3 && node.textContent.trim();
const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
const small = shown("body *")
  .filter((each) => [...each.childNodes].some(isText) && sizeOf(each) < smallest);
const buttons = shown("button:not(.face)")
  .filter((each) => Math.min(each.offsetWidth, each.offsetHeight) < least);
const regions = boxes("#top, #strip, #areas > .area, #since, #dock");
const needed = boxes("#strip .picture, #own .picture, #areas .picture, #moves :is(button, p)");
return {
  sideways: root.scrollWidth - innerWidth,
  down: root.scrollHeight - innerHeight,
  outside: needed.filter((box) => !isIn(box)).length,
  small: small.map((each) => `${each.className}: ${each.textContent}`),
  overlapping: regions.filter((a, at) => regions.slice(at + 1).some((b) => meet(a, b))).length,
  targets: buttons.map((each) => each.textContent),
};
"""
RIGHT = {"sideways": 0, "down": 0, "outside": 0, "small": [], "overlapping": 0, "targets": []}


@pytest.fixture(params=["en", "fr", "ro"])
def seat(chrome: Chrome, request: pytest.FixtureRequest) -> Iterator[Seat]:
    i18n.choose(request.param)
    table.cache_clear()
    with server() as address:
        seat = Seat(chrome)
        seat.open(address)
        yield seat
        assert seat.complaints() == []
    i18n.choose("en")
    table.cache_clear()


@pytest.mark.parametrize("root", ["100%", "200%"])
def test_a_turn_needs_no_scrolling_at_any_size(seat: Seat, root: str) -> None:
    seat.run("document.documentElement.style.fontSize = arguments[0]", root)
    for size in SIZES:
        seat.resize(size)
        for game, seats, moves in TABLES:
            seat.show(table(game, seats, moves))
            for touched in ("#areas button.face", "#own button.face"):
                for each in seat.all(touched)[:1]:
                    seat.run("arguments[0].click()", each)
                found = seat.run(MEASURE, SMALLEST, LEAST_TARGET)
                assert found == RIGHT, (size, game, seats, touched)
