"""What a deal leaves public of a card, by audience; commitments that hide nothing."""

from __future__ import annotations

import pytest

from protocol.crypto.group import IDENTITY, Point, mul_base, sub
from protocol.game import AllBut, Card, Everyone, Only, Seat
from protocol.rounds.cards import Blinded, Cards, Deck, Held

DECK = Deck("toy", 2)
SHARES = [mul_base(100 + i) for i in range(6)]
CARDS = Cards(tuple((mul_base(2 + i), mul_base(50 + i)) for i in range(3)))


def less(card: int, *shares: Point) -> Point:
    rest = CARDS.masked[card][1]
    for share in shares:
        rest = sub(rest, share)
    return rest


def test_a_deal_removes_the_open_shares_and_leaves_the_audiences() -> None:
    dealt = (
        (Card(0), Everyone()),
        (Card(1), Only(Seat(1))),
        (Card(2), AllBut(Seat(0))),
    )
    shares = {
        Seat(0): (SHARES[0], SHARES[1], SHARES[2]),
        Seat(1): (SHARES[3], None, SHARES[4]),
    }
    assert CARDS.dealt(dealt, shares) == {
        Card(0): less(0, SHARES[0], SHARES[3]),
        Card(1): Held(Seat(1), less(1, SHARES[1])),
        Card(2): Blinded(Seat(0), less(2, SHARES[2], SHARES[4])),
    }


@pytest.mark.parametrize(
    "commitment", [IDENTITY, *DECK.face_points], ids=["identity", "M_0", "M_1"]
)
def test_a_commitment_without_blinding_reveals_the_card(commitment: Point) -> None:
    assert DECK.betrays(commitment)


def test_a_commitment_to_no_face_reveals_nothing() -> None:
    assert not DECK.betrays(SHARES[0])
