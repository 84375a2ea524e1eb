"""The stand-in is a group in which every check of the protocol is still meaningful."""

from __future__ import annotations

import random

import pytest
from nacl.exceptions import CryptoError

import protocol.crypto.proofs
import protocol.crypto.shuffle_proof
from protocol.crypto import group
from protocol.crypto.group import L, Point, Scalar
from protocol.crypto.proofs import Context, ShareProof, TableSecret
from protocol.crypto.shuffle_proof import Task
from protocol.errors import BadProof
from protocol.game import Card, Claim, Face, Seat
from protocol.identity.keys import Identity

from . import standin
from .standin import fast_group

SECRET = TableSecret(bytes([7]) * 32, bytes(32))
CTX = Context(bytes(32), 3, Seat(1), bytes([9]) * 32)
CARD = Card(2)


def test_the_laws_of_a_group_hold() -> None:
    a, b = standin.mul_base(12345), standin.hash_to_point("any", 1)
    assert standin.add(a, b) == standin.add(b, a)
    assert standin.sub(standin.add(a, b), b) == a
    assert standin.mul(5, a) == standin.total([a] * 5)
    assert standin.mul(3, standin.mul(4, b)) == standin.mul(12, b)
    assert standin.sub(a, a) == standin.IDENTITY


@pytest.mark.parametrize(
    "value",
    [bytes(32), standin.IDENTITY, (5).to_bytes(32, "little"), b"short", b"\xff" * 32, None],
)
def test_invalid_point_is_refused(value: bytes | None) -> None:
    with pytest.raises(BadProof):
        standin.point_from(value)


def test_a_false_share_is_refused() -> None:
    with fast_group():
        a = standin.mul_base(99)
        proof = ShareProof(CTX, CARD, a, standin.mul_base(SECRET.x))
        d, e, z = protocol.crypto.proofs.prove_share(SECRET, CTX, CARD, a)
        proof.verify_share(d, e, z)
        with pytest.raises(BadProof):
            proof.verify_share(standin.add(d, standin.G), e, z)


def test_a_false_claim_is_refused() -> None:
    points, y = [standin.hash_to_point("face", f) for f in range(3)], Scalar(77)
    with fast_group():
        commitment = standin.sub(points[0], standin.mul(y, standin.Q))
        claim = Claim(CARD, (Face(0), Face(1)))
        proved = protocol.crypto.proofs.prove_claim(SECRET, CTX, claim, (points, Face(0), y))
        proof = protocol.crypto.proofs.claim_value(proved)
        protocol.crypto.proofs.verify_claim(proof, CTX, claim, (points, commitment))
        other = Claim(CARD, (Face(1), Face(2)))
        with pytest.raises(BadProof):
            protocol.crypto.proofs.verify_claim(proof, CTX, other, (points, commitment))


def test_a_pile_with_a_swapped_card_is_refused() -> None:
    with fast_group():
        key = standin.mul_base(31)
        pile = protocol.crypto.shuffle_proof.starting_pile(
            "tiny", 3, [Face(0), Face(1), Face(2)], key
        )
        task = Task(CTX, 0, key, pile)
        result, proof = protocol.crypto.shuffle_proof.shuffle(SECRET, bytes(32), task)
        assert protocol.crypto.shuffle_proof.verify_shuffle(task, result, proof.value()) == result
        swapped = (result[1], result[1], result[2])
        with pytest.raises(BadProof):
            protocol.crypto.shuffle_proof.verify_shuffle(task, swapped, proof.value())


def test_a_signature_holds_for_its_signer_and_its_message_alone() -> None:
    one, other = Identity(bytes([1]) * 32), Identity(bytes([2]) * 32)
    with fast_group():
        signature = one.sign(b"message")
        standin.verify_signature(one.public_key, b"message", signature)
        for identity, message in ((other.public_key, b"message"), (one.public_key, b"another")):
            with pytest.raises(BadProof):
                standin.verify_signature(identity, message, signature)


def test_a_box_opens_for_its_receiver_and_unaltered_alone() -> None:
    sender, receiver, nonce = bytes([3]) * 32, bytes([4]) * 32, bytes(24)
    box = standin.Box(sender, standin.box_public(receiver)).encrypt(b"rows", nonce).ciphertext
    assert standin.Box(receiver, standin.box_public(sender)).decrypt(box, nonce) == b"rows"
    altered = box[:-1] + bytes([box[-1] ^ 1])
    for key, data in ((bytes([5]) * 32, box), (receiver, altered)):
        with pytest.raises(CryptoError):
            standin.Box(key, standin.box_public(sender)).decrypt(data, nonce)


def test_outside_the_stand_in_the_real_group_is_back() -> None:
    real = group.mul_base
    with fast_group():
        assert group.mul_base is standin.mul_base
    assert group.mul_base is real
    point = Point(real(random.Random(1).randrange(1, L)))  # noqa: S311 - a test's dice
    assert group.point_from(point) == point
