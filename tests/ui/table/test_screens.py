"""The screens that there are, and what every one of them promises."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.drawing.style import WIDTH, as_text, folded, text
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.lines.help_lines import help_page
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.table_actions import MakeMove, TableAction
from tests.any_game import BOTS, RULES, SCREENS

from .ports import DealtTable

ALL = pytest.mark.parametrize("game", sorted(SCREENS))


def test_every_game_can_be_shown_and_has_a_bot() -> None:
    assert set(SCREENS) == set(RULES) == set(BOTS)


@ALL
def test_the_help_has_a_line_for_everything_that_can_be_typed(game: str) -> None:
    screen = SCREENS[game]
    rows = [as_text(line) for line in help_page(screen, None, 3)]
    words = {row.split()[0] for row in rows}
    fixed = {typed.SHOW, typed.LOG, "words", "rules", "quit", "abandon"}
    assert {*screen.move_examples, *screen.topics, *fixed} <= words
    assert all(row.isascii() for row in rows)
    assert all(len(row) <= 80 for row in rows if "  " in row)  # only whole sentences are folded


def test_help_offers_announcements_only_where_possible() -> None:
    for announce in (False, True):
        port = DealtTable(2, options={"announce": announce, "multicolour": True})
        port.until_my_turn()
        rows = [as_text(line) for line in help_page(port.screen, port.view(), 2)]
        assert any("play 3 red" in row for row in rows) == announce


@ALL
def test_the_rules_fit_on_one_page_of_a_terminal(game: str) -> None:
    rows = [row for line in SCREENS[game].rules_page({}) for row in folded(text(line), WIDTH)]
    assert len(rows) <= 23
    assert all(as_text(row).isascii() for row in rows)


@ALL
def test_no_word_is_both_a_move_and_something_to_look_at(game: str) -> None:
    screen = SCREENS[game]
    pages = {typed.SHOW, typed.HELP, *map(typed.word_of, TableAction), *screen.topics}
    assert not pages & set(screen.move_examples)


@ALL
def test_every_example_of_a_move_is_understood(game: str) -> None:
    port = DealtTable(RULES[game].seats[0], game=game)
    port.until_my_turn()
    screen, view = SCREENS[game], port.view()
    for word, example in screen.move_examples.items():
        if word in ("take", "declare"):
            continue  # these need what is rarely there
        line = example.replace("NAME", "Ben")
        assert isinstance(typed.parse(line, screen, view, Players(port.seat, port.names)), MakeMove)


@ALL
def test_every_page_can_be_looked_at_from_the_first_turn_on(game: str) -> None:
    port = DealtTable(RULES[game].seats[0], game=game)
    port.until_my_turn()
    screen = SCREENS[game]
    for topic in (typed.SHOW, typed.LOG, *screen.topics):
        assert screen.topic_page(topic, port.view(), Players(port.seat, port.names))
