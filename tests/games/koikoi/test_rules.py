"""Koi-Koi: turns, koi and shobu, what a round scores, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.koikoi.moves import Keep, Koi, KoikoiRefusal, Play, Shobu, Take
from p2p_hanabi.games.koikoi.outcome import ended, signed
from p2p_hanabi.games.koikoi.state import (
    Awaited,
    Ended,
    Played,
    RoundOver,
    SaidKoi,
    Seen,
    Shuffling,
    Side,
    Taking,
    Turned,
    Why,
)
from p2p_hanabi.games.koikoi.yaku import Made, Yaku
from protocol.encoding import Value
from protocol.errors import IllegalMove
from protocol.game import Act, Card, Open, Over, Seat
from tests.raised import for_reason

from .table import KOIKOI, Table, face, lay

REST = "12.2 12.3"  # an unremarkable hand
VIEWINGS = "3.1 9.1"


# A turn.


def test_a_card_has_no_effect_until_it_is_opened() -> None:
    """KK15: while it waits, nobody is to act and the table is as it was."""
    table = lay(["1.1 4.1", REST], "1.2 6.1")
    state = KOIKOI.apply(table.state, Play(table.card("1.1")))
    assert KOIKOI.pending(state) == Open((table.card("1.1"),))
    assert (state.table, state.sides) == (table.state.table, table.state.sides)
    assert state.actor is None


def test_a_matching_card_is_captured() -> None:
    """KK15, KK19"""
    table = lay(["1.1 4.1", REST], "1.2 6.1", pile="7.1").play("1.1")
    assert (table.captured(0), table.hand(0), table.table) == ("1.1 1.2", "4.1", "6.1 7.1")


def test_three_of_a_month_are_captured_together_from_the_hand() -> None:
    """KK16"""
    table = lay(["1.1 4.1", REST], "1.2 1.3 1.4", pile="7.1").play("1.1")
    assert (table.captured(0), table.table) == ("1.1 1.2 1.3 1.4", "7.1")


def test_three_of_a_month_are_captured_together_by_the_turn() -> None:
    """F8"""
    table = lay(["7.1 4.1", REST], "1.2 1.3 1.4", pile="1.1").play("7.1")
    assert (table.captured(0), table.table) == ("1.1 1.2 1.3 1.4", "7.1")


def test_a_card_without_a_match_stays_on_the_table() -> None:
    """KK17"""
    table = lay(["1.1 4.1", REST], "6.1", pile="7.1").play("1.1")
    assert (table.captured(0), table.table) == ("", "6.1 1.1 7.1")


def test_next_card_of_the_pile_is_turned_and_paired_alike() -> None:
    """KK18"""
    table = lay(["1.1 4.1", REST], "6.1", pile="6.2")
    before = table.state.next_card
    table = table.play("1.1")
    assert (table.captured(0), table.table) == ("6.2 6.1", "1.1")
    assert table.state.next_card == before + 1


def test_two_pairs_can_be_captured_in_a_turn() -> None:
    """KK19"""
    assert lay(["1.1 4.1", REST], "1.2 6.1", pile="6.2").play("1.1").captured(0) == (
        "1.1 1.2 6.2 6.1"
    )


def test_of_two_matches_the_player_chooses_once_the_card_is_seen() -> None:
    """F9"""
    table = lay(["1.1 4.1", REST], "1.2 1.3 6.1", pile="7.1").play("1.1")
    assert table.state.phase == Taking(Seen(table.card("1.1"), face("1.1")), from_hand=True)
    assert table.moves(0) == (Take(table.card("1.2")), Take(table.card("1.3")))
    assert table.take("1.3").captured(0) == "1.1 1.3"


def test_player_chooses_between_two_matches_of_the_turned_card() -> None:
    """F9"""
    table = lay(["7.1 4.1", REST], "1.2 1.3 6.1", pile="1.1").play("7.1")
    assert KOIKOI.pending(table.state) == Act(Seat(0))
    assert table.take("1.2").captured(0) == "1.1 1.2"


def test_only_a_match_can_be_taken() -> None:
    """F9"""
    table = lay(["1.1 4.1", REST], "1.2 1.3 6.1").play("1.1")
    for other in ("6.1", "4.1", "1.1"):
        with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.NO_MATCH)):
            table.take(other)


def test_any_card_may_be_played_but_a_match_is_captured() -> None:
    """F10: what else is in the hand cannot be seen, so it cannot be demanded."""
    table = lay(["1.1 4.1", REST], "1.2", pile="7.1")
    assert table.moves(0) == (Play(table.card("1.1")), Play(table.card("4.1")))
    assert table.play("4.1").captured(0) == ""
    assert table.play("1.1").captured(0) == "1.1 1.2"


def test_the_turned_card_cannot_match_what_is_captured_already() -> None:
    """F11"""
    table = lay(["1.1 4.1", REST], "1.2 6.1", pile="1.3").play("1.1")
    assert (table.captured(0), table.table) == ("1.1 1.2", "6.1 1.3")


def test_the_turned_card_can_capture_the_card_just_thrown() -> None:
    """F11"""
    assert lay(["1.1 4.1", REST], "6.1", pile="1.3").play("1.1").captured(0) == "1.3 1.1"


def test_only_a_card_of_the_own_hand_can_be_put_down() -> None:
    """KK15"""
    table = lay(["1.1 4.1", REST], "1.2")
    for other in ("12.2", "1.2"):
        with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.PLAYED_NOT_HELD)):
            table.play(other)


def test_without_a_yaku_the_other_plays() -> None:
    """KK14, KK20"""
    table = lay(["1.1 4.1", REST], "1.2", pile="7.1 8.1").play("1.1")
    assert KOIKOI.pending(table.state) == Act(Seat(1))
    assert KOIKOI.pending(table.play("12.2").state) == Act(Seat(0))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Keep(), KoikoiRefusal.PUT_DOWN),
        (Take(Card(0)), KoikoiRefusal.PUT_DOWN),
        (Koi(), KoikoiRefusal.NO_YAKU),
        (Shobu(), KoikoiRefusal.NO_YAKU),
    ],
)
def test_a_player_can_do_nothing_but_play_a_card(
    move: Keep | Take | Koi | Shobu, why: KoikoiRefusal
) -> None:
    """KK15, KK21"""
    with pytest.raises(IllegalMove, check=for_reason(why)):
        lay(["1.1 4.1", REST], "1.2").after(move)


def test_a_refusal_names_what_is_awaited() -> None:
    """F9, KK21"""
    choosing = lay(["1.1 4.1", REST], "1.2 1.3").play("1.1")
    with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.TAKE_FIRST)):
        choosing.after(Koi())
    calling = lay(["9.1 4.1", REST], "9.2", pile="7.1", captured=("3.1", "")).play("9.1")
    with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.KOI_OR_SHOBU)):
        calling.after(Keep())


def test_nobody_moves_while_the_table_is_at_work() -> None:
    """KK14"""
    with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.NOT_NOW)):
        KOIKOI.apply(KOIKOI.start({}, 2, b""), Keep())


# Koi or shobu.


def viewing(**more: Any) -> Table:
    """Seat 0 is about to capture the sake cup, which with the curtain is a yaku of 5."""
    return lay(["9.2 4.1", REST], "9.1 6.1", pile="7.1 8.3 2.4", captured=("3.1", ""), **more)


def test_a_player_with_a_yaku_may_go_on_or_stop() -> None:
    """KK21"""
    table = viewing().play("9.2")
    assert table.state.phase is Awaited.CALLING
    assert table.moves(0) == (Shobu(), Koi())
    assert table.moves(1) == ()


def test_shobu_ends_the_round_and_only_the_winner_scores() -> None:
    """KK21, F24"""
    table = viewing().play("9.2").shobu()
    assert table.last == RoundOver(1, Why.SHOBU, Seat(0), 5, (Made(Yaku.HANAMI, 5),), (5, 0))
    assert table.state.scores == (5, 0)


def test_after_koi_it_is_the_others_turn() -> None:
    """KK21"""
    table = viewing().play("9.2").koi()
    assert table.last == SaidKoi(Seat(0), 5)
    assert KOIKOI.pending(table.state) == Act(Seat(1))
    assert (table.state.sides[0].koi, table.state.last_koi) == (1, 0)


def test_after_koi_the_same_yaku_is_not_enough() -> None:
    """F21"""
    table = lay(["4.1 5.1", REST], "6.1", pile="7.1", captured=(VIEWINGS, ""), bases=(5, 0))
    assert table.play("4.1").state.phase is Awaited.PLAYING
    assert table.play("4.1").state.seat == 1


def test_after_koi_a_better_yaku_allows_another_decision() -> None:
    """F21: a yaku that grows is enough."""
    captured = (f"{VIEWINGS} 8.2 2.1 4.1 5.1", "")  # the sake cup makes it five tane: 5 + 1
    table = lay(["7.2 5.2", REST], "7.1", pile="12.4", captured=captured, bases=(6, 0), koi=(1, 0))
    table = table.play("7.2")
    assert table.state.phase is Awaited.CALLING
    assert table.koi().state.sides[0].base == 7
    assert table.koi().state.sides[0].koi == 2


def test_new_yaku_ends_the_round_if_koi_is_spent() -> None:
    """F21"""
    options: dict[str, Value] = {"max koi": 1}
    table = viewing(options=options).play("9.2")
    assert table.state.phase is Awaited.CALLING
    spent = viewing(options=options, koi=(1, 0)).play("9.2")
    assert isinstance(spent.last, RoundOver)
    assert (spent.last.why, spent.last.points) == (Why.KOI_SPENT, (5, 0))


def test_a_yaku_with_the_last_card_of_the_hand_ends_the_round() -> None:
    """F22"""
    table = lay(["9.2", "12.2"], "9.1", pile="7.1", captured=("3.1", "")).play("9.2")
    assert isinstance(table.last, RoundOver)
    assert (table.last.why, table.last.points) == (Why.LAST_CARD, (5, 0))


def test_both_have_used_their_cards_and_nobody_scores() -> None:
    """KK22"""
    table = lay(["4.1", "12.2"], "6.1", pile="7.1 8.1").play("4.1").play("12.2")
    assert table.last == RoundOver(1, Why.EXHAUSTED, None, 0, (), (0, 0))


@pytest.mark.parametrize(
    ("exhausted", "winner", "points"), [("none", None, 0), ("koi", 1, 10), ("dealer", 0, 6)]
)
def test_an_exhausted_round_after_koi(exhausted: str, winner: int | None, points: int) -> None:
    """F23: by default nobody scores; otherwise the last to say koi, or the dealer six points."""
    table = lay(
        ["4.1", "12.2"],
        "6.1",
        pile="7.1 8.1",
        captured=("", VIEWINGS),
        bases=(0, 5),
        koi=(1, 1),
        last_koi=1,
        options={"exhausted": exhausted},
    )
    table = table.play("4.1").play("12.2")
    assert isinstance(table.last, RoundOver)
    assert (table.last.why, table.last.winner) == (Why.EXHAUSTED, winner)
    assert sum(table.state.scores) == points
    assert winner is None or table.state.scores[winner] == points


@pytest.mark.parametrize("exhausted", ["koi", "dealer"])
def test_an_exhausted_round_without_koi_scores_nothing(exhausted: str) -> None:
    """KK22, F23"""
    table = lay(["4.1", "12.2"], "6.1", pile="7.1 8.1", options={"exhausted": exhausted})
    assert table.play("4.1").play("12.2").state.scores == (0, 0)


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_six_go_to_the_dealer(dealer: int) -> None:
    """F23"""
    table = lay(
        ["4.1", "12.2"],
        "6.1",
        pile="7.1 8.2",
        captured=(VIEWINGS, ""),
        bases=(5, 0),
        dealer=dealer,
        koi=(1, 0),
        last_koi=0,
        options={"exhausted": "dealer"},
    )
    table = table.play("4.1").play("12.2")
    points = (6, 0) if dealer == 0 else (0, 6)
    assert table.last == RoundOver(1, Why.EXHAUSTED, Seat(dealer), 0, (), points)


# What a round scores.


def scored(captured: str, options: dict[str, Value] | None = None, **more: Any) -> int:
    """The score of seat 0 if it stops with these and the sake cup captured in its last turn."""
    table = lay(
        ["9.2 4.1", REST], "9.1", pile="7.1", captured=(captured, ""), options=options, **more
    )
    return table.play("9.2").shobu().state.scores[0]


def test_up_to_seven_points_count_once() -> None:
    """KK23, F12: more than seven are eight."""
    assert scored("3.1 4.2 5.2 7.2 1.2 2.2") == 5 + 2


def test_from_eight_points_a_round_counts_double() -> None:
    """KK23, F12"""
    assert scored("3.1 4.2 5.2 7.2 1.2 2.2 11.3") == 2 * (5 + 3)


def test_seven_can_be_chosen_to_count_double() -> None:
    """F12"""
    assert scored("3.1 4.2 5.2 7.2 1.2 2.2", {"double from": 7}) == 2 * (5 + 2)


def test_round_counts_double_if_the_opponent_called_koi() -> None:
    """KK24, F13: once, however often it was said."""
    assert scored("3.1", koi=(0, 1)) == scored("3.1", koi=(0, 3)) == 2 * 5


def test_both_reasons_make_it_four_times() -> None:
    """KK25"""
    assert scored("3.1 8.1", koi=(0, 1)) == 4 * 10


def test_the_winners_own_koi_multiplies_nothing() -> None:
    """F13"""
    assert scored("3.1", koi=(2, 0)) == 5


# Rounds, dealers, the end.


@pytest.mark.parametrize("seat", [0, 1])
def test_the_winner_of_a_round_deals_the_next(seat: int) -> None:
    """F25"""
    hands = ["9.2 4.1", "12.2 12.3"] if seat == 0 else ["12.2 12.3", "9.2 4.1"]
    captured = ("3.1", "") if seat == 0 else ("", "3.1")
    table = lay(hands, "9.1", pile="7.1", captured=captured, seat=seat, dealer=1 - seat)
    table = table.play("9.2").shobu()
    assert table.state.phase == Shuffling(2, Seat(seat))


@pytest.mark.parametrize(("switches", "dealer"), [(False, 0), (True, 1)])
def test_dealer_after_a_drawn_round_is_an_option(switches: bool, dealer: int) -> None:
    """F25: the same seat deals again, unless it was chosen that the other does."""
    table = lay(["4.1", "12.2"], "6.1", pile="7.1 8.1", options={"draw switches": switches})
    assert table.play("4.1").play("12.2").state.phase == Shuffling(2, Seat(dealer))


def test_cards_of_the_last_round_remain_between_rounds() -> None:
    """3.3: and the cards that were not played stay hidden."""
    table = viewing().play("9.2").shobu()
    assert table.captured(0) == "3.1 9.2 9.1"
    assert table.hand(0) == "4.1"
    assert table.card("12.2") not in table.known(0)


def test_a_new_pile_clears_away_the_last_round() -> None:
    """KK5: nobody has said koi, nobody has captured anything, no card of the last round counts."""
    table = lay(["9.2 4.1", REST], "9.1", captured=("3.1", "8.1"), koi=(0, 1), last_koi=1)
    over = table.play("9.2").shobu().state
    state = KOIKOI.shuffled(over)
    assert (over.last_koi, over.table != ()) == (1, True)
    assert (state.sides, state.table, state.last_koi) == ((Side(), Side()), (), None)
    assert (state.round, state.next_card, state.pile) == (2, 48, 48)


@pytest.mark.parametrize("rounds", [3, 6, 12])
def test_the_game_is_over_after_the_last_round(rounds: int) -> None:
    """KK5, KK6, F27"""
    table = viewing(options={"rounds": rounds}, round_number=rounds - 1)
    assert isinstance(table.play("9.2").shobu().state.phase, Shuffling)
    last = viewing(options={"rounds": rounds}, round_number=rounds).play("9.2").shobu()
    assert last.state.phase == Ended(ended((5, 0)))
    assert KOIKOI.pending(last.state) == Over(("rounds played", (5, 0), 0))
    with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.GAME_OVER)):
        last.koi()


@pytest.mark.parametrize(
    ("scores", "winners"), [((0, 5), (0, 1)), ((0, 4), (0,)), ((0, 6), (1,)), ((90, 95), (0, 1))]
)
def test_the_higher_sum_wins_and_equal_sums_share(
    scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """KK6, F26: five more for seat 0."""
    table = viewing(round_number=6, scores=scores).play("9.2").shobu()
    assert isinstance(table.state.phase, Ended)
    outcome = table.state.phase.outcome
    assert (outcome.points, outcome.winners) == ((scores[0] + 5, scores[1]), winners)
    assert signed(outcome)[-1] == (winners[0] if len(winners) == 1 else None)


# The log.


def test_the_log_records_each_card_played_and_what_it_captured() -> None:
    """KK15, KK18"""
    table = lay(["1.1 4.1", REST], "1.2 6.1", pile="7.1").play("1.1")
    one, two, seven = (Seen(table.card(each), face(each)) for each in ("1.1", "1.2", "7.1"))
    assert table.state.log == (Played(Seat(0), one, (two,)), Turned(Seat(0), seven, ()))


def test_turns_count_the_moves_of_the_game() -> None:
    assert viewing().play("9.2").koi().state.turn == 2
