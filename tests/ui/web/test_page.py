"""The page that plays a game back: its data, its policy, and what Chromium makes of it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from p2p_hanabi.commands.records.branches import branches_of
from p2p_hanabi.commands.records.playback import of_record
from p2p_hanabi.commands.records.record import Record
from p2p_hanabi.ui.replay.branching import KeptLine
from p2p_hanabi.ui.web.page import PageLine, as_html, data
from protocol.game import Options
from tests.any_game import BOTS, bare
from tests.commands.played import in_memory, recorded
from tests.lengths import sampled

from .browser import Page, opened

GAMES = [("hanabi", 5), ("ikebana", 3), ("koikoi", 2)]


def game_of(game: str, seats: int) -> Any:
    return json.loads(json.dumps(data(in_memory(game, seats))))


def whole(card: Any) -> Any:
    """A card with only a front is the number of that front."""
    return {"front": card} if isinstance(card, int) else card


def seen(value: Any, moment: int, eyes: str) -> list[str]:
    """The names of all cards that these eyes see, a back for each that they do not."""
    return [
        "back"
        if "front" not in card or eyes in card.get("hidden", ())
        else value["fronts"][card["front"]]["name"]
        for area in value["moments"][moment]["areas"]
        for card in map(whole, value["areas"][area].get("cards", ()))
    ]


@pytest.mark.parametrize("game", ["hanabi", "ikebana"])
def test_sentences_beside_cards_have_their_marks(game: str) -> None:
    sentences = json.dumps(game_of(game, 3)["moments"], ensure_ascii=False)
    assert re.search(r"[\u25c6\u25cf\u25b2\u25a0\u271a]\d", sentences)
    assert not re.search(r"\b[RYGBWK]\d", sentences)


@sampled(1)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_page_has_every_moment_and_drawing_and_is_well_formed(game: str, seats: int) -> None:
    played = in_memory(game, seats)
    html, value = as_html(played), game_of(game, seats)
    page = Page(html)
    assert page.open == []
    assert len(value["moments"]) == played.count
    last = f"Move {played.count - 1} of {played.count - 1}"
    assert value["moments"][-1]["heading"] == last
    eyes = {found["value"] for tag, found in page.tags if tag == "option"}
    assert eyes == {"all", "public", *(str(n + 1) for n in range(seats))}
    drawings = {each["id"] for tag, each in page.tags if tag == "symbol"}
    used = {drawing for front in value["fronts"] for drawing in front.get("art", ())}
    assert used
    assert used <= drawings
    assert len(html.encode()) < 400_000


@sampled(1)
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("hanabi", 5, {"multicolour": True}), ("ikebana", 5, {}), ("koikoi", 2, {"rounds": 12})],
)
def test_the_page_of_a_long_game_is_at_most_400_kb(game: str, seats: int, options: Options) -> None:
    """At random games end soon: bots play them to their end."""
    played = of_record(recorded(game, seats, options, choose=BOTS[game]))
    assert len(as_html(played).encode()) <= 400_000


def test_page_fetches_nothing_and_allows_only_its_own_script() -> None:
    html = as_html(in_memory("hanabi", 3))
    found = Page(html).tags
    assert not [tag for tag, _ in found if tag in ("link", "img", "iframe", "object", "a")]
    assert not [each for _, each in found if {"src", "action", "onclick", "style"} & set(each)]
    assert "url(" not in html
    policy = next(each["content"] for tag, each in found if "http-equiv" in each)
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        text = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)[-1]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_hanabi_hand_is_hidden_only_from_its_holder() -> None:
    value = game_of("hanabi", 3)
    assert "back" not in seen(value, 0, "all")
    hidden = [seen(value, 0, eyes).count("back") for eyes in ("1", "2", "3", "public")]
    assert hidden == [5, 5, 5, 15]


def test_a_hand_of_koikoi_is_seen_by_its_holder_alone() -> None:
    value = game_of("koikoi", 2)
    at = next(n for n in range(len(value["moments"])) if len(seen(value, n, "all")) == 24)
    assert "back" not in seen(value, at, "all")
    assert [seen(value, at, eyes).count("back") for eyes in ("1", "2", "public")] == [8, 8, 16]


def test_last_hint_is_marked_until_its_receiver_has_moved() -> None:
    value, played = game_of("hanabi", 3), in_memory("hanabi", 3)
    hinted, seen_marks = None, set()
    for number, moment in enumerate(played.moments[1:], start=1):
        match played.rules.pack(bare(moment.move)):
            case (("hint colour" | "hint rank"), seat, _, [*touched]):
                hinted = (seat, len(touched))
            case _ if hinted is not None and moment.by == hinted[0]:
                hinted = None
        areas = (value["areas"][area] for area in value["moments"][number]["areas"])
        marks = sum("mark" in whole(card) for area in areas for card in area.get("cards", ()))
        assert marks == (0 if hinted is None else hinted[1])
        seen_marks.add(marks)
    assert len(seen_marks) > 1


def test_draw_is_shown_to_all_but_its_player() -> None:
    value = game_of("hanabi", 3)
    name = in_memory("hanabi", 3).names[0]
    lines = [line for moment in value["moments"] for line in moment["text"]]
    drew = [line["eyes"] for line in lines if line["text"].startswith(f"{name} draws a card.")]
    assert ["1", "public"] in drew


def nasty() -> tuple[str, tuple[str, str]]:
    record, names = recorded("hanabi", 2), ("</title><script>x()", "\"' onload=y & <b>")
    named = Record("hanabi", record.options, names, record.faces, record.moments)
    return as_html(of_record(named)), names


def test_names_are_words_on_the_page_and_never_markup() -> None:
    html, names = nasty()
    page = Page(html)
    assert page.open == []
    assert sum(tag == "script" for tag, _ in page.tags) == 2
    assert not [tag for tag, _ in page.tags if tag == "b"]
    assert names[0] in page.text
    assert names[1] in page.text


@sampled(1)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_browser_draws_the_moment_that_is_asked_for(
    game: str, seats: int, tmp_path: Path, browser_at: str
) -> None:
    file, value = tmp_path / "game.html", game_of(game, seats)
    file.write_text(as_html(in_memory(game, seats)), encoding="utf-8")
    page = Page(opened(browser_at, file, "#move-3"))
    assert value["moments"][3]["heading"] in page.text
    assert len(page.of_class("card")) == len(seen(value, 3, "all"))
    assert set(seen(value, 3, "all")) <= set(page.words)
    used = {str(each["href"]) for tag, each in page.tags if tag == "use"}
    assert used <= {f"#{each['id']}" for _tag, each in page.tags if "id" in each}
    assert len([each for tag, each in page.tags if each.get("aria-current")]) == 1


def test_a_browser_shows_nasty_names_as_words(tmp_path: Path, browser_at: str) -> None:
    html, names = nasty()
    file = tmp_path / "game.html"
    file.write_text(html, encoding="utf-8")
    page = Page(opened(browser_at, file))
    assert names[1] in page.text
    assert not [tag for tag, _ in page.tags if tag == "b"]


def test_marks_on_cards_are_printed_with_their_backgrounds(chrome: Chrome, tmp_path: Path) -> None:
    """Browsers leave backgrounds out on paper, where white text would be left on white."""
    open_file(chrome, tmp_path, "hanabi", 3)
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert style_of(chrome, ".picture, .counter i", "printColorAdjust") == {"exact"}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_an_empty_place_shows_no_paper(chrome: Chrome, tmp_path: Path) -> None:
    open_file(chrome, tmp_path, "ikebana", 3)
    places = ".place, .place .corner"
    assert style_of(chrome, places, "backgroundColor") == {"rgba(0, 0, 0, 0)"}


def test_a_sixth_firework_is_in_the_same_row(chrome: Chrome, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    played = of_record(recorded("hanabi", 3, {"multicolour": True}))
    file.write_text(as_html(played), encoding="utf-8")
    chrome.get(file.as_uri())
    tops = (
        "return [...document.querySelectorAll('[data-role=strip] .card')].map((e) => e.offsetTop)"
    )
    for width, height in ((1280, 800), (360, 740)):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        found = chrome.execute_script(tops)
        assert len(found) == 6
        assert len({*found}) == 1
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_kept_line_is_chosen_on_the_page(chrome: Chrome, tmp_path: Path) -> None:
    """The same turn of the game or of the line, which says where it has left the game."""
    game = in_memory("hanabi", 3)
    branches = branches_of(game)
    move = next(each for each in branches.moves(game, 2) if each != game.moments[3].move)
    line = branches.played(branches.begun(2), 2, move)
    kept = KeptLine("Try <b>", "so & so", 2, 1)
    file = tmp_path / "game.html"
    file.write_text(as_html(game, "", [PageLine(kept, line)]), encoding="utf-8")
    chrome.get(file.as_uri())

    def read() -> list[str]:
        return [each.text for each in chrome.find_elements(By.CSS_SELECTOR, "main h2, main .note")]

    choice = Select(chrome.find_element(By.ID, "line"))
    assert [each.text for each in choice.options][1:] == ["Try <b>"]
    forward = chrome.find_element(By.ID, "forward")
    for _time in range(3):
        forward.click()
    assert read() == [f"Move 3 of {game.count - 1}"]
    choice.select_by_visible_text("Try <b>")
    assert read()[1:] == ["Try <b>", "so & so"]
    assert not forward.is_enabled()
    assert len(chrome.find_elements(By.CSS_SELECTOR, "#moves li")) == 4
    chrome.find_element(By.ID, "back").click()
    assert len(read()) == 1
    choice.select_by_index(0)
    assert len(chrome.find_elements(By.CSS_SELECTOR, "#moves li")) == game.count


def open_file(chrome: Chrome, folder: Path, game: str, seats: int) -> None:
    file = folder / "game.html"
    file.write_text(as_html(in_memory(game, seats)), encoding="utf-8")
    chrome.get(file.as_uri())


def style_of(chrome: Chrome, selector: str, name: str) -> set[str]:
    found = "[...document.querySelectorAll(selector)].map((each) => getComputedStyle(each)[name])"
    return set(
        chrome.execute_script(
            f"const [selector, name] = arguments; return {found};", selector, name
        )
    )
