"""The variants and the knobs, each test citing the rules it shows (docs/rules/hanabi.md)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from p2p_hanabi.games.common.firework_cards import colour_of
from p2p_hanabi.games.hanabi.moves import Discard, HanabiRefusal, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi.outcome import EndReason
from p2p_hanabi.games.hanabi.outcome import ended as outcome
from p2p_hanabi.games.hanabi.state import Played, Rating
from protocol.encoding import Value
from protocol.game import Act, Card, Claim, Face, Seat, Shuffle
from tests.any_game import BOTS
from tests.builders import drive
from tests.lengths import sampled

from .table import HANABI, Table, ended, face, lay, refusal

FRESH = ["R1 R1 G2 G3 W4", "B1 B2 Y1 Y5 W1"]
ALL_BUT_RED = dict.fromkeys("GYBW", 5)
SIX = {"multicolour": True}
ANNOUNCE = {"announce": True}
FINALE = {"finale": True}


# The knobs


@pytest.mark.parametrize(("blue", "red"), list(product((8, 10), (3, 1))))
def test_the_knobs_hold_with_every_variant(blue: int, red: int) -> None:
    """HD1, HD2, D9, D10, D20"""
    options = {"blue": blue, "red": red, **SIX, **ANNOUNCE, **FINALE}
    view = lay(FRESH, options=options).view(0)
    assert (view.blue, view.rules.blue, view.rules.red) == (blue, blue, red)
    assert (view.rules.announce, view.rules.finale, view.max_score) == (True, True, 30)


# Avalanche of colours


def test_five_multicolour_cards_join_the_pile() -> None:
    """HA1, HA5, D11: 55 cards, one multicolour card of each value."""
    pending = HANABI.pending(HANABI.start(SIX, 2, b""))
    assert isinstance(pending, Shuffle)
    assert len(pending.faces) == 55
    assert pending.faces[50:] == tuple(map(Face, range(25, 30)))
    assert HANABI.faces(SIX) == 30


def test_a_multicolour_card_builds_its_own_firework_and_no_other() -> None:
    """HA2"""
    table = lay(["M1 M2 R2", "B1 B2"], fireworks={"R": 1}, options=SIX).play(0)
    assert table.state.fireworks == (1, 0, 0, 0, 0, 1)
    assert table.state._replace(seat=Seat(0)).fireworks[5] == 1
    wrong = lay(["M2 R2", "B1 B2"], fireworks={"R": 1}, options=SIX).play(0)
    assert (wrong.state.red, wrong.state.fireworks[0]) == (1, 1)


def test_multicolour_is_hinted_at_like_any_colour() -> None:
    """HA3"""
    table = lay(["R1 G1", "M1 B2 M4"], options=SIX)
    hint = table.true_hint(1, "M")
    assert hint == HintColour(Seat(1), 5, (Card(2), Card(4)))
    assert hint in table.moves(0)
    multi, others = tuple(map(Face, range(25, 30))), tuple(map(Face, range(25)))
    claims = [Claim(Card(2), multi), Claim(Card(3), others), Claim(Card(4), multi)]
    assert list(HANABI.claims(table.state, hint)) == claims


def test_no_other_colour_points_at_a_multicolour_card() -> None:
    """HA3, D11"""
    table = lay(["R1 G1", "M1 B2 R4"], options=SIX)
    colours = [m for m in table.moves(0) if isinstance(m, HintColour) and Card(2) in m.touched]
    assert [hint.colour for hint in colours] == [5]
    ranks = [m for m in table.moves(0) if isinstance(m, HintRank) and Card(2) in m.touched]
    assert [hint.rank for hint in ranks] == [1]


def test_six_complete_fireworks_are_30_points_and_divine() -> None:
    """HA4, HA6, HB31"""
    table = lay(["M5 R1", "B1"], fireworks={**ALL_BUT_RED, "R": 5, "M": 4}, options=SIX)
    assert table.view(0).max_score == 30
    table = table.play(0)
    assert ended(table) == ("complete", 30)
    assert table.view(0).rating is Rating.DIVINE


def test_five_complete_fireworks_of_six_do_not_end_the_game() -> None:
    """HA4"""
    table = lay(["R5 R1", "B1"], fireworks={**ALL_BUT_RED, "R": 4}, options=SIX).play(0)
    assert HANABI.pending(table.state) == Act(Seat(1))


@pytest.mark.parametrize(("discard", "reachable"), [("M1", 25), ("M3", 27), ("M5 R5", 28)])
def test_a_multicolour_card_is_indispensable_from_the_start(discard: str, reachable: int) -> None:
    """HA5, D11"""
    view = lay(FRESH, discard=discard, options=SIX).view(0)
    assert view.reachable_score == reachable
    assert view.critical(face("M2")) == ("M1" not in discard)


# Choreography


def test_a_play_may_name_a_colour_and_need_not() -> None:
    """HC1, HC2: every colour in play can be named."""
    plays = [m for m in lay(FRESH, options=ANNOUNCE).moves(0) if isinstance(m, Play)]
    assert plays == [
        *(Play(Card(card)) for card in range(5)),
        *(Play(Card(card), colour) for card in range(5) for colour in range(5)),
    ]


def test_a_colour_that_is_not_in_play_cannot_be_named() -> None:
    """HC1, D20"""
    table = lay(FRESH, options=ANNOUNCE)
    assert refusal(table, Play(Card(0), 5)) is HanabiRefusal.ANNOUNCED_COLOUR
    assert refusal(table, Play(Card(0), -1)) is HanabiRefusal.ANNOUNCED_COLOUR
    six = lay(FRESH, options={**ANNOUNCE, **SIX})
    assert Play(Card(0), 5) in six.moves(0)


def test_the_colour_is_named_before_the_card_is_opened() -> None:
    """D16: it is part of the move, and all see it while the card waits."""
    waiting = lay(FRESH, options=ANNOUNCE).applied(Play(Card(0), 0)).view(1).waiting
    assert waiting is not None
    assert waiting.move == Play(Card(0), 0)


@pytest.mark.parametrize(("announced", "blue"), [(None, 4), ("R", 5)])
def test_a_colour_rightly_named_brings_a_blue_token_back(announced: str, blue: int) -> None:
    """HC2, HC3"""
    table = lay(FRESH, blue=4, options=ANNOUNCE).play(0, announced)
    assert (table.state.blue, table.state.red, table.state.fireworks[0]) == (blue, 0, 1)


@pytest.mark.parametrize(("announced", "blue"), [(None, 5), ("Y", 6)])
def test_a_5_whose_colour_is_rightly_named_brings_two(announced: str, blue: int) -> None:
    """HC4, D15: one for the colour and the usual one for the 5."""
    table = lay(["Y5 R1", "B1"], fireworks={"Y": 4}, blue=4, options=ANNOUNCE)
    assert table.play(0, announced).state.blue == blue


@pytest.mark.parametrize(("before", "after"), [(8, 8), (7, 8), (6, 8)])
def test_blue_token_earned_with_a_full_lid_is_lost(before: int, after: int) -> None:
    """D6, HB29, HC4"""
    table = lay(["Y5 R1", "B1"], fireworks={"Y": 4}, blue=before, options=ANNOUNCE)
    assert table.play(0, "Y").state.blue == after


def test_a_wrong_colour_is_a_mistake_although_the_card_fits() -> None:
    """HC5, D13"""
    table = lay(FRESH, blue=4, options=ANNOUNCE).play(0, "G")
    assert (table.state.blue, table.state.red, table.state.fireworks) == (4, 1, (0,) * 5)
    assert [thrown for _, thrown in table.state.discards] == [face("R1")]


def test_right_colour_of_a_misplayed_card_earns_nothing() -> None:
    """HC3, D14"""
    table = lay(FRESH, blue=4, options=ANNOUNCE).play(3, "G")
    assert (table.state.blue, table.state.red, table.state.fireworks) == (4, 1, (0,) * 5)


@pytest.mark.parametrize(
    ("slot", "announced", "earned"),
    [(0, None, 0), (0, "R", 1), (0, "G", 0), (1, None, 1), (1, "Y", 2)],
)
def test_log_records_the_named_colour_and_its_reward(
    slot: int, announced: str | None, earned: int
) -> None:
    """HB28, HC3, HC4, HC5"""
    table = lay(["R1 Y5", "B1"], fireworks={"Y": 4}, options=ANNOUNCE).play(slot, announced)
    entry = table.state.log[-1]
    assert isinstance(entry, Played)
    assert entry.move.announced == (None if announced is None else "RYGBW".index(announced))
    assert entry.earned == earned


def test_a_third_mistake_in_naming_loses() -> None:
    """HC5, HB30"""
    assert ended(lay(FRESH, red=2, options=ANNOUNCE).play(0, "G")) == ("third red token", 0)


# Finale


def test_the_game_goes_on_after_the_last_card() -> None:
    """HF1, HF5: nobody draws any more, hands shrink, and the turn goes round more than once."""
    hands, fireworks = ["R1 R1 Y1", "R4 R5 Y1"], {**ALL_BUT_RED, "R": 3}
    table = lay(hands, fireworks=fireworks, blue=1, deck="Y2", options=FINALE)
    for _ in range(4):
        table = table.discard(0) if table.state.seat == 0 else table.hint(0, "Y")
        assert (table.state.pile, table.state.turns_left) == (0, None)
    assert HANABI.pending(table.state) == Act(Seat(0))
    assert table.hand(0) == "Y1 Y2"


def test_the_third_red_token_loses_the_finale_too() -> None:
    """HF2: and counts before a card that is lost with it."""
    assert ended(lay(FRESH, red=2, options=FINALE).play(2)) == ("third red token", 0)
    both = lay(["R5 R1", "B1"], red=2, options=FINALE).play(0)
    assert ended(both) == ("third red token", 0)


@pytest.mark.parametrize("do", ["discard", "play"])
def test_losing_the_last_copy_of_a_needed_card_loses_the_game(do: str) -> None:
    """HF3, D17: whether thrown away or put down by mistake."""
    table = lay(["R4 R1", "B1"], blue=4, discard="R4", options=FINALE)
    table = table.play(0) if do == "play" else table.discard(0)
    assert ended(table) == ("indispensable card lost", 0)
    assert (table.state.actor, len(table.state.hands[0])) == (None, 1)
    assert refusal(table, Play(Card(1))) is HanabiRefusal.OVER_BY_LOSS


@pytest.mark.parametrize(("thrown", "discard"), [("R4", ""), ("R3", "R3"), ("R1", "R1 R1")])
def test_the_game_goes_on_while_a_copy_is_left_or_placed(thrown: str, discard: str) -> None:
    """HF3, D17"""
    table = lay(
        [f"{thrown} G1", "B1"],
        fireworks={"R": 3},
        blue=4,
        discard=discard,
        options=FINALE,
        deck="G2 G3",
    ).discard(0)
    assert HANABI.pending(table.state) == Act(Seat(1))


def test_without_the_finale_the_last_copy_may_go() -> None:
    """HF3, D21"""
    assert HANABI.pending(lay(["R5 R1", "B1"], blue=4).discard(0).state) == Act(Seat(1))


def test_all_fireworks_complete_win_the_finale() -> None:
    """HF4"""
    table = lay(["R5", "R1"], fireworks={**ALL_BUT_RED, "R": 4}, deck="", options=FINALE).play(0)
    assert ended(table) == ("complete", 25)


def test_the_finale_is_not_rated() -> None:
    """HF6: perfection or defeat."""
    hands, fireworks = ["R5", "R1"], {**ALL_BUT_RED, "R": 4}
    for options, rating in ((FINALE, None), ({}, Rating.LEGENDARY)):
        before = lay(hands, fireworks=fireworks, options=options)
        assert before.view(0).rating is None
        assert before.play(0).view(0).rating is rating


def test_without_a_card_only_a_hint_is_left() -> None:
    """HF5, D18"""
    table = lay(["", "R5 R1"], fireworks={**ALL_BUT_RED, "R": 4}, deck="", blue=1, options=FINALE)
    assert {type(move) for move in table.moves(0)} == {HintColour, HintRank}
    assert refusal(table, Discard(Card(0))) is HanabiRefusal.DISCARDED_NOT_HELD
    assert HANABI.pending(table.hint(1, 5).state) == Act(Seat(1))


def test_a_seat_without_a_card_and_a_blue_token_has_lost_for_all() -> None:
    """D19"""
    table = stuck_next({}).play(0)
    assert ended(table) == ("stuck", 0)
    assert table.view(0).outcome == outcome(EndReason.STUCK)
    assert refusal(table, Play(Card(1))) is HanabiRefusal.OVER_STUCK


def test_a_seat_without_a_move_can_be_passed_over() -> None:
    """D19: the turn goes to the next that has one, and is not counted."""
    table = stuck_next({"stuck": "skip"})
    assert table.view(0).rules.skips
    turn = table.state.turn
    table = table.play(0)
    assert HANABI.pending(table.state) == Act(Seat(2))
    assert table.state.turn == turn + 1
    assert ended(table.play(0).play(0)) == ("complete", 25)


def stuck_next(options: dict[str, Value]) -> Table:
    """Seat 1 has neither a card nor a blue token; red 3, 4 and 5 are left in the other hands."""
    hands = ["R3 R5", "", "R4"]
    fireworks = {**ALL_BUT_RED, "R": 2}
    return lay(hands, fireworks=fireworks, deck="", blue=0, options={**FINALE, **options})


def test_seat_without_a_card_is_not_skipped_if_it_can_hint() -> None:
    """D18, D19"""
    table = stuck_next({"stuck": "skip"})
    table = replace(table, state=table.state._replace(blue=1)).play(0)
    assert HANABI.pending(table.state) == Act(Seat(1))


# Together


def test_a_wrong_colour_on_the_last_copy_loses_the_finale() -> None:
    """D20, HC5, HF3"""
    table = lay(["R5 R1", "B1"], fireworks={"R": 4}, options={**ANNOUNCE, **FINALE})
    assert ended(table.play(0, "G")) == ("indispensable card lost", 0)


def test_the_finale_of_six_colours_wants_30() -> None:
    """D20, HA4, HF4"""
    options = {**SIX, **FINALE}
    table = lay(["M5", "R1"], fireworks={**ALL_BUT_RED, "R": 5, "M": 4}, deck="", options=options)
    assert ended(table.play(0)) == ("complete", 30)
    lost = lay(["M2 R1", "B1"], blue=4, options=options)
    assert ended(lost.discard(0)) == ("indispensable card lost", 0)


@sampled(4)
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("chosen", list(product([False, True], repeat=3)), ids=str)
def test_all_variants_can_be_combined(chosen: tuple[bool, bool, bool], seats: int) -> None:
    """D20: a whole game of each combination scores as its variants say."""
    options = dict(zip(("multicolour", "announce", "finale"), chosen, strict=True))
    driven = drive(HANABI, options, seats, 4, choose=BOTS["hanabi"])
    reason, score = driven.outcome
    state = driven.last.state
    heights = sum(state.fireworks)
    assert score == (heights if reason in ("complete", "pile ended") else 0)
    assert (reason == "pile ended") <= (not options["finale"])
    assert len(state.fireworks) == (6 if options["multicolour"] else 5)
    named = [move.announced for _, move in driven.moves if isinstance(move, Play)]
    assert any(colour is not None for colour in named) == options["announce"]
    assert all(colour_of(thrown) < len(state.fireworks) for _, thrown in state.discards)
