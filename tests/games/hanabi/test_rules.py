"""The rules of the printed base game, each test citing those it shows (docs/rules/hanabi.md)."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.moves import Discard, HanabiRefusal, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.state import Rating
from protocol.errors import BadEncoding
from protocol.game import AllBut, Card, Claim, Deal, Face, Open, Seat

from .table import HANABI, ended, face, lay, refusal, sequence

FRESH = ["R1 R1 G2 G3 W4", "B1 B2 Y1 Y5 W1"]
LAST_CARD = ["R1 G1 Y1 B1 W1", "R4 G4 Y4 B4 W4"]
THREES = dict.fromkeys("RYGBW", 3)


# Hints


def test_a_hint_costs_a_blue_token_and_passes_the_turn() -> None:
    """HB15: no card moves."""
    table = lay(FRESH).hint(1, 1)
    assert (table.state.blue, table.state.seat, table.state.turn) == (7, 1, 1)
    assert table.hand(1) == FRESH[1]


def test_a_hint_goes_to_one_other_seat() -> None:
    """HB16"""
    assert refusal(lay(FRESH), HintRank(Seat(2), 1, (Card(5),))) is HanabiRefusal.NO_SEAT
    assert refusal(lay(FRESH), HintRank(Seat(-1), 1, (Card(5),))) is HanabiRefusal.NO_SEAT


def test_a_hint_to_oneself_is_refused() -> None:
    """D2, HB16"""
    assert refusal(lay(FRESH), HintRank(Seat(0), 1, (Card(0),))) is HanabiRefusal.OWN_HINT


def test_a_hint_points_at_cards_of_that_hand() -> None:
    """HB16, HB17"""
    table = lay(FRESH)
    assert refusal(table, HintRank(Seat(1), 1, (Card(0),))) is HanabiRefusal.HINTED_NOT_HELD
    out_of_order = HintRank(Seat(1), 1, (Card(7), Card(5), Card(9)))
    assert refusal(table, out_of_order) is HanabiRefusal.NOT_ASCENDING
    twice = HintRank(Seat(1), 1, (Card(5), Card(5)))
    assert refusal(table, twice) is HanabiRefusal.NOT_ASCENDING


def test_hint_to_an_empty_hand_is_always_refused() -> None:
    """HB16"""
    table = lay(["R1", ""], options={"empty hints": True})
    assert refusal(table, HintRank(Seat(1), 1, ())) is HanabiRefusal.EMPTY_HAND
    assert all(isinstance(move, Play) for move in table.moves(0))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (HintColour(Seat(1), 5, (Card(5),)), HanabiRefusal.NO_COLOUR),
        (HintColour(Seat(1), -1, (Card(5),)), HanabiRefusal.NO_COLOUR),
        (HintRank(Seat(1), 0, (Card(5),)), HanabiRefusal.NO_RANK),
        (HintRank(Seat(1), 6, (Card(5),)), HanabiRefusal.NO_RANK),
    ],
)
def test_a_hint_names_a_colour_or_a_rank_that_exists(move: Move, reason: HanabiRefusal) -> None:
    """HB18, HB5"""
    assert refusal(lay(FRESH), move) is reason


def test_a_hint_of_a_colour_and_a_rank_at_once_does_not_exist() -> None:
    """HB18"""
    with pytest.raises(BadEncoding):
        HANABI.unpack(("hint colour", 1, 3, (5, 6), 1))


def test_a_rank_hint_claims_something_of_every_card_of_the_hand() -> None:
    """HB19: the pointed at are 1s, the others are not."""
    table = lay(FRESH)
    ones = tuple(face(c + "1") for c in "RYGBW")
    others = tuple(Face(f) for f in range(25) if f not in ones)
    claims = HANABI.claims(table.state, table.true_hint(1, 1))
    expected = [(5, ones), (6, others), (7, ones), (8, others), (9, ones)]
    assert claims == tuple(Claim(Card(card), faces) for card, faces in expected)


def test_colour_hint_makes_a_claim_about_every_card_of_the_hand() -> None:
    """HB19"""
    table = lay(FRESH)
    claims = HANABI.claims(table.state, table.true_hint(1, "B"))
    assert [set(claim.faces) == set(range(15, 20)) for claim in claims] == [True] * 2 + [False] * 3
    assert all(set(claim.faces).isdisjoint(range(15, 20)) for claim in claims[2:])


def test_plays_and_discards_claim_nothing() -> None:
    """HB19"""
    state = lay(FRESH, blue=1).state
    assert not HANABI.claims(state, Play(Card(0)))
    assert not HANABI.claims(state, Discard(Card(0)))


def test_every_true_hint_is_offered_and_names_all_its_cards() -> None:
    """HB17, HB19"""
    hints = [m for m in lay(FRESH).moves(0) if isinstance(m, HintColour | HintRank)]
    assert [HANABI.pack(hint) for hint in hints] == [
        ("hint colour", 1, 1, (7, 8)),
        ("hint colour", 1, 3, (5, 6)),
        ("hint colour", 1, 4, (9,)),
        ("hint rank", 1, 1, (5, 7, 9)),
        ("hint rank", 1, 2, (6,)),
        ("hint rank", 1, 5, (8,)),
    ]


def test_hints_about_unseen_cards_are_not_offered() -> None:
    """HB10, HB19: nobody could tell which cards to point at."""
    moves = HANABI.moves(lay(FRESH).state, Seat(0), {Card(5): face("B1")})
    assert {type(move) for move in moves} == {Play}


def test_without_a_blue_token_no_hint_is_possible() -> None:
    """HB20"""
    table = lay(FRESH, blue=0)
    assert refusal(table, table.true_hint(1, 1)) is HanabiRefusal.NO_BLUE
    assert {type(move) for move in table.moves(0)} == {Play, Discard}


def test_a_hint_that_points_at_nothing_is_refused() -> None:
    """D1"""
    assert refusal(lay(FRESH), HintColour(Seat(1), 0, ())) is HanabiRefusal.EMPTY_HINT


def test_a_hint_that_points_at_nothing_can_be_allowed() -> None:
    """D1"""
    table = lay(FRESH, options={"empty hints": True})
    hint = HintColour(Seat(1), 0, ())
    assert hint in table.moves(0)
    hinted = table.after(hint).view(1).hand
    assert all(set(info.hinted).isdisjoint(range(5)) for info in hinted)


def test_a_hint_can_be_repeated() -> None:
    """D3"""
    table = lay(FRESH).hint(1, 1).hint(0, 1).hint(1, 1)
    assert table.state.blue == 5


# Discarding


def test_discard_returns_a_blue_token_and_draws_unseen() -> None:
    """HB21"""
    table = lay(FRESH, blue=3).applied(Discard(Card(2)))
    assert HANABI.pending(table.state) == Open((Card(2),))
    state = HANABI.opened(table.state, {Card(2): face("G2")})
    assert (state.blue, state.discards) == (4, ((Card(2), face("G2")),))
    assert HANABI.pending(state) == Deal(((Card(10), AllBut(Seat(0))),))
    state = HANABI.dealt(state)
    assert state.hands[0] == (0, 1, 3, 4, 10)
    assert (state.pile, state.seat) == (39, 1)


def test_a_discard_with_all_blue_tokens_in_the_lid_is_refused() -> None:
    """HB22"""
    table = lay(FRESH)
    assert refusal(table, Discard(Card(0))) is HanabiRefusal.ALL_BLUE
    assert not any(isinstance(move, Discard) for move in table.moves(0))


def test_only_a_card_of_ones_own_hand_is_discarded_or_played() -> None:
    """HB21, HB23"""
    table = lay(FRESH, blue=1)
    assert refusal(table, Discard(Card(5))) is HanabiRefusal.DISCARDED_NOT_HELD
    assert refusal(table, Play(Card(5))) is HanabiRefusal.PLAYED_NOT_HELD


# Playing


def test_a_1_begins_a_firework_and_a_card_is_drawn() -> None:
    """HB23, HB25, HB26"""
    table = lay(FRESH, blue=4).play(0)
    assert table.state.fireworks == (1, 0, 0, 0, 0)
    assert (table.state.blue, table.state.red, table.state.discards) == (4, 0, ())
    assert len(table.state.hands[0]) == 5


@pytest.mark.parametrize(("height", "placed"), [(0, False), (1, True), (2, False), (3, False)])
def test_a_firework_goes_up_one_by_one(height: int, placed: bool) -> None:
    """HB27"""
    table = lay(["G2 R1", "B1 B2"], fireworks={"G": height}).play(0)
    assert table.state.fireworks[2] == (2 if placed else height)
    assert table.state.red == (not placed)


def test_mistake_is_discarded_costs_a_red_token_and_draws() -> None:
    """HB24, HB25: no blue token comes back."""
    table = lay(FRESH, blue=4).play(2)
    assert (table.state.red, table.state.blue) == (1, 4)
    assert table.state.discards == ((Card(2), face("G2")),)
    assert table.state.hands[0] == (0, 1, 3, 4, 10)


def test_completing_a_firework_gives_a_blue_token() -> None:
    """HB28"""
    table = lay(["Y5 R1", "B1 B2"], fireworks={"Y": 4}, blue=4).play(0)
    assert (table.state.blue, table.state.fireworks[1]) == (5, 5)


@pytest.mark.parametrize("blue", [8, 10])
def test_completing_a_firework_gives_nothing_to_a_full_lid(blue: int) -> None:
    """HB29, D6, D9"""
    table = lay(["Y5 R1", "B1 B2"], fireworks={"Y": 4}, options={"blue": blue}).play(0)
    assert table.state.blue == blue


def test_naming_the_colour_of_a_played_card_needs_its_variant() -> None:
    """HC1, D16"""
    assert refusal(lay(FRESH), Play(Card(0), 0)) is HanabiRefusal.ANNOUNCED


def test_nothing_is_done_until_the_card_is_opened() -> None:
    """HB23: meanwhile nobody acts, and the public state is that before the move."""
    before = lay(FRESH)
    waiting = before.applied(Play(Card(0)))
    turn, actor, *rest = sequence(HANABI.public(waiting.state))
    assert (turn, actor) == (0, None)
    assert rest == list(sequence(HANABI.public(before.state)))[2:]
    assert refusal(waiting, Play(Card(1))) is HanabiRefusal.NOT_NOW
    assert not waiting.moves(0)


# The end


def test_third_red_token_ends_the_game_at_once_without_points() -> None:
    """HB30, D4, D5: no card is drawn."""
    table = lay(FRESH, fireworks={"B": 4}, red=2, blue=5, deck="R2 R3").play(2)
    assert ended(table) == ("third red token", 0)
    assert (table.state.pile, table.state.actor, len(table.state.hands[0])) == (2, None, 4)
    assert refusal(table, Play(Card(0))) is HanabiRefusal.OVER_BY_MISTAKES


def test_with_one_red_token_the_first_mistake_is_the_last() -> None:
    """HD1, D10"""
    assert ended(lay(FRESH, options={"red": 1}).play(2)) == ("third red token", 0)


def test_the_two_knobs_are_independent() -> None:
    """HD1, HD2, D9, D10"""
    state = HANABI.start({"red": 1, "blue": 10}, 2, b"")
    assert (state.blue, state.rules.blue, state.rules.red) == (10, 10, 1)


def test_all_fireworks_complete_end_the_game_at_once() -> None:
    """HB31: although cards are left."""
    fireworks = {**dict.fromkeys("RYGB", 5), "W": 4}
    table = lay(["W5 R1", "B1 B2"], fireworks=fireworks).play(0)
    assert ended(table) == ("complete", 25)
    assert table.state.pile > 0
    assert refusal(table, Play(Card(1))) is HanabiRefusal.OVER_COMPLETE


def test_complete_fireworks_end_the_final_round_at_once() -> None:
    """D8"""
    fireworks = {**dict.fromkeys("RYGB", 5), "W": 4}
    table = lay(["W5 R1", "B1 B2"], fireworks=fireworks, deck="", turns_left=1).play(0)
    assert ended(table) == ("complete", 25)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_the_last_card_every_seat_plays_once_more(seats: int) -> None:
    """HB32, D7: who drew it plays last, and nobody draws."""
    hands = ["R1 G1 Y1 B1", "R4 G4 Y4 B4", "R1 R2", "Y1 Y2", "G1 G2"][:seats]
    table = lay(hands, fireworks=THREES, blue=1, deck="W5").discard(0)
    assert (table.state.pile, table.state.turns_left) == (0, seats)
    seen = []
    while table.state.actor is not None:
        seen.append(table.state.actor)
        table = table.discard(0)
    assert seen == [*range(1, seats), 0]
    assert ended(table) == ("pile ended", 15)
    assert refusal(table, Play(Card(1))) is HanabiRefusal.OVER_WITH_PILE


def test_hint_takes_a_turn_of_the_final_round() -> None:
    """HB32"""
    table = lay(LAST_CARD, fireworks=THREES, deck="", blue=4, turns_left=2).hint(1, 4)
    assert table.state.turns_left == 1
    assert ended(table.hint(0, 1)) == ("pile ended", 15)


def test_third_red_token_in_the_final_round_loses() -> None:
    """HB30, D4: the first reason that applies counts."""
    table = lay(LAST_CARD, fireworks=THREES, red=2, deck="", turns_left=1).play(0)
    assert ended(table) == ("third red token", 0)


def test_the_score_is_the_sum_of_the_fireworks() -> None:
    """HB33"""
    heights = dict(zip("RYGBW", (3, 4, 4, 5, 2), strict=True))
    table = lay(["R1", "B1"], fireworks=heights, deck="", turns_left=1, blue=1).discard(0)
    assert ended(table) == ("pile ended", 18)


def test_scores_are_rated_on_the_scale() -> None:
    """HB34, HA6"""
    scale = {0: Rating.HORRIBLE, 5: Rating.HORRIBLE, 6: Rating.MEDIOCRE, 10: Rating.MEDIOCRE}
    scale |= {11: Rating.HONOURABLE, 15: Rating.HONOURABLE, 16: Rating.EXCELLENT}
    scale |= {20: Rating.EXCELLENT, 21: Rating.EXTRAORDINARY, 24: Rating.EXTRAORDINARY}
    scale |= {25: Rating.LEGENDARY, 29: Rating.LEGENDARY, 30: Rating.DIVINE}
    assert {score: Rating.of(score) for score in scale} == scale


def test_a_game_that_can_no_longer_be_won_goes_on() -> None:
    """D21"""
    table = lay(["R5 G1", "B1 B2"], blue=4).discard(0)
    assert table.state.actor == 1
    assert table.view(1).reachable_score == 24


def test_a_card_that_nobody_needs_still_brings_its_blue_token() -> None:
    """HT5"""
    table = lay(["R5 G1", "B1 B2"], discard="R4 R4", blue=4)
    assert table.view(1).dead(face("R5"))
    assert table.discard(0).state.blue == 5
