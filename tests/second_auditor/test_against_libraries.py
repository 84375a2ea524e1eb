"""What the second auditor computes itself, against libsodium and msgpack: each takes what the other
takes, byte string for byte string. `P2PHANABI_SOAK=1` tries fifty times as many."""

from __future__ import annotations

import hashlib
import os
import random
import struct
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import pytest
from nacl import bindings as na
from nacl.exceptions import CryptoError

from protocol.crypto.group import point_from
from protocol.encoding import MAX_ENDED_BYTES, dec, dec_stream
from protocol.encoding import enc as ours_encoded
from protocol.errors import BadEncoding, BadProof
from protocol.identity.keys import identity_from, verify_signature
from tests.lengths import sampled

from . import boxes, curve
from .basics import BASE, signed
from .curve import NEUTRAL, ZERO, L, P, addend, decoded, encoded, is_point, linear
from .faults import Fault
from .messagepack import decode, decode_one, enc

TIMES = 50 if os.environ.get("P2PHANABI_SOAK") else 1


def dice(of: str) -> random.Random:
    return random.Random(of)  # noqa: S311 - a test's dice must fall the same again


def number(value: int) -> bytes:
    return value.to_bytes(32, "little")


def plus(one: bytes, other: bytes) -> bytes:
    """The sum of two points of the curve, of whatever order."""
    return encoded(curve.add(curve.known(one), addend(curve.known(other))))


@cache
def torsion() -> list[bytes]:
    """The eight points of small order: multiples of one of order 8."""
    for y in range(2, 99):
        start = decoded(number(y))
        if start is not None:
            one = encoded(curve.straus([(L, number(y))]))
            points = [encoded(NEUTRAL)]
            while (after := plus(points[-1], one)) != ZERO:
                points.append(after)
            if len(points) == 8:
                return points
    raise AssertionError


def some_point(source: random.Random) -> bytes:
    return linear((source.randrange(1, L), BASE))


def accepted(check: Callable[..., Any], *given: Any) -> bool:
    try:
        check(*given)
    except (BadProof, BadEncoding, CryptoError, RuntimeError, Fault):
        return False
    return True


def near_the_edges() -> Iterator[bytes]:
    """Every encoding with y from p on, and those with the smallest and the largest y."""
    for y, sign in product([*range(99), *range(P - 60, 2**255)], (0, 1)):
        yield number(y | sign << 255)


def of_small_order(_point: bytes) -> Iterator[bytes]:
    yield from torsion()


def of_prime_order(point: bytes) -> Iterator[bytes]:
    yield point


def of_mixed_order(point: bytes) -> Iterator[bytes]:
    yield from (plus(point, small) for small in torsion()[1:])


def with_another_sign(point: bytes) -> Iterator[bytes]:
    yield point[:31] + bytes([point[31] ^ 0x80])


def changed_or_random(point: bytes) -> Iterator[bytes]:
    source = dice(point.hex())
    yield number(int.from_bytes(point, "little") ^ 1 << source.randrange(256))
    yield source.randbytes(32)


GOOD = of_prime_order, with_another_sign
BAD = of_mixed_order, of_small_order


def agreed_on(data: bytes) -> bool:
    taken = na.crypto_core_ed25519_is_valid_point(data)
    assert is_point(data) == taken == accepted(point_from, data), data.hex()
    assert taken == accepted(na.crypto_scalarmult_ed25519_noclamp, number(2), data)
    return bool(taken)


@sampled(2)
@pytest.mark.parametrize("made", [*GOOD, *BAD, changed_or_random])
def test_both_take_the_same_points(made: Callable[[bytes], Iterator[bytes]]) -> None:
    source = dice(made.__name__)
    for _ in range(30 * TIMES):
        taken = {agreed_on(data) for data in made(some_point(source))}
        assert made not in (*GOOD, *BAD) or taken == {made in GOOD}


