"""Bytes, hashes, points, scalars, signatures and boxes. Section 2."""

import hashlib
from functools import lru_cache
from typing import Any

from . import boxes, curve
from .curve import ZERO, L, P, from_uniform
from .faults import need
from .messagepack import enc

BASE = (4 * pow(5, -1, P) % P).to_bytes(32, "little")  # y = 4/5, and x even
remember = lru_cache(maxsize=1 << 18)


# 2. Bytes


def same(a: Any, b: Any) -> bool:
    """Equal also in type: True is not 1."""
    return enc(a) == enc(b)


def array(value: Any, length: int) -> bool:
    return type(value) is list and len(value) == length


def raw(value: Any, length: int) -> bool:
    return type(value) is bytes and len(value) == length


def below(value: Any, limit: int) -> bool:
    return type(value) is int and value < limit


def digest(tag: str, *parts: Any) -> bytes:
    return hashlib.sha256(enc(["p2ph/1", tag, *parts])).digest()


def wide(tag: str, *parts: Any) -> bytes:
    return hashlib.sha512(enc(["p2ph/1", tag, *parts])).digest()


def scalar(tag: str, *parts: Any) -> int:
    return int.from_bytes(wide(tag, *parts), "little") % L


def fixed_point(tag: str, *parts: Any) -> bytes:
    return from_uniform(wide(tag, *parts)[:32])


def out(s: int) -> bytes:
    return (s % L).to_bytes(32, "little")


def number(value: Any) -> int:
    need(raw(value, 32), "not a scalar")
    s = int.from_bytes(value, "little")
    need(0 < s < L, "not a scalar")
    return s


@remember
def valid_point(value: bytes) -> bool:
    return curve.is_point(value)


def point(value: Any) -> bytes:
    need(raw(value, 32) and valid_point(value), "not a point")
    return bytes(value)


@remember
def lin(*terms: tuple[int, bytes]) -> bytes:
    """The sum of s·P over all (s, P)."""
    return curve.linear(*terms)


def proof_point(*terms: tuple[int, bytes]) -> bytes:
    """A point that a verifier computes: the identity is refused."""
    p = lin(*terms)
    need(p != ZERO, "the identity in a proof")
    return p


@remember
def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Section 3. The key is a point."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    e = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little")
    return s < L and r != ZERO and r == curve.linear((s, BASE), (-e, key))


@remember
def box_key(public: bytes, private: bytes) -> bytes | None:
    return boxes.shared_key(private, public)


Q, CHAIN = fixed_point("blinding base"), fixed_point("chain base")


@remember
def faces_of(deck: str, number_: int) -> list[bytes]:
    """M_f of each face of a deck."""
    return [fixed_point("face", deck, f) for f in range(number_)]


@remember
def shuffle_bases(size: int) -> list[bytes]:
    """H_i of a pile."""
    return [fixed_point("shuffle base", i) for i in range(size)]


def nonce(secret: bytes, ctx: list[Any], purpose: list[Any], statement: list[Any]) -> int:
    return scalar("nonce", secret, ctx, *purpose, digest("nonce statement", *statement))
