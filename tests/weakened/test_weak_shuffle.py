"""What each part of the shuffle proof is for: without it a false shuffle is accepted.

Each attack is made for a verifier that was weakened on purpose, convinces it, and is refused by the
real one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from protocol.crypto import shuffle_proof as shuffling
from protocol.crypto.group import G, Point, Scalar, mul_base
from protocol.crypto.proofs import TableSecret
from protocol.crypto.shuffle_proof import Pile, Task, shuffle, verify_shuffle
from protocol.encoding import Value
from protocol.errors import BadProof
from protocol.game import Face
from protocol.reasons import InvalidProof
from tests.raised import for_reason
from tests.weakened.false_shuffle import (
    FACES,
    FALSE_FACES,
    TASK,
    faces_of,
    number,
    with_foreseen_weights,
    with_known_bases,
)

LOGARITHMS = [number("eta", i) for i in range(3)]
VILLAIN = TableSecret(b"v" * 32, TASK.ctx.table)
BEACON = b"b" * 32


@pytest.fixture
def known_bases(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A verifier whose bases H were given to it by somebody who knows their logarithms."""
    known = [mul_base(eta) for eta in LOGARITHMS]
    with monkeypatch.context() as patch:
        patch.setattr("protocol.crypto.shuffle_proof.shuffle_bases", lambda count: known[:count])
        yield patch


@pytest.fixture
def blind_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A verifier whose weights u bind to everything but the commitments p."""
    honest = shuffling._weights

    def blind(task: Task, result: Pile, p: Sequence[Point]) -> tuple[bytes, list[Scalar]]:
        nothing = [G] * len(p)
        return honest(task, result, p)[0], honest(task, result, nothing)[1]

    with monkeypatch.context() as patch:
        patch.setattr(shuffling, "_weights", blind)
        yield patch


def refused(result: Pile, proof: Value) -> None:
    with pytest.raises(BadProof, check=for_reason(InvalidProof.SHUFFLE_PROOF)):
        verify_shuffle(TASK, result, proof)


def test_bases_with_known_logarithms_let_a_false_shuffle_pass(
    known_bases: pytest.MonkeyPatch,
) -> None:
    result, proof = with_known_bases(LOGARITHMS)
    assert verify_shuffle(TASK, result, proof.value()) == result
    assert faces_of(result) == FALSE_FACES
    known_bases.undo()
    refused(result, proof.value())


def test_weights_without_p_let_a_false_shuffle_pass(blind_weights: pytest.MonkeyPatch) -> None:
    result, proof = with_foreseen_weights()
    assert verify_shuffle(TASK, result, proof.value()) == result
    assert faces_of(result) == FALSE_FACES
    blind_weights.undo()
    refused(result, proof.value())


def test_the_same_prover_without_either_convinces_nobody() -> None:
    """The forger's code, run against the real bases and weights: it cannot know what it needs."""
    for result, proof in (with_known_bases(LOGARITHMS), with_foreseen_weights()):
        refused(result, proof.value())


def test_honest_proofs_pass_with_either_weakness(
    known_bases: pytest.MonkeyPatch, blind_weights: pytest.MonkeyPatch
) -> None:
    """So that what is shown above is the attack and not a verifier that takes anything."""
    result, proof = shuffle(VILLAIN, BEACON, TASK)
    assert verify_shuffle(TASK, result, proof.value()) == result
    with pytest.raises(BadProof):
        verify_shuffle(TASK, result[::-1], proof.value())


def counting_what_came(task: Task, result: Value, proof: Value) -> Pile:
    """A verifier that goes along its lists together, to the end of the shortest."""
    assert isinstance(result, tuple)
    return verify_shuffle(replace(task, pile=task.pile[: len(result)]), result, proof)


def test_short_lists_let_a_card_be_dropped() -> None:
    result, proof = shuffle(VILLAIN, BEACON, replace(TASK, pile=TASK.pile[:2]))
    assert counting_what_came(TASK, result, proof.value()) == result
    assert faces_of(result) == (Face(0), Face(0))
    assert len(FACES) == 3
    with pytest.raises(BadProof, check=for_reason(InvalidProof.PILE_SIZE)):
        verify_shuffle(TASK, result, proof.value())