def test_both_take_the_same_points_near_the_edges() -> None:
    assert {data[31] >> 7 for data in near_the_edges() if agreed_on(data)} == {0, 1}
    assert not any(agreed_on(number(y | sign << 255)) for y in range(P, 2**255) for sign in (0, 1))


def test_both_compute_the_same_sums() -> None:
    source = dice("sums")
    points = [some_point(source) for _ in range(12)]
    for _ in range(60 * TIMES):
        terms = [(edge(source, L), source.choice(points)) for _ in range(source.randint(1, 6))]
        total = None
        for s, point in terms:
            if s % L:
                one = na.crypto_scalarmult_ed25519_noclamp(number(s % L), point)
                total = one if total is None else na.crypto_core_ed25519_add(total, one)
        assert linear(*terms) == (total or ZERO)
    assert max(curve.uses.values()) == curve.OFTEN  # with a table, and without


def edge(source: random.Random, limit: int) -> int:
    """A number below a limit, often near an edge."""
    near = [0, 1, 2, 15, 16, 17, 31, 32, limit - 1, limit - 2, limit >> 1, 1 << 251]
    return source.choice([*near, -1, source.randrange(limit), source.randrange(limit)])


def test_both_hash_to_the_same_points() -> None:
    edges = [0, 1, 2, P - 1, P, P + 1, 2**255 - 1, 2**255, 2**256 - 1]
    source = dice("uniform")
    for data in [*map(number, edges), *(source.randbytes(32) for _ in range(100 * TIMES))]:
        assert curve.from_uniform(data) == na.crypto_core_ed25519_from_uniform(data), data.hex()


# Signatures


def signature(a: int, r: bytes, dlog: int, message: bytes) -> bytes:
    """Right but for what R has beside dlog·G."""
    e = hashlib.sha512(r + linear((a, BASE)) + message).digest()
    return r + number((dlog + int.from_bytes(e, "little") * a) % L)


Made: TypeAlias = Iterator[tuple[bytes, bytes]]
"""Keys and signatures."""


