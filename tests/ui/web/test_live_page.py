"""The live page in Chromium: what is touched or typed there, and what the program then hears."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from p2p_hanabi.ui.model.game.areas import Words
from p2p_hanabi.ui.web.live_page import (
    CLOSE,
    Button,
    Dialog,
    Download,
    Field,
    Look,
    OfferedMove,
    Page,
    PageKind,
    PlayMove,
    Press,
    Sort,
    Steps,
    Typed,
    WriteNote,
)
from p2p_hanabi.ui.web.wire import snapshot
from protocol.game import Card
from tests.lengths import mostly_long, sampled

from .live_browser import DESKTOP, LONGEST_S, PHONE, Seat, server
from .phases import phases
from .shown_pages import ALARM, ASK, CODE, HOSTILE, LOBBY, TURNING, pages, table

TABLE = table("hanabi", 2, 9)
SIZES_OF_BUTTONS = """
return [...document.querySelectorAll("button, input")].filter((each) => each.checkVisibility())
  .map((each) => [each.offsetWidth, each.offsetHeight, each.innerText]);
"""
PLACES = """
return [...document.querySelectorAll(arguments[0])].map((each) => each.getBoundingClientRect())
  .map(({ top, bottom }) => [top + scrollY, bottom + scrollY]);
"""
BOX = """
const found = document.querySelector(arguments[0])?.getBoundingClientRect();
return found ? [found.left, found.top, found.right, found.bottom] : [];
"""
LYING = (740, 360)
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=str)


@pytest.fixture(scope="module")
def browser(chrome: Chrome) -> Iterator[tuple[Seat, str]]:
    with server() as address:
        yield Seat(chrome), address


@pytest.fixture
def seat(browser: tuple[Seat, str]) -> Iterator[Seat]:
    seat, address = browser
    seat.open(address)
    yield seat
    assert seat.complaints() == []


def own(page: Page) -> list[Card]:
    return list(page.sorts)


def card(number: int) -> str:
    return f'button[data-card="{number}"]'


def focused(seat: Seat) -> str | None:
    key: str | None = seat.run("return document.activeElement.dataset.key ?? null")
    return key


def box(seat: Seat, selector: str) -> list[float]:
    """Left, top, right and bottom of the first one."""
    found: list[float] = seat.run(BOX, selector)
    return found


def apart(seat: Seat, one: str, other: str | list[float]) -> bool:
    """Whether no point is in both."""
    others = box(seat, other) if isinstance(other, str) else other
    found = [seat.run(BOX, one)] if seat.all(one) and others else []
    return all(
        a[2] <= others[0] or others[2] <= a[0] or a[3] <= others[1] or others[3] <= a[1]
        for a in found
    )


def moves(seat: Seat) -> list[str]:
    return seat.texts("#moves .move")


def confirm(seat: Seat) -> None:
    seat.until(lambda: seat.one("#moves .main").is_enabled())
    seat.one("#moves .main").click()


def usual(page: Page) -> OfferedMove:
    """The move that touching the second card of the own hand proposes."""
    return next(each for each in page.moves if own(page)[1] in each.cards and each.is_usual)


@SIZES
def test_touching_a_card_proposes_a_move_to_confirm(seat: Seat, size: tuple[int, int]) -> None:
    seat.resize(size)
    seat.show(TABLE)
    held, play = own(TABLE)[1], usual(TABLE)
    seat.one(card(held)).click()
    others = [each.words for each in TABLE.moves if held in each.cards and each != play]
    assert moves(seat) == others
    assert seat.one("#moves .preview").text == play.preview
    assert seat.sent() == []
    confirm(seat)
    assert [each.done for each in seat.sent()] == [PlayMove(play.name)]


def test_another_move_of_the_card_takes_one_more_touch(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one(card(own(TABLE)[1])).click()
    other = next(each for each in TABLE.moves if each.words == moves(seat)[0])
    seat.button(other.words).click()
    assert seat.one("#moves .preview").text == other.preview
    confirm(seat)
    assert [each.done for each in seat.sent()] == [PlayMove(other.name)]


CHOOSING = {"hanabi": TABLE, "koikoi": table("koikoi", 2, 9), "ikebana": table("ikebana", 3, 9)}
NEAR = [(PHONE, ("hanabi",)), (DESKTOP, ("koikoi",)), (LYING, ("ikebana",))]
FURTHER = [(size, tuple(sorted({*CHOOSING} - {*games}))) for size, games in NEAR]


@pytest.mark.parametrize("case", mostly_long([*NEAR, *FURTHER], len(NEAR)), ids=str)
def test_confirming_is_never_where_the_choice_was_touched(
    seat: Seat, case: tuple[tuple[int, int], tuple[str, ...]]
) -> None:
    size, games = case
    seat.resize(size)
    for each in (CHOOSING[game] for game in games):
        seat.show(each)
        for number in range(len(seat.all("button.face"))):
            seat.all("button.face")[number].click()
            assert apart(seat, "button.face", "#moves .main")
            for at in range(len(moves(seat))):
                touched = box(seat, f"#moves .move:nth-child({at + 1})")
                seat.all("#moves .move")[at].click()
                assert apart(seat, "#moves .main", touched)
                seat.one("body").send_keys(Keys.ESCAPE)
                seat.all("button.face")[number].click()
            seat.one("body").send_keys(Keys.ESCAPE)


def test_the_only_move_without_a_card_takes_one_touch(seat: Seat) -> None:
    draw = OfferedMove("draw", "Draw", "You draw a card.")
    seat.show(replace(TABLE, moves=(draw,)))
    assert seat.one("#moves .about").text == draw.preview
    seat.button("Draw").click()
    assert [each.done for each in seat.sent()] == [PlayMove(draw.name)]


def test_the_only_move_looks_like_the_one_thing_to_do(seat: Seat) -> None:
    again = Button("again", "Play again", is_main=True)
    colour = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
    seat.show(replace(TABLE, kind=PageKind.END, buttons=(again,), moves=()))
    main = seat.run(colour, "#mains .main")
    seat.show(replace(TABLE, moves=(OfferedMove("draw", "Draw", "You draw a card."),)))
    assert seat.run(colour, "#moves .direct") == main


def test_a_long_text_is_read_from_its_beginning(seat: Seat) -> None:
    """The button with the focus is below it."""
    seat.resize(PHONE)
    lines = tuple(Words(f"line {n}") for n in range(200))
    closing = (Button(CLOSE, "Close", is_main=True),)
    seat.show(replace(TABLE, dialog=Dialog("How we played", lines, closing)))
    assert seat.run("return document.querySelector('#dialog').scrollTop") == 0


def test_links_at_the_end_begin_a_row_of_their_own(seat: Seat) -> None:
    named = ("Replay", "Past games", "Rules")
    buttons = tuple(Button(each, each, is_quiet=each != "Replay") for each in named)
    seat.show(replace(TABLE, kind=PageKind.END, buttons=buttons, moves=()))
    replay, past, rules = seat.run(PLACES, "#mains button")
    assert past[0] >= replay[1]
    assert rules == past


def test_played_move_cannot_be_repeated_before_the_answer(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one(card(own(TABLE)[0])).click()
    confirm(seat)
    assert not seat.one("#moves .main").is_enabled()
    assert len(seat.sent()) == 1


def test_played_card_is_no_longer_selected(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one(card(own(TABLE)[0])).click()
    confirm(seat)
    seat.show(TABLE)
    assert seat.all('.face[aria-pressed="true"]') == []
    assert moves(seat) == []


def test_a_double_touch_of_a_card_plays_nothing(seat: Seat) -> None:
    seat.show(TABLE)
    ActionChains(seat.driver).double_click(seat.one(card(own(TABLE)[0]))).perform()
    assert seat.all("#moves .main") == []
    assert seat.sent() == []


@pytest.mark.parametrize("undo", ["button", "Escape", "card"])
def test_everything_unconfirmed_is_taken_back(seat: Seat, undo: str) -> None:
    seat.show(TABLE)
    seat.one(card(own(TABLE)[0])).click()
    match undo:
        case "button":
            seat.one('[data-key="not now"]').click()
        case "Escape":
            seat.one("body").send_keys(Keys.ESCAPE)
        case "card":
            seat.one(card(own(TABLE)[0])).click()
    assert moves(seat) == []
    assert seat.all('[aria-pressed="true"].face, .meant') == []
    assert seat.sent() == []


def test_the_letters_of_the_terminal_choose_a_move(seat: Seat) -> None:
    move = next(each for each in TABLE.moves if each.keys[0].startswith("h"))
    seat.show(TABLE)
    for key in (*"p1", Keys.BACKSPACE, "2", *move.keys[0]):
        seat.one("body").send_keys(key)
    assert seat.one("#moves .preview").text == move.preview
    seat.one("body").send_keys(Keys.ENTER)
    assert [each.done for each in seat.sent()] == [PlayMove(move.name)]


def test_a_letter_presses_the_button_that_has_it(seat: Seat) -> None:
    seat.show(replace(TABLE, buttons=(Button("explain", "Explain", key="x"),)))
    seat.one("body").send_keys("x")
    assert [each.done for each in seat.sent()] == [Press("explain")]


def test_actions_without_a_button_have_their_letters_too(seat: Seat) -> None:
    seat.show(replace(TABLE, keys=(Button("stop", "", key="F"), Button("log", "", key="l"))))
    seat.one("body").send_keys("F")
    seat.one("body").send_keys("l")
    assert [each.done for each in seat.sent()] == [Press("stop")]
    assert seat.run("return document.activeElement.closest('#log') !== null")


def test_n_begins_a_note_on_the_touched_card(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one("body").send_keys("n")
    assert not seat.one("#note").is_displayed()
    seat.one(card(own(TABLE)[1])).click()
    seat.one("body").send_keys("n")
    seat.one("#note input").send_keys("red?", Keys.ENTER)
    assert [each.done for each in seat.sent()] == [WriteNote(own(TABLE)[1], "red?")]


def test_o_and_numbers_put_cards_of_the_hand_first(seat: Seat) -> None:
    first, second, third, *rest = own(TABLE)
    seat.show(replace(TABLE, moves=()))  # also while another player is to move
    for key in ("o", "2", Keys.BACKSPACE, "3", "3", "1"):
        seat.one("body").send_keys(key)
    marked = {int(each.get_attribute("data-card") or "") for each in seat.all(".meant")}
    assert marked == {first, third}
    assert seat.one("#moves .about").text.endswith("3 1")
    seat.show(replace(TABLE, moves=(), log=()))
    seat.one("body").send_keys(Keys.ENTER)
    assert [each.done for each in seat.sent()] == [Sort((third, first, second, *rest))]
    assert not seat.all("#moves .about")


def test_a_card_is_dragged_onto_the_fireworks_or_the_pile(seat: Seat) -> None:
    seat.resize(PHONE)
    seat.show(TABLE)
    held = own(TABLE)[1]
    for key in ("fireworks", "discards"):
        drag = ActionChains(seat.driver).click_and_hold(seat.one(card(held)))
        target = f'#strip [data-area="{key}"]'
        drag.move_by_offset(0, -20).move_to_element(seat.one(target)).release().perform()
        move = next(each for each in TABLE.moves if held in each.cards and each.onto == key)
        assert seat.one("#moves .preview").text == move.preview
    assert seat.sent() == []


def test_two_cards_find_the_moves_that_are_about_both(seat: Seat) -> None:
    both = next(each for each in TABLE.moves if len(each.cards) > 1)
    seat.show(TABLE)
    for each in both.cards[:2]:
        seat.one(card(each)).click()
    found = [each for each in TABLE.moves if {*both.cards[:2]} <= {*each.cards}]
    assert len(found) == 1
    assert seat.one("#moves .preview").text == found[0].preview


def test_a_preview_marks_the_cards_that_it_is_about(seat: Seat) -> None:
    hint = next(each for each in TABLE.moves if len(each.marked) > 1)
    seat.show(TABLE)
    seat.one(card(hint.cards[0])).click()
    seat.button(hint.words).click()
    marked = {int(each.get_attribute("data-card") or "") for each in seat.all(".meant")}
    assert marked == {*hint.marked}


@sampled(1)
@pytest.mark.parametrize("moments", mostly_long([(6,), (0, 12, 18)]), ids=str)
@pytest.mark.parametrize(("game", "seats"), [("hanabi", 4), ("koikoi", 2), ("ikebana", 3)])
def test_every_card_that_a_preview_concerns_is_marked(
    seat: Seat, game: str, seats: int, moments: tuple[int, ...]
) -> None:
    """Also those that cannot be touched."""
    for number in moments:
        page = table(game, seats, number)
        seat.show(page)
        for move in page.moves:
            for each in move.cards[:1]:
                seat.run("arguments[0].click()", seat.one(card(each)))
            if seat.texts("#moves .main") != [move.words] and not seat.all("#moves .direct"):
                seat.button(move.words).click()
            marked = {int(each.get_attribute("data-card") or "") for each in seat.all(".meant")}
            if not seat.all("#moves .direct"):
                assert marked == {*move.marked}, move
            seat.one("body").send_keys(Keys.ESCAPE)


def test_a_preview_goes_when_its_move_is_offered_no_more(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one(card(own(TABLE)[0])).click()
    seat.show(replace(TABLE, moves=()))
    assert seat.all("#moves .preview") == []


def test_a_game_is_played_by_keyboard_alone(seat: Seat) -> None:
    seat.show(TABLE)
    seat.run("document.querySelector('#heading').focus()")
    keys = ActionChains(seat.driver)
    while focused(seat) != f"card {own(TABLE)[0]}":
        keys.send_keys(Keys.TAB).perform()
    keys.send_keys(Keys.ARROW_RIGHT).perform()
    assert focused(seat) == f"card {own(TABLE)[1]}"
    keys.send_keys(Keys.ENTER).perform()
    seat.until(lambda: focused(seat) == "play")
    keys.send_keys(Keys.ENTER).perform()
    assert [type(each.done) for each in seat.sent()] == [PlayMove]


def test_arrows_go_from_one_hand_to_the_next(seat: Seat) -> None:
    seat.show(TABLE)
    seat.run("arguments[0].focus()", seat.one(card(own(TABLE)[0])))
    ActionChains(seat.driver).send_keys(Keys.ARROW_UP).perform()
    assert focused(seat) != f"card {own(TABLE)[0]}"
    ActionChains(seat.driver).send_keys(Keys.ARROW_DOWN).perform()
    assert focused(seat) == f"card {own(TABLE)[0]}"


def test_the_focus_stays_on_its_card_wherever_it_goes(seat: Seat) -> None:
    seat.show(TABLE)
    held = own(TABLE)[0]
    seat.run("arguments[0].focus()", seat.one(card(held)))
    *others, hand = TABLE.areas
    turned = replace(hand, cards=hand.cards[::-1])
    seat.show(replace(TABLE, areas=(*others, turned)))
    assert focused(seat) == f"card {held}"
    assert seat.all("#own button.face")[-1].get_attribute("data-card") == str(held)


# -- the own hand, and notes


def test_the_hand_is_put_in_order_by_buttons_keys_and_dragging(seat: Seat) -> None:
    seat.show(TABLE)
    first, second, *rest = own(TABLE)
    swapped = Sort((second, first, *rest))
    seat.one(card(first)).click()
    seat.one('[data-key="about this card"]').click()
    seat.one('[data-key="to the right"]').click()
    seat.run("arguments[0].focus()", seat.one(card(first)))
    ActionChains(seat.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT).key_up(
        Keys.SHIFT
    ).perform()
    drag = ActionChains(seat.driver).click_and_hold(seat.one(card(first)))
    drag.move_by_offset(20, 0).move_to_element(seat.one(card(second))).release().perform()
    assert [each.done for each in seat.sent()] == [swapped, swapped, swapped]


def test_a_note_is_written_and_taken_away(seat: Seat) -> None:
    seat.show(TABLE)
    held = own(TABLE)[0]
    seat.one(card(held)).click()
    seat.one('[data-key="about this card"]').click()
    seat.button("Note").click()
    seat.one("#note input").send_keys("red?", Keys.ENTER)
    assert [each.done for each in seat.sent()] == [WriteNote(held, "red?")]
    assert not seat.one("#note").is_displayed()


# -- text


def test_a_word_of_a_code_is_completed(seat: Seat) -> None:
    seat.show(CODE)
    field = seat.one('[data-key="type code"]')
    field.send_keys("4-ap")
    assert seat.texts(".chip")[:2] == ["apple", "apron"]
    seat.button("apple").click()
    field.send_keys("-cabi", Keys.TAB, Keys.ENTER)
    assert [each.done for each in seat.sent()] == [Typed("code", "4-apple-cabin")]


def test_typing_replaces_what_is_offered_to_be_taken(seat: Seat) -> None:
    seat.show(replace(ASK, fields=(Field("name", "Your name", "OK", value="Ana", is_usual=True),)))
    seat.one("#fields .submit").click()
    seat.run("arguments[0].focus()", seat.one("#fields input"))
    ActionChains(seat.driver).send_keys("Bo", Keys.ENTER).perform()
    assert [each.done for each in seat.sent()] == [Typed("name", "Ana"), Typed("name", "Bo")]


def test_text_being_typed_survives_updates(seat: Seat) -> None:
    seat.show(LOBBY)
    field = seat.one('[data-key="type say"]')
    field.send_keys("hel")
    seat.show(replace(LOBBY, talk=(*LOBBY.talk, Words("Bob: so?"))))
    field.send_keys("lo", Keys.ENTER)
    assert [each.done for each in seat.sent()] == [Typed("say", "hello")]
    seat.show(LOBBY)
    assert field.get_property("value") == ""


def test_disabled_button_gives_its_reason(seat: Seat) -> None:
    seat.show(ASK)
    seat.button("Join a table").click()
    assert [each.done for each in seat.sent()] == [Press("join")]
    assert not seat.one('[data-key="press go on"]').is_enabled()
    assert "No game was interrupted." in seat.one("#buttons").text


def test_the_end_begins_without_the_bar_for_looking_back(seat: Seat) -> None:
    seat.show(replace(TABLE, steps=Steps(4, 12), moves=()))
    assert seat.all("#steps input")
    seat.show(replace(TABLE, kind=PageKind.END, steps=Steps(12, 12), moves=()))
    assert not seat.all("#steps input")


def test_a_label_that_repeats_the_heading_is_only_heard(seat: Seat) -> None:
    name, other = Field("a", ASK.heading, "OK"), Field("b", "An address", "Join")
    seat.show(replace(ASK, fields=(name, other)))
    assert [each.size["width"] > 1 for each in seat.all("#fields label > span")] == [False, True]
    assert seat.one("#fields input").accessible_name == ASK.heading


def test_a_tap_as_a_game_ends_presses_nothing(seat: Seat) -> None:
    again = Button("again", "Play again", is_main=True)
    seat.show(TABLE)
    seat.run("performance.now = () => 1000")
    seat.show(replace(TABLE, kind=PageKind.END, buttons=(again,), moves=()), settles=False)
    seat.one("#mains .main").click()
    assert seat.sent() == []
    seat.run("performance.now = () => 1400")
    seat.one("#mains .main").click()
    assert [each.done for each in seat.sent()] == [Press("again")]


def test_a_second_tap_on_the_last_result_presses_nothing(seat: Seat) -> None:
    end = replace(TABLE, kind=PageKind.END, moves=())
    seat.show(replace(end, dialog=ALARM))
    seat.run("performance.now = () => 1000")
    seat.show(replace(end, buttons=(Button("again", "Play again", is_main=True),)), settles=False)
    seat.one("#mains .main").click()
    assert seat.sent() == []
    seat.run("performance.now = () => 1400")
    seat.one("#mains .main").click()
    assert [each.done for each in seat.sent()] == [Press("again")]


def test_a_tap_on_a_button_that_has_just_moved_presses_nothing(seat: Seat) -> None:
    more, ready = Button("more", "One seat more"), Button("ready", "I am ready")
    talk = Button("talk", "Say something")
    lobby = replace(ASK, kind=PageKind.LOBBY, choices=(), fields=(), buttons=(ready, more))
    seat.show(lobby)
    place = seat.run(BOX, "#buttons button")
    seat.run("performance.now = () => 1000")
    seat.show(replace(lobby, buttons=(more, ready)), settles=False)
    assert seat.run(BOX, "#buttons button")[:2] == place[:2]
    seat.one("#buttons button").click()
    seat.show(replace(lobby, buttons=(more, ready, talk)), settles=False)
    seat.one("#buttons button").click()  # nor if it is drawn again before the moment has passed
    assert seat.sent() == []
    seat.run("arguments[0].focus()", seat.one("#buttons button"))
    seat.one("#buttons button").send_keys(Keys.ENTER)  # a key is not aimed at a place
    assert [each.done for each in seat.sent()] == [Press("more")]
    seat.run("performance.now = () => 1400")
    seat.one("#buttons button").click()
    assert [each.done for each in seat.sent()] == [Press("more")]


def test_a_button_that_stays_can_be_pressed_at_once(seat: Seat) -> None:
    ready, more = Button("ready", "I am ready"), Button("more", "One seat more")
    lobby = replace(ASK, kind=PageKind.LOBBY, choices=(), fields=(), buttons=(ready,))
    seat.show(lobby)
    seat.show(replace(lobby, buttons=(ready, more), title="Another"), settles=False)
    for each in seat.all("#buttons button"):
        each.click()
    assert [each.done for each in seat.sent()] == [Press("ready"), Press("more")]


def test_a_letter_alone_plays_no_next_game(seat: Seat) -> None:
    again = Button("again", "Play again", is_main=True, key="a")
    seat.show(replace(TABLE, kind=PageKind.END, buttons=(again,), moves=()))
    seat.one("body").send_keys("a")
    assert seat.sent() == []
    seat.run("return document.activeElement").send_keys(Keys.ENTER)
    assert [each.done for each in seat.sent()] == [Press("again")]


def test_no_line_of_a_result_begins_with_a_dash(seat: Seat) -> None:
    result = Words("Score: 0 of 25: horrible - better luck next time.")
    seat.show(replace(TABLE, kind=PageKind.END, messages=(result,), moves=()))
    tops = """
    const messages = document.querySelector("#messages");
    const topOf = (at) => {
      const range = new Range();
      range.setStart(messages.querySelector("p").firstChild, at);
      range.setEnd(messages.querySelector("p").firstChild, at + 1);
      return range.getBoundingClientRect().top;
    };
    return [200, 240, 280, 320].map((width) => {
      messages.style.width = `${width}px`;
      const dash = messages.textContent.indexOf("-");
      return [topOf(dash) - topOf(dash - 2), topOf(dash + 12) - topOf(0)];
    });
    """
    within, below = zip(*seat.run(tops), strict=True)
    assert within == (0,) * 4
    assert all(below)


def test_a_dialog_is_closed_by_escape_and_answered_by_its_word(seat: Seat) -> None:
    seat.show(replace(TABLE, dialog=ALARM))
    seat.one("#dialog input").send_keys("leave", Keys.ENTER)
    ActionChains(seat.driver).send_keys(Keys.ESCAPE).perform()
    assert [each.done for each in seat.sent()] == [Typed("leave", "leave"), Press(CLOSE)]
    assert seat.one("#dialog").is_displayed()
    seat.show(TABLE)
    assert not seat.one("#dialog").is_displayed()


def test_download_is_saved_on_the_device(seat: Seat, tmp_path: Path) -> None:
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path)}
    seat.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    kept = Download("Download", "hanabi-1.html", "<!doctype html><p>Zoé: 25")
    closing = (Button(CLOSE, "Close"),)
    seat.show(replace(TABLE, dialog=Dialog("The game", buttons=closing, download=kept)))
    seat.button("Download").click()
    file = tmp_path / kept.name
    seat.until(lambda: file.exists() and file.read_text("utf-8") == kept.content)
    assert seat.sent() == []


def test_one_looks_back_step_by_step_and_returns(seat: Seat) -> None:
    seat.show(TABLE)
    seat.button("Look back").click()
    seat.show(pages()["looking-back"])
    seat.one('[data-key="back"]').click()
    seat.button("Back to the present").click()
    assert [each.done for each in seat.sent()] == [Look(11), Look(3), Look(12)]
    seat.show(TABLE)
    seat.button("Look back")


def test_only_new_lines_are_added_to_the_log_and_old_ones_leave(seat: Seat) -> None:
    lines = tuple(Words(f"line {n}") for n in range(500))
    seat.show(replace(TABLE, log=lines[:40]))
    seat.run("document.querySelector('#log .entries').lastChild.id = 'kept'")
    seat.show(replace(TABLE, log=lines[5:42]))
    value = seat.run("return [...document.querySelectorAll('#log p')].map(p => p.textContent)")
    assert value == [f"line {n}" for n in range(5, 42)]
    assert seat.one("#kept").get_property("textContent") == "line 39"
    seat.show(replace(TABLE, log=lines))
    assert len(seat.all("#log p")) == 400


def test_the_log_is_narrowed_down_to_a_player_and_to_a_card(seat: Seat) -> None:
    seat.show(TABLE)
    chosen = seat.one("#log select")
    assert chosen.get_property("value") == "log by 0"
    choose = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))"
    seat.run(choose, chosen, "log all")
    seat.one(card(own(TABLE)[0])).click()
    seat.run(choose, chosen, f"log card {own(TABLE)[0]}")
    assert [each.done for each in seat.sent()] == [
        Press("log all"),
        Press(f"log card {own(TABLE)[0]}"),
    ]


def test_no_log_talk_or_filter_of_a_table_stays_on_the_next_page(seat: Seat) -> None:
    seat.show(replace(TABLE, talk=TABLE.log))
    assert seat.all("#talk h2")
    assert seat.all("#log select")
    seat.show(replace(LOBBY, log=TABLE.log, talk=()))
    assert seat.all("#log h2")
    assert not seat.all("#log select, #talk h2")
    seat.show(ASK)
    assert not seat.all("#log h2, #talk h2")
    seat.show(TABLE)
    assert seat.all("#log select")


def test_side_panel_is_shut_when_the_page_changes(seat: Seat) -> None:
    seat.resize(PHONE)
    seat.show(pages()["replay"])
    seat.one("#open-side").click()
    assert seat.run("return document.getElementById('side').matches(':popover-open')")
    seat.show(pages()["end"])
    assert not seat.run("return document.getElementById('side').matches(':popover-open')")


def test_a_page_in_another_language_loads_itself_again(seat: Seat) -> None:
    seat.show(TABLE)
    seat.run("window.before = true")
    value = json.loads(snapshot(2, TABLE)) | {"lang": "fr"}
    seat.run("window.tried.onSnapshot(arguments[0])", value)
    seat.until(lambda: seat.run("return document.body.dataset.state === 'open' && !window.before"))


# -- looks


def test_right_to_left_text_does_not_reorder_its_surroundings(seat: Seat) -> None:
    unknown = "\u05d0\u05d1\u05d9"
    seat.show(replace(TABLE, log=(Words(f"{TURNING} tells {unknown}: 2."),)))
    line = "document.querySelector('#log p')"
    assert seat.run(f"return [...{line}.children].map((each) => each.textContent)") == [
        TURNING,
        unknown,
    ]
    places = f"""const range = document.createRange();
      return [...{line}.childNodes].filter((each) => each.textContent).map((each) => {{
        range.selectNodeContents(each); return range.getBoundingClientRect().x; }});"""
    assert seat.run(places) == sorted(seat.run(places))
    assert seat.run(f"return {line}.textContent") == f"{TURNING} tells {unknown}: 2."


@SIZES
def test_nothing_is_wider_than_the_window_whatever_people_write(
    seat: Seat, size: tuple[int, int]
) -> None:
    seat.resize(size)
    for name, page in pages().items():
        seat.show(page)
        wide = seat.run("return document.documentElement.scrollWidth")
        assert wide <= size[0], name


def test_user_input_is_shown_as_text_only(seat: Seat) -> None:
    for page in (LOBBY, pages()["hanabi-5"]):
        seat.show(page)
        assert seat.all("img, b, #page script") == []
        assert HOSTILE.replace("\u202e", "") in seat.one("#page").text


def test_a_hand_of_backs_takes_one_row(seat: Seat) -> None:
    for size in ((1200, 800), PHONE):
        seat.resize(size)
        seat.show(table("koikoi", 2, 0))
        rows = {top for top, _ in seat.run(PLACES, "#areas .backs .card")}
        assert len(rows) == 1


def test_a_small_card_has_its_picture_or_its_number_centred(seat: Seat) -> None:
    seat.resize(PHONE)
    seat.show(table("hanabi", 5, 22))
    drawn = """
        const paper = document.querySelector("#areas .paper.shaped");
        return [...Array(60).keys()].map((n) => {
          paper.closest(".cards").style.setProperty("--card", `${30 + n / 2}px`);
          const isNumber = paper.querySelector(".corner").offsetWidth > paper.offsetWidth * .8;
          return [isNumber, paper.querySelector(".art").clientWidth > 0];
        });
    """
    found = [tuple(each) for each in seat.run(drawn)]
    assert found == [(n < 28, n >= 28) for n in range(60)]


def test_hanafuda_are_drawn_however_small_they_are(seat: Seat) -> None:
    seat.resize((320, 568))
    seat.show(table("koikoi", 2, 9))
    small = """
        return [...document.querySelectorAll(".card .paper")].map((each) =>
          [each.offsetWidth, each.querySelector(".art").checkVisibility()]);
    """
    drawn = seat.run(small)
    assert min(width for width, _ in drawn) < 40
    assert all(is_drawn for _, is_drawn in drawn)


def test_own_hand_and_its_actions_need_no_scrolling_on_a_phone(seat: Seat) -> None:
    seat.resize(PHONE)
    for page in (table("hanabi", 4, 12), table("koikoi", 2, 0), table("ikebana", 5, 9)):
        seat.show(page)
        for number in range(len(seat.all("#own button.face")) or 1):
            for each in seat.all("#own button.face")[number : number + 1]:
                each.click()
            for top, bottom in seat.run(PLACES, "#own .card, #moves button"):
                assert top >= 0
                assert bottom <= PHONE[1]
        assert seat.run("return scrollY") == 0


def test_six_hints_take_three_rows_on_a_phone(seat: Seat) -> None:
    """So many touch a multicolour card, and rows take their room from the hands."""
    seat.resize(PHONE)
    touched = own(TABLE)[0]
    words = [f"Hint {each}" for each in ("red", "yellow", "green", "blue", "white", "4")]
    hints = (OfferedMove(each, each, "", (touched,), (touched,)) for each in words)
    seat.show(replace(TABLE, moves=tuple(hints)))
    seat.one(card(touched)).click()
    assert len(moves(seat)) == len(words)
    assert len({top for top, _bottom in seat.run(PLACES, "#moves .move")}) == 3


@SIZES
def test_all_that_can_be_touched_is_large_enough(seat: Seat, size: tuple[int, int]) -> None:
    seat.resize(size)
    seat.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for name, page in pages().items():
        seat.show(page)
        measured = seat.run(SIZES_OF_BUTTONS)
        assert measured or name == "busy"
        assert [each for each in measured if min(each[:2]) < 44] == [], name


def test_cards_glide_to_their_places_unless_motion_is_unwanted(seat: Seat) -> None:
    *others, hand = TABLE.areas
    turned = replace(TABLE, areas=(*others, replace(hand, cards=hand.cards[::-1])))
    running = "return document.getAnimations().length"
    seat.show(TABLE)
    seat.show(turned)
    assert seat.run(running) == 0
    for wanted, is_moving in (("no-preference", True), ("reduce", False)):
        prefer_motion(seat, wanted)
        seat.show(TABLE)
        seat.until(lambda: seat.run(running) == 0)
        value = json.loads(snapshot(99, turned))
        moving = seat.run(f"window.tried.onSnapshot(arguments[0]); {running}", value)
        assert (moving > 0) == is_moving


def test_a_move_lays_out_the_page_three_times_at_most(seat: Seat) -> None:
    """To see which cards glide, to scroll the logs, and to draw the frame: a slow telephone has no
    time for more (`make page-speed`)."""
    prefer_motion(seat, "no-preference")
    seat.driver.execute_cdp_cmd("Performance.enable", {})
    seat.show(TABLE)
    seat.until(lambda: seat.one("#heading").text == TABLE.heading)
    before = layouts(seat)
    own = next(area for area in TABLE.areas if area.is_own)
    changed_area = replace(own, lines=(Words("told"),))
    areas = tuple(changed_area if area is own else area for area in TABLE.areas)
    log, talk = (*TABLE.log, Words("new")), (*TABLE.talk, Words("new"))
    seat.show(replace(TABLE, heading="Bob is to move", areas=areas, log=log, talk=talk))
    assert 0 < layouts(seat) - before <= 2
    prefer_motion(seat, "reduce")


def prefer_motion(seat: Seat, wanted: str) -> None:
    motion = [{"name": "prefers-reduced-motion", "value": wanted}]
    seat.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": motion})


def layouts(seat: Seat) -> int:
    value = seat.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(int(each["value"]) for each in value if each["name"] == "LayoutCount")


@pytest.mark.parametrize("rounds", mostly_long([5, 15]))
def test_a_page_that_stays_open_does_not_grow(seat: Seat, rounds: int) -> None:
    def held() -> dict[str, float]:
        seat.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        value = seat.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return {each["name"]: each["value"] for each in value}

    def go_round(times: int) -> None:
        shown = [json.loads(snapshot(1, page)) for page in pages().values()]
        rounds = "for (let n = 0; n < arguments[1]; n++) arguments[0].forEach(tried.onSnapshot)"
        seat.run(rounds, shown, times)

    seat.driver.execute_cdp_cmd("Performance.enable", {})
    seat.driver.set_script_timeout(4 * LONGEST_S)
    go_round(3)
    before = held()
    go_round(rounds)
    after = held()
    assert after["Nodes"] <= before["Nodes"] + 4 * rounds
    assert after["JSEventListeners"] <= before["JSEventListeners"] + rounds


def test_the_arrows_step_through_a_replay(seat: Seat) -> None:
    seat.show(pages()["replay"])
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.HOME, Keys.END):
        seat.one("body").send_keys(key)
    assert [each.done for each in seat.sent()] == [Look(4), Look(2), Look(0), Look(40)]


UNREACHED = """
const ways = (each) => [getComputedStyle(each).overflowX, getComputedStyle(each).overflowY];
const scrolls = (each) => each.checkVisibility() && ways(each).includes("auto") &&
  (each.scrollWidth > each.clientWidth + 14 || each.scrollHeight > each.clientHeight + 14);
