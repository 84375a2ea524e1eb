"""A false shuffle with a proof: for verifiers that leave out one of the things that matter.

The pile holds the faces 0, 0, 1; the result 0, 1, 1. A proof of a shuffle shows that its maker
knows weights u' of the result's cards, with the product of the pile's weights u, such that the sum
of the result weighted by u' is that of the pile weighted by u, masked anew. Only if u' are the u in
another order does that say that the cards are the same, and that is what p, the commitment to the
order, is for. Without it, since each face has its own point, it suffices that

    u'_0 = u_0 + u_1      (face 0)      u'_1 + u'_2 = u_2      (face 1)
    u'_0 u'_1 u'_2 = u_0 u_1 u_2

which is a quadratic equation for u'_1: solvable for one in two sets of weights.
Letters are those of `protocol/crypto/shuffle_proof.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from protocol.crypto import shuffle_proof as shuffling
from protocol.crypto.group import (
    CHAIN_BASE,
    L,
    Point,
    Scalar,
    add,
    face_points,
    hash_to_scalar,
    mul,
    mul_base,
    shuffle_bases,
    sub,
    total,
)
from protocol.crypto.proofs import Context
from protocol.crypto.shuffle_proof import Masked, Pile, Proof, Task, starting_pile
from protocol.game import Face, Seat

DECK = "a deck of two faces"
FACES = (Face(0), Face(0), Face(1))
FALSE_FACES = (Face(0), Face(1), Face(1))
TABLE_X = Scalar(987654321)  # all seats' x together: only to look at the cards at the end

CTX = Context(bytes(32), 2, Seat(0), bytes([1]) * 32)
TABLE_KEY = mul_base(TABLE_X)
TASK = Task(CTX, 0, TABLE_KEY, starting_pile(DECK, 2, FACES, TABLE_KEY))


def number(purpose: str, *index: int) -> Scalar:
    """A number that looks random."""
    return hash_to_scalar("false shuffle", purpose, *index)


@dataclass(frozen=True)
class Attempt:
    """One false result; `masks` are its r', `tried` tells attempts apart."""

    tried: int
    masks: tuple[Scalar, ...]
    result: Pile


def attempts() -> Iterator[Attempt]:
    """False results without end, each masked otherwise."""
    points = face_points(DECK, 2)
    tried = 0
    while True:
        masks = tuple(number("mask", tried, i) for i in range(3))
        cards: tuple[Masked, ...] = tuple(
            (mul_base(r), add(points[face], mul(r, TABLE_KEY)))
            for face, r in zip(FALSE_FACES, masks, strict=True)
        )
        yield Attempt(tried, masks, cards)
        tried += 1


def faces_of(pile: Pile) -> tuple[Face, ...]:
    """What the cards are, by all seats' secret together."""
    points = face_points(DECK, 2)
    return tuple(Face(points.index(sub(b, mul(TABLE_X, a)))) for a, b in pile)


def weights_of_result(u: Sequence[Scalar]) -> list[Scalar] | None:
    """u', if the equations above can be solved."""
    first = (u[0] + u[1]) % L
    product = u[0] * u[1] * u[2] * pow(first, -1, L) % L
    root = square_root((u[2] * u[2] - 4 * product) % L)
    if root is None:
        return None
    second = (u[2] + root) * pow(2, -1, L) % L
    return [Scalar(first), Scalar(second), Scalar((u[2] - second) % L)]


