"""Hands as rows of cards: where there is room, what they show, and what a click means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.games.hanabi.ui.board import board as hanabi_board
from p2p_hanabi.games.hanabi.ui.board import boxes
from p2p_hanabi.games.hanabi.ui.board.cells import Level
from p2p_hanabi.games.hanabi.ui.board.seen import HanabiBoard, last_hint, pointed_at
from p2p_hanabi.games.hanabi.ui.order import HanabiHands
from p2p_hanabi.games.hanabi.view import HanabiView, Waiting
from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import Board
from protocol.game import Card, Seat
from protocol.peer.remarks import Arrangement
from tests.any_game import BOTS, RULES
from tests.builders import walk
from tests.fakes import NAMES
from tests.games.hanabi.table import lay
from tests.lengths import sampled
from tests.rows import as_rows
from tests.ui.kit.terminal import Terminal, at_terminal
from tests.ui.table.playing import hanabi_scene, until
from tests.ui.table.ports import DealtTable

HANDS = ("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5")
LARGE = Size(100, 30)
SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)]
every_size = pytest.mark.parametrize("size", [Size(*each) for each in SIZES], ids=str)


def painted(view: HanabiView, size: Size = LARGE, theme: Theme | None = None) -> Picture:
    shown = Board(view, Players(view.seat, NAMES[: view.players]), headline=())
    notes = {info.card: "keep" for info in view.hand[:1]}
    return hanabi_board.paint(HanabiBoard.of(shown, Level.HINTED, notes), size, theme or Theme())


def rows(view: HanabiView, size: Size = LARGE, theme: Theme | None = None) -> str:
    return "\n".join(as_rows(painted(view, size, theme)))


@cache
def moments(seats: int, *, multicolour: bool) -> Sequence[HanabiView]:
    """What the second player sees now and then in a game."""
    hanabi = RULES["hanabi"]
    steps = list(walk(hanabi, {"multicolour": multicolour}, seats, 3, choose=BOTS["hanabi"]))
    return [hanabi.view(step.state, Seat(1), step.known[1]) for step in steps[::7]]


@sampled(8)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("multicolour", [False, True])
@every_size
def test_nothing_is_cut_off_and_every_card_can_be_clicked(
    seats: int, multicolour: bool, size: Size
) -> None:
    for view in moments(seats, multicolour=multicolour):
        shown = painted(view, size)
        keys = {zone.pressed for zone in shown.zones}
        assert {f"card {n + 1}" for n in range(len(view.hand))} <= keys
        others = [Seat(seat) for seat in range(seats) if seat != 1]
        cards = [f"seat {s + 1} {n + 1}" for s in others for n in range(len(view.hands[s]))]
        assert set(cards) <= keys
        assert all(zone.row < size.rows - 2 and zone.end <= size.columns for zone in shown.zones)
        assert [row for row in as_rows(shown)[2:-2] if "~" in row and "╮" in row] == []


def test_a_hand_is_a_row_of_cards_with_the_place_in_the_border() -> None:
    view = lay(HANDS, turn=0).hint(1, "Y").view(0)
    shown = rows(view)
    assert "╭─1◆" in shown
    assert "╭─5──" in shown
    assert "│ Y1 " in shown
    assert "╰─old──" in shown
    assert '│ "keep"' in shown
    plain = rows(view, theme=Theme(is_ascii=True))
    assert "+-1*" in plain
    assert "| Y1 " in plain


@pytest.mark.parametrize(("columns", "lines"), [(99, 30), (100, 24)])
def test_without_room_for_boxes_there_are_rows_of_text(columns: int, lines: int) -> None:
    view = next(iter(walk(RULES["hanabi"], {}, 5, 3, choose=BOTS["hanabi"])))
    five = RULES["hanabi"].view(view.state, Seat(0), view.known[0])
    assert not boxes.has_room(five, Size(columns, lines))
    assert boxes.has_room(five, Size(100, 25))


@pytest.mark.parametrize("size", [Size(80, 24), LARGE], ids=str)
def test_the_last_hint_is_marked_until_its_receiver_moves(size: Size) -> None:
    table = lay(HANDS, turn=0).hint(1, "Y")
    assert pointed_at(table.view(0)) == {info.card for info in table.view(0).hands[1][:4]}
    assert rows(table.view(0), size).count("◆") == 4
    moved = table.play(0).view(0)
    assert last_hint(moved) is None
    assert "◆" not in rows(moved, size)


def test_another_hint_moves_the_mark() -> None:
    table = lay(("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5", "G1 G2 G3 G4 G5"), turn=0)
    view = table.hint(2, 1).hint(2, 2).view(0)
    assert pointed_at(view) == {view.hands[2][1].card}


@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24)], ids=str)
def test_the_oldest_card_is_marked_once_and_for_sorted_hands(size: Size) -> None:
    view = lay(HANDS, turn=0).view(0)
    assert rows(view, size).count("old>new") == 1
    own = [info.card for info in view.hand]
    other = Arrangement(0, Seat(0), tuple(Card(own[n]) for n in (2, 4, 0, 1, 3)))
    arranged = HanabiHands().arranged(view, [other])
    assert "[3]>[2]" in rows(arranged, size)


def test_oldest_card_of_a_sorted_hand_is_marked_in_its_border() -> None:
    view = lay(HANDS, turn=0).view(0)
    own = [info.card for info in view.hand]
    other = Arrangement(0, Seat(0), tuple(Card(own[n]) for n in (2, 4, 0, 1, 3)))
    arranged = HanabiHands().arranged(view, [other])
    mine = [row for row in rows(arranged).splitlines() if "╰" in row][-1]
    assert [box.strip("╰─╯ ") for box in mine[12:62].split("╯ ╰")] == ["", "new", "old", "", ""]


def test_click_at_anothers_card_begins_a_hint_to_its_player() -> None:
    port = until(DealtTable(5, seed=3), lambda view: len(view.log) >= 4)
    scene = hanabi_scene(port)
    scene.look()
    zones = scene.paint(LARGE, Theme()).zones
    [key] = {zone.pressed for zone in zones if zone.pressed == "seat 4 2"}
    scene.press(key)
    assert "Tell Dan which colour" in "\n".join(as_rows(scene.paint(LARGE, Theme())))


def test_a_real_click_hits_the_card_that_it_is_at() -> None:
    """In the lowest row that has the sign: one's own hand, and the only one with its age."""
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        for keys, sign in (((), "╭─3"), (("<esc>", "n"), "╭─4"), (("<esc>", "n"), "─new─")):
            await screen.type(*keys)
            shown.append(await screen.click(sign))

    port = until(DealtTable(5, seed=3), lambda view: len(view.log) >= 4)
    at_terminal(hanabi_scene(port), (100, 30), play)
    assert "Card 3: what do you want to do?" in shown[0]
    assert "Note on card 4: " in shown[1]
    assert "Note on card 4 of Ben: " in shown[2]


def test_a_play_that_is_being_opened_removes_the_mark() -> None:
    view = lay(HANDS, turn=0).hint(1, "Y").view(0)
    playing = Waiting(Seat(1), Play(view.hands[1][0].card))
    assert last_hint(replace(view, waiting=playing)) is None
