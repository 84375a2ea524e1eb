"""The prime-order subgroup of edwards25519; the only file that knows libsodium's group.

A `Scalar` is an integer from 0 to L - 1 (from 1 on the wire), a `Point` 32 canonical bytes. A
`Point` from a peer is trusted only after it has passed `point_from` or, at no extra cost, has been
a factor in `mul`: libsodium's multiplication rejects exactly what its `is_valid_point` rejects
(non-canonical, of small or mixed order, the identity).
Source: docs/protocol.md, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from ..encoding import H, Value, W
from ..errors import BadProof
from ..reasons import InvalidProof
from .library_check import check_library

Scalar = NewType("Scalar", int)
Point = NewType("Point", bytes)

L: Final = 2**252 + 27742317777372353535851937790883648493
IDENTITY: Final = Point(bytes([1]) + bytes(31))

check_library()  # before anything is decided by it


def scalar_from(value: Value) -> Scalar:
    """Parse a scalar from the wire: 32 little-endian bytes, from 1 to L - 1. Raises `BadProof`."""
    if not isinstance(value, bytes) or len(value) != 32:
        raise BadProof(InvalidProof.SCALAR_LENGTH)
    number = int.from_bytes(value, "little")
    if not 1 <= number < L:
        raise BadProof(InvalidProof.SCALAR_RANGE)
    return Scalar(number)


def to_bytes(scalar: int) -> bytes:
    """Return the 32 little-endian bytes of a number, reduced modulo L."""
    return (scalar % L).to_bytes(32, "little")


def point_from(value: Value) -> Point:
    """Parse and validate a point from the wire: canonical, of prime order, not the identity. Raises
    `BadProof`."""
    point = bytes_as_point(value)
    if not sodium.crypto_core_ed25519_is_valid_point(point):
        raise BadProof(InvalidProof.NOT_IN_GROUP)
    return point


def bytes_as_point(value: Value) -> Point:
    """Return 32 bytes as a point that is not validated: the caller must multiply it before trusting
    it. Raises `BadProof` for another length."""
    if not isinstance(value, bytes) or len(value) != 32:
        raise BadProof(InvalidProof.POINT_LENGTH)
    return Point(value)


def mul(scalar: int, point: Point) -> Point:
    """Return scalar · point. Raises `BadProof` if the point is invalid or the product is the
    identity."""
    try:
        return Point(sodium.crypto_scalarmult_ed25519_noclamp(to_bytes(scalar), point))
    except (CryptoError, RuntimeError):
        raise BadProof(InvalidProof.NOT_A_FACTOR) from None


def mul_base(scalar: int) -> Point:
    """Return scalar · G. Raises `BadProof` if that is the identity."""
    try:
        return Point(sodium.crypto_scalarmult_ed25519_base_noclamp(to_bytes(scalar)))
    except (CryptoError, RuntimeError):
        raise BadProof(InvalidProof.IDENTITY) from None


def add(left: Point, right: Point) -> Point:
    """Return left + right, which may be the identity. Raises `BadProof` if either is not on the
    curve."""
    try:
        return Point(sodium.crypto_core_ed25519_add(left, right))
    except (CryptoError, RuntimeError):
        raise BadProof(InvalidProof.NOT_ON_CURVE) from None


def sub(left: Point, right: Point) -> Point:
    """Return left - right, which may be the identity. Raises `BadProof` if either is not on the
    curve."""
    try:
        return Point(sodium.crypto_core_ed25519_sub(left, right))
    except (CryptoError, RuntimeError):
        raise BadProof(InvalidProof.NOT_ON_CURVE) from None


def total(points: Iterable[Point]) -> Point:
    """Return the sum of one or more points, which may be the identity. Raises `BadProof` if one of
    several is not on the curve."""
    rest = iter(points)
    result = next(rest)
    for point in rest:
        result = add(result, point)
    return result


def not_identity(point: Point) -> Point:
    """Return the point unchanged. Raises `BadProof` if it is the identity."""
    if point == IDENTITY:
        raise BadProof(InvalidProof.IDENTITY)
    return point


def hash_to_scalar(tag: str, *parts: Value) -> Scalar:
    """Return scalar(tag, parts): the wide hash W, 64 bytes little-endian, modulo L. Its bias is
    below 2**-250."""
    return Scalar(int.from_bytes(W(tag, *parts), "little") % L)


def hash_to_point(tag: str, *parts: Value) -> Point:
    """Return point(tag, parts): a point whose discrete logarithm nobody knows."""
    return Point(sodium.crypto_core_ed25519_from_uniform(W(tag, *parts)[:32]))


G: Final = mul_base(1)
Q: Final = hash_to_point("blinding base")
CHAIN_BASE: Final = hash_to_point("chain base")  # the specification's h

_shuffle_bases: list[Point] = []
_face_points: dict[str, list[Point]] = {}


def shuffle_bases(count: int) -> list[Point]:
    """Return H_0 .. H_(count-1), to which a shuffle's permutation is committed (section 6);
    cached."""
    known = _shuffle_bases[:count]
    if len(known) < count:
        known += [hash_to_point("shuffle base", i) for i in range(len(known), count)]
        _shuffle_bases[:] = known  # threads may race here: they compute the same points
    return known


def face_points(deck: str, count: int) -> list[Point]:
    """Return M_0 .. M_(count-1), the points of the deck's faces (section 5); cached."""
    known = _face_points.get(deck, [])[:count]
    if len(known) < count:
        known += [hash_to_point("face", deck, face) for face in range(len(known), count)]
        _face_points[deck] = known
    return known


def nonce_digest(*statement: Value) -> bytes:
    """Return the digest of a proof's statement, to which its nonces bind besides their place;
    computed once per proof."""
    return H("nonce statement", *statement)
