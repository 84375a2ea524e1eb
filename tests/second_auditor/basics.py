"""Bytes, hashes, points, scalars, signatures and boxes. Section 2."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgpack
from nacl import bindings as na
from nacl.exceptions import CryptoError

L = 2**252 + 27742317777372353535851937790883648493
ZERO = b"\x01" + bytes(31)  # the identity of the group
BASE = na.crypto_scalarmult_ed25519_base_noclamp((1).to_bytes(32, "little"))
remember = lru_cache(maxsize=1 << 18)


class Fault(Exception):
    def __init__(self, reason: str, seat: int | None = None, round_: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.seat, self.round = reason, seat, round_


def need(holds: bool, reason: str, seat: int | None = None) -> None:
    if not holds:
        raise Fault(reason, seat)


# 2. Bytes


def enc(value: Any) -> bytes:
    return bytes(msgpack.packb(value, use_bin_type=True))


def same(a: Any, b: Any) -> bool:
    """Equal also in type: True is not 1."""
    return enc(a) == enc(b)


def plain(value: Any, depth: int = 16) -> None:
    if type(value) is list:
        need(depth > 0, "too deep")
        for entry in value:
            plain(entry, depth - 1)
    else:
        need(value is None or type(value) in (bool, int, bytes, str), "a type that is refused")
        need(type(value) is not int or value >= 0, "a negative integer")


def decode(data: bytes) -> Iterator[Any]:
    """The values that stand one after the other."""
    reader = msgpack.Unpacker(
        raw=False, strict_map_key=False, max_buffer_size=1 << 26, max_array_len=1 << 21
    )
    reader.feed(data)
    start = 0
    while start < len(data):
        try:
            value = reader.unpack()
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            raise Fault("not MessagePack") from error
        end = reader.tell()
        need(end - start <= 1 << 21, "a value is too large")
        plain(value)
        need(enc(value) == data[start:end], "not in the shortest form")
        start = end
        yield value


def decode_one(data: bytes) -> Any:
    values = list(decode(data))
    need(len(values) == 1, "not one value")
    return values[0]


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
    return na.crypto_core_ed25519_from_uniform(wide(tag, *parts)[:32])


def out(s: int) -> bytes:
    return (s % L).to_bytes(32, "little")


def number(value: Any) -> int:
    need(raw(value, 32), "not a scalar")
    s = int.from_bytes(value, "little")
    need(0 < s < L, "not a scalar")
    return s


@remember
def valid_point(value: bytes) -> bool:
    return na.crypto_core_ed25519_is_valid_point(value)


def point(value: Any) -> bytes:
    need(raw(value, 32) and valid_point(value), "not a point")
    return bytes(value)


@remember
def lin(*terms: tuple[int, bytes]) -> bytes:
    """The sum of s·P over all (s, P)."""
    total = ZERO
    for s, p in terms:
        if s in (1, -1):
            term = p
        elif s % L == 0 or p == ZERO:
            continue
        elif p == BASE:
            term = na.crypto_scalarmult_ed25519_base_noclamp(out(s))
        else:
            term = na.crypto_scalarmult_ed25519_noclamp(out(s), p)
        step = na.crypto_core_ed25519_sub if s == -1 else na.crypto_core_ed25519_add
        total = step(total, term)
    return total


def proof_point(*terms: tuple[int, bytes]) -> bytes:
    """A point that a verifier computes: the identity is refused."""
    p = lin(*terms)
    need(p != ZERO, "the identity in a proof")
    return p


@remember
def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        na.crypto_sign_open(signature + message, key)
    except CryptoError:
        return False
    return True


@remember
def box_key(public: bytes, private: bytes) -> bytes | None:
    try:
        return na.crypto_box_beforenm(public, private)
    except (CryptoError, RuntimeError):
        return None


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
