"""What is said beside the game, and hands in another order, on the full screen."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.theme import Theme
from protocol.peer.remarks import Order, Phrase, Text
from tests.rows import as_rows
from tests.ui.table.playing import hanabi_scene
from tests.ui.table.ports import DealtTable

from ..kit.terminal import Terminal, at_terminal
from .playing import scene_of
from .ports import remarks_of
from .test_scene import SIZES, still, table, typed


def cards(port: DealtTable) -> list[int]:
    return [info.card for info in port.view().hand]


def test_phrase_is_chosen_with_arrows_and_sent() -> None:
    port = table(2, talk="phrases")
    shown = typed(port, ":", "<down>", "<down>", "<down>", "<enter>")
    assert remarks_of(port) == [Phrase(2)]
    assert "You say: Let me think." in shown


def test_text_is_typed_and_sent() -> None:
    port = table(2, talk="free")
    shown = typed(port, ":", *"hulla", "<back>", "o", "<enter>")
    assert remarks_of(port) == [Text("hullo")]
    assert "You say: hullo" in shown


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_text_being_typed_is_shown_beside_the_board(size: tuple[int, int]) -> None:
    shown = typed(table(5, talk="free"), ":", *"play", size=size)
    assert "Say: play_" in shown
    assert "YOUR TURN" in shown


@pytest.mark.parametrize("key", ["<esc>", "<ctrl-c>"])
def test_unfinished_remark_is_dropped(key: str) -> None:
    port = table(2, talk="free")
    assert "Leave?" not in typed(port, ":", "h", key, "<enter>")
    assert remarks_of(port) == []


def test_blank_remark_is_not_sent() -> None:
    port = table(2, talk="free")
    typed(port, ":", " ", "<enter>")
    assert remarks_of(port) == []


def test_table_without_talk_refuses_at_once() -> None:
    shown = typed(table(2), ":", "p")
    assert "Play which card?" in shown
    assert "without talk" in typed(table(2), ":")


def test_a_number_without_a_phrase_is_refused() -> None:
    assert "There is no phrase with that number." in typed(
        table(2, talk="free"), ":", "9", "9", "<enter>"
    )


def test_remark_of_another_is_shown_and_can_be_read_again() -> None:
    port = table(2, talk="free")
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type('"', "<esc>"))
        port.remark_from(1, Text("hello"))
        screen.stage.refresh()
        shown.append(await screen.type())
        shown.append(await screen.type("e", '"'))

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert ["Ben says: hello" in each for each in shown] == [False, True, True]


def test_remark_received_while_confirming_a_move_waits() -> None:
    port = table(2, talk="free")
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        await screen.type("p", "1")
        port.remark_from(1, Text("hello"))
        screen.stage.refresh()
        shown.append(await screen.type())
        await screen.type("<esc>")
        screen.stage.refresh()
        shown.append(await screen.type())

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert "Enter confirms" in shown[0]
    assert "Ben says: hello" in shown[1]


def test_the_hand_is_put_in_another_order_by_keys() -> None:
    port = table(2)
    hand = cards(port)
    shown = typed(port, "o", "3", "1", "<enter>")
    assert cards(port) == [hand[k] for k in (2, 0, 1, 3, 4)]
    assert "Your hand is now in another order" in shown


def test_the_hand_is_put_in_another_order_by_mouse() -> None:
    port = table(2)
    hand = cards(port)

    async def play(screen: Terminal) -> None:
        await screen.type("o")
        await screen.click("[4]")
        await screen.click("Enter")

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert cards(port) == [hand[k] for k in (3, 0, 1, 2, 4)]


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("o", "Put your cards in which order? Keys 1 to 5"),
        ("o31", "Your cards in this order: 3 1, then the others."),
        ("o33", "in this order: 3, then"),
        ("o9", "The cards are 1 to 5."),
        ("op", "Play which card?"),
    ],
)
def test_screen_previews_the_new_order(keys: str, shown: str) -> None:
    port = table(2)
    assert shown in typed(port, *keys)
    assert remarks_of(port) == []


def test_the_hand_can_be_ordered_while_another_is_to_move() -> None:
    port = DealtTable(2, options={"first": 1})
    while port.view().actor is None:
        port.step()
    hand = cards(port)
    typed(port, "o", "5", "<enter>")
    assert cards(port) == [hand[k] for k in (4, 0, 1, 2, 3)]


def test_the_past_shows_the_hands_as_they_stood() -> None:
    port = table(2, moves=2)
    ben = [info.card for info in port.view().hands[1]]
    before = row_of_ben(typed(port, "<home>"))
    port.remark_from(1, Order(tuple(reversed(ben))))
    assert row_of_ben(typed(port, "<home>")) == before
    assert row_of_ben(typed(port)) != before


def row_of_ben(shown: str) -> str:
    return next(line for line in shown.splitlines() if " 2 Ben " in line)


def test_help_mentions_orders_and_talk() -> None:
    shown = typed(table(2), "?")
    assert "o 3 1" in shown
    assert "say something" in shown


LONG = "これは長い文です" * 25


@pytest.mark.parametrize(("game", "seats"), [("hanabi", 5), ("ikebana", 5), ("koikoi", 2)])
def test_a_long_remark_pushes_nothing_off_the_smallest_screen(game: str, seats: int) -> None:
    port = DealtTable(seats, game=game, options={"talk": "free"}, seed=3)
    port.until_my_turn()
    scene = scene_of(port)
    scene.look()
    before = scene.paint(Size(60, 20), Theme())
    port.remark_from(1, Text(LONG))
    scene.look()
    picture = scene.paint(Size(60, 20), Theme())
    rows = as_rows(picture)
    first = next(n for n, row in enumerate(rows) if row.startswith("Ben says:"))
    assert "~" in "".join(rows[first:])
    hand = {zone.pressed for zone in before.zones if zone.pressed.startswith(("card", "seat"))}
    assert hand <= {zone.pressed for zone in picture.zones}
    scene.press('"')
    page = "".join(row.strip() for row in as_rows(scene.paint(Size(60, 20), Theme())))
    assert LONG in page


def test_of_a_long_text_the_end_is_shown_while_it_is_typed() -> None:
    shown = typed(table(5, talk="free"), ":", *"word " * 39, *"END", size=(60, 20))
    assert "Say: ~" in shown
    assert "END_" in shown
    assert "Enter says it" in shown.splitlines()[-1]
