"""The reason a verifier gives for each kind of invalid proof; secrets that do not leak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.crypto import logarithms
from protocol.crypto.group import (
    IDENTITY,
    L,
    Point,
    Q,
    Scalar,
    add,
    face_points,
    hash_to_scalar,
    mul,
    mul_base,
    sub,
    to_bytes,
)
from protocol.crypto.proofs import (
    Context,
    ShareProof,
    TableSecret,
    blinded_from,
    claim_challenge,
    claim_value,
    prove_claim,
    prove_key,
    share_from,
    verify_claim,
    verify_key,
)
from protocol.encoding import Value
from protocol.errors import BadProof
from protocol.game import Card, Claim, Face, Seat
from protocol.reasons import InvalidProof
from tests.raised import for_reason

TABLE = bytes(32)
CTX = Context(TABLE, 4, Seat(1), bytes([1]) * 32)
SECRET = TableSecret(b"s" * 32, TABLE)
CARD = Card(3)
A = mul_base(5)
ABOUT = ShareProof(CTX, CARD, A, SECRET.public_key)
POINTS = face_points("hanabi", 4)
CLAIM = Claim(CARD, (Face(0), Face(2)))
Y = Scalar(77)
C = sub(POINTS[2], mul(Y, Q))
PROOF = prove_claim(SECRET, CTX, CLAIM, (POINTS, Face(2), Y))


def claims(proof: Value) -> None:
    verify_claim(proof, CTX, CLAIM, (POINTS, C))


def entries() -> list[tuple[bytes, bytes]]:
    return [(to_bytes(e), to_bytes(z)) for e, z in PROOF]


def test_a_secret_does_not_print_itself() -> None:
    assert repr(SECRET) == "TableSecret(...)"
    assert repr(SECRET.box_key) == "BoxKey(...)"


def test_a_share_is_computed_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Point] = []

    def counted(scalar: int, point: Point) -> Point:
        asked.append(point)
        return mul(scalar, point)

    monkeypatch.setattr(logarithms, "mul", counted)
    secret, other = TableSecret(SECRET.secret, TABLE), mul_base(6)
    for a in (A, other, A, other):
        assert secret.share(a) == mul(secret.x, a)
    assert asked == [A, other]


def test_a_share_of_an_inherited_key_is_added_to_the_seats_own() -> None:
    assert replace(SECRET, taken_over=Scalar(5)).public_key == add(SECRET.public_key, mul_base(5))


REFUSED: list[tuple[InvalidProof, Callable[[], object]]] = [
    (
        InvalidProof.KEY_PROOF,
        lambda: verify_key(TABLE, Seat(2), SECRET.public_key, prove_key(SECRET, Seat(1))),
    ),
    (InvalidProof.SHARE_PROOF, lambda: ABOUT.verify_share(A, Scalar(1), Scalar(2))),
    (
        InvalidProof.SEALED_SHARE_PROOF,
        lambda: ABOUT.verify_share(A, Scalar(1), Scalar(2), tag="sealed share"),
    ),
    (
        InvalidProof.BLINDED_SHARE_PROOF,
        lambda: ABOUT.verify_blinded(A, Scalar(1), Scalar(2), Scalar(3)),
    ),
    (InvalidProof.SHARE_FORM, lambda: share_from((A, bytes(32)), ABOUT)),
    (InvalidProof.SHARE_FORM, lambda: share_from(None, ABOUT)),
    (InvalidProof.BLINDED_SHARE_FORM, lambda: blinded_from((A, bytes(32), bytes(32)), ABOUT)),
    (InvalidProof.BLINDED_SHARE_FORM, lambda: blinded_from(None, ABOUT)),
    (InvalidProof.CLAIM_LENGTH, lambda: claims(tuple(entries()[:1]))),
    (InvalidProof.CLAIM_LENGTH, lambda: claims(tuple(entries() * 2))),
    (InvalidProof.CLAIM_LENGTH, lambda: claims(entries())),
    (InvalidProof.CLAIM_ENTRY, lambda: claims((entries()[0], entries()[1][:1]))),
    (InvalidProof.CLAIM_ENTRY, lambda: claims((None, entries()[1]))),
    (InvalidProof.CLAIM_PROOF, lambda: claims(tuple(entries()[::-1]))),
]


@pytest.mark.parametrize(("code", "attempt"), REFUSED)
def test_an_invalid_proof_is_refused_with_its_reason(
    code: InvalidProof, attempt: Callable[[], object]
) -> None:
    with pytest.raises(BadProof, check=for_reason(code)):
        attempt()


def test_a_valid_claim_is_accepted() -> None:
    assert claim_value(PROOF) == tuple(entries())
    claims(tuple(entries()))


# Commitments that are the identity: made with a nonce of 0, which an honest prover never draws.


def refused_as_identity(attempt: Callable[[], object]) -> None:
    with pytest.raises(BadProof, check=for_reason(InvalidProof.IDENTITY)):
        attempt()


def over(numerator: int, denominator: int) -> Scalar:
    return Scalar(numerator * pow(denominator, -1, L) % L)


def test_a_key_proof_whose_commitment_is_the_identity_is_refused() -> None:
    e = hash_to_scalar("key proof", TABLE, 1, SECRET.public_key, IDENTITY)
    proof = (e, Scalar(e * SECRET.x))
    refused_as_identity(lambda: verify_key(TABLE, Seat(1), SECRET.public_key, proof))


def test_a_share_whose_commitments_are_the_identity_is_refused() -> None:
    d = mul(SECRET.x, A)
    e = hash_to_scalar("share", CTX.value, CARD, A, SECRET.public_key, d, IDENTITY, IDENTITY)
    refused_as_identity(lambda: ABOUT.verify_share(d, e, Scalar(e * SECRET.x)))


def test_share_with_identity_as_first_commitment_is_refused() -> None:
    e = Scalar(3)
    refused_as_identity(lambda: ABOUT.verify_share(A, e, Scalar(e * SECRET.x)))


def test_share_with_identity_as_second_commitment_is_refused() -> None:
    e, z = Scalar(3), Scalar(8)
    refused_as_identity(lambda: ABOUT.verify_share(mul(over(z, e), A), e, z))


def test_blinded_share_with_identity_as_first_commitment_fails() -> None:
    blinded, v = add(mul(SECRET.x, A), mul(Y, Q)), 9
    e = hash_to_scalar(
        "blinded share", CTX.value, CARD, A, SECRET.public_key, blinded, IDENTITY, mul(v, Q)
    )
    proof = (e, Scalar(e * SECRET.x), Scalar(v + e * Y))
    refused_as_identity(lambda: ABOUT.verify_blinded(blinded, *proof))


def test_blinded_share_with_identity_as_second_commitment_fails() -> None:
    e, z, u = Scalar(3), Scalar(8), Scalar(5)
    blinded = add(mul(over(z, e), A), mul(over(u, e), Q))
    refused_as_identity(lambda: ABOUT.verify_blinded(blinded, e, z, u))


def test_a_claim_with_the_identity_for_a_commitment_is_refused() -> None:
    first = entries()[0]
    commitment = sub(mul(PROOF[0][1], Q), mul(PROOF[0][0], sub(POINTS[0], C)))
    e = Scalar((claim_challenge(CTX, CLAIM, C, [commitment, IDENTITY]) - PROOF[0][0]) % L)
    refused_as_identity(lambda: claims((first, (to_bytes(e), to_bytes(e * Y)))))
