"""The rules of Ikebana, each test citing those it shows (docs/rules/ikebana.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from p2p_hanabi.games.ikebana.moves import Buy, Draw, IkebanaRefusal, Keep, Move, Refuse
from p2p_hanabi.games.ikebana.outcome import ranking
from p2p_hanabi.games.ikebana.state import PACK, Awaited, Refused, Scored, Shuffled
from protocol.encoding import W
from protocol.errors import IllegalMove, NotNow
from protocol.game import Act, Card, Deal, Everyone, Over, Seat, Shuffle
from protocol.reasons import Code
from tests.builders import beacon

from .table import IKEBANA, Table, face, faces, lay, names

LAST_TURN = ["R1 R2 R3 R4", "G1 G2 G3 G4 G5"]


def refusal(table: Table, move: Move) -> Code:
    """Why the move is refused; the table must go on as if it had never been tried."""
    before = IKEBANA.public(table.state)
    with pytest.raises(IllegalMove) as refused:
        IKEBANA.apply(table.state, move)
    assert IKEBANA.public(table.state) == before
    return refused.value.reason.code


# Drawing


def test_a_seat_draws_or_buys() -> None:
    """IK8"""
    table = lay(["", "", ""], heaps=["B1", "R3", "G2"])
    assert list(table.moves(0)) == [Draw(), Buy(Seat(1)), Buy(Seat(2))]
    assert not table.moves(1)


def test_a_drawn_card_is_shown_to_everyone_before_it_is_kept() -> None:
    """IK9, E11"""
    table = lay(["", ""], pile="R3 B4").applied(Draw())
    assert IKEBANA.pending(table.state) == Deal(((Card(0), Everyone()),))
    table = table.settled()
    assert table.state.drawn is not None
    assert table.state.drawn.face == face("R3")
    assert IKEBANA.pending(table.state) == Act(Seat(0))
    assert list(table.moves(0)) == [Keep(), Refuse()]


def test_a_kept_card_joins_the_bouquet_and_ends_the_turn() -> None:
    """IK7, IK9"""
    table = lay(["", ""], pile="R3 B4").draw().keep()
    assert (table.bouquet(0), table.heap(0)) == ("R3", "")
    assert (table.state.turn, table.state.seat, table.state.pile) == (1, 1, 1)
    assert table.state.prestige == (6, 6)


def test_refused_card_joins_ones_discards_and_another_is_drawn() -> None:
    """IK9, IK17"""
    table = lay(["", ""], heaps=["G1", ""], pile="R3 B4").draw().refuse()
    assert (table.bouquet(0), table.heap(0), table.heap(1)) == ("", "G1 R3", "")
    assert table.state.drawn is not None
    assert (table.state.drawn.face, table.state.seat) == (face("B4"), 0)


def test_the_price_of_refusals_rises_until_the_next_turn() -> None:
    """IK10"""
    table = lay(["", ""], prestige=[10, 10]).draw().refuse(3)
    assert table.state.prestige == (10 - 1 - 2 - 3, 10 + 6)
    assert table.keep().draw().refuse().state.prestige == (4 + 1, 16 - 1)


def test_refusals_are_paid_round_the_table_skipping_the_payer() -> None:
    """IK11, IK12, IK13: payments go round the table a third time."""
    table = lay(["R1", "G1", "Y1", ""], prestige=[0, 0, 0, 36]).draw().refuse(8)
    payees = [e.payee for e in table.state.log if isinstance(e, Refused)]
    assert payees == [0, 1, 2, 0, 1, 2, 0, 1]
    assert table.state.prestige == (1 + 4 + 7, 2 + 5 + 8, 3 + 6, 0)


def test_a_card_that_cannot_be_refused_must_be_kept() -> None:
    """IK14, E9: there are no debts."""
    table = lay(["", ""], prestige=[2, 10]).draw().refuse()
    assert list(table.moves(0)) == [Keep()]
    assert refusal(table, Refuse()) is IkebanaRefusal.CANNOT_REFUSE


def test_nothing_is_drawn_twice_without_a_decision() -> None:
    """IK9"""
    table = lay(["", ""])
    assert refusal(table, Keep()) is IkebanaRefusal.NOTHING_DRAWN
    assert refusal(table, Refuse()) is IkebanaRefusal.NOTHING_DRAWN
    assert refusal(table.draw(), Draw()) is IkebanaRefusal.KEEP_OR_REFUSE


# Buying


def test_a_card_is_bought_from_the_top_of_anothers_discards() -> None:
    """IK18, IK17, E13: the card below becomes visible."""
    table = lay(["", "R1", ""], heaps=["", "", "B2 G3"], prestige=[6, 6, 6], starter=2).buy(2)
    assert (table.bouquet(0), table.heap(2)) == ("G3", "B2")
    assert table.state.prestige == (3, 6, 9)
    assert (table.state.turn, table.state.seat) == (2, 1)
    assert list(table.moves(1)) == [Draw(), Buy(Seat(2))]


def test_a_joker_costs_its_printed_value() -> None:
    """E3, E2"""
    table = lay(["", ""], heaps=["", "M4"]).buy(1)
    assert table.state.prestige == (2, 10)


def test_nobody_buys_from_their_own_discards() -> None:
    """IK19"""
    assert refusal(lay(["", ""], heaps=["B1", ""]), Buy(Seat(0))) is IkebanaRefusal.OWN_DISCARDS


def test_a_seat_that_has_drawn_can_no_longer_buy() -> None:
    """IK20, also after a refusal"""
    table = lay(["", ""], heaps=["", "B1"]).draw()
    assert refusal(table, Buy(Seat(1))) is IkebanaRefusal.CARD_DRAWN
    assert refusal(table.refuse(), Buy(Seat(1))) is IkebanaRefusal.CARD_DRAWN


def test_a_seat_without_enough_prestige_cannot_buy() -> None:
    """E10"""
    table = lay(["", ""], heaps=["", "B5"], prestige=[4, 6])
    assert list(table.moves(0)) == [Draw()]
    assert refusal(table, Buy(Seat(1))) is IkebanaRefusal.CANNOT_BUY


def test_only_a_seat_with_discards_can_be_bought_from() -> None:
    """IK18, E19"""
    assert refusal(lay(["", ""]), Buy(Seat(1))) is IkebanaRefusal.NO_DISCARDS
    assert refusal(lay(["", ""]), Buy(Seat(2))) is IkebanaRefusal.NO_SEAT
    assert refusal(lay(["", ""]), Buy(Seat(-1))) is IkebanaRefusal.NO_SEAT


# Rounds


def test_a_round_ends_when_all_have_five_cards() -> None:
    """IK21, IK22: nothing is paid before."""
    table = lay(["R1 R2 R3 R4", "G1 G2 G3 G4"], pile="R5 G5").draw().keep()
    assert table.state.prestige == (6, 6)
    over = table.draw().after(Keep())
    assert over.state.prestige == (6 + 60, 6 + 60)
    assert over.state.won == ((60, 60),)


def test_the_bouquets_stay_until_the_next_pile_is_shuffled() -> None:
    """IK28"""
    table = lay(LAST_TURN, heaps=["B1", ""], drawn="R5", starter=1)
    over = table.applied(Keep())
    assert over.state.phase is Awaited.GATHERING
    assert over.bouquet(0) == "R1 R2 R3 R4 R5"
    assert IKEBANA.pending(over.state) == Shuffle(PACK)
    fresh = over.settled()
    assert fresh.state.bouquets == fresh.state.heaps == ((), ())
    assert (fresh.state.pile, fresh.state.next_card) == (55, table.state.made)


def test_a_round_is_recorded_with_its_bouquets() -> None:
    """IK21, IK27"""
    table = lay(LAST_TURN, drawn="R5", starter=1).applied(Keep())
    scored = table.state.log[-1]
    assert isinstance(scored, Scored)
    assert (scored.round_number, scored.won) == (1, (60, 60))
    assert [names(bouquet) for bouquet in scored.bouquets] == [
        "R1 R2 R3 R4 R5",
        "G1 G2 G3 G4 G5",
    ]
    assert [each.multiplier for each in scored.scores] == [4, 4]


def test_the_biggest_score_of_the_round_begins_the_next() -> None:
    """IK28, E15: of the round, not of the game."""
    cards = ["R1 R1 G1 G1 Y2", "R4 R4 B4 B4", "G2 G2 Y3 Y3 K5"]
    table = lay(cards, drawn="R5", prestige=[400, 6, 6], starter=2)
    assert table.state.seat == 1
    after = table.keep()
    assert (after.state.starter, after.state.seat) == (1, 1)


def tied(starter: int, **options: str) -> Table:
    """Seats 0 and 2 tie for the most in the first round; seat `starter` had begun it."""
    cards = ["R4 R4 B4 B4 R1", "G1 G1 Y1 Y1 K2", "G4 G4 Y4 Y4 G1"]
    last = (starter - 1) % 3
    short = cards[last].split()
    cards[last] = " ".join(short[:4])
    return lay(cards, drawn=short[4], starter=starter, options=options)


@pytest.mark.parametrize(("starter", "next_one"), [(0, 0), (1, 2), (2, 2)])
def test_of_several_best_seats_the_first_in_turn_order_begins(starter: int, next_one: int) -> None:
    """E15"""
    assert tied(starter).keep().state.starter == next_one


def test_a_coin_can_decide_which_of_several_best_seats_begins() -> None:
    """E15: the coin after round r is W("next starter", beacon, r)."""
    begun: Counter[int] = Counter()
    for seed in range(20):
        table = tied(1)
        rules = IKEBANA.start({"tie": "coin"}, 3, beacon(seed)).rules
        state = replace(table.state, rules=replace(rules, first=Seat(1)))
        coin = int.from_bytes(W("next starter", beacon(seed), 1), "little")
        starter = replace(table, state=state).keep().state.starter
        assert starter == (2, 0)[coin % 2]
        begun[starter] += 1
    assert set(begun) == {0, 2}


def test_an_empty_pile_is_rebuilt_when_a_card_is_needed() -> None:
    """IK29, E14: every seat keeps its top, and its covered cards are shuffled."""
    table = lay(["", ""], heaps=["R1 R2 R3", "B5 B4"], pile="G1").draw()
    assert (table.state.pile, table.heap(0)) == (0, "R1 R2 R3")
    empty = table.keep()
    assert empty.state.pile == 0
    assert IKEBANA.pending(empty.state) == Act(Seat(1))
    needed = empty.applied(Draw())
    assert needed.state.phase is Awaited.RESHUFFLING
    assert IKEBANA.pending(needed.state) == Shuffle(tuple(sorted(faces("R1 R2 B5"))))
    drawn = needed.settled()
    assert (drawn.heap(0), drawn.heap(1)) == ("R3", "B4")
    assert drawn.state.pile == 2
    assert drawn.state.log[-2] == Shuffled(1, tuple(sorted(faces("R1 R2 B5"))))


def test_a_card_just_refused_is_a_top_that_its_seat_keeps() -> None:
    """E14"""
    table = lay(["", ""], heaps=["R1", ""], drawn="R2", pile="").applied(Refuse())
    assert IKEBANA.pending(table.state) == Shuffle((face("R1"),))
    assert table.settled().heap(0) == "R2"


def test_the_numbering_of_cards_continues_with_a_new_pile() -> None:
    """IK29: the second pile's first card comes after the last of the first."""
    table = lay(["", ""], heaps=["R1 R2 R3", "B5 B4"], pile="G1")
    drawn = table.draw().keep().draw().state.drawn
    assert drawn is not None
    assert drawn.card == table.state.made


