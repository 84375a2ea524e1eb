"""A table on the live page, measured: what is needed for a turn is in the window, at every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.ui.words import i18n
from tests.lengths import mostly_long, sampled

from .live_browser import Seat, server
from .phases import phases
from .shown_pages import plain, table

SIZES = [(320, 568), (360, 740), (740, 360), (768, 1024), (1280, 800), (1920, 1080), (2560, 1440)]
PHONES = SIZES[:3]
TABLES = [
    ("hanabi", 2, 9), ("hanabi", 3, 12), ("hanabi", 5, 22),
    ("koikoi", 2, 9), ("koikoi", 2, 17), ("ikebana", 3, 6), ("ikebana", 5, 22),
]  # fmt: skip
SMALLEST, LEAST_TARGET = 14, 44
MEASURE = """
const [smallest, least, scrolls] = arguments;
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
const hands = scrolls ? "#areas" : "#areas > .area";
const regions = boxes(`#top, #strip, ${hands}, #since, #dock`);
const isLying = scrolls && innerHeight < 500; // what one does scrolls too, except the last button
const done = isLying ? "#moves .main" : "#own .picture, #moves :is(button, p)";
const needed = boxes(`#strip .picture, ${scrolls ? "none" : "#areas .card .picture"}, ${done}`);
const areas = document.querySelector("#areas");
const isFixed = scrolls || getComputedStyle(areas).overflowY === "visible";
const behind = isFixed ? 0 : Math.max(0, areas.scrollHeight - areas.clientHeight - 1);
return {
  sideways: root.scrollWidth - innerWidth,
  down: root.scrollHeight - innerHeight + behind,
  outside: needed.filter((box) => !isIn(box)).length,
  small: small.map((each) => `${each.className}: ${each.textContent}`),
  overlapping: regions.filter((a, at) => regions.slice(at + 1).some((b) => meet(a, b))).length,
  targets: buttons.map((each) => each.textContent),
};
"""
LEFT_AT_THE_SIDE = """
const list = document.querySelector("#since ol");
return [...list.children].map((each) => list.offsetWidth - each.offsetLeft - each.offsetWidth);
"""
RIGHT = {"sideways": 0, "down": 0, "outside": 0, "small": [], "overlapping": 0, "targets": []}

CUT = """
const within = document.querySelector("dialog[open]") ?? document.body;
const found = new Set();
const isIn = (one, all) => one.left >= all.left - 2 && one.right <= all.right + 2
  && one.top >= all.top - 4 && one.bottom <= all.bottom + 4;
const isLeftOut = ".sr, .picture, .goals, script, style, noscript, select";
const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const [node, parent] = [walker.currentNode, walker.currentNode.parentElement];
  if (!node.textContent.trim() || parent.closest(isLeftOut)) continue;
  const above = [];
  for (let at = parent; at !== document.documentElement; at = at.parentElement) above.push(at);
  const styles = above.map((each) => getComputedStyle(each));
  const isSeen = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  if (!isSeen || styles.some((each) => each.clipPath !== "none")) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const [n, at] of above.entries()) {
    const { overflowX, overflowY, textOverflow } = styles[n];
    if ([overflowX, overflowY].some((each) => ["auto", "scroll"].includes(each))) break;
    if (overflowX === "visible") continue;
    const isShort = textOverflow === "ellipsis" && at.scrollWidth > at.clientWidth + 1;
    const box = at.getBoundingClientRect();
    const isCut = [...range.getClientRects()].some((each) => each.width > 1 && !isIn(each, box));
    if (isShort || isCut) found.add(node.textContent);
  }
}
return [...found];
"""
"""Texts of which a part is hidden, and cannot be scrolled to."""
CATCH = """
const own = [...document.querySelectorAll('#areas [data-role="catch"]')].at(-1);
const boxes = (within, selector) =>
  [...within.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
const cards = boxes(own, ".cards .picture");
const lists = [...own.querySelectorAll(".cards")].map((each) => boxes(each, ".card"));
const steps = lists.flatMap((all) => all.slice(1).map(({ left }, at) => left - all[at].left));
const goal = own.querySelector(".goal");
const whole = own.getBoundingClientRect();
const needed = [...cards, goal.getBoundingClientRect()];
return {
  card: Math.min(...cards.map((each) => each.width)),
  step: Math.min(...steps),
  goal: Math.min(...boxes(goal, ".picture").map((each) => each.width)),
  isWhole: needed.every(({ right, bottom }) => right <= whole.right && bottom <= whole.bottom),
};
"""
GROWN = """
return ["#moves > p", "#moves button:not(.icon)", "#since li", "#top h1", "#strip .value"]
  .map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize));