const isReached = (each) => each.tabIndex >= 0 || each.querySelector("button, [tabindex='0']");
const found = [...document.querySelectorAll("#page *")];
return found.filter((each) => scrolls(each) && !isReached(each)).map((each) => each.outerHTML);
"""


def test_a_keyboard_reaches_whatever_scrolls_at_a_table(seat: Seat) -> None:
    seat.resize(PHONE)
    for each in ("hanabi-5", "koikoi-2", "koikoi-begin"):
        seat.show(pages()[each])
        assert seat.run(UNREACHED) == []


def test_buttons_after_a_game_are_within_reach_of_the_thumb(seat: Seat) -> None:
    seat.resize(PHONE)
    seat.show(pages()["end"])
    assert seat.one("#dock").text.endswith("Play again\nKeep as a page\nLook back")


def test_a_player_who_wants_to_be_called_is_asked_once(browser: tuple[Seat, str]) -> None:
    seat, address = browser
    seat.open(address)
    seat.show(TABLE)
    assert seat.texts("#offer") == [""]
    seat.one(card(own(TABLE)[0])).click()
    seat.button("Yes").click()
    assert "screen" in seat.one("#offer").text
    seat.button("OK").click()
    seat.open(address)
    seat.show(TABLE)
    assert seat.one("#call").get_attribute("aria-pressed") == "true"
    seat.one(card(own(TABLE)[0])).click()
    assert seat.texts("#offer") == [""]
    seat.show(replace(TABLE, calls=1))
    assert seat.complaints() == []


def test_an_offer_to_be_called_hides_whose_turn_it_is_once(browser: tuple[Seat, str]) -> None:
    seat, address = browser
    seat.open(address)
    seat.run("localStorage.clear()")  # the answer to an offer, which another test may have given
    seat.open(address)
    seat.show(TABLE)
    for calls, is_offered in enumerate((True, False), start=1):
        seat.one(card(own(TABLE)[0])).click()
        assert bool(seat.texts("#offer")[0]) is is_offered
        assert (seat.one("#heading").size["width"] > 1) is not is_offered  # it is still read aloud
        seat.show(replace(TABLE, calls=calls))
        assert seat.one("#heading").is_displayed()


# -- the channel


def test_lost_connection_is_reported_and_nothing_is_sent(seat: Seat) -> None:
    seat.show(ASK)
    seat.turn("lost")
    assert "connection was lost" in seat.one("#state").text
    seat.button("Join a table").click()
    assert seat.sent() == []
    seat.turn("open")
    assert seat.one("#state").text == ""


@pytest.mark.parametrize("size", mostly_long([PHONE, DESKTOP]), ids=str)
def test_each_page_has_one_main_landmark(seat: Seat, size: tuple[int, int]) -> None:
    seat.resize(size)
    for name, page in pages().items():
        if page.dialog is not None:
            continue  # nothing else is there until it is closed
        seat.show(page)
        tree = seat.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        roles = [each.get("role", {}).get("value") for each in tree if not each["ignored"]]
        assert roles.count("main") == 1, name


@sampled(1)
@pytest.mark.parametrize("size", [PHONE, (320, 568)], ids=str)
@pytest.mark.parametrize("game", ["hanabi", "koikoi", "ikebana"])
def test_result_and_play_again_need_no_scrolling(
    seat: Seat, size: tuple[int, int], game: str
) -> None:
    seat.resize(size)
    (phase,) = phases(f"{game}-{3 if game == 'ikebana' else 2}-ended-well").values()
    page = phase.page
    seat.show(page)
    assert "won" in page.messages[0].text or page.messages[0].text.startswith("Score: ")
    assert seat.texts("#messages p")[0] == page.messages[0].text
    places = seat.run(PLACES, "#strip, #messages p:first-child, #mains .main")
    assert places == sorted(places)
    assert places[-1][1] <= size[1]


def test_an_empty_region_takes_no_room(seat: Seat) -> None:
    seat.show(TABLE)
    empty = [each for each in seat.all("#main > *") if not each.get_attribute("innerHTML")]
    assert [each.get_attribute("id") for each in empty if each.is_displayed()] == []


def test_without_a_connection_it_is_nobodys_turn(seat: Seat) -> None:
    """The others may have moved meanwhile."""
    seat.show(replace(TABLE, heading="Your turn", is_turn=True))
    called = "return document.body.classList.contains('called')"
    assert (seat.one("#heading").text.casefold(), seat.run(called)) == ("your turn", True)
    seat.turn("lost")
    assert (seat.one("#heading").text, seat.run(called)) == ("p2phanabi", False)
    assert seat.driver.title == "p2phanabi"
    seat.turn("open")
    assert (seat.one("#heading").text.casefold(), seat.run(called)) == ("your turn", True)
    assert seat.driver.title == TABLE.title


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("left", "You have left. Your seat is kept on its computer.\nCome back"),
        ("finished", "The program has ended. You can close this page."),
    ],
)
def test_a_page_that_was_left_shows_nothing_of_its_table(
    seat: Seat, state: str, sentence: str
) -> None:
    seat.show(replace(TABLE, dialog=Dialog("Rules", buttons=(Button(CLOSE, "Close"),))))
    seat.turn(state)
    assert seat.one("body").text == sentence
    assert seat.driver.title == "p2phanabi"
    seat.turn("open")
    seat.show(TABLE)
    assert seat.one("#heading").text == TABLE.heading
    assert seat.driver.title == TABLE.title


def test_buttons_that_move_a_card_have_words(seat: Seat) -> None:
    seat.show(TABLE)
    seat.one(card(own(TABLE)[1])).click()
    seat.one('[data-key="about this card"]').click()
    assert seat.texts('#moves [data-key^="to the"]') == ["\u25c0 Left", "Right \u25b6"]


def test_a_seat_that_is_open_elsewhere_is_taken_back(seat: Seat) -> None:
    seat.show(ASK)
    seat.turn("elsewhere")
    seat.button("Use it here").click()
    assert seat.run("return window.tried.again") == 1


def test_the_icon_changes_while_it_is_the_players_turn(seat: Seat) -> None:
    def icon() -> str | None:
        return seat.one("#icon").get_attribute("href")

    seat.show(replace(TABLE, is_turn=False))
    before = icon()
    seat.show(TABLE)
    assert icon() != before
    assert seat.driver.title == TABLE.title


@pytest.mark.parametrize("state", ["lost", "elsewhere", "refused"])
def test_a_page_without_its_seat_tells_nobody_to_touch_a_card(seat: Seat, state: str) -> None:
    seat.show(TABLE)
    assert seat.one("#act").is_displayed()
    seat.turn(state)
    assert not seat.one("#act").is_displayed()


@pytest.mark.parametrize("size", [LYING, DESKTOP], ids=str)
def test_notice_of_a_left_seat_takes_the_whole_width(seat: Seat, size: tuple[int, int]) -> None:
    seat.resize(size)
    seat.show(TABLE)
    seat.turn("left")
    assert seat.one("#state").size["width"] == size[0]
