"""Multicolour cards that every colour touches, and a sixth colour of ten cards."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.common.firework_cards import colour_of
from p2p_hanabi.games.hanabi.data import DATA
from p2p_hanabi.games.hanabi.moves import HanabiRefusal, HintColour, Play
from p2p_hanabi.games.hanabi.ui.areas import InHands, of_table
from p2p_hanabi.games.hanabi.ui.board import cells
from p2p_hanabi.games.hanabi.ui.board.cells import Level
from p2p_hanabi.games.hanabi.ui.knowledge import about_own
from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.games.hanabi.view import CardInfo
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Card, Claim, Face, Seat, Shuffle
from tests.any_game import BOTS
from tests.builders import drive
from tests.lengths import sampled

from .table import HANABI, Table, face, lay, refusal

ANY = {"multicolour": "any"}
TEN = {"multicolour": "ten"}
ANY_TEN = {"multicolour": "any-ten"}
HANDS = ["R1 G1", "R1 B2 M4"]
OWN_TURN = ["R1 B2 M4", "G1 Y1"]
RED_OR_MULTI = tuple(map(Face, (*range(5), *range(25, 30))))
NEITHER = tuple(map(Face, range(5, 25)))
PLAYERS = Players(Seat(0), ("Ana", "Ben"))


def own(table: Table, slot: int) -> CardInfo:
    return table.view(0).hand[slot]


def after(*hints: str) -> Table:
    """The hand R1 B2 M4 of seat 0, after these hints."""
    table = lay(OWN_TURN, turn=1, options=ANY)
    for what in hints:
        table = table.hint(0, what)
        table = table.hint(1, "G")
    return table


@pytest.mark.parametrize(("options", "cards"), [(ANY, 55), (TEN, 60), (ANY_TEN, 60)], ids=str)
def test_five_or_ten_multicolour_cards_join_the_pile(options: Any, cards: int) -> None:
    """D26, D27, D28"""
    pending = HANABI.pending(HANABI.start(options, 2, b""))
    assert isinstance(pending, Shuffle)
    assert (len(pending.faces), HANABI.faces(options)) == (cards, 30)
    multi = [each - 25 for each in pending.faces if each >= 25]
    assert multi == ([0, 1, 2, 3, 4] if cards == 55 else [0, 0, 0, 1, 1, 2, 2, 3, 3, 4])


def test_a_hint_of_any_colour_touches_multicolour_cards() -> None:
    """D27: the claim for a touched card is ten faces, for any other one the remaining twenty."""
    table = lay(HANDS, options=ANY)
    hints = {m.colour: m for m in table.moves(0) if isinstance(m, HintColour)}
    assert {c: hint.touched for c, hint in hints.items()} == {
        0: (Card(2), Card(4)), 3: (Card(3), Card(4)),
        **dict.fromkeys((1, 2, 4), (Card(4),)),
    }  # fmt: skip
    assert list(HANABI.claims(table.state, hints[0])) == [
        Claim(Card(2), RED_OR_MULTI), Claim(Card(3), NEITHER), Claim(Card(4), RED_OR_MULTI),
    ]  # fmt: skip


def test_no_hint_names_multicolour() -> None:
    """D27: refused for its own reason; with ten ordinary cards it is a colour like the others."""
    hint = HintColour(Seat(1), 5, (Card(4),))
    assert refusal(lay(HANDS, options=ANY), hint) is HanabiRefusal.MULTICOLOUR
    assert refusal(lay(["R1 G1", "R1 B2 Y1"]), hint) is HanabiRefusal.NO_COLOUR
    assert hint in lay(HANDS, options=TEN).moves(0)


def test_the_colour_of_a_multicolour_card_can_be_announced() -> None:
    """D27, HC1: a play names a firework, not what hints may name."""
    table = lay(["M1 R1", "B1"], options={**ANY, "announce": True})
    assert Play(Card(0), 5) in table.moves(0)
    assert table.play(0, "M").state.fireworks[5] == 1


@pytest.mark.parametrize(
    ("hints", "red", "blue", "multi"),
    [
        ("R", "RM?", "", "RM?"),
        ("RB", "R?", "B?", "M?"),
        ("RR", "RM?", "", "RM?"),
        ("W", "", "", "WM?"),
        ("RW", "R?", "", "M?"),
    ],
)
def test_knowledge_of_its_owner_is_drawn_on_a_card(
    hints: str, red: str, blue: str, multi: str
) -> None:
    """D27: red or multicolour; multicolour after two colours; red if another did not touch it."""
    view = after(*hints).view(0)
    shown = [as_text(cells.face(info, view, Level.TOLD)) for info in view.hand]
    assert [each.rstrip("!-") for each in shown] == [red, blue, multi]
    area = next(each for each in of_table(view, PLAYERS, InHands(lambda _: "")) if each.is_own)
    tints = [[sign.tint for sign in drawn.signs if sign.tint] for drawn in area.cards]
    letters = {"R": "red", "B": "blue", "W": "white", "M": "multicolour"}
    assert tints == [[letters[c] for c in text.rstrip("?")] for text in (red, blue, multi)]


def test_hints_are_said_as_what_they_mean() -> None:
    table = lay(OWN_TURN, turn=1, options=ANY)
    hint = table.true_hint(0, "R")
    sentence = SCREEN.preview(hint, table.view(1), Players(Seat(1), ("Ana", "Ben")))
    assert sentence == "Ana: cards 1 and 3 are red or multicolour, the other is not."
    assert about_own(own(after("R"), 0), after("R").view(0)).startswith("told red or multicolour;")
    assert about_own(own(after("R", "B"), 2), after("R", "B").view(0)).startswith(
        "told multicolour"
    )


def test_a_card_that_a_colour_missed_is_not_multicolour() -> None:
    """D27: of the blue card after a red hint, neither red nor multicolour is left."""
    info = own(after("R"), 1)
    assert {colour_of(each) for each in info.hinted} == {1, 2, 3, 4}


@sampled(2)
@pytest.mark.parametrize("options", [ANY, ANY_TEN], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_hint_never_rules_out_the_true_face(seats: int, options: Any) -> None:
    """A whole game of bots: no card is ever said to have a face that it does not have."""
    driven = drive(HANABI, {**options, "first": 0}, seats, 5, choose=BOTS["hanabi"])
    state, faces = driven.last.state, driven.last.faces
    assert any(isinstance(move, HintColour) for _, move in driven.moves)
    for hand, marks in zip(state.hands, state.marks, strict=True):
        for card, mark in zip(hand, marks, strict=True):
            assert mark.possible >> faces[card] & 1


def test_with_ten_cards_the_first_copy_is_not_the_last() -> None:
    """D26, D28"""
    for options, is_last in ((ANY, True), (TEN, False), (ANY_TEN, False)):
        assert lay(["R1", "B1"], options=options).view(0).critical(face("M2")) == is_last
    full = lay(["M1 R1", "B1"], discard="M2 M2", options=TEN).view(0)
    assert full.reachable_score == 26


def test_json_tells_sixth_colours_apart() -> None:
    facts: Any = DATA.view(after("R").view(0))
    assert facts["rules"]["multicolour"] == "any"
    first = facts["hands"][0][0]
    assert (first["hinted_colour"], list(first["possible"])) == ("red", ["red", "multicolour"])
    for usual in (False, True):
        rules: Any = DATA.view(lay(["R1", "B1"], options={"multicolour": usual}).view(0))["rules"]
        assert "multicolour" not in rules
