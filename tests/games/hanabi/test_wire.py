"""Hanabi's side of the seam: the log, what the protocol may do when, and the moves on the wire."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.moves import Discard, HanabiRefusal, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.state import Discarded, Hinted, Played
from protocol.encoding import Value
from protocol.errors import BadEncoding, IllegalMove, NotNow
from protocol.game import Card, Face, Seat
from tests.builders import at_random, walk
from tests.raised import for_reason

from .table import HANABI, face, lay

FRESH = ["R1 R1 G2 G3 W4", "B1 B2 Y1 Y5 W1"]


def test_the_log_records_who_did_what_and_its_effects() -> None:
    """HB17, HB21, HB23, HB24"""
    table = lay(FRESH)
    hint = table.true_hint(1, "Y")
    table = table.after(hint).play(1).play(0).discard(0)
    assert table.state.log == (
        Hinted(0, Seat(0), hint, (Card(5), Card(6), Card(7), Card(8), Card(9))),
        Played(1, Seat(1), Play(Card(6)), 1, face("B2"), placed=False),
        Played(2, Seat(0), Play(Card(0)), 0, face("R1"), placed=True),
        Discarded(3, Seat(1), Discard(Card(5)), 0, face("B1")),
    )
    assert isinstance(table.state.log[0], Hinted)
    assert table.state.log[0].slots == (2, 3)


def test_the_protocol_can_only_do_what_the_game_requested() -> None:
    state = lay(FRESH).state
    with pytest.raises(NotNow):
        HANABI.shuffled(state)
    with pytest.raises(NotNow):
        HANABI.dealt(state)
    with pytest.raises(NotNow):
        HANABI.opened(state, {Card(0): Face(0)})


def test_a_move_is_refused_before_the_hands_are_dealt() -> None:
    """HB12"""
    with pytest.raises(IllegalMove, check=for_reason(HanabiRefusal.NOT_NOW)):
        HANABI.apply(HANABI.start({}, 2, b""), Play(Card(0)))


def test_the_secrets_are_shown_once_the_game_is_over() -> None:
    """HB10: during the game no card is seen by its holder; the deck has the game's name."""
    assert HANABI.reveals_secrets
    assert (HANABI.name, HANABI.deck, HANABI.faces({})) == ("hanabi", "hanabi", 25)
    for step in walk(HANABI, {}, 3, 1, choose=at_random(1)):
        for seat, hand in enumerate(step.state.hands):
            assert not set(hand) & set(step.known[seat])


# On the wire


@pytest.mark.parametrize(
    ("move", "packed"),
    [
        (Play(Card(3)), ("play", 3)),
        (Play(Card(3), 4), ("play", 3, 4)),
        (Discard(Card(0)), ("discard", 0)),
        (HintColour(Seat(1), 2, (Card(5), Card(7))), ("hint colour", 1, 2, (5, 7))),
        (HintRank(Seat(4), 5, ()), ("hint rank", 4, 5, ())),
    ],
)
def test_moves_have_one_form_on_the_wire(move: Move, packed: Value) -> None:
    assert HANABI.pack(move) == packed
    assert HANABI.unpack(packed) == move


@pytest.mark.parametrize(
    "value",
    [
        None,
        "play",
        (),
        ("play",),
        ("play", True),
        ("play", "3"),
        ("play", -1),
        ("play", 3, None),
        ("play", 3, False),
        ("play", 3, 4, 5),
        ("discard", 3, 4),
        ("discard", None),
        ("hint colour", 1, 2),
        ("hint colour", True, 2, (5,)),
        ("hint colour", 1, False, (5,)),
        ("hint colour", 1, 2, 5),
        ("hint colour", 1, 2, (7, 5)),
        ("hint rank", 1, 2, (5, 5)),
        ("hint rank", 1, 2, (5, True)),
        ("hint rank", 1, 2, b"\x05"),
        ("hint rank", 1, 2, (5,), ()),
        ("HINT RANK", 1, 2, (5,)),
    ],
)
def test_anything_else_is_not_a_move(value: Value) -> None:
    with pytest.raises(BadEncoding):
        HANABI.unpack(value)


def test_a_touched_card_is_marked_and_so_are_the_others() -> None:
    """HB19, D22, HT1: what a hint says stays with the card, wherever it moves in the hand."""
    table = lay(FRESH).hint(1, "B").play(0).hint(1, 2)
    marks = dict(zip(table.state.hands[1], table.state.marks[1], strict=True))
    assert (marks[Card(6)].colour, marks[Card(6)].rank) == (3, 2)
    assert marks[Card(6)].possible == 1 << face("B2")
    assert (marks[Card(7)].colour, marks[Card(7)].rank) == (None, None)
    assert not marks[Card(7)].possible & (1 << face("B2"))


def test_a_state_cannot_be_changed() -> None:
    """The same state is signed by all."""
    state = lay(FRESH).state
    with pytest.raises(AttributeError):
        state.blue = 3  # type: ignore[misc]  # that it cannot be is the point
