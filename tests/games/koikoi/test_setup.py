"""Koi-Koi before the first card is played: the draw, the deal, and claims of dealt hands."""

from __future__ import annotations

from collections import Counter

import pytest

from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES
from p2p_hanabi.games.koikoi.moves import Keep, KoikoiRefusal, Play, Show
from p2p_hanabi.games.koikoi.state import (
    Awaited,
    Checking,
    Drew,
    LaidOut,
    RoundOver,
    Seen,
    Showed,
    Shuffling,
    Special,
    Why,
)
from protocol.errors import BadOptions, IllegalMove
from protocol.game import Act, Card, Deal, Everyone, Only, Open, Over, Seat, Shuffle
from protocol.reasons import BadOption
from tests.raised import for_reason

from .table import KOIKOI, Table, begin, deal, drawing, face, faces, names

FOURS = "4.1 4.2 4.3 4.4 1.1 2.1 3.1 5.1"
OTHER_FOURS = "6.1 6.2 6.3 6.4 8.1 9.1 10.1 11.1"
PAIRS = "1.1 1.2 2.1 2.2 3.1 3.2 5.1 5.2"
PLAIN = "1.1 2.1 3.1 4.1 5.1 6.1 7.1 8.1"


def dealt(dealer: str = PLAIN, other: str = "", table: str = "") -> Table:
    """Seat 0 deals."""
    return begin(drawing(), deal(dealer, other, table))


# The draw.


def test_koikoi_takes_exactly_two_players() -> None:
    """KK4"""
    assert list(KOIKOI.seats) == [2]
    for seats in (1, 3):
        with pytest.raises(BadOptions, check=for_reason(BadOption.ONLY_SEATS)):
            KOIKOI.start({}, seats, b"")


@pytest.mark.parametrize(
    ("first", "second", "dealer"),
    [("1.4", "2.1", 0), ("12.4", "11.4", 1), ("8.2", "8.1", 1), ("9.2", "9.3", 0)],
)
def test_the_nearer_month_deals_then_the_dearer_card(first: str, second: str, dealer: int) -> None:
    """KK7, KK8"""
    assert begin(drawing(first, second)).state.phase == Shuffling(1, Seat(dealer))


def test_two_simples_of_a_month_are_drawn_again_from_a_new_pile() -> None:
    """F1: no card is dealt before all 48 are shuffled once more."""
    tied = begin(drawing("7.3", "7.4"))
    drawn = (Seen(Card(0), face("7.3")), Seen(Card(1), face("7.4")))
    assert tied.state.log == (Drew(drawn, None),)
    assert KOIKOI.pending(tied.state) == Shuffle(ALL_FACES)
    again = begin(drawing("7.3", "7.4"), drawing("5.1", "3.1"))
    assert again.state.phase == Shuffling(1, Seat(1))
    second = (Seen(Card(48), face("5.1")), Seen(Card(49), face("3.1")))
    assert again.last == Drew(second, Seat(1))


def test_each_seat_draws_the_pile_card_of_its_number() -> None:
    """KK7"""
    state = KOIKOI.shuffled(KOIKOI.start({}, 2, b""))
    assert KOIKOI.pending(state) == Open((Card(0), Card(1)))


# The deal.


def test_cards_are_dealt_in_twos_to_opponent_table_and_dealer() -> None:
    """KK10, F2: hands to their holders alone."""
    state = KOIKOI.shuffled(begin(drawing("2.1", "1.1")).state)
    pending = KOIKOI.pending(state)
    assert isinstance(pending, Deal)
    to = [Only(Seat(0)), Only(Seat(0)), Everyone(), Everyone(), Only(Seat(1)), Only(Seat(1))]
    assert pending.cards == tuple((Card(48 + k), to[k % 6]) for k in range(24))


def test_hands_and_table_have_eight_cards_and_24_are_left() -> None:
    """KK10"""
    state = dealt().state
    assert [len(side.hand) for side in state.sides] == [8, 8]
    assert (len(state.table), state.pile) == (8, 24)


def test_the_winner_of_the_draw_deals_and_begins() -> None:
    """KK9"""
    table = begin(drawing("2.1", "1.1"), deal(PLAIN))
    assert (table.state.dealer, table.hand(1)) == (1, PLAIN)
    assert KOIKOI.pending(table.keep().keep().state) == Act(Seat(1))


def test_four_of_a_month_on_the_table_are_redealt_by_the_dealer() -> None:
    """KK11, F3"""
    first = begin(drawing("2.1", "1.1"), deal(table="6.1 6.2 6.3 6.4"))
    assert first.state.phase == Shuffling(1, Seat(1))
    assert isinstance(first.last, LaidOut)
    assert first.last.again
    again = begin(drawing("2.1", "1.1"), deal(table="6.1 6.2 6.3 6.4"), deal(PLAIN))
    assert (again.state.round, again.state.dealer, again.hand(1)) == (1, 1, PLAIN)


def test_four_pairs_on_the_table_are_played() -> None:
    """F4"""
    assert isinstance(dealt(table=PAIRS, dealer="").state.phase, Checking)


def test_four_pairs_on_the_table_are_redealt_if_so_chosen() -> None:
    """F4"""
    options = {"redeal pairs": True}
    assert begin(drawing(), deal(table=PAIRS), options=options).state.phase == Shuffling(1, Seat(0))
    three = deal(table="1.1 1.2 2.1 2.2 3.1 3.2 4.1 5.1")
    assert isinstance(begin(drawing(), three, options=options).state.phase, Checking)


