"""The one encoding of a value: MessagePack in its shortest form. Section 2.

The formats: github.com/msgpack/msgpack, spec.md.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from .faults import Fault, need

DEPTH = 16
LARGEST = 1 << 21

Forms: TypeAlias = dict[int, tuple[int, int]]
"""By the first byte: how many bytes follow with a number or a length, and the least that is said
in so many."""
UNSIGNED: Forms = {0xCC: (1, 0x80), 0xCD: (2, 1 << 8), 0xCE: (4, 1 << 16), 0xCF: (8, 1 << 32)}
BYTES: Forms = {0xC4: (1, 0), 0xC5: (2, 1 << 8), 0xC6: (4, 1 << 16)}
TEXT: Forms = {0xD9: (1, 32), 0xDA: (2, 1 << 8), 0xDB: (4, 1 << 16)}
ARRAY: Forms = {0xDC: (2, 16), 0xDD: (4, 1 << 16)}
PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def enc(value: Any) -> bytes:
    parts: list[bytes] = []
    put(parts, value)
    return b"".join(parts)


def put(parts: list[bytes], value: Any) -> None:
    if type(value) is bytes:
        parts += head(len(value), 0, BYTES), value
    elif type(value) is int:
        parts.append(head(value, 0, UNSIGNED))
    elif type(value) is str:
        text = value.encode()
        parts += head(len(text), 0xA0, TEXT), text
    elif type(value) in (list, tuple):
        parts.append(head(len(value), 0x90, ARRAY))
        for entry in value:
            put(parts, entry)
    else:
        parts += [bytes([first]) for first, plain in PLAIN.items() if plain is value]


def head(number: int, short: int, forms: Forms) -> bytes:
    """A number or a length, in the first byte itself if it can be."""
    first, size = short + number, 0
    for longer, (bytes_, least) in forms.items():
        if number >= least:
            first, size = longer, bytes_
    return bytes([first]) + number.to_bytes(size, "big") if size else bytes([first])


def decode(data: bytes) -> Iterator[Any]:
    """The values that stand one after the other."""
    start = 0
    while start < len(data):
        value, end = read(data, start, DEPTH)
        need(end - start <= LARGEST, "a value is too large")
        start = end
        yield value


def decode_one(data: bytes) -> Any:
    values = list(decode(data))
    need(len(values) == 1, "not one value")
    return values[0]


def read(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    """The value that begins there, of so much depth at most, and where it ends."""
    first = stretch(data, at, 1)[0]
    at += 1
    if first < 0x80:
        return first, at
    if first in PLAIN:
        return PLAIN[first], at
    if first in UNSIGNED:
        return number(data, at, UNSIGNED[first])
    if first in BYTES:
        length, at = number(data, at, BYTES[first])
        return stretch(data, at, length), at + length
    if 0xA0 <= first < 0xC0 or first in TEXT:
        length, at = number(data, at, TEXT[first]) if first in TEXT else (first - 0xA0, at)
        try:
            return stretch(data, at, length).decode(), at + length
        except UnicodeDecodeError as error:
            raise Fault("not UTF-8") from error
    need(0x90 <= first < 0xA0 or first in ARRAY, "a type that is refused")
    length, at = number(data, at, ARRAY[first]) if first in ARRAY else (first - 0x90, at)
    need(depth > 0, "too deep")
    entries = []
    for _ in range(length):
        entry, at = read(data, at, depth - 1)
        entries.append(entry)
    return entries, at


def number(data: bytes, at: int, form: tuple[int, int]) -> tuple[int, int]:
    """A number or a length, and where it ends."""
    size, least = form
    value = int.from_bytes(stretch(data, at, size), "big")
    need(value >= least, "not in the shortest form")
    return value, at + size


def stretch(data: bytes, at: int, length: int) -> bytes:
    need(at + length <= len(data), "no more bytes")
    return data[at : at + length]
