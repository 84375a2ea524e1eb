"""The one encoding of a value: MessagePack in its shortest form. Section 2.

The formats: github.com/msgpack/msgpack, spec.md.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .faults import Fault, need

DEPTH = 16
LARGEST = 1 << 21

UNSIGNED, BYTES, TEXT, ARRAY = 0x00, 0xC0, 0xA0, 0x90
"""Kinds, by the first byte of the shortest; or, of bytes, of none."""
LONGER = {
    UNSIGNED: {0xCC: (1, 0x80), 0xCD: (2, 1 << 8), 0xCE: (4, 1 << 16), 0xCF: (8, 1 << 32)},
    BYTES: {0xC4: (1, 0), 0xC5: (2, 1 << 8), 0xC6: (4, 1 << 16)},
    TEXT: {0xD9: (1, 32), 0xDA: (2, 1 << 8), 0xDB: (4, 1 << 16)},
    ARRAY: {0xDC: (2, 16), 0xDD: (4, 1 << 16)},
}
"""By the first byte: how many bytes follow with a number or a length, and the least that is said
in so many."""
FORMS = {first: (kind, *form) for kind, forms in LONGER.items() for first, form in forms.items()}
PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def enc(value: Any) -> bytes:
    parts: list[bytes] = []
    put(parts, value)
    return b"".join(parts)


def put(parts: list[bytes], value: Any) -> None:
    kind = type(value)
    if kind is bytes:
        parts += head(BYTES, len(value)), value
    elif kind is int:
        parts.append(head(UNSIGNED, value))
    elif kind is str:
        text = value.encode()
        parts += head(TEXT, len(text)), text
    elif kind is list or kind is tuple:
        parts.append(head(ARRAY, len(value)))
        for entry in value:
            put(parts, entry)
    else:
        parts += [bytes([first]) for first, plain in PLAIN.items() if plain is value]


@lru_cache(maxsize=1 << 12)
def head(kind: int, number: int) -> bytes:
    """A number or a length, in the first byte itself if it can be."""
    start, size = kind + number, 0
    for first, (more, least) in LONGER[kind].items():
        if number >= least:
            start, size = first, more
    return bytes([start]) + (number.to_bytes(size, "big") if size else b"")


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
    need(at < len(data), "no more bytes")
    first = data[at]
    at += 1
    if first in PLAIN:
        return PLAIN[first], at
    kind, number, at = number_of(data, at, first)
    if kind == UNSIGNED:
        return number, at
    if kind == ARRAY:
        need(depth > 0, "too deep")
        entries = []
        for _ in range(number):
            entry, at = read(data, at, depth - 1)
            entries.append(entry)
        return entries, at
    end = at + number
    need(end <= len(data), "no more bytes")
    if kind == BYTES:
        return data[at:end], end
    try:
        return data[at:end].decode(), end
    except UnicodeDecodeError as error:
        raise Fault("not UTF-8") from error


def number_of(data: bytes, at: int, first: int) -> tuple[int, int, int]:
    """What kind of value it is, its number or its length, and where that ends."""
    if first in FORMS:
        kind, size, least = FORMS[first]
        number = int.from_bytes(data[at : at + size], "big")
        need(at + size <= len(data), "no more bytes")
        need(number >= least, "not in the shortest form")
        return kind, number, at + size
    need(first < 0xC0, "a type that is refused")
    for kind, most in ((UNSIGNED, 0x80), (ARRAY, 16), (TEXT, 32)):
        if kind <= first < kind + most:
            return kind, first - kind, at
    raise Fault("a type that is refused")