def square_root(square: int) -> int | None:
    """A root modulo L, which is 5 modulo 8 (Atkin)."""
    b = pow(2 * square, (L - 5) // 8, L)
    i = 2 * square * b * b % L
    root = square * b * (i - 1) % L
    return root if root * root % L == square else None


def prove(
    attempt: Attempt,
    p: Sequence[Point],
    weights: tuple[Sequence[Scalar], Sequence[Scalar]],
    known: tuple[Sequence[Point], int, int],
) -> Proof:
    """The proof of steps 3 to 6, for weights (u, u') that are no permutation.

    `known` are the verifier's bases H, and the logarithms of Σp - ΣH and of Σ u·p - Σ u'·H: an
    honest prover knows them because p commits to its permutation.
    """
    u, u_result = weights
    result, (bases, in_t1, in_t3) = attempt.result, known
    rho = [number("chain", attempt.tried, i) for i in range(3)]
    w = [number("w", attempt.tried, i) for i in range(4)]
    w_chain = [number("chain w", attempt.tried, i) for i in range(3)]
    w_weight = [number("weight w", attempt.tried, i) for i in range(3)]

    chain, t_chain, last, in_g = [], [], CHAIN_BASE, 0
    for i in range(3):
        t_chain.append(add(mul_base(w_chain[i]), mul(w_weight[i], last)))
        last = add(mul_base(rho[i]), mul(u_result[i], last))
        in_g = (rho[i] + u_result[i] * in_g) % L
        chain.append(last)

    def weighted(points: Sequence[Point]) -> Point:
        return total(mul(s, point) for s, point in zip(w_weight, points, strict=True))

    t = (
        mul_base(w[0]),
        mul_base(w[1]),
        add(mul_base(w[2]), weighted(bases)),
        sub(weighted([b for _, b in result]), mul(w[3], TABLE_KEY)),
        sub(weighted([a for a, _ in result]), mul_base(w[3])),
    )
    statement, _ = shuffling._weights(TASK, result, p)
    e = shuffling._challenge(statement, chain, t, t_chain)
    masked = sum(r * s for r, s in zip(attempt.masks, u_result, strict=True))
    secrets = (in_t1, in_g, in_t3, masked - sum(u))  # the starting pile's masks are 1
    s = [Scalar((w[i] + e * secrets[i]) % L) for i in range(4)]
    return Proof(
        tuple(p),
        tuple(chain),
        e,
        (s[0], s[1], s[2], s[3]),
        tuple(Scalar((w_chain[i] + e * rho[i]) % L) for i in range(3)),
        tuple(Scalar((w_weight[i] + e * u_result[i]) % L) for i in range(3)),
    )


def with_known_bases(logarithms: Sequence[Scalar]) -> tuple[Pile, Proof]:
    """For a verifier whose H_i = η_i·G: p commits to nothing."""
    bases = [mul_base(eta) for eta in logarithms]
    for attempt in attempts():
        rho = [number("p", attempt.tried, i) for i in range(3)]
        p = [mul_base(r) for r in rho]
        _, u = shuffling._weights(TASK, attempt.result, p)
        u_result = weights_of_result(u)
        if u_result is not None:
            sums = sum(a * b for a, b in zip(u_result, logarithms, strict=True))
            opened = sum(a * b for a, b in zip(u, rho, strict=True)) - sums
            known = (bases, sum(rho) - sum(logarithms), opened)
            return attempt.result, prove(attempt, p, (u, u_result), known)
    raise AssertionError


def with_foreseen_weights() -> tuple[Pile, Proof]:
    """For a verifier whose weights do not bind to p: p is chosen when the weights are known.

    Two equations, p_0 + p_1 + p_2 = ΣH + r·G and Σ u·p = Σ u'·H + s·G, for three points.
    """
    bases = shuffle_bases(3)
    for attempt in attempts():
        _, u = shuffling._weights(TASK, attempt.result, bases)
        u_result = weights_of_result(u)
        if u_result is None:
            continue
        r, s = number("r", attempt.tried), number("s", attempt.tried)
        p_2 = mul_base(number("p", attempt.tried))
        x = sub(add(total(bases), mul_base(r)), p_2)
        y = add(total(mul(a, h) for a, h in zip(u_result, bases, strict=True)), mul_base(s))
        y = sub(y, mul(u[2], p_2))
        p_1 = mul(pow(u[1] - u[0], -1, L), sub(y, mul(u[0], x)))
        p = [sub(x, p_1), p_1, p_2]
        return attempt.result, prove(attempt, p, (u, u_result), (bases, r, s))
    raise AssertionError
