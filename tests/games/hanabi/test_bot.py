"""The Hanabi bot: what it does at a table laid out by hand, and how well it does in whole games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Any

import pytest

from p2p_hanabi.games.common.firework_cards import colour_of
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi.state import Mark, Played
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.registry import GAMES
from protocol.game import Card
from tests.any_game import BOTS, RULES
from tests.builders import Driven, at_random, drive, legal
from tests.games.hanabi.table import Table, face, lay
from tests.lengths import long, mostly_long, sampled

HANABI = RULES["hanabi"]
choose = BOTS["hanabi"]

SEEDS = range(8)


def chosen(table: Table) -> Any:
    seat = table.state.actor
    assert seat is not None
    return legal(choose)(table.view(seat))


def test_plays_a_card_that_a_hint_made_playable() -> None:
    table = lay(["G4 R1 W4 Y3", "B3 B2 Y4 W3"], turn=1).hint(0, "R")
    assert chosen(table) == Play(Card(1))


def test_plays_the_lowest_of_several_cards() -> None:
    table = lay(["R2 B1 W4 Y3", "B3 B2 Y4 W3"], fireworks={"R": 1}, turn=1)
    table = table.hint(0, "B").hint(1, "W").hint(0, "R")
    assert chosen(table) == Play(Card(1))


def test_plays_the_hinted_one_of_two_apparent_copies() -> None:
    table = lay(["Y4 W3 W5 B1", "B3 B2 Y4 R3"], fireworks={"W": 4}, turn=1).hint(0, "W")
    assert chosen(table) == Play(Card(2))


def test_does_not_play_a_card_hinted_to_be_kept() -> None:
    table = lay(["R5 B4 W4 Y3", "B3 B2 Y4 W3"], turn=1, blue=1).hint(0, 5)
    assert chosen(table) == Discard(Card(1))


def test_hints_at_playable_cards_of_others() -> None:
    hint = chosen(lay(["G4 R3 W4 Y3", "B3 R1 Y4 W3"], blue=5))
    assert isinstance(hint, HintColour | HintRank)
    assert Card(5) in hint.touched


def test_saves_the_last_copy_that_the_next_seat_would_discard() -> None:
    hint = chosen(lay(["G4 R3 W4 Y3", "B4 Y3 R4 W3"], discard="B4", blue=2))
    assert isinstance(hint, HintColour | HintRank)
    assert Card(4) in hint.touched


def test_a_rescue_comes_before_a_play() -> None:
    hands = ["R1 G3 B4 Y3", "W4 Y3 R4 W3", "B3 B4 Y4 W3"]
    table = lay(hands, turn=2, discard="W4").hint(0, "R")
    hint = chosen(table)
    assert isinstance(hint, HintColour | HintRank)
    assert Card(4) in hint.touched
    safe = lay(hands, turn=2, discard="W2").hint(0, "R")
    assert chosen(safe) == Play(Card(0))


def test_discards_its_oldest_unhinted_card() -> None:
    table = lay(["R5 G4 W4 Y3", "B3 B2 Y4 W3"], turn=1, blue=1).hint(0, 5)
    assert chosen(table) == Discard(Card(1))


def test_discards_useless_cards_first() -> None:
    hands = ["G4 R1 W4 Y3", "B3 B4 Y4 W3"]
    ones = dict.fromkeys("RYGBW", 1)
    table = lay(hands, fireworks=ones, turn=1, blue=1).hint(0, 1)
    assert chosen(table) == Discard(Card(1))


def test_discards_the_least_needed_card_if_all_are_hinted() -> None:
    hands = ["R5 G5 W3", "R4 G4 W4"]
    table = lay(hands, turn=1, blue=3, discard="W4").hint(0, 5).hint(1, 4).hint(0, 3)
    assert table.state.blue == 0
    assert chosen(table) == Discard(Card(2))


def test_with_one_mistake_left_it_plays_only_what_is_certain() -> None:
    hands = ["G4 R1 W4 Y3", "B3 B2 Y4 W3"]
    assert chosen(lay(hands, turn=1).hint(0, "R")) == Play(Card(1))
    assert not isinstance(chosen(lay(hands, turn=1, red=2).hint(0, "R")), Play)
    certain = lay(hands, turn=1, red=2).hint(0, "R").hint(1, "W").hint(0, 1)
    assert chosen(certain) == Play(Card(1))


def test_last_round_tries_a_card_when_a_mistake_is_free() -> None:
    fours = dict.fromkeys("RYGBW", 4)
    hands = ["R5 G1", "B1 B2"]
    assert isinstance(chosen(lay(hands, fireworks=fours, deck="", blue=2, turns_left=1)), Play)
    careful = lay(hands, fireworks=fours, deck="", blue=2, red=2, turns_left=1)
    assert not isinstance(chosen(careful), Play)


def test_gives_some_hint_when_it_must_not_discard() -> None:
    ones = dict.fromkeys("RYGBW", 1)
    move = chosen(lay(["G4 R1 W4 Y3", "B1 R1 Y1 W1"], fireworks=ones, blue=8))
    assert isinstance(move, HintColour | HintRank)


PLACED_BEFORE = ["R1 Y1 G1 B1 W1", "R2 Y2 G2 B2 W2", "R1 Y1 G1 B1 W1"]


@pytest.mark.parametrize(("seats", "pile", "discards"), [(2, 7, True), (3, 7, False), (3, 8, True)])
def test_three_players_do_not_discard_when_a_turn_is_needed(
    seats: int, pile: int, discards: bool
) -> None:
    """Ten points are missing: seven from cards of the pile, three from turns of a last round."""
    deck = " ".join(["R4", "Y4", "G4", "B4", "W4", "R5", "Y5", "G5"][:pile])
    threes = dict.fromkeys("RYGBW", 3)
    move = chosen(lay(PLACED_BEFORE[:seats], fireworks=threes, deck=deck, blue=3))
    assert isinstance(move, Discard) is discards


@pytest.mark.parametrize(
    ("seats", "blue", "discards"), [(2, 4, True), (2, 5, False), (3, 3, True), (3, 4, False)]
)
def test_nobody_discards_while_hints_outnumber_hintable_cards(
    seats: int, blue: int, discards: bool
) -> None:
    """Three cards are missing, and no hint has touched them."""
    heights = {"R": 4, "Y": 4, "G": 4, "B": 5, "W": 5}
    deck = "R5 Y5 G5 R3 Y3 G3"
    move = chosen(lay(PLACED_BEFORE[:seats], fireworks=heights, deck=deck, blue=blue))
    assert isinstance(move, Discard) is discards


def test_its_style_has_a_name() -> None:
    assert GAMES["hanabi"].styles["human"].choose is BOTS["hanabi"]


@cache
def played(seats: int, seed: int) -> Driven:
    """A game without options among bots."""
    return drive(HANABI, {}, seats, seed, choose=choose)


@sampled(1)
@pytest.mark.parametrize("seats", mostly_long([2, 5, 3, 4], 2))
def test_scores_well_and_never_loses(seats: int) -> None:
    scores = [played(seats, seed).outcome[1] for seed in SEEDS]
    assert min(scores) > 0
    assert mean(scores) >= 19


@sampled(1)
@pytest.mark.parametrize("seats", [2, 5])
def test_scores_well_when_the_first_mistake_loses(seats: int) -> None:
    scores = [drive(HANABI, {"red": 1}, seats, s, choose=choose).outcome[1] for s in SEEDS[:4]]
    assert min(scores) > 0
    assert mean(scores) >= 19


def test_takes_no_risk_when_the_first_mistake_loses() -> None:
    fours = dict.fromkeys("RYGBW", 4)
    table = lay(
        ["R5 G1", "B1 B2"], fireworks=fours, deck="", blue=2, turns_left=1, options={"red": 1}
    )
    assert not isinstance(chosen(table), Play)


def test_last_mistake_among_strangers_is_never_the_bots() -> None:
    for seed in SEEDS:
        stranger = at_random(seed)

        def player(view: HanabiView, stranger: Any = stranger) -> Any:
            return choose(view) if view.seat == 0 else stranger(view)

        driven = drive(HANABI, {}, 3, seed, choose=player)
        wrong = [e for e in driven.last.state.log if isinstance(e, Played) and not e.placed]
        assert [e.seat for e in wrong[2:]] in ([], [1], [2])


def test_decides_the_same_from_the_same_view() -> None:
    assert drive(HANABI, {}, 3, 7, choose=choose).moves == played(3, 7).moves


def test_chooses_only_legal_moves_under_any_options() -> None:
    for options in ({"blue": 10, "empty hints": True}, {"red": 1, "first": 1}):
        assert drive(HANABI, options, 4, 3, choose=legal(choose)).outcome[1] > 10


# The variants


@sampled(3)
@pytest.mark.parametrize("seats", mostly_long([2, 5, 3, 4], 2))
@pytest.mark.parametrize(
    "variants", [{"multicolour"}, {"announce"}, {"finale"}, {"multicolour", "announce", "finale"}]
)
def test_plays_every_variant_to_its_end(variants: set[str], seats: int) -> None:
    options = dict.fromkeys(variants, True)
    for seed in SEEDS[:2]:
        reason = drive(HANABI, options, seats, seed, choose=legal(choose)).outcome[0]
        if "finale" in variants:
            assert reason in ("complete", "indispensable card lost", "stuck")
        else:
            assert reason in ("complete", "pile ended")


@long
def test_builds_the_sixth_firework() -> None:
    hands, heights = ["M2 B4 W4 Y3", "B3 B4 Y4 W3"], {**dict.fromkeys("RYGBW", 2), "M": 1}
    table = lay(hands, fireworks=heights, turn=1, options={"multicolour": True})
    assert chosen(table.hint(0, 2)) == Play(Card(0))
    six = {"multicolour": True}
    scores = [drive(HANABI, six, 3, seed, choose=choose).outcome[1] for seed in SEEDS[:4]]
    assert mean(scores) >= 22


def test_names_the_colour_of_a_certain_card() -> None:
    hands = ["G4 R1 W4 Y3", "B3 B2 Y4 W3"]
    hinted = lay(hands, turn=1, options={"announce": True}).hint(0, "R")
    assert chosen(hinted) == Play(Card(1), 0)
    assert chosen(lay(hands, turn=1).hint(0, "R")) == Play(Card(1))


def test_names_the_only_colour_in_which_a_card_fits() -> None:
    heights = {**dict.fromkeys("RYGW", 2), "B": 3}
    hands = ["B4 R1 W3 Y3", "B3 B2 Y4 W3"]
    table = lay(hands, fireworks=heights, turn=1, options={"announce": True}).hint(0, 4)
    assert chosen(table) == Play(Card(0), 3)


def test_names_no_colour_that_is_uncertain() -> None:
    table = lay(["G4 R1 W4 Y3", "B3 B2 Y4 W3"], turn=1, options={"announce": True}).hint(0, 1)
    assert chosen(table) == Play(Card(1))


@long
def test_never_names_a_wrong_colour_and_scores_more_for_naming() -> None:
    plain = [played(4, seed) for seed in SEEDS[:5]]
    named = [drive(HANABI, {"announce": True}, 4, seed, choose=choose) for seed in SEEDS[:5]]
    for driven in named:
        for entry in driven.last.state.log:
            if isinstance(entry, Played) and entry.move.announced is not None and entry.placed:
                assert entry.move.announced == colour_of(entry.face)
    assert mean(d.outcome[1] for d in named) > mean(d.outcome[1] for d in plain)


def test_keeps_a_certain_last_copy_even_on_its_chop() -> None:
    table = lay(["R4 G4", "B3 B4"], discard="R4", blue=0, options={"finale": True})
    hints_left = (Mark(1 << face("R4")), Mark(1 << face("G4") | 1 << face("G3")))
    known = table.state._replace(marks=(hints_left, table.state.marks[1]))
    assert chosen(replace(table, state=known)) == Discard(Card(1))
    assert chosen(table) == Discard(Card(0))


def test_without_a_card_it_gives_a_hint() -> None:
    heights = {**dict.fromkeys("YGBW", 5), "R": 3}
    hands = ["", "R5 R4"]
    table = lay(hands, fireworks=heights, deck="", blue=1, options={"finale": True})
    assert isinstance(chosen(table), HintColour | HintRank)


def test_full_lid_without_a_hint_plays_the_likeliest_card() -> None:
    heights = {**dict.fromkeys("YGBW", 5), "R": 3}
    gone = "R1 R1 R2 R3 R4 R5"
    table = lay(["R5 R4", ""], fireworks=heights, deck="", discard=gone, options={"finale": True})
    assert isinstance(chosen(table), Play)


@long
def test_in_the_finale_it_discards_no_known_last_copy() -> None:
    """Unless it holds nothing else."""
    won = 0
    for seats in (2, 3, 4, 5):
        for seed in SEEDS[:3]:
            driven = drive(HANABI, {"finale": True}, seats, seed, choose=careful_of_last_copies)
            won += driven.outcome == ("complete", 25)
    assert won >= 3


def careful_of_last_copies(view: HanabiView) -> Any:
    move = legal(choose)(view)
    if isinstance(move, Discard):
        info = next(info for info in view.hand if info.card == move.card)
        others = (f for each in view.hand for f in each.deduced)
        if any(not view.critical(face) for face in others):
            assert not all(view.critical(face) for face in info.deduced)
    return move
