"""All that a holder learns of its own card is what the claims say of it.

Take two faces f and f' that all claims about the card allow, and go from the table in which the
card is f to the one in which it is f', so that the holder cannot tell any step:

1. The other seats' proofs are replaced by simulated ones. The same distribution, if the hash is a
   random oracle (`test_simulator.py`).
2. The masked card (A, B) becomes (A, B + M_f' - M_f), one other seat's blinded share E becomes
   E + M_f' - M_f. Telling these two (A, B) apart is to tell x·A of the others' keys x from another
   point (decisional Diffie-Hellman); E is uniform in both, as its blinding y is. Here the table of
   this step is built, and the holder's own machine, given it, has nothing to object and the very
   same view.
3. C commits to f as M_f - y·Q and to f' as M_f' - y'·Q with y' = y + log_Q(M_f' - M_f): nobody can
   compute that logarithm, but y' is as uniform as y, and no claim tells which of the two is meant.
   Here it is computed for faces whose logarithms are known.
4. The simulated proofs are replaced by honest ones, with y' as what is known.

What is built below is each step's other side; that the holder cannot tell the sides of step 2
apart is the assumption and is not shown by any test.
"""

from __future__ import annotations

import os

import pytest

from protocol.crypto.group import L, Q, Scalar, hash_to_scalar, mul, sub
from protocol.crypto.proofs import claim_value, prove_claim, verify_claim
from protocol.errors import BadProof
from protocol.game import Card, Claim, Face
from protocol.rounds.cards import Deck, opens
from protocol.rounds.phases import Moving
from tests.any_game import bare
from tests.knowledge.test_simulator import CTX, SECRET
from tests.knowledge.worlds import HOLDER, World, world_of, world_with
from tests.lengths import sampled

SEATS = [2, 3, 5]
SOAK = os.environ.get("P2PHANABI_SOAK") == "1"  # all faces, not the first few


def claimed(world: World, card: Card) -> set[Face]:
    """The faces that the claims leave, from the moves themselves."""
    stage = world.history.stage
    left = {Face(f) for f in range(stage.seating.faces)}
    moves = iter(world.moves)
    for done in world.history.rounds:
        if isinstance(done.stage.phase, Moving):
            claims = stage.rules.claims(done.stage.state, next(moves))
            for claim in (c for c in claims if c.card == card):
                left &= set(claim.faces)
    return left


def exchanges(world: World, card: Card) -> list[Card]:
    """For each other face that the claims allow, a card of the pile that has it."""
    faces, left = world.faces, claimed(world, card)
    found: dict[Face, Card] = {}
    for other in world.undealt:
        if faces[other] in left and faces[other] != faces[card]:
            found.setdefault(faces[other], other)
    return list(found.values())


@sampled(1)
@pytest.mark.parametrize("seats", SEATS)
def test_holders_view_allows_the_faces_that_the_claims_allow(seats: int) -> None:
    world = world_of(seats)
    hand = {info.card: info for info in bare(world.at_the_holder().view()).hands[HOLDER]}
    for card in world.hand:
        assert set(hand[card].hinted) == claimed(world, card)
        assert world.faces[card] in claimed(world, card)
    assert any(len(claimed(world, card)) < 25 for card in world.hand)


def check(seats: int, card: Card, other: Card) -> None:
    """The holder takes the table in which its card has the other's face, and sees the same."""
    here = world_of(seats)
    there = world_with(seats, card, other)
    assert there.faces == {**here.faces, card: here.faces[other], other: here.faces[card]}
    table, honest = there.at_the_holder(), here.at_the_holder()
    assert table.ending() is None
    assert table.status() == honest.status()
    assert table.view() == honest.view()
    assert table.faces() == honest.faces()


def test_holders_card_can_be_any_other_face_the_claims_allow() -> None:
    world = world_of(2)
    card = max(world.hand, key=lambda card: len(exchanges(world, card)))
    others = exchanges(world, card)
    assert len(others) > 6
    for other in others if SOAK else others[:6]:
        check(2, card, other)


@pytest.mark.parametrize("seats", SEATS)
def test_holder_takes_another_face_for_any_of_its_cards(seats: int) -> None:
    world = world_of(seats)
    exchanged = [(card, others[0]) for card in world.hand if (others := exchanges(world, card))]
    assert exchanged
    for card, other in exchanged[: 2 if seats < 5 else 1]:
        check(seats, card, other)


def test_the_other_table_is_refused_under_the_real_hash() -> None:
    """So that it is the choice of the hash, and nothing else, that made it pass."""
    world = world_of(2)
    card = next(card for card in world.hand if exchanges(world, card))
    there = world_with(2, card, exchanges(world, card)[0])
    there.oracle = None
    table = there.at_the_holder()
    ending = table.ending()
    assert ending is not None
    assert ending.seat == 1


# Step 3, for faces with known logarithms.

LOGARITHMS = [hash_to_scalar("known face", face) for face in range(25)]
POINTS = [mul(mu, Q) for mu in LOGARITHMS]


@pytest.fixture
def deck(monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.setattr("protocol.rounds.cards.face_points", lambda _name, count: POINTS[:count])
    return Deck("known", 25)


def test_commitment_opens_to_every_face_given_logarithms(deck: Deck) -> None:
    """And each opening proves the claim that names its face, about the one C."""
    y = Scalar(31337)
    commitment = sub(POINTS[7], mul(y, Q))
    claim = Claim(Card(0), (Face(3), Face(7), Face(11)))
    for face in range(25):
        other = Scalar((y + LOGARITHMS[face] - LOGARITHMS[7]) % L)
        assert opens(deck, commitment, other) == face
        if face in claim.faces:
            proof = prove_claim(SECRET, CTX, claim, (POINTS, Face(face), other))
            verify_claim(claim_value(proof), CTX, claim, (POINTS, commitment))


def test_commitment_opens_to_one_face_for_whoever_cannot() -> None:
    y = Scalar(31337)
    real = Deck("hanabi", 25)
    commitment = sub(real.face_points[7], mul(y, Q))
    assert opens(real, commitment, y) == 7
    for face in range(25):
        other = Scalar((y + LOGARITHMS[face] - LOGARITHMS[7]) % L)
        if face != 7:
            with pytest.raises(BadProof):
                opens(real, commitment, other)
