"""A table as a screen reader tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from p2p_hanabi.ui.model.game.areas import Role, Words
from p2p_hanabi.ui.web.live_page import CLOSE, Page, PageKind, Press
from tests.any_game import BOTS
from tests.lengths import mostly_long, sampled
from tests.ui.table.ports import DealtTable

from ..model.ended import SAVED
from .live_browser import DESKTOP, Seat, server
from .phases import phases
from .screen_reader import ScreenReader
from .shown_pages import NAMES, table
from .test_table_page import page_of

TABLE = table("hanabi", 3, 12)
TURNS = "\u202e"
ENOUGH = 400
LYING = (740, 360)
ROOM = """
const { scrollWidth, scrollHeight } = document.documentElement;
return [scrollWidth, scrollHeight];
"""
KEYS = """
return [...document.querySelectorAll("#moves button")].map((each) => each.dataset.key);
"""
INITIALS = re.compile(
    r"\b[RYGBWKMJ] ?[0-5]\b|\b[RYGBWKMJ]{2,6}\b|\[\d|\bx\d|(?<!\()\+\d|\d!|"
    "[~\u25b6\u25c0\u2715\u22ef\u00b7]"
)
"""What is only for the eye: R1, RY 123, [2], x3, +1, and signs."""
CARD = re.compile(r"button, (your|.+,) card \d: .+")


@pytest.fixture(scope="module")
def browser(chrome: Chrome) -> Iterator[tuple[Seat, str]]:
    with server() as address:
        yield Seat(chrome), address


@pytest.fixture
def seat(browser: tuple[Seat, str]) -> Seat:
    seat, address = browser
    seat.open(address)
    return seat


def test_a_cards_name_has_its_owner_place_and_what_is_known(seat: Seat) -> None:
    seat.show(TABLE)
    names = [each for each in ScreenReader(seat.driver).page() if CARD.match(each)]
    hands = [area for area in TABLE.areas if area.role in (Role.HAND, Role.OWN)]
    cards = [card for area in hands for card in area.cards]
    assert any(card.about for card in cards)
    assert len({each.partition(": ")[0] for each in names}) == len(names) == len(cards) == 15
    for name, card in zip(names, cards, strict=True):
        facts = (card.place, card.front.name if card.front else "hidden", card.about)
        assert all(each.replace(TURNS, "") in name for each in facts), name


def test_moves_are_spoken_in_order_and_then_the_turn(seat: Seat) -> None:
    others = replace(TABLE, is_turn=False, heading=f"{NAMES[1]} is to move", log=(), talk=())
    seat.show(others)
    reader = ScreenReader(seat.driver)
    moves = ("Bob tells you: red.", "Cleo plays red 1.", "Bob discards blue 2.")
    announced: list[str] = []
    for count in range(1, len(moves) + 1):
        seat.show(replace(others, log=tuple(map(Words, moves[:count]))))
        announced += reader.announced()
    seat.show(replace(others, is_turn=True, heading="Your turn", log=tuple(map(Words, moves))))
    announced += reader.announced()
    assert announced[: len(moves) + 1] == [*moves, "Your turn"]


def test_a_turn_is_read_once_after_it_was_announced(seat: Seat) -> None:
    """And so is what has happened, and what the touched card does."""
    others = replace(TABLE, is_turn=False, heading="Bob is to move", log=(), talk=())
    mine = replace(others, is_turn=True, heading="Your turn", log=(Words("Bob waits."),))
    seat.show(others)
    reader = ScreenReader(seat.driver)
    seat.show(mine)
    assert reader.announced() == ["Your turn", "Bob waits."]
    seat.one("#own button.face").click()
    (shown,) = reader.announced()
    seat.until(lambda: seat.texts("#turned, #shown, #events") == ["", "", ""])
    lines = reader.page()
    assert [each for each in lines if "Your turn" in each] == ["heading, Your turn"]
    assert sum(shown.startswith(each) for each in lines if len(each) > 20) == 1, lines
    seat.show(mine)
    assert reader.announced() == []


def test_the_end_of_the_game_is_spoken(seat: Seat) -> None:
    seat.show(TABLE)
    reader = ScreenReader(seat.driver)
    ended = replace(TABLE, kind=PageKind.END, is_turn=False, heading="The game is over: 21 points")
    seat.show(ended)
    assert "The game is over: 21 points" in reader.announced()


def test_a_preview_is_spoken_when_its_card_is_touched(seat: Seat) -> None:
    seat.show(TABLE)
    reader = ScreenReader(seat.driver)
    seat.one("#own button.face").click()
    card = TABLE.sorts[0]
    usual, *others = (each for each in TABLE.moves if card in each.cards)
    assert reader.announced() == [f"{usual.preview} Or: {others[0].words}."]


def test_the_hints_for_a_card_of_another_hand_are_spoken(seat: Seat) -> None:
    seat.show(TABLE)
    reader = ScreenReader(seat.driver)
    hint = next(each for each in TABLE.moves if each.words.startswith("Hint"))
    seat.one(f'button[data-card="{hint.cards[0]}"]').click()
    (spoken,) = reader.announced()
    about, known, hints = spoken.partition(" You can: ")
    found = [each.words for each in TABLE.moves if hint.cards[0] in each.cards]
    assert known
    assert about == seat.one("#moves .about").text + "."
    assert hints == f"{', '.join(found)}."


def test_choices_are_reached_by_tab_before_what_else_there_is(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one("#own button.face").click()
    keys = seat.run(
        "return [...document.querySelectorAll('#moves button')].map((e) => e.dataset.key)"
    )
    assert keys[0].startswith("move Discard")
    assert keys[1:] == ["play", "about this card", "not now"]


@sampled(1)
@pytest.mark.parametrize("every", mostly_long([5, 1]))
@pytest.mark.parametrize("game", ["hanabi", "koikoi", "ikebana"])
def test_a_whole_game_is_heard_without_initials_or_signs(seat: Seat, game: str, every: int) -> None:
    """Everything that is read on its page: at the player's turns, of which there are further ones
    in `make test-long`, and after its end."""
    port = DealtTable(2 if game == "koikoi" else 3, game=game, seed=3)
    scene = page_of(port)
    read_aloud: set[str] = set()
    turns = 0
    for _turn in range(2000):
        port.until_my_turn()
        scene.look()
        page = scene.page()
        if page.dialog is not None:
            read_aloud |= spoken(seat, page)
            scene.do(Press(CLOSE))
        elif port.ending() is not None:
            break
        elif page.is_turn:
            turns += 1
            if turns % every == 0 and (len(read_aloud) < ENOUGH or page.levels):
                scene.do(Press(f"level {len(port.view().log) % 3}"))
                read_aloud |= spoken(seat, scene.page())
            port.play(BOTS[game](port.view()))
    scene.finish_table(SAVED)
    read_aloud |= spoken(seat, scene.page())
    assert len(read_aloud) > 100
    assert sorted(each for each in read_aloud if INITIALS.search(each)) == []


def spoken(seat: Seat, page: Page) -> set[str]:
    """Everything on a page, and what each move will do."""
    seat.show(page)
    previews = {move.spoken or move.preview for move in page.moves}
    return {*ScreenReader(seat.driver).page(), *previews}


@pytest.mark.parametrize("size", [DESKTOP, LYING], ids=str)
def test_words_to_be_heard_take_no_room(seat: Seat, size: tuple[int, int]) -> None:
    """Not even beyond the end of a list that scrolls."""
    seat.resize(size)
    for name, phase in phases("hanabi-5-turn", "ikebana-3-turn", "koikoi-2-turn").items():
        page = phase.page
        assert any([each.spoken for each in page.log] + [each.spoken for each in page.since]), name
        seat.show(page)
        assert seat.run(ROOM) == [*size], name


def test_nothing_without_words_is_spoken(seat: Seat) -> None:
    seat.show(TABLE)
    lines = ScreenReader(seat.driver).page()
    assert [each for each in lines if each in ("image", "img", "button") or each == "\u25cf"] == []


def test_the_standing_is_heard_once(seat: Seat) -> None:
    for name, counted in (("ikebana-3-turn", "pile"), ("koikoi-2-turn", "pile")):
        seat.show(phases(name)[name].page)
        lines = ScreenReader(seat.driver).page()
        standing = lines[lines.index("heading, Standing") + 1 :]
        assert sum(counted in each for each in standing[:5]) == 1, standing[:5]
    assert standing[1:3] == ["You: 0 points", "Ben: 0 points"]
