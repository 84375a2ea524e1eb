"""The Koi-Koi bot: what it does at a table laid out by hand, and how it does in whole games."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.koikoi.bot.mind import Mind, Race
from p2p_hanabi.games.koikoi.bot.player import choose
from p2p_hanabi.games.koikoi.moves import Keep, Koi, Move, Play, Shobu, Show
from p2p_hanabi.games.koikoi.state import SaidKoi
from protocol.game import Seat
from tests.builders import at_random, drive
from tests.games.koikoi.table import KOIKOI, Table, begin, deal, drawing, lay

FOUR = "10.3 10.4 2.3 2.4"  # a hand that says little


def chosen(table: Table) -> Move:
    seat = table.state.actor
    assert seat is not None
    view = table.view(seat)
    move = choose(view)
    assert move in view.moves
    return move


def plays(table: Table, card: str) -> bool:
    return chosen(table) == Play(table.card(card))


def test_it_captures_rather_than_throws() -> None:
    assert plays(lay(["5.3 7.3 9.3", FOUR], "5.1 12.2"), "5.3")


def test_it_takes_the_card_that_completes_a_yaku() -> None:
    assert plays(lay(["8.3 9.3 5.3", FOUR], "8.2 9.1 5.1", captured=("8.1", "")), "9.3")


def test_it_keeps_the_other_from_a_yaku() -> None:
    table = lay(["2.2 9.3 5.3", FOUR], "2.1 9.1 5.1", captured=("", "8.1 3.1"))
    assert plays(table, "9.3")


def test_of_two_matches_it_takes_the_one_of_more_use() -> None:
    table = lay(["11.4 5.3", FOUR], "11.3 11.1 7.1", captured=("1.1 3.1 8.1", "")).play("11.4")
    assert chosen(table) == table.moves(0)[1]


def test_it_does_not_throw_what_the_other_needs() -> None:
    table = lay(["9.1 12.3", FOUR], "7.3 5.4", captured=("", "8.1 3.1"))
    assert plays(table, "12.3")


def test_it_throws_nothing_that_a_card_shown_by_the_other_would_take() -> None:
    hand, other = "9.1 12.4 1.3 2.3 3.3 4.3 5.3 6.3", "9.3 12.2 12.3 7.3 8.3 10.3 11.4 1.4"
    table = begin(drawing(), deal(hand, other, "4.1 4.2 5.1 5.2 6.1 6.2 7.1 7.2"))
    unseen = Mind(table.keep().keep().view(0)).held_by_other(9)
    shown = Mind(table.keep().show("7.3 8.3 9.3 10.3").view(0)).held_by_other(9)
    assert 0 < unseen < shown == 1


def test_it_claims_what_a_dealt_hand_is_worth() -> None:
    table = begin(drawing(), deal("4.1 4.2 4.3 4.4 1.1 2.1 3.1 5.1"))
    assert isinstance(chosen(table), Show)
    assert chosen(table.keep()) == Keep()


def viewing(hand: str, other: str, **more: Any) -> Table:
    """Seat 0 has just made hanami, 5 points."""
    table = lay([f"9.2 {hand}", other], "9.1 6.1", pile="7.1", captured=("3.1", ""), **more)
    return table.play("9.2")


def test_it_stops_when_the_other_is_close_and_it_has_little_left() -> None:
    table = lay(
        ["9.2 4.1", FOUR],
        "9.1 6.1 11.2 7.4",
        pile="7.1",
        captured=("3.1", "1.1 8.1 1.2 2.2 6.2 10.2 7.2"),
    ).play("9.2")
    assert chosen(table) == Shobu()


def test_it_goes_on_when_more_is_at_hand_and_the_other_has_nothing() -> None:
    table = lay(
        ["9.2 8.3 1.3 12.3 10.2", "4.3 4.4 2.3 2.4"],
        "9.1 8.1 1.1 12.1 10.1",
        pile="7.1",
        captured=("3.1 6.1 5.1 4.1 2.1", ""),
    ).play("9.2")
    assert chosen(table) == Koi()


@pytest.mark.parametrize(("theirs", "move"), [(4, Shobu()), (5, Koi()), (50, Koi())])
def test_in_the_last_round_it_stops_if_and_only_if_it_wins(theirs: int, move: Move) -> None:
    table = viewing("4.1", FOUR, round_number=6, scores=(0, theirs))
    assert chosen(table) == move


def test_it_knows_who_scores_in_an_exhausted_round() -> None:
    hopes = [
        Mind(viewing("4.1", FOUR, options={"exhausted": chosen}).view(0)).worth_of_koi()
        for chosen in ("none", "koi", "dealer")
    ]
    assert hopes[0] < hopes[1] < hopes[2]  # 0, 5 and 6 points for who speaks
    other_deals = viewing("4.1", FOUR, options={"exhausted": "dealer"}, dealer=1)
    assert Mind(other_deals.view(0)).worth_of_koi() < hopes[0]


def test_without_a_way_to_a_yaku_nothing_is_to_be_hoped_for() -> None:
    assert Race(()).step(1, 0.5, 2.0, sign=1) == (0.5, 2.0)


def test_it_is_deterministic() -> None:
    moves = [drive(KOIKOI, {}, 2, 5, choose=choose).moves for _ in range(2)]
    assert moves[0] == moves[1]


def test_it_beats_a_player_at_random() -> None:
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


def test_it_says_koi_now_and_then() -> None:
    log = drive(KOIKOI, {"rounds": 12}, 2, 2, choose=choose).last.state.log
    assert any(isinstance(entry, SaidKoi) for entry in log)


def test_it_plays_under_every_reading() -> None:
    options = {"max koi": 1, "sake as kasu": True, "sanko rain": True, "stack groups": True}
    outcome = drive(KOIKOI, options, 2, 2, choose=choose).outcome
    assert outcome[0] == "rounds played"
    assert outcome[2] in (None, Seat(0), Seat(1))
