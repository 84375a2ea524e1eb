"""The reason given for each kind of invalid shuffle proof; commitments that are the identity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from protocol.crypto import logarithms
from protocol.crypto import shuffle_proof as shuffling
from protocol.crypto.group import IDENTITY, Point, Scalar, mul, mul_base
from protocol.crypto.proofs import TableSecret
from protocol.crypto.shuffle_proof import pile_from, shuffle, verify_shuffle
from protocol.encoding import Value
from protocol.errors import BadProof
from protocol.reasons import InvalidProof, Reason
from tests.raised import for_reason
from tests.weakened.false_shuffle import TASK

BEACON = b"b" * 32
COUNT = len(TASK.pile)
HONEST = TableSecret(b"s" * 32, TASK.ctx.table)


def shuffled() -> tuple[list[Any], list[Any]]:
    """An honest result and its proof, for the tests to change."""
    result, proof = shuffle(HONEST, BEACON, TASK)
    made: Any = proof.value()
    return list(result), list(made)


def first_card_halved(result: list[Any], _proof: list[Any]) -> None:
    result[0] = result[0][:1]


def first_card_missing(result: list[Any], _proof: list[Any]) -> None:
    del result[0]


def last_answer_missing(_result: list[Any], proof: list[Any]) -> None:
    del proof[8]


def one_commitment_missing(_result: list[Any], proof: list[Any]) -> None:
    proof[0] = proof[0][1:]


def all_lists_shorter(_result: list[Any], proof: list[Any]) -> None:
    for place in (0, 1, 7, 8):
        proof[place] = proof[place][1:]


def other_answer(_result: list[Any], proof: list[Any]) -> None:
    proof[3] = proof[4]


REFUSED = [
    (Reason(InvalidProof.MASKED_CARD), first_card_halved),
    (InvalidProof.PILE_SIZE.reason(cards=COUNT), first_card_missing),
    (Reason(InvalidProof.SHUFFLE_FORM), last_answer_missing),
    (Reason(InvalidProof.SHUFFLE_LISTS), one_commitment_missing),
    (Reason(InvalidProof.SHUFFLE_LISTS), all_lists_shorter),
    (Reason(InvalidProof.SHUFFLE_PROOF), other_answer),
]


@pytest.mark.parametrize(("reason", "change"), REFUSED)
def test_an_invalid_proof_is_refused_with_its_reason(
    reason: Reason, change: Callable[[list[Any], list[Any]], None]
) -> None:
    result, proof = shuffled()
    change(result, proof)
    with pytest.raises(BadProof) as refused:
        verify_shuffle(TASK, tuple(result), tuple(proof))
    assert refused.value.reason == reason


@pytest.mark.parametrize("value", [COUNT, bytes(COUNT)], ids=["integer", "bytes"])
def test_only_an_array_is_a_pile(value: Value) -> None:
    with pytest.raises(BadProof) as refused:
        pile_from(value, COUNT)
    assert refused.value.reason == InvalidProof.PILE_SIZE.reason(cards=COUNT)


@dataclass(frozen=True)
class Silent(TableSecret):
    """A prover whose nonces are 0 where it likes, so that its commitments are the identity."""

    zero: frozenset[tuple[str, int]] = frozenset()

    def nonce(self, ctx: Any, purpose: str, index: Any, digest: bytes) -> Scalar:
        silent = (purpose, index) in self.zero
        return Scalar(0) if silent else super().nonce(ctx, purpose, index, digest)


WEIGHTS = frozenset(("weight w", i) for i in range(COUNT))
SILENCES = {
    "t1": frozenset({("w", 1)}),
    "t2": frozenset({("w", 2)}),
    "t3": frozenset({("w", 3)}) | WEIGHTS,
    "t4 and t5": frozenset({("w", 4)}) | WEIGHTS,
    "first of the chain": frozenset({("chain w", 0), ("weight w", 0)}),
    "last of the chain": frozenset({("chain w", COUNT - 1), ("weight w", COUNT - 1)}),
}


@pytest.mark.parametrize("zero", SILENCES.values(), ids=SILENCES)
def test_a_proof_with_the_identity_for_a_commitment_is_refused(
    zero: frozenset[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def base(scalar: int) -> Point:
        return mul_base(scalar) if scalar else IDENTITY

    def times(scalar: int, point: Point) -> Point:
        return mul(scalar, point) if scalar else IDENTITY

    with monkeypatch.context() as patch:
        for module in (shuffling, logarithms):
            patch.setattr(module, "mul_base", base)
            patch.setattr(module, "mul", times)
        result, proof = shuffle(Silent(HONEST.secret, HONEST.table, zero=zero), BEACON, TASK)
    with pytest.raises(BadProof, check=for_reason(InvalidProof.IDENTITY)):
        verify_shuffle(TASK, result, proof.value())
