"""The canonical encoding, one per value, and the two hashes over it.

A value is nil, a boolean, an unsigned integer below 2**64, a byte string, UTF-8 text or an array of
values, and nothing else. It is encoded as MessagePack in the shortest form.
Source: docs/protocol.md, section 2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import msgpack

from .errors import BadEncoding
from .reasons import Malformed

Value: TypeAlias = "bool | int | bytes | str | Sequence[Value] | None"
"""What can be encoded: see above."""

MAX_DEPTH = 16
"""How many levels of arrays a value may have."""
MAX_STATEMENT_BYTES = 64 * 1024
"""The most bytes of a statement with its signature."""
MAX_OBJECTION_BYTES = 160 * 1024
"""The most bytes of an objection, whose evidence can contain two statements."""
MAX_ENDED_BYTES = 2 * 1024 * 1024
"""The most bytes of one value of a file; the longest is the account of how a table ended."""

_CHUNK = 64 * 1024  # how much of a file is fed to the parser at a time
_DOMAIN = "p2ph/1"
_MAX_INTEGER = (1 << 64) - 1
_PLAIN = frozenset({type(None), bool, bytes, str})
# One packer for all threads, because creating one costs more than using it: plain values are packed
# in a single call that never releases the GIL. The pure-Python packer does release it and would mix
# the output of two threads, so there each call creates its own.
_is_c = msgpack.Packer.__module__ != "msgpack.fallback"
_pack = msgpack.Packer(use_bin_type=True).pack if _is_c else msgpack.packb


if TYPE_CHECKING:
    Integer: TypeAlias = int
else:

    class _ExactlyInt(type):
        def __instancecheck__(cls, value: object) -> bool:
            return type(value) is int

    class Integer(int, metaclass=_ExactlyInt):
        """Matches an integer of a decoded value, as in `case (Integer(seat), Integer(1))`.

        In Python true and false are integers too, so `int(seat)` and `1` would also match them.
        """


def enc(value: Value) -> bytes:
    """Encode a value in its canonical form; lists and tuples are alike. The value is the caller's
    own and not checked: what is no `Value` raises an error of msgpack, or is encoded and then
    refused by `dec`."""
    packed: bytes = _pack(value)
    return packed


def dec(data: bytes, limit: int = MAX_STATEMENT_BYTES) -> Value:
    """Decode a value; arrays become tuples.

    Raises `BadEncoding` for more than `limit` bytes (without parsing them), a form that is not the
    shortest, any other type, more than 16 levels of nesting, and truncated or trailing data.
    Source: section 2, "Encoding".
    """
    if len(data) > limit:
        raise BadEncoding(Malformed.TOO_LARGE.reason(size=len(data), most=limit))
    try:
        value: Value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            object_pairs_hook=_refuse_map,
            ext_hook=_refuse_extension,
        )
    except BadEncoding:
        raise
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError, OverflowError):
        raise BadEncoding(Malformed.NO_MSGPACK) from None
    _check(value, 0)
    # §2: if one value had two encodings, it would have two digests, and two signatures.
    if enc(value) != data:
        raise BadEncoding(Malformed.NOT_SHORTEST)
    return value


def dec_stream(data: bytes, limit: int = MAX_ENDED_BYTES) -> Iterator[tuple[Value, int]]:
    """Yield the values concatenated in `data`, each with the offset, in bytes from the start, at
    which it ends. `limit` is the most bytes of one value.

    Raises `BadEncoding` like `dec`. Parsing stops at the first value that is too large.
    """
    unpacker = msgpack.Unpacker(
        use_list=False,
        raw=False,
        object_pairs_hook=_refuse_map,
        ext_hook=_refuse_extension,
        max_buffer_size=min(len(data), limit + _CHUNK) or 1,  # also the limit for arrays
        max_str_len=len(data),
        max_bin_len=len(data),
    )
    start = fed = 0
    while start < len(data):
        try:
            value: Value = unpacker.unpack()
        except BadEncoding:
            raise
        except msgpack.OutOfData:
            _refuse_large(fed - start, limit)
            if fed == len(data):
                raise BadEncoding(Malformed.CUT_SHORT.reason(byte=start)) from None
            chunk = data[fed : fed + _CHUNK]
            unpacker.feed(chunk)
            fed += len(chunk)
            continue
        except (ValueError, TypeError, msgpack.UnpackException, RecursionError):
            raise BadEncoding(Malformed.NO_MSGPACK_AT.reason(byte=start)) from None
        end = unpacker.tell()
        _refuse_large(end - start, limit)
        _check(value, 0)
        if enc(value) != data[start:end]:
            raise BadEncoding(Malformed.NOT_SHORTEST_AT.reason(byte=start))
        yield value, end
        start = end


def _refuse_large(size: int, limit: int) -> None:
    if size > limit:
        raise BadEncoding(Malformed.VALUE_TOO_LARGE.reason(size=size, most=limit))


def _refuse_map(_pairs: object) -> NoReturn:
    raise BadEncoding(Malformed.MAP)


def _refuse_extension(_code: int, _data: bytes) -> NoReturn:
    raise BadEncoding(Malformed.EXTENSION)


def _check(value: Value, depth: int) -> None:
    match value:
        case None | bool() | bytes() | str():
            return
        case int():
            if not 0 <= value <= _MAX_INTEGER:
                raise BadEncoding(Malformed.NEGATIVE)
        case tuple():
            if depth >= MAX_DEPTH:
                raise BadEncoding(Malformed.TOO_DEEP.reason(levels=MAX_DEPTH))
            for entry in value:
                if type(entry) not in _PLAIN:
                    _check(entry, depth + 1)
        case float():
            raise BadEncoding(Malformed.FLOAT)
        case _:
            raise BadEncoding(Malformed.TIMESTAMP)


def H(tag: str, *parts: Value) -> bytes:  # noqa: N802 - the specification's letter
    """Return the SHA-256 hash (32 bytes) of the encoding of the tag and the parts."""
    return hashlib.sha256(enc([_DOMAIN, tag, *parts])).digest()


def W(tag: str, *parts: Value) -> bytes:  # noqa: N802 - the specification's letter
    """Return the SHA-512 hash (64 bytes) of the encoding of the tag and the parts."""
    return hashlib.sha512(enc([_DOMAIN, tag, *parts])).digest()
