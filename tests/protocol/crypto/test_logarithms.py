"""Multiplying a point gives the same result whether or not its logarithm is known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from protocol.crypto.group import G, L, Point, Scalar, add, mul, mul_base, sub, total
from protocol.crypto.logarithms import Logarithms
from protocol.crypto.proofs import Context, TableSecret
from protocol.crypto.shuffle_proof import Task, shuffle, starting_pile
from protocol.errors import BadProof
from protocol.game import Face, Seat
from tests.bench.counting import counting

SCALARS = st.integers(1, L - 1).map(Scalar)
UNKNOWN = mul(7, mul_base(5))
IDENTITY = sub(G, G)


@given(SCALARS, SCALARS, SCALARS)
@example(Scalar(1), Scalar(1), Scalar(L - 1))  # the known part adds up to zero
def test_known_and_unknown_points_give_the_groups_results(x: Scalar, r: Scalar, s: Scalar) -> None:
    known, point = Logarithms(), mul_base(x)
    known.know(x)
    masked = known.masked(point, r)
    assert masked == add(point, mul_base(r))
    points = [point, UNKNOWN, masked, G, known.masked(UNKNOWN, r)]
    assume(IDENTITY not in points)
    assume(UNKNOWN not in (point, masked))  # whose logarithms are known
    with counting() as cost:
        products = [known.mul(s, each) for each in points]
    assert (cost["base"], cost["mul"]) == (3, 2)
    assert products == [mul(s, each) for each in points]
    assert known.weighted([s, r, x, s, r], points) == total(
        mul(scalar, each) for scalar, each in zip([s, r, x, s, r], points, strict=True)
    )


def test_invalid_factors_are_refused() -> None:
    known = Logarithms()
    for scalar, point in ((0, G), (0, UNKNOWN), (3, Point(bytes(32)))):
        with pytest.raises(BadProof):
            known.mul(scalar, point)


def test_knowing_all_masks_makes_the_same_shuffle_cheaper() -> None:
    players = [TableSecret(bytes([k]) * 32, b"t" * 32) for k in range(3)]
    key = total(player.public_key for player in players)
    known = Logarithms()
    known.know(Scalar(sum(player.x for player in players) % L))
    pile = starting_pile("toy", 6, [Face(f) for f in range(6)], key)
    for seat, player in enumerate(players):
        task = Task(Context(player.table, 3, Seat(seat), bytes(32)), 0, key, pile)
        with counting() as played:
            pile, proof = shuffle(player, bytes(32), task)
        with counting() as audited:
            again = shuffle(replace(player, logarithms=known), bytes(32), task)
        assert again == (pile, proof)
        # what remains: u' in the chain, w' of the bases, the chain and the B'
        assert audited["mul"] == 4 * len(pile) < played["mul"]
