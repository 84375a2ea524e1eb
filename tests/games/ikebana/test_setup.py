"""How a game of Ikebana is set up, and what can be chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.games.ikebana.moves import Draw
from p2p_hanabi.games.ikebana.rules import OPTIONS
from p2p_hanabi.seam.options import parse
from protocol.encoding import Value, W
from protocol.errors import BadOptions
from protocol.game import Act, Seat, Shuffle
from protocol.reasons import BadOption, Reason
from tests.builders import at_random, beacon, drive
from tests.raised import for_reason

from .table import IKEBANA, lay

KNOWN = ", ".join(sorted(option.name for option in OPTIONS))


def no_value(key: str, allowed: str, value: str) -> Reason:
    return BadOption.VALUE.reason(key=key, allowed=allowed, value=value)


def no_option(key: str) -> Reason:
    return BadOption.UNKNOWN.reason(key=key, known=KNOWN)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a_table_of_fewer_than_2_or_more_than_5_is_refused(seats: int) -> None:
    """E1"""
    with pytest.raises(BadOptions, check=for_reason(BadOption.SEATS)):
        IKEBANA.start({}, seats, b"")


def test_the_pack_has_five_colours_of_ten_cards_and_five_jokers() -> None:
    """IK1, E2: the jokers are a 1, a 2, a 3, a 4 and a 5."""
    pending = IKEBANA.pending(IKEBANA.start({}, 2, b""))
    assert isinstance(pending, Shuffle)
    assert list(pending.faces) == sorted(pending.faces)
    ranks = [(colour_of(f), rank_of(f)) for f in pending.faces]
    ordinary = [(c, r) for c in range(5) for r in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    assert ranks == [*ordinary, *[(5, rank) for rank in range(1, 6)]]


def test_the_faces_are_those_of_hanabi_with_its_sixth_colour() -> None:
    """IK1: both games come in the same box."""
    assert (IKEBANA.deck, IKEBANA.faces({})) == ("hanabi", 30)
    with pytest.raises(BadOptions):
        IKEBANA.faces({"multicolour": True})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_begins_with_6_prestige_and_no_card(seats: int) -> None:
    """IK3, IK4"""
    state = IKEBANA.shuffled(IKEBANA.start({}, seats, b""))
    assert state.prestige == (6,) * seats
    assert state.bouquets == state.heaps == ((),) * seats
    assert state.pile == 55


def test_the_bank_never_runs_out_of_prestige() -> None:
    """IK2, E16: the box's tokens are worth 505; more can be won."""
    cards = ["R4 R4 M4 R5", "R1 R1 G1 G1 Y2"]
    table = lay(cards, drawn="M5", starter=1, prestige=[504, 7]).keep()
    assert table.state.prestige == (504 + 88, 7 + 4)


def test_the_joint_coin_decides_who_begins() -> None:
    """IK5, E18: clothes cannot be compared over a wire."""
    for seed in range(8):
        coin = int.from_bytes(W("first seat", beacon(seed)), "little")
        assert IKEBANA.start({}, 5, beacon(seed)).seat == coin % 5


def test_players_can_name_who_begins() -> None:
    """E18"""
    state = IKEBANA.shuffled(IKEBANA.start({"first": 2}, 3, b""))
    assert IKEBANA.pending(state) == Act(Seat(2))
    with pytest.raises(BadOptions, check=for_reason(BadOption.FIRST)):
        IKEBANA.start({"first": 2}, 2, b"")


def test_nobody_can_buy_before_there_is_a_discard() -> None:
    """E19"""
    assert lay(["", "", ""]).moves(0) == (Draw(),)


def test_game_is_four_rounds_of_five_turns_for_each_seat() -> None:
    """IK6, IK7: every seat adds one card in each of five turns."""
    driven = drive(IKEBANA, {}, 3, 1, choose=at_random(1))
    state = driven.last.state
    assert state.turn == 4 * 5 * 3
    assert len(state.won) == 4
    assert [len(bouquet) for bouquet in state.bouquets] == [5, 5, 5]
    added = Counter((entry.turn, entry.seat) for entry in state.log if ends_a_turn(entry))
    assert sorted(turn for turn, _ in added) == list(range(60))
    assert Counter(seat for _, seat in added) == {0: 20, 1: 20, 2: 20}


def ends_a_turn(entry: object) -> bool:
    return type(entry).__name__ in ("Kept", "Bought")


def test_one_option_is_always_in_a_seating() -> None:
    """IK31"""
    assert IKEBANA.options({}) == (("bouquet final", False),)
    unset: dict[str, Value] = {"first": None, "tie": "turn", "show buried": False}
    assert IKEBANA.options(unset) == (("bouquet final", False),)


def test_three_options_are_in_a_seating_only_where_they_differ() -> None:
    """E12, E15, E18"""
    chosen: dict[str, Value] = {"first": 0, "tie": "coin", "show buried": True}
    settled = IKEBANA.options(chosen | {"bouquet final": True})
    assert [key for key, _ in settled] == ["bouquet final", "first", "show buried", "tie"]
    assert IKEBANA.options(dict(settled)) == settled


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"bouquet final": 1}, no_value("bouquet_final", "false, true", "1")),
        ({"tie": "dice"}, no_value("tie", "turn, coin", "dice")),
        ({"first": 5}, no_value("first", "1, 2, 3, 4, 5", "6")),
        ({"blue": 8}, no_option("blue")),
    ],
)
def test_a_bad_choice_is_refused_with_facts(chosen: dict[str, Value], why: Reason) -> None:
    with pytest.raises(BadOptions) as refused:
        IKEBANA.start(chosen, 2, b"")
    assert refused.value.reason == why


def test_every_option_can_be_typed() -> None:
    for option in OPTIONS:
        assert option.meaning
        for value in option.allowed:
            typed = f"{option.name}={option.spelled(value)}"
            assert parse(OPTIONS, typed) == (option.key, value)


def test_a_state_cannot_be_changed() -> None:
    """The same state is signed by all."""
    state = lay(["", ""]).state
    assert replace(state) == state
    with pytest.raises(AttributeError):
        state.pile = 3  # type: ignore[misc]  # that it cannot be is the point
