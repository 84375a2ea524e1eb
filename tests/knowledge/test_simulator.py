"""Each proof tells its reader nothing: it can be made without what it proves (`simulator.py`).

Shown here: simulated proofs of false statements verify; a simulator given the numbers of an honest
proof makes that proof, so that every honest proof is one that it makes, with the same numbers free
to choose. That those numbers are uniform in an honest proof rests on the nonces: hashes of a secret
taken for random (random oracle).
"""

from __future__ import annotations

import pytest

from protocol.crypto.group import Q, Scalar, face_points, mul, mul_base, sub
from protocol.crypto.proofs import (
    Context,
    ShareProof,
    TableSecret,
    claim_value,
    prove_blinded,
    prove_claim,
    prove_key,
    prove_share,
    verify_claim,
    verify_key,
)
from protocol.crypto.shuffle_proof import Pile, Task, starting_pile, verify_shuffle
from protocol.crypto.shuffle_proof import shuffle as honest_shuffle
from protocol.encoding import dec
from protocol.errors import BadProof
from protocol.game import Card, Claim, Face, Seat
from tests.knowledge.simulator import (
    Coins,
    Oracle,
    blinded_share,
    claim,
    coins_of_shuffle,
    key_proof,
    share,
    shuffle,
)

TABLE, SEAT, CARD = bytes(32), Seat(1), Card(3)
CTX = Context(TABLE, 5, SEAT, b"h" * 32)
SECRET = TableSecret(b"s" * 32, TABLE)
A = mul_base(77)
ABOUT = ShareProof(CTX, CARD, A, SECRET.public_key)
POINTS = face_points("hanabi", 25)
STATED = Claim(CARD, (Face(0), Face(1), Face(4)))
FACES = [Face(f) for f in range(5)]
TASK = Task(CTX, 0, SECRET.public_key, starting_pile("hanabi", 25, FACES, SECRET.public_key))
NOTHING = mul_base(424242)
"""A point that is no share of anything here."""


def two(coins: Coins) -> tuple[Scalar, Scalar]:
    return coins.scalar(), coins.scalar()


# What is false can be simulated; without the chosen hash it is refused.


def test_key_proof_of_a_key_that_nobody_knows_can_be_simulated() -> None:
    oracle = Oracle()
    proof = key_proof(oracle, (TABLE, SEAT), Q, two(Coins("key")))
    with oracle.listened_to():
        verify_key(TABLE, SEAT, Q, proof)
    with pytest.raises(BadProof):
        verify_key(TABLE, SEAT, Q, proof)


@pytest.mark.parametrize("tag", ["share", "sealed share"])
def test_share_that_is_none_can_be_simulated(tag: str) -> None:
    oracle = Oracle()
    proof = share(oracle, ABOUT, NOTHING, two(Coins(tag)), tag=tag)
    with oracle.listened_to():
        ABOUT.verify_share(*proof, tag=tag)
    with pytest.raises(BadProof):
        ABOUT.verify_share(*proof, tag=tag)


def test_share_blinded_by_an_unknown_scalar_can_be_simulated() -> None:
    oracle, coins = Oracle(), Coins("blinded")
    proof = blinded_share(oracle, ABOUT, NOTHING, (*two(coins), coins.scalar()))
    with oracle.listened_to():
        ABOUT.verify_blinded(*proof)
    with pytest.raises(BadProof):
        ABOUT.verify_blinded(*proof)


def test_claim_about_a_card_of_another_face_can_be_simulated() -> None:
    """C is a commitment to face 7, which is not among those claimed."""
    oracle, coins = Oracle(), Coins("claim")
    about = (POINTS, sub(POINTS[7], mul(99, Q)))
    proof = claim_value(claim(oracle, CTX, STATED, about, coins=[two(coins) for _ in STATED.faces]))
    with oracle.listened_to():
        verify_claim(proof, CTX, STATED, about)
    with pytest.raises(BadProof):
        verify_claim(proof, CTX, STATED, about)


def other_cards() -> Pile:
    return tuple((mul_base(i + 2), mul_base(i + 100)) for i in range(5))


def test_shuffle_that_is_none_can_be_simulated() -> None:
    oracle = Oracle()
    proof = shuffle(oracle, TASK, other_cards(), coins_of_shuffle(5, Coins("shuffle")))
    with oracle.listened_to():
        assert verify_shuffle(TASK, other_cards(), proof.value()) == other_cards()
    with pytest.raises(BadProof):
        verify_shuffle(TASK, other_cards(), proof.value())


# Honest proofs are among the simulated: the real hash gives the challenge that was chosen.


def agrees_with_the_real_hash(oracle: Oracle) -> bool:
    """The simulator, given an honest proof's numbers, came to what the honest prover hashed."""
    real = Oracle()
    for asked, e in oracle.told.items():
        parts = dec(asked, len(asked))
        assert isinstance(parts, tuple)
        tag, *rest = parts
        assert isinstance(tag, str)
        if real(tag, *rest) != e:
            return False
    return len(oracle.told) == 1


def test_honest_key_proof_is_one_the_simulator_makes() -> None:
    oracle = Oracle()
    key_proof(oracle, (TABLE, SEAT), SECRET.public_key, prove_key(SECRET, SEAT))
    assert agrees_with_the_real_hash(oracle)


@pytest.mark.parametrize("tag", ["share", "sealed share"])
def test_honest_share_is_one_the_simulator_makes(tag: str) -> None:
    oracle = Oracle()
    d, e, z = prove_share(SECRET, CTX, CARD, A, tag=tag)
    share(oracle, ABOUT, d, (e, z), tag=tag)
    assert agrees_with_the_real_hash(oracle)


def test_honest_blinded_share_is_one_the_simulator_makes() -> None:
    oracle = Oracle()
    blinded, *numbers = prove_blinded(SECRET, CTX, CARD, A)
    blinded_share(oracle, ABOUT, blinded, (numbers[0], numbers[1], numbers[2]))
    assert agrees_with_the_real_hash(oracle)


@pytest.mark.parametrize("face", STATED.faces)
def test_honest_claim_is_simulated_without_knowing_the_face(face: Face) -> None:
    """The simulator is not told the face: its proof is the honest one for each of them."""
    oracle, y = Oracle(), Scalar(99)
    proof = prove_claim(SECRET, CTX, STATED, (POINTS, face, y))
    claim(oracle, CTX, STATED, (POINTS, sub(POINTS[face], mul(y, Q))), coins=proof)
    assert agrees_with_the_real_hash(oracle)


def test_honest_shuffle_is_one_the_simulator_makes() -> None:
    oracle = Oracle()
    result, proof = honest_shuffle(SECRET, b"beacon", TASK)
    shuffle(oracle, TASK, result, proof)
    assert agrees_with_the_real_hash(oracle)


def test_false_statement_with_an_honest_proof_fails_to_agree() -> None:
    """So that the comparison can fail."""
    oracle = Oracle()
    _, e, z = prove_share(SECRET, CTX, CARD, A)
    share(oracle, ABOUT, NOTHING, (e, z))
    assert not agrees_with_the_real_hash(oracle)
