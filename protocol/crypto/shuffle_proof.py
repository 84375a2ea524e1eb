"""Shuffle a pile and prove it; verify such proofs.

The proof is Wikström and Terelius' proof of a shuffle in the form of Haenni, Locher, Koenig and
Dubuis ("Pseudo-code algorithms for verifiable re-encryption mix-nets", 2017). Letters:
N cards; pile (A_i, B_i) becomes result (A'_i, B'_i) with result i = pile π(i) re-masked by r_i;
p commits to π; u are weights derived from the whole statement, u' the same in the result's order;
ĉ chains the u' to show that their product is that of the u: only a permutation satisfies both;
w, ŵ, w' are nonces, t, t̂ the commitments to them, e the challenge, s, ŝ, s' the answers.
Source: docs/protocol.md, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from ..encoding import H, Value, W
from ..errors import BadProof
from ..game import Face
from ..reasons import InvalidProof
from .group import (
    CHAIN_BASE,
    G,
    L,
    Point,
    Scalar,
    add,
    bytes_as_point,
    face_points,
    hash_to_scalar,
    mul,
    mul_base,
    nonce_digest,
    not_identity,
    scalar_from,
    shuffle_bases,
    sub,
    to_bytes,
    total,
)
from .parts import Workers, for_each, in_turn
from .proofs import Context, TableSecret

Masked: TypeAlias = tuple[Point, Point]
"""A card as every seat sees it: (A, B) = (r·G, M_face + r·K*)."""
Pile: TypeAlias = tuple[Masked, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One seat's shuffle. `number` is the specification's m, shared by all shuffles of one pile."""

    ctx: Context
    number: int
    table_key: Point  # K*
    pile: Pile


@dataclass(frozen=True, slots=True)
class Proof:
    """The wire's [[p], [ĉ], e, s1, s2, s3, s4, [ŝ], [s']]."""

    p: tuple[Point, ...]
    chain: tuple[Point, ...]
    e: Scalar
    s: tuple[Scalar, Scalar, Scalar, Scalar]
    s_chain: tuple[Scalar, ...]
    s_weight: tuple[Scalar, ...]

    def value(self) -> Value:
        """Return the wire form, with points and scalars as 32 bytes each."""
        single = (to_bytes(s) for s in (self.e, *self.s))
        return (self.p, self.chain, *single, _bytes_of(self.s_chain), _bytes_of(self.s_weight))


def starting_pile(deck: str, count: int, faces: Sequence[Face], table_key: Point) -> Pile:
    """Return (G, M_f + K*) for each face in the game's order: masked by the public r = 1."""
    points = face_points(deck, count)
    return tuple((G, add(points[face], table_key)) for face in faces)


def permutation(secret: bytes, beacon: bytes, number: int, count: int) -> list[int]:
    """Return the source of each result of this seat's shuffle: result j comes from permutation[j].
    `secret` is the seat's table secret, `number` the m of the pile."""
    order = [W("order", secret, beacon, number, j) for j in range(count)]
    return sorted(range(count), key=order.__getitem__)


def shuffle(
    secret: TableSecret, beacon: bytes, task: Task, together: Workers = in_turn
) -> tuple[Pile, Proof]:
    """Return the pile as this seat shuffles it, and the proof that it contains the same cards.
    `beacon` are the 32 bytes of the table's beacon, of which the order is a function (section
    6)."""
    count = len(task.pile)
    order = permutation(secret.secret, beacon, task.number, count)
    masks = [
        hash_to_scalar("mask", secret.secret, task.ctx.value, task.number, j) for j in range(count)
    ]
    known = secret.logarithms

    def masked(j: int) -> Masked:
        a, b = task.pile[order[j]]
        return known.masked(a, masks[j]), add(b, known.mul(masks[j], task.table_key))

    result = tuple(for_each(range(count), masked, together))
    return result, _prove(secret, task, result, (order, masks), together=together)


