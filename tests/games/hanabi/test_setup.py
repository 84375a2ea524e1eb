"""How a game of Hanabi is set up, and whose turn it is."""

from __future__ import annotations

from collections import Counter

import pytest

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of, rank_of, starting_pile
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Play
from protocol.encoding import W
from protocol.errors import BadEncoding, BadOptions
from protocol.game import Act, AllBut, Card, Deal, Seat, Shuffle
from protocol.reasons import BadOption
from tests.builders import at_random, beacon, drive
from tests.raised import for_reason

from .table import HANABI, lay

FRESH = ["R1 R1 G2 G3 W4", "B1 B2 Y1 Y5 W1"]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a_table_of_fewer_than_2_or_more_than_5_is_refused(seats: int) -> None:
    """HB1"""
    with pytest.raises(BadOptions, check=for_reason(BadOption.SEATS)):
        HANABI.start({}, seats, b"")


def test_the_pack_has_five_colours_of_ten_cards() -> None:
    """HB2, HB4, HB5: 1 1 1 2 2 3 3 4 4 5 in each, and no multicolour card."""
    pending = HANABI.pending(HANABI.start({}, 2, b""))
    assert isinstance(pending, Shuffle)
    assert list(pending.faces) == sorted(pending.faces)
    ranks = [(colour_of(f), rank_of(f)) for f in pending.faces]
    assert ranks == [(c, r) for c in range(5) for r in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]


def test_the_multicolour_cards_are_one_of_each_value() -> None:
    """HB5, D11: they lie ready for their variant."""
    pile = starting_pile(6)
    assert pile[:50] == starting_pile(5)
    assert [(colour_of(f), rank_of(f)) for f in pile[50:]] == [(5, rank) for rank in range(1, 6)]


def test_the_colours_are_numbered_as_on_the_wire() -> None:
    """HB3, HB4: the fifth is white; black is how an older box paints it."""
    assert COLOURS == ("red", "yellow", "green", "blue", "white", "multicolour")


def test_lid_starts_with_eight_blue_tokens_and_no_red_one() -> None:
    """HB6, HB7: no other tokens are counted."""
    state = HANABI.start({}, 3, b"")
    assert (state.blue, state.rules.blue, state.red, state.rules.red) == (8, 8, 0, 3)


@pytest.mark.parametrize(("seats", "cards"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_are_dealt_seat_by_seat_each_unseen_by_its_holder(seats: int, cards: int) -> None:
    """HB8, HB9, HB10, D23"""
    state = HANABI.shuffled(HANABI.start({}, seats, b""))
    deal = Deal(tuple((Card(k), AllBut(Seat(k // cards))) for k in range(seats * cards)))
    assert HANABI.pending(state) == deal
    state = HANABI.dealt(state)
    assert [len(hand) for hand in state.hands] == [cards] * seats
    assert state.pile == 50 - seats * cards


def test_the_joint_coin_decides_who_begins() -> None:
    """HB11, D12: clothes cannot be compared over a wire."""
    for seed in range(8):
        coin = int.from_bytes(W("first seat", beacon(seed)), "little")
        assert HANABI.start({}, 5, beacon(seed)).seat == coin % 5


def test_players_can_name_who_begins() -> None:
    """D12"""
    state = HANABI.dealt(HANABI.shuffled(HANABI.start({"first": 2}, 3, b"")))
    assert HANABI.pending(state) == Act(Seat(2))


def test_turns_go_round_the_table() -> None:
    """HB12, HB14: only the seat whose turn it is has any move."""
    driven = drive(HANABI, {"red": 3}, 4, 5, choose=at_random(5))
    first = driven.moves[0][0]
    assert [seat for seat, _ in driven.moves] == [
        (first + turn) % 4 for turn in range(len(driven.moves))
    ]


def test_only_the_seat_to_act_has_moves() -> None:
    """HB12, HB14"""
    table = lay(FRESH)
    assert table.moves(0)
    assert not table.moves(1)


def test_a_seat_can_hint_discard_or_play_and_nothing_else() -> None:
    """HB13: there is no pass, neither in the list nor on the wire."""
    moves = lay(FRESH, blue=5).moves(0)
    assert Counter(type(move) for move in moves) == {
        Play: 5,
        Discard: 5,
        HintColour: 3,
        HintRank: 3,
    }
    with pytest.raises(BadEncoding):
        HANABI.unpack(("pass",))
