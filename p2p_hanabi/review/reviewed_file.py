"""The file of a review: how its members agree on it, and how it is sent to those who lack it.

It is an option of the table that all members sign: its digest and its size. So whatever arrives is
that file, or is refused. It is asked for piece by piece, each once the one before it has come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding
from protocol.reasons import Malformed

OPTION = "review"
"""The option of a table at which a game is reviewed, and none is played."""
MAX_REVIEWED_BYTES = 16 * 1024 * 1024
"""Several times the longest game of five."""
PIECE_BYTES = 128 * 1024
MAX_WANT_BYTES = 64
MAX_PIECE_BYTES = PIECE_BYTES + MAX_WANT_BYTES
MAX_MEMBERS = 8
NAME = "review file"
_START = enc(NAME)


@dataclass(frozen=True, slots=True)
class ReviewedFile:
    """`digest` is the SHA-256 of its content, `size` how many bytes it has."""

    digest: bytes
    size: int

    @property
    def value(self) -> Value:
        return (self.digest, self.size)


def file_of(data: bytes) -> ReviewedFile:
    return ReviewedFile(sha256(data).digest(), len(data))


def reviewed_file(options: Mapping[str, Value]) -> ReviewedFile | None:
    """Return the file that is reviewed at a table with these options; None if a game is played
    there, or the option is not of its form."""
    match options.get(OPTION):
        case (bytes(digest), Integer(size)) if len(digest) == 32 and is_size(size):
            return ReviewedFile(digest, size)
    return None


def is_size(size: int) -> bool:
    return 0 < size <= MAX_REVIEWED_BYTES


def is_of_file(data: bytes) -> bool:
    """Return whether a message on a link is about the file."""
    return data[1 : 1 + len(_START)] == _START


def want(offset: int) -> bytes:
    """Return the message that asks for the piece from this byte on."""
    return enc((NAME, 1, "want", offset))


def piece(data: bytes, wanted: bytes) -> bytes:
    """Return the answer to `want`. Raise `BadEncoding` if that is no such message."""
    match dec(wanted, MAX_WANT_BYTES):
        case ("review file", Integer(1), "want", Integer(offset)) if offset < len(data):
            return enc((NAME, 1, "piece", offset, data[offset : offset + PIECE_BYTES]))
    raise BadEncoding(Malformed.FORM)


class OtherFile(Exception):
    """What has arrived is not the file that all have signed."""


@dataclass(frozen=True, slots=True)
class Arriving:
    """The pieces of a file that have arrived, in order."""

    file: ReviewedFile
    pieces: tuple[bytes, ...] = ()

    @property
    def received(self) -> int:
        return sum(map(len, self.pieces))

    @property
    def is_complete(self) -> bool:
        return self.received == self.file.size

    def with_piece(self, message: bytes) -> Arriving:
        """Take a piece; one that has come before changes nothing. Raise `BadEncoding` for any other
        message, also for a piece that is too long or too short."""
        match dec(message, MAX_PIECE_BYTES):
            case ("review file", Integer(1), "piece", Integer(offset), bytes(data)):
                if offset < self.received:
                    return self
                left = self.file.size - self.received
                if offset == self.received and len(data) == min(PIECE_BYTES, left):
                    return replace(self, pieces=(*self.pieces, data))
        raise BadEncoding(Malformed.FORM)

    def whole(self) -> bytes:
        """Return the file. Raise `OtherFile`."""
        data = b"".join(self.pieces)
        if file_of(data) != self.file:
            raise OtherFile
        return data
