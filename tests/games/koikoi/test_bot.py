"""The Koi-Koi bot: what it does at a table laid out by hand, and how well it plays whole games."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.games.koikoi.bot.mind import Mind, standing
from p2p_hanabi.games.koikoi.bot.months import shares_of_month
from p2p_hanabi.games.koikoi.bot.player import choose
from p2p_hanabi.games.koikoi.bot.race import Way, any_of, at_least, ways_on
from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES
from p2p_hanabi.games.koikoi.moves import Keep, Koi, Move, Play, Shobu, Show
from p2p_hanabi.games.koikoi.state import SaidKoi
from p2p_hanabi.games.koikoi.yaku import YakuRules
from protocol.game import Face, Seat
from tests.builders import at_random, drive, legal
from tests.games.koikoi.table import KOIKOI, Table, begin, deal, drawing, face, lay
from tests.lengths import long

FOUR = "10.3 10.4 2.3 2.4"  # an unremarkable hand


def chosen(table: Table) -> Move:
    seat = table.state.actor
    assert seat is not None
    move: Move = legal(choose)(table.view(seat))
    return move


def plays(table: Table, card: str) -> bool:
    return chosen(table) == Play(table.card(card))


def test_captures_rather_than_discards() -> None:
    assert plays(lay(["5.3 7.3 9.3", FOUR], "5.1 12.2"), "5.3")


def test_takes_the_card_that_completes_a_yaku() -> None:
    assert plays(lay(["8.3 9.3 5.3", FOUR], "8.2 9.1 5.1", captured=("8.1", "")), "9.3")


def test_denies_the_opponent_a_yaku() -> None:
    table = lay(["2.2 9.3 5.3", FOUR], "2.1 9.1 5.1", captured=("", "8.1 3.1"))
    assert plays(table, "9.3")


def test_of_two_matches_it_takes_the_more_useful_one() -> None:
    table = lay(["11.4 5.3", FOUR], "11.3 11.1 7.1", captured=("1.1 3.1 8.1", "")).play("11.4")
    assert chosen(table) == table.moves(0)[1]


def test_does_not_discard_a_card_that_the_opponent_needs() -> None:
    table = lay(["9.1 12.3", FOUR], "7.3 5.4", captured=("", "8.1 3.1"))
    assert plays(table, "12.3")


def test_avoids_discards_that_a_shown_card_would_capture() -> None:
    hand, other = "9.1 12.4 1.3 2.3 3.3 4.3 5.3 6.3", "9.3 12.2 12.3 7.3 8.3 10.3 11.4 1.4"
    table = begin(drawing(), deal(hand, other, "4.1 4.2 5.1 5.2 6.1 6.2 7.1 7.2"))
    unseen = table.keep().keep()
    shown = table.keep().show("7.3 8.3 9.3 10.3")
    assert left_lying(unseen, "9.1") > left_lying(shown, "9.1")


def left_lying(table: Table, card: str) -> float:
    """The value of playing this card when no card of its month is on the table."""
    mind, put = Mind(table.view(0)), 1 << face(card)
    return mind.worth(mind.hand & ~put, mind.table | put, mind.mine)


def test_declares_a_special_hand() -> None:
    table = begin(drawing(), deal("4.1 4.2 4.3 4.4 1.1 2.1 3.1 5.1"))
    assert isinstance(chosen(table), Show)
    assert chosen(table.keep()) == Keep()


def viewing(hand: str, other: str, **more: Any) -> Table:
    """Seat 0 has just made hanami, 5 points."""
    table = lay([f"9.2 {hand}", other], "9.1 6.1", pile="7.1", captured=("3.1", ""), **more)
    return table.play("9.2")


def test_stops_when_the_opponent_is_close_and_its_hand_is_small() -> None:
    table = lay(
        ["9.2 4.1", FOUR],
        "9.1 6.1 11.2 7.4",
        pile="7.1",
        captured=("3.1", "1.1 8.1 1.2 2.2 6.2 10.2 7.2"),
    ).play("9.2")
    assert chosen(table) == Shobu()


def test_goes_on_with_more_in_reach_and_an_empty_opponent() -> None:
    table = lay(
        ["9.2 8.3 1.3 12.3 10.2", "4.3 4.4 2.3 2.4"],
        "9.1 8.1 1.1 12.1 10.1",
        pile="7.1",
        captured=("3.1 6.1 5.1 4.1 2.1", ""),
    ).play("9.2")
    assert chosen(table) == Koi()


@pytest.mark.parametrize(("theirs", "move"), [(4, Shobu()), (5, Shobu()), (6, Koi()), (50, Koi())])
def test_last_round_stops_once_won_or_shared(theirs: int, move: Move) -> None:
    table = viewing("4.1", FOUR, round_number=6, scores=(0, theirs))
    assert chosen(table) == move


def test_trailing_player_goes_on_sooner_than_a_leading_one() -> None:
    def more(scores: tuple[int, int]) -> float:
        mind = Mind(viewing("4.1 12.1", FOUR, round_number=5, scores=scores).view(0))
        return mind.going_on(mind.hand, mind.table, mind.mine) - mind.stopping(mind.mine)

    assert more((0, 25)) > more((25, 0))


def test_a_lead_is_worth_more_the_fewer_rounds_are_left() -> None:
    assert 0.5 < standing(5, 5) < standing(5, 1) < standing(5, 0) == 1
    assert standing(0, 3) == standing(0, 0) == 0.5
    assert standing(-1, 0) == 0


def test_the_fate_of_a_month_is_computed_wherever_its_cards_are() -> None:
    for lies in product(range(5), repeat=4):
        places = [sum(1 << k for k, at in enumerate(lies) if at == place) for place in range(4)]
        for left in range(8):
            mine, theirs = shares_of_month((places[0], places[1], places[2], places[3]), left)
            assert all(0 <= a + b <= 100 for a, b in zip(mine, theirs, strict=True))
            assert all(mine[k] == 100 for k, at in enumerate(lies) if at == 3)
            assert all(theirs[k] == 100 for k, at in enumerate(lies) if at == 4)


def test_cards_of_a_month_that_the_other_cannot_hold_are_its_own() -> None:
    assert shares_of_month((0b0001, 0b0010, 0, 0b1100), 4)[0] == (100,) * 4
    held, lying = shares_of_month((0b0001, 0b0010, 0b1100, 0), 4)[0][:2]
    assert lying < held < 100


def test_a_yaku_is_as_likely_as_enough_of_its_cards() -> None:
    assert at_least(2, (50, 50, 50)) == pytest.approx(0.5)
    assert at_least(3, (50, 20, 10)) == pytest.approx(0.01)
    assert at_least(1, (50, 20, 10)) == pytest.approx(1 - 0.5 * 0.8 * 0.9)
    assert Way(2, (Face(0), Face(1)), 5).chance([100, 0]) == 0
    assert Way(4, tuple(map(Face, range(8))), 1).chance([50] * 8) == pytest.approx(163 / 256)


def test_knows_who_scores_in_an_exhausted_round() -> None:
    hopes = [
        hoped(viewing("4.1", FOUR, options={"exhausted": chosen}))
        for chosen in ("none", "koi", "dealer")
    ]
    assert hopes[0] < hopes[1] < hopes[2]  # 0, 5 and 6 points for the player to decide
    assert hoped(viewing("4.1", FOUR, options={"exhausted": "dealer"}, dealer=1)) < hopes[0]


def test_last_to_call_koi_scores_in_an_exhausted_round() -> None:
    def after_koi(chosen: str) -> float:
        table = viewing("4.1 2.3", FOUR, options={"exhausted": chosen}).koi()
        return hoped(table, 1)

    assert after_koi("koi") < after_koi("none")


def hoped(table: Table, seat: int = 0) -> float:
    mind = Mind(table.view(seat))
    return mind.going_on(mind.hand, mind.table, mind.mine)


def test_without_a_way_to_a_yaku_nothing_is_expected() -> None:
    assert any_of((), [100] * 48, lambda _points: 1.0) == (0.0, 0.0)
    assert not ways_on(0, bits(ALL_FACES), YakuRules())


def test_is_deterministic() -> None:
    moves = [drive(KOIKOI, {}, 2, 5, choose=choose).moves for _ in range(2)]
    assert moves[0] == moves[1]


@long
def test_beats_a_random_player() -> None:
    won = 0
    for seed in range(20):
        foolish, own = at_random(seed), seed % 2
        game = drive(
            KOIKOI,
            {},
            2,
            seed,
            choose=lambda view, own=own, foolish=foolish: (  # type: ignore[misc]  # bound per game
                choose(view) if view.seat == own else foolish(view)
            ),
        )
        won += game.outcome[2] == own
    assert won >= 17


def test_calls_koi_occasionally() -> None:
    log = drive(KOIKOI, {"rounds": 12}, 2, 2, choose=choose).last.state.log
    assert any(isinstance(entry, SaidKoi) for entry in log)


def test_plays_under_every_reading() -> None:
    options = {"max koi": 1, "sake as kasu": True, "sanko rain": True, "stack groups": True}
    outcome = drive(KOIKOI, options, 2, 2, choose=choose).outcome
    assert outcome[0] == "rounds played"
    assert outcome[2] in (None, Seat(0), Seat(1))
