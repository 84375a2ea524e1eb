"""The log narrowed down: as data, on its page of the full screen, and in lines."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.games.hanabi.ui.story import following_card
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.game.log_filter import (
    AboutCard,
    By,
    Event,
    Everything,
    LogFilter,
    To,
    narrowed,
)
from p2p_hanabi.ui.model.game.places import HeldCard
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words import i18n
from protocol.game import Card, Seat
from tests.any_game import BOTS
from tests.games.hanabi.table import lay

from ..kit.terminal import Terminal, at_terminal
from .playing import scene_of, until
from .ports import DealtTable

EVENTS = (
    Event("one", Seat(0), Seat(1), {Card(5): "this"}),
    Event("two", Seat(1), None, {Card(6): ""}),
    Event("three", Seat(1), Seat(0), {Card(1): "", Card(2): ""}),
)
HANDS = ("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5")
ANA = Players(Seat(0), ("Ana", "Ben"))


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (Everything(), [(1, "one"), (2, "two"), (3, "three")]),
        (By(Seat(1)), [(2, "two"), (3, "three")]),
        (To(Seat(0)), [(3, "three")]),
        (AboutCard(HeldCard(Card(5), Seat(1), 0)), [(1, "one this")]),
        (AboutCard(HeldCard(Card(6), Seat(1), 1)), [(2, "two")]),
        (By(Seat(2)), []),
    ],
    ids=str,
)
def test_filtered_entries_keep_their_numbers(
    wanted: LogFilter, left: list[tuple[int, str]]
) -> None:
    assert narrowed(EVENTS, wanted) == left


def test_card_is_followed_from_its_draw_to_its_end() -> None:
    table = lay(HANDS, turn=0).hint(1, "Y").discard(4).hint(1, 3)
    view = table.view(0)
    newest, third = view.hands[1][4].card, view.hands[1][2].card
    assert list(following_card(view)) == [newest]
    events = SCREEN.events(view, ANA)
    drawn, hinted = narrowed(events, AboutCard(HeldCard(newest, Seat(1), 4)))
    assert (drawn[0], hinted[0]) == (2, 3)
    assert drawn[1].endswith("Then this card is drawn.")
    assert ". It was [5]: " in hinted[1]
    first, last = narrowed(events, AboutCard(HeldCard(third, Seat(1), 2)))
    assert first[1].endswith("It was [3]: this card.")
    assert last[1].endswith("It was [3]: this card.")


def table(game: str = "hanabi", seats: int = 3, moves: int = 9) -> DealtTable:
    port = DealtTable(seats, game=game, seed=3)
    return until(port, lambda view: len(view.log) >= moves)


def typed(port: DealtTable, *lines: str) -> list[str]:
    values = PlainTable(port, asks=False)
    return [as_text(line) for each in lines for line in values.typed(each)]


def test_in_lines_the_log_is_narrowed_down_by_words() -> None:
    port = table()
    view = port.view()
    hints = [entry for entry in view.log if getattr(entry.move, "seat", None) == port.seat]
    title, *rows = typed(port, "log to me")
    assert (title, len(rows)) == ("Hints to you:", max(1, len(hints)))
    title, *rows = typed(port, "log by ben")
    assert title == "What Ben did:"
    assert all(" Ben " in row for row in rows)
    assert typed(port, "log card 2")[0] == "About your card 2:"
    assert typed(port, "log card ben 1")[0] == "About card 1 of Ben:"
    assert typed(port, "log card ben 9")[0] == "Type for example: log card 1"
    assert typed(port, "log by Zoe")[0].startswith("Nobody here is called Zoe")
    assert typed(port, "log nonsense") == ["Type for example: log 10"]
    assert len(typed(port, "log 2")) == 2


def test_the_words_are_completed() -> None:
    port = PlainTable(table(), asks=False)
    assert port.complete("log ") == ["by", "to", "card"]
    assert port.complete("log to ") == ["Ben", "Chi", "me"]


def test_the_words_are_those_of_the_players_language(request: pytest.FixtureRequest) -> None:
    request.addfinalizer(lambda: i18n.choose("en"))
    i18n.choose("fr")
    port = table()
    assert typed(port, "coups à moi")[0].startswith("Informations pour vous")
    assert typed(port, "coups carte 2")[0].startswith("Au sujet de votre carte 2")
    assert typed(port, "log to me")[0].startswith("Informations pour vous")


@pytest.mark.parametrize(("game", "seats"), [("ikebana", 3), ("koikoi", 2)])
def test_of_other_games_one_players_moves_are_shown(game: str, seats: int) -> None:
    port = DealtTable(seats, game=game, seed=3)
    port.until_my_turn()
    while len(port.view().log) < 12:
        port.play(BOTS[game](port.view()))
        port.until_my_turn()
    title, *rows = typed(port, "log by me")
    assert title == "What you did:"
    assert rows
    assert not any(" Ben " in row.partition(".")[2][:5] for row in rows)
    assert typed(port, "log card 1") == ["In this game all players see the cards they hold."]


def test_the_page_of_the_log_is_narrowed_down_by_keys_and_mouse() -> None:
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type("l"))
        shown.append(await screen.type("m"))
        shown.append(await screen.click("2 Ben"))
        shown.append(await screen.click("2 Ben"))
        await screen.click("c a card")
        assert "Whose card?" in screen.text
        await screen.click("2 Ben")
        assert "Which card?" in screen.text
        shown.append(await screen.type("1"))
        shown.append(await screen.type("a"))
        shown.append(await screen.type("<esc>"))

    at_terminal(scene_of(table()), (80, 24), play)
    whole, to_me, by_ben, to_ben, card, again, board = shown
    assert "  1. " in whole
    assert "Hints to you:" in to_me
    assert "What Ben did:" in by_ben
    assert "Hints to Ben:" in to_ben
    assert "About card 1 of Ben:" in card
    assert again == whole
    assert "YOUR TURN" in board


def test_key_that_is_no_choice_cancels_and_is_explained() -> None:
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.extend([await screen.type(*keys) for keys in (("l", "c", "x"), ("c", "2", "9"), "x")])
        shown.extend([await screen.type(key) for key in ("<left>", "l")])

    at_terminal(scene_of(table()), (80, 24), play)
    assert "Whose card?" not in shown[0]
    assert "Which card?" not in shown[1]
    assert "m hints to you" in shown[1]
    assert "x does nothing here." in shown[2]
    assert "m hints to you" in shown[3]
    assert "Left does nothing here." in shown[3]
    assert "YOUR TURN" in shown[4]


def test_log_is_scrolled_also_after_the_end_of_the_game() -> None:
    port = table(moves=10_000)
    assert port.ending() is not None

    async def play(screen: Terminal) -> None:
        latest = await screen.type("l")
        earlier = await screen.type("<home>")
        assert "  1. " in earlier
        assert earlier != latest
        assert await screen.type("<end>") == latest

    at_terminal(scene_of(port), (80, 24), play)