"""
BOXED = """
const ground = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
return ["#messages", "#own .area"].map((each) => ground(each) === ground("#lines"));
"""


IN_ALL = pytest.mark.parametrize("seat", ["en", "fr", "ro"], indirect=True)
IN_THE_LONGEST = pytest.mark.parametrize("seat", mostly_long(["fr", "en", "ro"]), indirect=True)
"""And in the others in `make test-long`."""


@pytest.fixture
def seat(chrome: Chrome, request: pytest.FixtureRequest) -> Iterator[Seat]:
    i18n.choose(request.param)
    table.cache_clear()
    plain.cache_clear()
    with server() as address:
        seat = Seat(chrome)
        seat.open(address)
        yield seat
        assert seat.complaints() == []
    i18n.choose("en")
    table.cache_clear()
    plain.cache_clear()


@sampled(1)
@IN_THE_LONGEST
@pytest.mark.parametrize("root", ["100%", "200%"])
def test_a_turn_needs_no_scrolling_at_any_size(seat: Seat, root: str) -> None:
    """With large text on a telephone, the hands scroll in the room that is left."""
    seat.run("document.documentElement.style.fontSize = arguments[0]", root)
    for size in SIZES:
        seat.resize(size)
        for game, seats, moves in TABLES:
            seat.show(table(game, seats, moves))
            for touched in ("#areas button.face", "#own button.face"):
                for each in seat.all(touched)[:1]:
                    seat.run("arguments[0].click()", each)
                scrolls = root == "200%" and size in PHONES
                found = seat.run(MEASURE, SMALLEST, LEAST_TARGET, scrolls)
                assert found == RIGHT, (size, game, seats, touched)


@sampled(1)
@IN_ALL
def test_no_word_on_a_table_is_cut_off(seat: Seat) -> None:
    for size in (*PHONES, (1280, 800)):
        seat.resize(size)
        for game, seats, moves in TABLES:
            seat.show(plain(game, seats, moves))
            assert seat.run(CUT) == [], (size, game, seats, moves)


@pytest.mark.parametrize("seat", ["en", "fr"], indirect=True)
def test_moves_of_others_are_whole_beside_the_steps_too(seat: Seat) -> None:
    """The steps, which stay once one has looked back, make the hands a little lower."""
    seat.resize((360, 740))
    shown = phases("hanabi-5-looking-back", "hanabi-5-turn")
    for name in ("hanabi-5-looking-back", "hanabi-5-turn"):
        seat.show(shown[name].page)
    assert len(seat.all("#areas .latest")) == 4
    assert seat.run(CUT) == []


@pytest.mark.parametrize("seat", ["fr", "ro"], indirect=True)
def test_the_log_leaves_room_for_all_that_is_beside_a_table(seat: Seat) -> None:
    seat.resize((1280, 800))
    (phase,) = phases("hanabi-5-turn").values()
    seat.show(phase.page)
    side = "const { scrollHeight, clientHeight } = document.querySelector('#side');"
    assert seat.run(f"{side} return scrollHeight - clientHeight") == 0
    assert seat.run("return document.querySelector('#log .entries').clientHeight") > 60


@pytest.mark.parametrize("seat", ["ro"], indirect=True)
def test_no_move_since_ones_turn_is_under_the_scroll_bar(seat: Seat) -> None:
    seat.resize((360, 740))
    (phase,) = phases("hanabi-5-turn").values()
    seat.show(phase.page)
    assert min(seat.run(LEFT_AT_THE_SIDE)) >= 10


@pytest.mark.parametrize("seat", ["en"], indirect=True)
def test_moves_since_ones_turn_are_whole_on_a_lying_phone(seat: Seat) -> None:
    for game, seats, moves in TABLES:
        if game != "ikebana":
            seat.resize((740, 360))
            seat.show(table(game, seats, moves))
            assert min(seat.run(LEFT_AT_THE_SIDE), default=0) >= 0, (game, seats)


@pytest.mark.parametrize("seat", ["en"], indirect=True)
def test_confirmed_move_takes_one_row_on_a_phone(seat: Seat) -> None:
    seat.resize((360, 740))
    seat.show(table("hanabi", 5, 22))
    seat.run("document.querySelector('#own button.face').click()")
    seat.run("document.querySelector('.act .choices .move').click()")
    assert seat.texts(".act .main") == ["Discard card 1"]
    assert seat.one(".act .main").size["height"] == LEAST_TARGET


@pytest.mark.parametrize("seat", ["fr"], indirect=True)
def test_the_only_other_hand_can_be_read_in_large_text(seat: Seat) -> None:
    seat.resize((320, 568))
    seat.run("document.documentElement.style.fontSize = '200%'")
    (phase,) = phases("hanabi-2-own-card").values()
    seat.show(phase.page)
    seat.run("document.querySelector('#own button.face').click()")
    widths = "return [...document.querySelectorAll('#areas .picture')].map((e) => e.offsetWidth)"
    assert min(seat.run(widths)) >= 30


@pytest.mark.parametrize("seat", ["fr"], indirect=True)
def test_the_heading_of_a_line_takes_two_rows_on_a_phone(seat: Seat) -> None:
    seat.resize((360, 740))
    (phase,) = phases("hanabi-2-replay").values()
    heading = "ET SI 12/66, hors de la partie après 5 : toutes les cartes"
    seat.show(replace(phase.page, heading=heading))
    rows = "const h = document.querySelector('h1'), { lineHeight } = getComputedStyle(h);"
    assert seat.run(f"{rows} return h.clientHeight / parseFloat(lineHeight)") < 2.5


@pytest.mark.parametrize("seat", ["fr"], indirect=True)
@pytest.mark.parametrize("lobby", ["lobby-host", "lobby-guest", "lobby-phones"])
def test_all_seats_of_a_lobby_are_seen_on_a_lying_phone(seat: Seat, lobby: str) -> None:
    seat.resize((740, 360))
    (phase,) = phases(lobby).values()
    seat.show(phase.page)
    button = seat.run("return document.querySelector('#mains').getBoundingClientRect().top")
    names = (
        "return [...document.querySelectorAll('.seat .who')].map((e) => [...e.getClientRects()])"
    )
    ends = [each["bottom"] for rects in seat.run(names) for each in rects]
    assert len(ends) == 5
    assert max(ends) <= button


@IN_THE_LONGEST
@pytest.mark.parametrize("size", PHONES)
def test_the_own_catch_is_large_enough_to_be_recognized(seat: Seat, size: tuple[int, int]) -> None:
    seat.resize(size)
    for moves, least in ((9, 40), (17, 40 if size[0] > 320 else 32), (30, 40)):
        seat.show(plain("koikoi", 2, moves))
        found = seat.run(CATCH)
        assert found["card"] >= least, moves
        assert found["step"] >= 7, moves
        assert found["goal"] >= 24, moves
        assert found["isWhole"], moves


@IN_THE_LONGEST
def test_the_result_of_a_game_and_ones_hand_stand_in_boxes(seat: Seat) -> None:
    (phase,) = phases("hanabi-5-ended-well").values()
    for size in SIZES:
        seat.resize(size)
        seat.show(phase.page)
        assert seat.run(BOXED) == [True, True], size


@IN_THE_LONGEST
@pytest.mark.parametrize("size", PHONES)
def test_large_text_is_large_on_a_phone_too(seat: Seat, size: tuple[int, int]) -> None:
    seat.resize(size)
    seat.show(plain("hanabi", 5, 22))
    seat.run("document.querySelector('#own button.face').click()")
    sizes = []
    for root in ("100%", "200%"):
        seat.run("document.documentElement.style.fontSize = arguments[0]", root)
        sizes.append(seat.run(GROWN))
    grown = [large / usual for usual, large in zip(*sizes, strict=True)]
    sentence, button, since, *others = grown
    assert min(sentence, since) >= 1.65, grown
    assert min(button, *others) >= 1.1, grown


WON = """
const boxOf = (each) => each.getBoundingClientRect();
return [...document.querySelectorAll("#board .player")].map((player) => {
  const all = boxOf(player);
  const boxes = [...player.querySelectorAll("h3, .face, .goals")].map(boxOf);
  const isIn = boxes.every((box) => box.left >= all.left && box.right <= all.right + 1
    && box.top >= all.top && box.bottom <= all.bottom);
  return isIn && boxOf(player.querySelector('[data-role="catch"] .face')).width / all.width;
});
"""
DISCARDS = """
const boxOf = (each) => each.getBoundingClientRect();
const box = document.querySelector("#board .discards");
const lowest = Math.max(...[...box.querySelectorAll(".face")].map((each) => boxOf(each).bottom));
return (lowest - boxOf(box).top) / boxOf(box).height;
"""


@pytest.mark.parametrize("seat", ["en"], indirect=True)
def test_the_two_ways_of_a_drawn_card_are_side_by_side(seat: Seat) -> None:
    for size in ((360, 740), (740, 360)):
        seat.resize(size)
        seat.show(table("ikebana", 3, 6))
        keep, refuse = (each.rect for each in seat.all(".act .move"))
        assert keep["y"] == refuse["y"], size


@pytest.mark.parametrize("seat", ["en"], indirect=True)
def test_a_touched_flower_covers_no_word_above_it(seat: Seat) -> None:
    (phase,) = phases("ikebana-5-own-card").values()
    for size in SIZES:
        seat.resize(size)
        seat.show(phase.page)
        seat.run("document.querySelector('#own button.face').click()")
        title, picture = (
            seat.run("return document.querySelector(arguments[0]).getBoundingClientRect()", each)
            for each in ("#own h3", "#own .picture")
        )
        assert picture["top"] - title["bottom"] >= -1, size
        seat.run("document.querySelector('#own button.face').click()")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_names_on_a_board_are_whole(chrome: Chrome, size: tuple[int, int]) -> None:
    (phase,) = phases("board-ikebana-5-game").values()
    cut = "return [...document.querySelectorAll('#board .player h3 > span')]"
    with server() as address:
        seat = Seat(chrome)
        seat.open(address, size)
        seat.show(phase.page)
        assert not any(seat.run(f"{cut}.map((each) => each.scrollWidth > each.clientWidth)"))
        assert len(seat.all("#board .player h3 > span")) == 5


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_cards_on_a_board_fill_their_panels(chrome: Chrome, size: tuple[int, int]) -> None:
    with server() as address:
        seat = Seat(chrome)
        seat.open(address, size)
        seat.show(phases("board-koikoi-2-game")["board-koikoi-2-game"].page)
        assert min(seat.run(WON)) > 0.14
        seat.show(phases("board-hanabi-5-game")["board-hanabi-5-game"].page)
        assert 0.7 < seat.run(DISCARDS) < 1