def right(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    yield linear((a, BASE)), signature(a, r, dlog, message)


def with_other_s(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    s = int.from_bytes(signature(a, r, dlog, message)[32:], "little")
    others = [*(s + k * L for k in range(1, 15)), L - s, 0, 1, L - 1, L, L + 1]
    for other in [*others, 2**252, 2**253 - 1, 2**255, 2**256 - 1]:
        yield linear((a, BASE)), r + number(other)


def with_r_of_small_order(a: int, _r: bytes, _dlog: int, message: bytes) -> Made:
    odd = [number(y | 2**255) for y in (1, P - 1, P, P + 1)] + [number(P), number(P + 1)]
    for small in [*torsion(), *odd]:
        yield linear((a, BASE)), signature(a, small, 0, message)


def with_r_of_mixed_order(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    """Which hold for who multiplies the equation by 8, as RFC 8032 allows."""
    for small in torsion()[1:]:
        yield linear((a, BASE)), signature(a, plus(r, small), dlog, message)


def with_r_of_another_sign(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    yield linear((a, BASE)), signature(a, r[:31] + bytes([r[31] ^ 128]), dlog, message)


def with_r_near_the_edges(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    for one in dice(r.hex()).sample([*near_the_edges()], 12):
        yield linear((a, BASE)), signature(a, one, dlog, message)


def with_a_flipped_bit(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    given = int.from_bytes(signature(a, r, dlog, message), "little")
    for place in dice(r.hex()).sample(range(512), 6):
        yield linear((a, BASE)), (given ^ 1 << place).to_bytes(64, "little")


def by_keys_of_small_order(_a: int, r: bytes, dlog: int, message: bytes) -> Made:
    for small in torsion():
        yield small, signature(0, r, dlog, message)


def by_keys_of_mixed_order(a: int, r: bytes, dlog: int, message: bytes) -> Made:
    """Which hold for libsodium where e is a multiple of the small order."""
    for small in torsion()[1:]:
        key = plus(linear((a, BASE)), small)
        e = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little")
        yield key, r + number((dlog + e * a) % L)


@sampled(3)
@pytest.mark.parametrize(
    "made",
    [
        *(right, with_other_s, with_r_of_small_order, with_r_of_mixed_order),
        *(with_r_of_another_sign, with_r_near_the_edges, with_a_flipped_bit),
        *(by_keys_of_small_order, by_keys_of_mixed_order),
    ],
)
def test_both_take_the_same_signatures(made: Callable[..., Made]) -> None:
    source = dice(made.__name__)
    for i in range(10 * TIMES):
        a, dlog, message = source.randrange(1, L), source.randrange(1, L), source.randbytes(i)
        for key, sig in made(a, linear((dlog, BASE)), dlog, message):
            taken = is_point(key) and signed(key, message, sig)
            assert taken == (made is right)
            assert taken == accepted(seated_and_verified, key, message, sig), sig.hex()
            opened = accepted(na.crypto_sign_open, sig + message, key)
            assert taken == (opened and is_point(key)), (key.hex(), message.hex(), sig.hex())


def seated_and_verified(key: bytes, message: bytes, sig: bytes) -> None:
    verify_signature(identity_from(key), message, sig)


# Boxes


def weak_keys() -> list[bytes]:
    """Every encoding of a u of small order, on the curve or its twist: order 1, 2, 4 and 8."""
    eight = 325606250916557431795983626356110631294008115727848805560023387167927233504
    other = 39382357235489614581723060781553021112529911719440698176882885853963445705823
    u = [0, 1, eight, other, P - 1, P, P + 1]
    return [number(one | high << 255) for one in u for high in (0, 1)]


def test_both_refuse_the_same_box_keys() -> None:
    source = dice("box keys")
    for public in weak_keys():
        for _ in range(2):
            private = source.randbytes(32)
            assert boxes.shared_key(private, public) is None
            assert not accepted(na.crypto_box_beforenm, public, private)
    odd = [*range(2, 12), *range(P + 2, 2**255), *range(P - 9, P - 1)]
    for u, high in product(odd, (0, 1)):
        public, private = number(u | high << 255), source.randbytes(32)
        assert boxes.shared_key(private, public) == na.crypto_box_beforenm(public, private)


def test_both_open_the_same_boxes() -> None:
    source = dice("boxes")
    for length in [*range(70), *(source.randrange(70, 700) for _ in range(10 * TIMES))]:
        private, other = source.randbytes(32), source.randbytes(32)
        public = boxes.x25519(other, boxes.NINE)
        assert public == na.crypto_scalarmult_base(other)
        key = boxes.shared_key(private, public)
        assert key is not None
        assert key == na.crypto_box_beforenm(public, private)
        text, nonce = source.randbytes(length), source.randbytes(24)
        box = boxes.seal(text, nonce, key)
        assert box == na.crypto_box_afternm(text, nonce, key)
        assert boxes.unseal(box, nonce, key) == text
        place = source.randrange(len(box))
        turned = box[:place] + bytes([box[place] ^ 1 << source.randrange(8)]) + box[place + 1 :]
        for false in (turned, box[:-1], box[1:], box[:15], b"", box + b"\0"):
            assert boxes.unseal(false, nonce, key) is None
            assert not accepted(na.crypto_box_open_afternm, false, nonce, key)


# The encoding


def made_up(source: random.Random, depth: int = 0) -> bytes:
    """An encoding, mostly of a value; now and then longer than it must be, or of what is none."""
    lengths = [0, 1, 15, 16, 31, 32, 40, 255, 256]
    if depth < 18 and source.random() < (0.9 if source.random() < 0.2 else 0.4):
        count = source.choice([0, 1, 1, 2, 3, 15, 16] if depth < 2 else [0, 1, 1, 2])
        form = [bytes([0x90 + count % 16]), b"\xdc" + struct.pack(">H", count)]
        form.append(b"\xdd" + struct.pack(">I", count))
        head = form[source.choice([0] * 40 + [1] * (40 if count > 15 else 1) + [2])]
        return head + b"".join(made_up(source, depth + 1) for _ in range(count))
    some = source.choice([0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1])
    size = source.choice(lengths)
    text = source.choice(["a", "\u00e9", "\u9280", "\U0001f0a1"]) * (size // 4)
    odd = source.random() < 0.02
    if odd and source.random() < 0.5:
        first, width = source.choice([(0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8)])
        return bytes([first]) + (some % (1 << 8 * width)).to_bytes(width, "big")
    if odd:
        first, width = source.choice([(0xC4, 1), (0xC5, 2), (0xC6, 4), (0xD9, 1), (0xDA, 2)])
        data = source.choice([b"a" * (size % 256), b"\xed\xa0\x80", b"\xff", b"\xc0\x80"])
        return bytes([first]) + len(data).to_bytes(width, "big") + data
    bits = source.randrange(1 << source.randrange(1, 65))
    plain: list[Any] = [some, bits, source.randbytes(size), text, None, True, False]
    return ours_encoded(source.choice(plain))


def mutated(source: random.Random, data: bytes) -> bytes:
    place = source.randrange(len(data))
    other = source.choice([0, 0x7F, 0x80, 0x90, 0x9F, 0xA0, 0xBF, *range(0xC0, 0xE0), 0xFF])
    rest = data[place + 1 :]
    return source.choice(
        [data[:place], data[:place] + rest, data[:place] + bytes([other]) + rest, data + data[:1]]
    )


def listed(value: Any) -> Any:
    return [*map(listed, value)] if isinstance(value, tuple) else value


def same(one: Any, other: Any) -> bool:
    """Equal also in type."""
    return repr(one) == repr(other)


def test_both_read_the_same_values() -> None:
    source, taken = dice("values"), 0
    for i in range(6_000 * TIMES):
        data = made_up(source)
        data = mutated(source, data) if i % 3 == 2 else data
        ours = accepted(dec, data, MAX_ENDED_BYTES)
        assert ours == accepted(decode_one, data), data.hex()
        if ours:
            value = decode_one(data)
            assert same(value, listed(dec(data, MAX_ENDED_BYTES)))
            assert enc(value) == data
            taken += 1
    assert 1_000 < taken < 5_500 * TIMES


def test_every_first_byte_is_read_alike() -> None:
    seconds = [0, 1, 15, 31, 32, 127, 128, 255]
    for first, second, length in product(range(256), seconds, range(12)):
        one = bytes([first, second]) + bytes(length)
        assert accepted(dec, one) == accepted(decode_one, one), one.hex()


def until_a_fault(values: Iterator[Any]) -> list[Any]:
    """The values, and at the end whether there was one."""
    read = list[Any]()
    ends_well = accepted(read.extend, values)
    return [*read, ends_well]


def test_both_read_the_same_streams() -> None:
    source = dice("streams")
    for i in range(300 * TIMES):
        parts = [made_up(source) for _ in range(source.randint(0, 6))]
        data = b"".join(parts)
        data = mutated(source, data) if data and i % 3 == 2 else data
        ours = until_a_fault(listed(value) for value, _ in dec_stream(data))
        assert same(ours, until_a_fault(decode(data))), data.hex()


def test_both_read_so_deep_and_so_much() -> None:
    for levels in range(14, 20):
        data = b"\x91" * levels + b"\x90"
        assert accepted(decode_one, data) == accepted(dec, data) == (levels < 16)
    for size in (MAX_ENDED_BYTES - 5, MAX_ENDED_BYTES - 4):
        data = b"\xc6" + size.to_bytes(4, "big") + bytes(size)
        right = len(data) <= MAX_ENDED_BYTES
        assert accepted(lambda one: list(decode(one)), data) == right
        assert accepted(lambda one: list(dec_stream(one)), data) == right
    for first in (b"\xdd", b"\xc6", b"\xdb"):
        assert not accepted(decode_one, first + b"\xff" * 4)
        assert not accepted(dec, first + b"\xff" * 4)