def _prove(
    secret: TableSecret,
    task: Task,
    result: Pile,
    witness: tuple[list[int], list[Scalar]],
    *,
    together: Workers,
) -> Proof:
    order, masks = witness
    count = len(order)
    digest = nonce_digest(task.number, task.table_key, task.pile, result)

    def nonces(purpose: str, first: int, number: int) -> list[Scalar]:
        indices = range(first, first + number)
        return [secret.nonce(task.ctx.value, purpose, i, digest) for i in indices]

    rho, rho_chain = nonces("p", 0, count), nonces("chain", 0, count)
    w, w_chain, w_weight = (
        nonces("w", 1, 4),
        nonces("chain w", 0, count),
        nonces("weight w", 0, count),
    )
    bases, known = shuffle_bases(count), secret.logarithms

    # §6, step 1: which H_i is hidden in which p gives the permutation.
    place = {source: i for i, source in enumerate(order)}

    def committed(source: int) -> Point:
        return add(mul_base(rho[source]), bases[place[source]])

    p = for_each(range(count), committed, together)
    # Step 2: the weights are derived from p, so nobody can choose a permutation that suits them.
    statement, u = _weights(task, result, p)
    u_result = [u[source] for source in order]

    # Step 3: the chain multiplies the weights one by one.
    def linked() -> list[Point]:
        chain = [CHAIN_BASE]
        for i in range(count):
            chain.append(add(mul_base(rho_chain[i]), mul(u_result[i], chain[i])))
        return chain

    # Step 4.
    def nonces_weighted() -> list[Point]:
        return [add(mul_base(w[2]), _weighted(w_weight, bases))]

    def faces_weighted() -> list[Point]:
        masked = known.mul(w[3], task.table_key)
        return [sub(_weighted(w_weight, [b for _, b in result]), masked)]

    def masks_weighted() -> list[Point]:
        return [sub(known.weighted(w_weight, [a for a, _ in result]), mul_base(w[3]))]

    def link_nonces(i: int) -> Point:
        return add(mul_base(w_chain[i]), mul(w_weight[i], links[i]))

    links, (t3,), (t4,), (t5,) = together((linked, nonces_weighted, faces_weighted, masks_weighted))
    chain, t = links[1:], (mul_base(w[0]), mul_base(w[1]), t3, t4, t5)
    t_chain = for_each(range(count), link_nonces, together)
    # Steps 5 and 6.
    e = _challenge(statement, chain, t, t_chain)
    s = (
        w[0] + e * sum(rho),
        w[1] + e * _chained(rho_chain, u_result),
        w[2] + e * _dot(rho, u),
        w[3] + e * _dot(masks, u_result),
    )
    return Proof(
        tuple(p),
        tuple(chain),
        e,
        (Scalar(s[0] % L), Scalar(s[1] % L), Scalar(s[2] % L), Scalar(s[3] % L)),
        tuple(Scalar((w_chain[i] + e * rho_chain[i]) % L) for i in range(count)),
        tuple(Scalar((w_weight[i] + e * u_result[i]) % L) for i in range(count)),
    )


