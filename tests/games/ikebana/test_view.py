"""What one seat may see in Ikebana."""

from __future__ import annotations

from p2p_hanabi.games.ikebana.moves import Draw, Keep
from p2p_hanabi.games.ikebana.outcome import ended
from p2p_hanabi.games.ikebana.view import Offer, Refusal
from protocol.game import Seat
from tests.builders import at_random, walk

from .table import IKEBANA, face, lay, names


def test_the_view_shows_the_table_as_it_is() -> None:
    """IK7, IK17, E17"""
    table = lay(
        ["R1 R2", "G1", "Y1"],
        heaps=["B1 B2", "", "K3"],
        prestige=[3, 8, 7],
        starter=0,
        won=[(5, 2, 9)],
    )
    view = table.view(2)
    assert (view.seat, view.players, view.turn, view.actor, view.starter) == (2, 3, 19, 1, 0)
    assert (view.round_number, view.bouquet_card, view.factor) == (2, 2, 1)
    assert (view.prestige, view.won) == ((3, 8, 7), ((5, 2, 9),))
    assert view.pile == 55 - 4 - 3
    assert [top and face_name(top.face) for top in view.tops] == ["B2", None, "K3"]
    assert view.heights == (2, 0, 1)
    assert (view.drawn, view.refusal, view.outcome, view.moves) == (None, None, None, ())
    assert not view.drawing
    assert not view.shuffling
    assert table.view(1).moves == tuple(table.moves(1))


def face_name(number: int) -> str:
    return "RYGBKM"[number // 5] + str(number % 5 + 1)


def test_bouquets_show_their_score_so_far() -> None:
    """IK22, IK25"""
    view = lay(["R3 R3 M3", "G1 B2", "Y1 Y2"], starter=1).view(0)
    own = view.bouquet
    assert names(own.flowers) == "R3 R3 M3"
    assert (own.score.total, own.reach, own.missing) == (9, 4, 2)
    assert (view.bouquets[1].score.total, view.bouquets[1].reach) == (0, 3)


def test_covered_cards_are_not_shown() -> None:
    """E12, IK17"""
    table = lay(["", ""], heaps=["B1 B2 B3", "K3"])
    assert table.view(1).buried == ((), ())


def test_a_table_can_choose_to_see_covered_cards() -> None:
    """E12"""
    view = lay(["", ""], heaps=["B1 B2 B3", "K3"], options={"show buried": True}).view(1)
    assert [names(heap) for heap in view.buried] == ["B1 B2", ""]


def test_offers_list_price_and_affordability_of_each_top_card() -> None:
    """IK18, IK19, E10"""
    table = lay(["", "", ""], heaps=["B1", "K5", "G2"], prestige=[4, 6, 8])
    top = table.state.top
    seen = [(offer.owner, offer.price, offer.affordable) for offer in table.view(0).offers]
    assert seen == [(1, 5, False), (2, 2, True)]
    own = top(Seat(0))
    assert own is not None
    assert table.view(2).offers[0] == Offer(Seat(0), own, affordable=True)


def test_drawn_card_and_its_refusal_price_are_seen_by_all() -> None:
    """IK10, IK11, E11"""
    table = lay(["", "", ""], pile="R3 B4 G5", prestige=[2, 6, 6]).draw()
    for seat in range(3):
        view = table.view(seat)
        assert view.drawn is not None
        assert view.drawn.face == face("R3")
        assert view.refusal == Refusal(1, Seat(1), affordable=True)
    view = table.refuse().view(2)
    assert (view.refusals, view.refusal) == (1, Refusal(2, Seat(2), affordable=False))


def test_view_shows_the_current_phase_of_the_protocol() -> None:
    """IK9, IK28"""
    assert lay(["", ""]).applied(Draw()).view(0).drawing
    cards = ["R1 R2 R3 R4", "G1 G2 G3 G4 G5"]
    over = lay(cards, drawn="R5", starter=1).applied(Keep()).view(0)
    assert over.shuffling
    assert (over.actor, over.round_number, over.bouquet_card) == (None, 2, 1)


def test_the_last_round_shows_that_it_counts_double() -> None:
    """IK31"""
    won = [(0, 0)] * 3
    assert lay(["", ""], won=won, options={"bouquet final": True}).view(0).factor == 2
    assert lay(["", ""], won=won[1:], options={"bouquet final": True}).view(0).factor == 1


def test_the_outcome_is_shown_at_the_end() -> None:
    """IK30"""
    cards = ["R1 R2 R3 R4", "G1 G2 G3 G4 G5"]
    table = lay(cards, drawn="R5", starter=1, won=[(0, 0)] * 3).keep()
    view = table.view(1)
    assert view.outcome == ended((66, 66))
    assert (view.round_number, view.bouquet_card, view.actor) == (4, 5, None)
    assert [names(bouquet.flowers) for bouquet in view.bouquets] == [
        "R1 R2 R3 R4 R5",
        "G1 G2 G3 G4 G5",
    ]


def test_seats_see_the_same_except_their_moves_and_offers() -> None:
    """E11, E17: only the pile is hidden."""
    for step in walk(IKEBANA, {}, 3, 4, choose=at_random(4)):
        one, other = (IKEBANA.view(step.state, Seat(s), step.known[s]) for s in (0, 1))
        assert one.bouquets == other.bouquets
        assert (one.tops, one.prestige, one.log) == (other.tops, other.prestige, other.log)