# What a dealt hand may claim.


def test_dealer_then_opponent_declare_before_the_dealer_begins() -> None:
    """F7: the client of the holder finds what there is to claim."""
    table = dealt()
    assert table.moves(0) == (Keep(),)
    assert table.moves(1) == ()
    table = table.keep()
    assert KOIKOI.pending(table.state) == Act(Seat(1))
    assert table.keep().state.phase is Awaited.PLAYING
    assert table.keep().state.seat == 0


def test_four_of_a_month_in_hand_score_six_and_end_the_round() -> None:
    """KK12, F5"""
    table = dealt(FOURS)
    shown = tuple(sorted(table.card(each) for each in ("4.1", "4.2", "4.3", "4.4")))
    assert table.moves(0) == (Show(shown), Keep())
    table = table.show("4.1 4.2 4.3 4.4").keep()
    assert isinstance(table.state.log[-2], Showed)
    assert table.state.log[-2].special is Special.TESHI
    assert table.last == RoundOver(1, Why.SPECIAL_HAND, Seat(0), 0, (), (6, 0))
    assert table.state.scores == (6, 0)
    assert KOIKOI.pending(table.state) == Shuffle(ALL_FACES)


def test_only_the_cards_claimed_are_opened() -> None:
    """KK12"""
    table = dealt(FOURS)
    four = tuple(sorted(table.card(each) for each in ("4.1", "4.2", "4.3", "4.4")))
    state = KOIKOI.apply(KOIKOI.apply(table.state, Show(four)), Keep())
    assert KOIKOI.pending(state) == Open(four)


def test_a_hand_of_four_pairs_is_six_points_too() -> None:
    """KK13, F5"""
    table = dealt(other=PAIRS, dealer="").keep()
    assert table.moves(1) == (Show(table.state.sides[1].hand), Keep())
    table = table.show(PAIRS)
    assert table.last == RoundOver(1, Why.SPECIAL_HAND, Seat(1), 0, (), (0, 6))


def test_four_of_a_month_beside_two_pairs_score_six_not_twelve() -> None:
    """F5"""
    hand = "1.1 1.2 1.3 1.4 2.1 2.2 3.1 3.2"
    assert dealt(hand).show(hand).keep().state.scores == (6, 0)


def test_six_points_are_never_doubled() -> None:
    """F5: not even where a round counts double from fewer points."""
    table = begin(drawing(), deal(FOURS), options={"double from": 7})
    assert table.show("4.1 4.2 4.3 4.4").keep().state.scores == (6, 0)


def test_both_special_hands_score_six_and_the_dealer_stays() -> None:
    """F6, F25"""
    table = dealt(FOURS, OTHER_FOURS).show("4.1 4.2 4.3 4.4").show("6.1 6.2 6.3 6.4")
    assert table.last == RoundOver(1, Why.SPECIAL_HAND, None, 0, (), (6, 6))
    assert table.state.phase == Shuffling(2, Seat(0))


def test_nobody_can_be_forced_to_claim() -> None:
    """F7"""
    assert dealt(FOURS).keep().keep().state.phase is Awaited.PLAYING


def test_a_false_claim_shows_the_cards_and_changes_nothing_else() -> None:
    """F7: it harms only its author."""
    table = dealt().show("1.1 2.1 3.1 4.1").keep()
    assert table.state.phase is Awaited.PLAYING
    assert table.state.scores == (0, 0)
    seen = table.view(1).other_shown
    assert (Counter(names(seen).split()), table.hand(0)) == (
        Counter(["1.1", "2.1", "3.1", "4.1"]),
        PLAIN,
    )


def test_a_shown_card_is_played_without_being_opened_again() -> None:
    """A card is opened at most once."""
    table = dealt(table="12.1 12.2 11.1 11.2").show("1.1 2.1 3.1 4.1").keep()
    state = KOIKOI.apply(table.state, Play(table.card("3.1")))
    assert KOIKOI.pending(state) == Open((state.next_card,))
    assert faces("3.1")[0] not in {seen.face for seen in state.sides[0].shown}
    assert len(state.sides[0].shown) == 3


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ("1.1 2.1 3.1", KoikoiRefusal.FOUR_OR_EIGHT),
        ("1.1 2.1 3.1 4.1 5.1", KoikoiRefusal.FOUR_OR_EIGHT),
        ("1.1 2.1 3.1 12.1", KoikoiRefusal.SHOWN_NOT_HELD),
        (f"{PLAIN} 12.1", KoikoiRefusal.FOUR_OR_EIGHT),
    ],
)
def test_a_claim_is_of_four_or_eight_cards_of_the_own_hand(
    named: str, reason: KoikoiRefusal
) -> None:
    """F7"""
    with pytest.raises(IllegalMove, check=for_reason(reason)):
        dealt().show(named)


def test_no_card_is_played_before_both_have_claimed() -> None:
    """F7"""
    with pytest.raises(IllegalMove, check=for_reason(KoikoiRefusal.KEEP_OR_DECLARE)):
        dealt().play("1.1")


def test_the_next_round_is_shuffled_anew_and_has_its_own_cards() -> None:
    """KK5"""
    table = begin(drawing(), deal(FOURS), deal(PLAIN)).show("4.1 4.2 4.3 4.4").keep()
    assert (table.state.round, table.state.shuffles, table.hand(0)) == (2, 3, PLAIN)
    assert min(table.state.sides[1].hand) == 96
    assert not isinstance(KOIKOI.pending(table.state), Over)