def verify_shuffle(task: Task, result: Value, proof: Value, together: Workers = in_turn) -> Pile:
    """Return the result from the wire, verified to be the task's pile, permuted and re-masked.
    Raises `BadProof`. Nearly all of the work is in parts.

    Every point of the result and of the proof is a factor in one of the multiplications below,
    which validates it as a point of the group.
    """
    count = len(task.pile)
    pile = pile_from(result, count)
    given = _proof_from(proof, count)
    bases = shuffle_bases(count)
    statement, u = _weights(task, pile, given.p)
    e, (s1, s2, s3, s4) = given.e, given.s
    product = 1
    for weight in u:
        product = product * weight % L

    # §6, checks 3 and 4: p contains each H_i once, and the weights in the chain have the same
    # product as the u. The u are random, so both hold only if the weights in the chain are the u in
    # some order.
    def same_weights() -> Sequence[Point]:
        t1 = sub(mul_base(s1), mul(e, sub(total(given.p), total(bases))))
        end = sub(given.chain[-1], mul(product, CHAIN_BASE))
        return t1, sub(mul_base(s2), mul(e, end))

    # Check 5: p commits to that order. Checks 6 and 7: weighted in that order, the result equals
    # the pile but for a mask. That holds for every single card, since one that differed would count
    # with a random weight u.
    def answered_order() -> Sequence[Point]:
        return (add(mul_base(s3), _weighted(given.s_weight, bases)),)

    def answered_faces() -> Sequence[Point]:
        return (sub(_weighted(given.s_weight, [b for _, b in pile]), mul(s4, task.table_key)),)

    def answered_masks() -> Sequence[Point]:
        return (sub(_weighted(given.s_weight, [a for a, _ in pile]), mul_base(s4)),)

    def challenged(points: Sequence[Point]) -> Sequence[Point]:
        return (mul(e, _weighted(u, points)),)

    # Check 8: each link of the chain adds one weight to the previous link.
    def links(i: int) -> Sequence[Point]:
        last = given.chain[i - 1] if i else CHAIN_BASE
        t_i = add(mul_base(given.s_chain[i]), mul(given.s_weight[i], last))
        return (sub(t_i, mul(e, given.chain[i])),)

    parts: list[Callable[[], Sequence[Point]]] = [
        same_weights,
        answered_order,
        partial(challenged, given.p),
        answered_faces,
        partial(challenged, [b for _, b in task.pile]),
        answered_masks,
        partial(challenged, [a for a, _ in task.pile]),
        *(partial(links, i) for i in range(count)),
    ]
    (t1, t2), (own3,), (all3,), (own4,), (all4,), (own5,), (all5,), *t_links = together(parts)
    t = (t1, t2, sub(own3, all3), sub(own4, all4), sub(own5, all5))
    t_chain = [t_i for (t_i,) in t_links]
    for commitment in (*t, *t_chain):
        not_identity(commitment)
    if _challenge(statement, given.chain, t, t_chain) != e:
        raise BadProof(InvalidProof.SHUFFLE_PROOF)
    return pile


def _weights(task: Task, result: Pile, p: Sequence[Point]) -> tuple[bytes, list[Scalar]]:
    """Return D and u; the weights bind to the whole statement, above all to the commitments p."""
    statement = H(
        "shuffle statement",
        task.ctx.value,
        task.number,
        task.table_key,
        task.pile,
        result,
        p,
    )
    return statement, [hash_to_scalar("shuffle weight", statement, i) for i in range(len(p))]


def _challenge(
    statement: bytes, chain: Sequence[Point], t: Sequence[Point], t_chain: Sequence[Point]
) -> Scalar:
    return hash_to_scalar("shuffle challenge", statement, chain, *t, t_chain)


def _weighted(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """Return Σ scalar · point."""
    return total(mul(s, point) for s, point in zip(scalars, points, strict=True))


def _dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _chained(rho_chain: Sequence[int], u_result: Sequence[int]) -> int:
    """Return Σ ρ̂_i v_i with v_(N-1) = 1 and v_i = u'_(i+1) v_(i+1)."""
    value, v = 0, 1
    for i in reversed(range(len(rho_chain))):
        value += rho_chain[i] * v
        v = v * u_result[i] % L
    return value


def _bytes_of(scalars: Sequence[int]) -> tuple[bytes, ...]:
    return tuple(to_bytes(s) for s in scalars)


def pile_from(value: Value, count: int) -> Pile:
    """Parse a pile of `count` cards. Raises `BadProof`."""
    if not isinstance(value, tuple) or len(value) != count:
        raise BadProof(InvalidProof.PILE_SIZE.reason(cards=count))
    return tuple(_masked_from(entry) for entry in value)


def _masked_from(value: Value) -> Masked:
    match value:
        case (a, b):
            return bytes_as_point(a), bytes_as_point(b)
    raise BadProof(InvalidProof.MASKED_CARD)


def _proof_from(value: Value, count: int) -> Proof:
    match value:
        case (tuple(p), tuple(chain), e, s1, s2, s3, s4, tuple(s_chain), tuple(s_weight)):
            if not len(p) == len(chain) == len(s_chain) == len(s_weight) == count:
                raise BadProof(InvalidProof.SHUFFLE_LISTS)
            return Proof(
                tuple(bytes_as_point(entry) for entry in p),
                tuple(bytes_as_point(entry) for entry in chain),
                scalar_from(e),
                (scalar_from(s1), scalar_from(s2), scalar_from(s3), scalar_from(s4)),
                tuple(scalar_from(entry) for entry in s_chain),
                tuple(scalar_from(entry) for entry in s_weight),
            )
    raise BadProof(InvalidProof.SHUFFLE_FORM)
