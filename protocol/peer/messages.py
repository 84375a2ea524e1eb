"""The messages on a link between two seats, besides statements.

A statement is sent as enc([payload, signature]); table talk is signed too (table_talk.py). The
other messages bring two seats to one history and are not signed. Only statements can change what a
seat believes about the game.
Source: docs/protocol.md, "Between the seats".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..encoding import MAX_OBJECTION_BYTES, Integer, Value, dec, enc
from ..errors import BadEncoding, Dropped
from ..game import Seat
from ..identity.seating import Seating
from ..ledger.history import Statement, read_statement
from ..reasons import Ignored
from .table_talk import Spoken, read_spoken


@dataclass(frozen=True, slots=True)
class Have:
    """The sender's open round, the seats whose statements of it the sender has, and its links."""

    round_number: int
    received_from: tuple[Seat, ...]
    linked: tuple[Seat, ...]

    @property
    def data(self) -> bytes:
        """The bytes to send."""
        return enc(("have", self.round_number, self.received_from, self.linked))


@dataclass(frozen=True, slots=True)
class AllSent:
    """The sender has sent every statement of the rounds before this one, whose head it gives."""

    round_number: int
    head: bytes

    @property
    def data(self) -> bytes:
        """The bytes to send."""
        return enc(("all sent", self.round_number, self.head))


@dataclass(frozen=True, slots=True)
class Signatures:
    """The signatures of the seating that the sender has."""

    signatures: tuple[bytes, ...]

    @property
    def data(self) -> bytes:
        """The bytes to send."""
        return enc(("signatures", self.signatures))


@dataclass(frozen=True, slots=True)
class Digest:
    """The digest of the sender's transcript, after the close."""

    digest: bytes

    @property
    def data(self) -> bytes:
        """The bytes to send."""
        return enc(("digest", self.digest))


Message: TypeAlias = Statement | Spoken | Have | AllSent | Signatures | Digest


def read_message(data: bytes, seating: Seating) -> Message:
    """Parse a message. Raises `Dropped` if it is malformed. The signature of a statement or remark
    is verified, its content is not."""
    try:
        value = dec(data, MAX_OBJECTION_BYTES)
    except BadEncoding as error:
        raise Dropped(error.reason) from None
    seats = range(len(seating.places))
    match value:
        case (bytes(), bytes()):
            return read_statement(value, seating)
        case ("talk", bytes(payload), bytes(signature)):
            return read_spoken(payload, signature, seating)
        # §8: what follows is not signed: it can change what is sent, never what is believed.
        case ("have", Integer(number), tuple(spoken), tuple(linked)):
            return Have(number, _seats(spoken, seats), _seats(linked, seats))
        case ("all sent", Integer(number), bytes(head)):
            return AllSent(number, head)
        case ("signatures", tuple(signatures)) if len(signatures) == len(seats):
            return Signatures(tuple(_signature(signature) for signature in signatures))
        case ("digest", bytes(digest)):
            return Digest(digest)
    raise Dropped(Ignored.NO_MESSAGE)


def _seats(value: tuple[Value, ...], seats: range) -> tuple[Seat, ...]:
    numbers = [number for number in value if isinstance(number, Integer)]
    if len(value) > len(seats) or len(numbers) != len(value):
        raise Dropped(Ignored.SEAT_LIST)
    chosen = tuple(Seat(number) for number in numbers if number in seats)
    if len(chosen) != len(value):
        raise Dropped(Ignored.NO_SUCH_SEAT)
    return chosen


def _signature(value: Value) -> bytes:
    if not isinstance(value, bytes) or len(value) != 64:
        raise Dropped(Ignored.SIGNATURE_LENGTH)
    return value
