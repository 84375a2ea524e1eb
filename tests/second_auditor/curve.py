"""edwards25519 on Python's integers: RFC 8032, section 5.1, and a map from libsodium.

A point is (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z. An addend is what `add` needs of one:
(Y - X, Y + X, 2dT, 2Z). Outside of this module a point is its encoding, 32 bytes. Nothing here runs
in constant time.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1
A = 486662  # of Curve25519

LOW = 2**255 - 1  # 2^255 is 19 modulo P: to fold a number is faster than to divide it

Point: TypeAlias = tuple[int, int, int, int]
Addend: TypeAlias = tuple[int, int, int, int]

NEUTRAL: Point = (0, 1, 1, 0)
ZERO = b"\x01" + bytes(31)

WINDOW = 5  # bits
FEW = 3
OFTEN = 6
"""A point that has been multiplied so many times, in sums of few, gets a table."""


def root(u: int, v: int) -> int | None:
    """A square root of u/v, if there is one."""
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == u % P:
        return x
    if v * x * x % P == -u % P:
        return x * ROOT % P
    return None


# Encodings


@lru_cache(maxsize=1 << 16)
def decoded(data: bytes) -> Point | None:
    """The point of the curve, of whatever order; None for what is not its one encoding."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & LOW
    x = root(y * y - 1, D * y * y + 1)
    if len(data) != 32 or y >= P or x is None or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def known(data: bytes) -> Point:
    """The point of an encoding that was checked before."""
    point = decoded(data)
    assert point is not None
    return point


def encoded(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def is_point(data: bytes) -> bool:
    """Whether it is the encoding of a point of order L."""
    point = decoded(data)
    return point is not None and data != ZERO and is_zero(straus([(L, data)]))


def is_zero(point: Point) -> bool:
    x, y, z, _ = point
    return x == 0 and y == z


# Sums


def addend(point: Point) -> Addend:
    x, y, z, t = point
    return y - x, y + x, 2 * D * t % P, 2 * z


def negative(one: Addend) -> Addend:
    return one[1], one[0], -one[2], one[3]


def add(point: Point, other: Addend) -> Point:
    x, y, z, t = point
    a, b, c, d = (y - x) * other[0], (y + x) * other[1], t * other[2], z * other[3]
    a, b = (a & LOW) + 19 * (a >> 255), (b & LOW) + 19 * (b >> 255)
    c, d = (c & LOW) + 19 * (c >> 255), (d & LOW) + 19 * (d >> 255)
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def doubled(point: Point, times: int) -> Point:
    """2^times·P, times from 1."""
    x, y, z, _ = point
    e = h = 0
    for _ in range(times):
        a, b, c, e = x * x, y * y, z * z, -2 * x * y
        a, b = (a & LOW) + 19 * (a >> 255), (b & LOW) + 19 * (b >> 255)
        c, e = (c & LOW) + 19 * (c >> 255), (e & LOW) + 19 * (e >> 255)
        g, h = a - b, a + b
        f = 2 * c + g
        x, y, z = e * f % P, g * h % P, f * g % P
    return x, y, z, e * h % P


def straus(terms: Iterable[tuple[int, bytes]]) -> Point:
    """The sum of s·P over all (s, P) with s from 0, all doubled together."""
    due = defaultdict[int, list[Addend]](list)
    for s, data in terms:
        odd = odd_multiples(data)
        for place, digit in digits(s):
            due[place].append(odd[digit >> 1] if digit > 0 else negative(odd[-digit >> 1]))
    total, above = NEUTRAL, 0
    for place in sorted(due, reverse=True):
        if above > place:
            total = doubled(total, above - place)
        above = place
        for one in due[place]:
            total = add(total, one)
    return doubled(total, above) if above else total


def digits(s: int) -> Iterator[tuple[int, int]]:
    """Places and odd digits from -15 to 15, no two of them in five bits: s = Σ digit·2^place."""
    place = 0
    while s:
        zeros = (s & -s).bit_length() - 1
        place, s = place + zeros, s >> zeros
        digit = s & 31
        digit -= 32 * (digit > 16)
        yield place, digit
        s -= digit


@lru_cache(maxsize=1 << 12)
def odd_multiples(data: bytes) -> list[Addend]:
    """P, 3P, ..., 15P."""
    point = known(data)
    twice, odd = addend(doubled(point, 1)), [point]
    for _ in range(7):
        odd.append(add(odd[-1], twice))
    return [addend(one) for one in odd]


@lru_cache(maxsize=64)
def table(data: bytes) -> list[list[Addend]]:
    """j·32^i·P for j from 1 to 16 and all i: whoever has it need not double."""
    point, rows = known(data), []
    for _ in range(0, 256, WINDOW):
        step, row = addend(point), [point]
        for _ in range(15):
            row.append(add(row[-1], step))
        rows.append([addend(one) for one in row])
        point = doubled(row[-1], 1)
    return rows


def from_table(total: Point, s: int, data: bytes) -> Point:
    """The total and s·P."""
    for row in table(data):
        digit, s = s & 31, s >> WINDOW
        if digit > 16:
            digit, s = digit - 32, s + 1
        if digit:
            one = row[abs(digit) - 1]
            total = add(total, one if digit > 0 else negative(one))
    return total


uses = Counter[bytes]()


def linear(*terms: tuple[int, bytes]) -> bytes:
    """The sum of s·P over all (s, P), where P is of order L or zero."""
    total, slow = NEUTRAL, []
    few = len(terms) <= FEW
    for s, data in terms:
        if s in (1, -1):
            one = addend(known(data))
            total = add(total, one if s == 1 else negative(one))
        elif few and uses[data] >= OFTEN:
            total = from_table(total, s % L, data)
        else:
            uses[data] += few
            slow.append((s % L, data))
    if slow:
        total = add(total, addend(straus(slow)))
    return encoded(total)


# Hashing to a point


def from_uniform(data: bytes) -> bytes:
    """libsodium's `crypto_core_ed25519_from_uniform`, by section 2 of docs/protocol.md."""
    number = int.from_bytes(data, "little")
    sign, r = number >> 255, (number & LOW) % P
    u = -A * pow(1 + 2 * r * r, -1, P) % P
    if root(u**3 + A * u * u + u, 1) is None:
        u = -u - A
    y = (u - 1) * pow(u + 1, -1, P) % P
    x = root(y * y - 1, D * y * y + 1)
    assert x is not None
    if x & 1 != sign:
        x = -x % P
    return encoded(doubled((x, y, 1, x * y % P), 3))