def test_a_purchase_needs_no_pile() -> None:
    """IK18, E14"""
    table = lay(["", ""], heaps=["R1 R2", "B5 B4"], pile="").buy(1)
    assert (table.state.pile, table.heap(0), table.heap(1)) == (0, "R1 R2", "B5")


# The end


def finished(prestige: list[int], **options: bool) -> Table:
    won = [(0, 0)] * 3
    table = lay(LAST_TURN, drawn="R5", starter=1, won=won, prestige=prestige, options={**options})
    return table.keep()


def test_the_most_prestige_after_four_rounds_wins() -> None:
    """IK30, IK6, E17: prestige saved counts as much as prestige won."""
    table = finished([9, 7])
    assert IKEBANA.pending(table.state) == Over(("four rounds", 69, (69, 67), (0,)))
    assert refusal(table, Draw()) is IkebanaRefusal.GAME_OVER


def test_equal_prestige_shares_the_victory() -> None:
    """IK30"""
    assert IKEBANA.pending(finished([7, 7]).state) == Over(("four rounds", 67, (67, 67), (0, 1)))


def test_the_ranking_puts_equal_prestige_together() -> None:
    """IK30"""
    assert ranking((12, 40, 7, 40, 12)) == ((1, 3), (0, 4), (2,))


def test_bouquet_final_doubles_the_last_round_and_no_other() -> None:
    """IK31"""
    assert finished([6, 6], **{"bouquet final": True}).state.prestige == (126, 126)
    third = lay(
        LAST_TURN,
        drawn="R5",
        starter=1,
        won=[(0, 0)] * 2,
        options={"bouquet final": True},
    )
    assert third.keep().state.prestige == (66, 66)


# What the protocol may do, and when


def test_nobody_moves_while_a_card_is_turned_over() -> None:
    """IK8"""
    table = lay(["", ""]).applied(Draw())
    assert table.state.phase is Awaited.DRAWING
    assert table.state.actor is None
    for move in (Draw(), Keep(), Refuse(), Buy(Seat(1))):
        assert refusal(table, move) is IkebanaRefusal.NOT_NOW


def test_nothing_happens_that_was_not_requested() -> None:
    state = lay(["", ""]).state
    with pytest.raises(NotNow):
        IKEBANA.shuffled(state)
    with pytest.raises(NotNow):
        IKEBANA.dealt(state)
    with pytest.raises(NotNow):
        IKEBANA.opened(state, {Card(0): face("R1")})


def test_no_move_makes_a_claim_about_a_hidden_card() -> None:
    """E11: hidden cards are only in the pile."""
    table = lay(["", ""])
    assert all(IKEBANA.claims(table.state, move) == () for move in table.moves(0))
