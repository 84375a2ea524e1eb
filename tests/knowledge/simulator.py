"""Proofs made without knowing anything: the zero-knowledge simulator of each proof, in code.

A proof is a commitment R, a challenge e that is the hash of R, and an answer z. Whoever may choose
what the hash says picks e and z first and computes the R that fits; so a proof can be made of any
statement, true or false, and tells its reader nothing. The hash of the real protocol cannot be
chosen: that it behaves as one that could (a random oracle) is the assumption under which "the
reader of the real proof learns no more than from this one" follows.

Each simulator takes the numbers that are its own to choose as `coins`. Given an honest proof's
numbers it makes that very proof; and the honest numbers are uniform, as the nonces are (for a fixed
challenge, w -> w + e·x is one to one). So both are distributed alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from protocol.crypto import group
from protocol.crypto.group import (
    CHAIN_BASE,
    L,
    Point,
    Q,
    Scalar,
    add,
    mul,
    mul_base,
    shuffle_bases,
    sub,
    total,
)
from protocol.crypto.proofs import Context, ShareProof
from protocol.crypto.shuffle_proof import Pile, Proof, Task
from protocol.encoding import H, Value, enc
from protocol.game import Claim

MODULES = ("protocol.crypto.proofs", "protocol.crypto.shuffle_proof")


@dataclass
class Oracle:
    """The hash that makes challenges, where it was told what to say; the real one elsewhere."""

    told: dict[bytes, Scalar] = field(default_factory=dict)

    def __call__(self, tag: str, *parts: Value) -> Scalar:
        chosen = self.told.get(enc((tag, *parts)))
        return chosen if chosen is not None else group.hash_to_scalar(tag, *parts)

    def program(self, e: Scalar, tag: str, *parts: Value) -> None:
        self.told[enc((tag, *parts))] = e

    @contextmanager
    def listened_to(self) -> Iterator[None]:
        """Within, provers and verifiers ask this hash."""
        with pytest.MonkeyPatch.context() as patch:
            for module in MODULES:
                patch.setattr(f"{module}.hash_to_scalar", self)
            yield


class Coins:
    """Scalars that look random; the same again for the same label."""

    def __init__(self, *label: Value) -> None:
        self._label, self._count = label, 0

    def scalar(self) -> Scalar:
        self._count += 1
        return group.hash_to_scalar("coins of a simulator", *self._label, self._count)

    def scalars(self, count: int) -> tuple[Scalar, ...]:
        return tuple(self.scalar() for _ in range(count))

    def points(self, count: int) -> tuple[Point, ...]:
        return tuple(mul_base(s) for s in self.scalars(count))


def key_proof(
    oracle: Oracle, place: tuple[Value, ...], key: Point, coins: tuple[Scalar, Scalar]
) -> tuple[Scalar, Scalar]:
    """(e, z) that the key's secret is known; `place` is (table, seat)."""
    e, z = coins
    oracle.program(e, "key proof", *place, key, sub(mul_base(z), mul(e, key)))
    return e, z


def share(
    oracle: Oracle, about: ShareProof, d: Point, coins: tuple[Scalar, Scalar], *, tag: str = "share"
) -> tuple[Point, Scalar, Scalar]:
    """(d, e, z) that d is the share of the key."""
    e, z = coins
    r1 = sub(mul_base(z), mul(e, about.public_key))
    r2 = sub(mul(z, about.a), mul(e, d))
    oracle.program(e, tag, about.ctx.value, about.card, about.a, about.public_key, d, r1, r2)
    return d, e, z


def blinded_share(
    oracle: Oracle, about: ShareProof, blinded: Point, coins: tuple[Scalar, Scalar, Scalar]
) -> tuple[Point, Scalar, Scalar, Scalar]:
    """(E, e, z, u) that E is a share of the key, blinded."""
    e, z, u = coins
    r1 = sub(mul_base(z), mul(e, about.public_key))
    r2 = sub(add(mul(z, about.a), mul(u, Q)), mul(e, blinded))
    stated = (about.ctx.value, about.card, about.a, about.public_key, blinded, r1, r2)
    oracle.program(e, "blinded share", *stated)
    return blinded, e, z, u


def claim(
    oracle: Oracle,
    ctx: Context,
    stated: Claim,
    about: tuple[Sequence[Point], Point],
    *,
    coins: Sequence[tuple[Scalar, Scalar]],
) -> list[tuple[Scalar, Scalar]]:
    """[(e_f, z_f), ...] that C is a commitment to one of the faces; `about` is (M, C)."""
    points, c = about
    r = [
        sub(mul(z_f, Q), mul(e_f, sub(points[face], c)))
        for face, (e_f, z_f) in zip(stated.faces, coins, strict=True)
    ]
    e = Scalar(sum(e_f for e_f, _ in coins) % L)
    oracle.program(e, "claim", ctx.value, stated.card, c, stated.faces, r)
    return list(coins)


def shuffle(oracle: Oracle, task: Task, result: Pile, coins: Proof) -> Proof:
    """A proof that the result is the task's pile; the coins are all of the proof's numbers.

    The commitments t are what the verifier would compute.
    """
    count, e = len(result), coins.e
    bases = shuffle_bases(count)
    parts = (task.ctx.value, task.number, task.table_key, task.pile, result, coins.p)
    d = H("shuffle statement", *parts)
    u = [group.hash_to_scalar("shuffle weight", d, i) for i in range(count)]
    product = 1
    for weight in u:
        product = product * weight % L

    def summed(scalars: Sequence[int], points: Sequence[Point]) -> Point:
        return total(mul(s, point) for s, point in zip(scalars, points, strict=True))

    def half(pile: Pile, i: int) -> list[Point]:
        return [card[i] for card in pile]

    s1, s2, s3, s4 = coins.s
    end = sub(coins.chain[-1], mul(product, CHAIN_BASE))
    t = (
        sub(mul_base(s1), mul(e, sub(total(coins.p), total(bases)))),
        sub(mul_base(s2), mul(e, end)),
        sub(add(mul_base(s3), summed(coins.s_weight, bases)), mul(e, summed(u, coins.p))),
        sub(
            sub(summed(coins.s_weight, half(result, 1)), mul(s4, task.table_key)),
            mul(e, summed(u, half(task.pile, 1))),
        ),
        sub(
            sub(summed(coins.s_weight, half(result, 0)), mul_base(s4)),
            mul(e, summed(u, half(task.pile, 0))),
        ),
    )
    before = (CHAIN_BASE, *coins.chain[:-1])
    t_chain = [
        sub(
            add(mul_base(coins.s_chain[i]), mul(coins.s_weight[i], before[i])),
            mul(e, coins.chain[i]),
        )
        for i in range(count)
    ]
    oracle.program(e, "shuffle challenge", d, coins.chain, *t, t_chain)
    return coins


def coins_of_shuffle(count: int, coins: Coins) -> Proof:
    e, s1, s2, s3, s4 = coins.scalars(5)
    return Proof(
        coins.points(count),
        coins.points(count),
        e,
        (s1, s2, s3, s4),
        coins.scalars(count),
        coins.scalars(count),
    )
