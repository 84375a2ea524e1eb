"""The two messages of a review between its members, and their bytes.

A state replaces the one that its sender sent before: whatever is lost, the next one makes good.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding
from protocol.game import Card, Seat
from protocol.reasons import Malformed

from .shared_place import SharedPlace, place_of

NAME = "review"
VERSION = 1
MAX_BYTES = 8192
MAX_NOTES = 60
MAX_NOTE_LENGTH = 200
MAX_NOTE_BYTES = 3000
MAX_CARD = 10_000
MAX_STEP = 1 << 48

_START = enc(NAME)
_POINT = enc((NAME, VERSION, "point"))[1:]

Note: TypeAlias = tuple[Card, str]


class OtherReviewVersion(Exception):
    """The message is of another version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, slots=True)
class Lead:
    """What all are shown, who leads, and who waits for the lead: who asked first, as the leader
    heard it, comes first. Of two leads the one with the greater `rank` holds, which everybody finds
    alike: the later epoch, in it the lowest seat, and of one leader the last step."""

    epoch: int
    leader: Seat
    step: int
    place: SharedPlace
    waiting: tuple[Seat, ...] = ()

    @property
    def rank(self) -> tuple[int, int, int, bytes]:
        return (self.epoch, -self.leader, self.step, enc((self.place.value(), self.waiting)))


@dataclass(frozen=True, slots=True)
class MemberState:
    """What a member knows: `lead`, whoever leads, and the rest about itself alone. `asks` is the
    epoch in which it began to ask for the lead, 0 if it does not. `notes` are those that it shows.
    """

    is_in: bool
    asks: int
    notes: tuple[Note, ...]
    lead: Lead | None


@dataclass(frozen=True, slots=True)
class Pointed:
    """The sender points at a card."""

    card: Card


Message: TypeAlias = MemberState | Pointed


def is_of_review(data: bytes) -> bool:
    """Return whether a message on a link belongs to a review, also of another version."""
    return data[1 : 1 + len(_START)] == _START


def is_point(data: bytes) -> bool:
    return data[1 : 1 + len(_POINT)] == _POINT


def packed(message: Message) -> bytes:
    match message:
        case Pointed(card):
            return enc((NAME, VERSION, "point", card))
        case MemberState(is_in, asks, notes, lead):
            led = None if lead is None else _led(lead)
            return enc((NAME, VERSION, "state", is_in, asks, notes, led))


def unpacked(data: bytes, seats: int) -> Message:
    """Parse a message. Raise `BadEncoding` and `OtherReviewVersion`."""
    match dec(data, MAX_BYTES):
        case ("review", Integer(version), *_) if version != VERSION:
            raise OtherReviewVersion(version)
        case ("review", Integer(), "point", Integer(card)) if card <= MAX_CARD:
            return Pointed(Card(card))
        case ("review", Integer(), "state", bool(is_in), Integer(asks), tuple(notes), led):
            lead = None if led is None else _lead_of(led, seats)
            return MemberState(is_in, asks, notes_of(notes), lead)
    raise BadEncoding(Malformed.FORM)


def notes_of(values: Value) -> tuple[Note, ...]:
    """Parse notes, of which there are so many and so long ones at most. Raise `BadEncoding`."""
    if not isinstance(values, tuple) or len(values) > MAX_NOTES:
        raise BadEncoding(Malformed.FORM)
    notes = []
    for value in values:
        match value:
            case (Integer(card), str(words)) if card <= MAX_CARD and len(words) <= MAX_NOTE_LENGTH:
                notes.append((Card(card), words))
            case _:
                raise BadEncoding(Malformed.FORM)
    if len(enc(notes)) > MAX_NOTE_BYTES:
        raise BadEncoding(Malformed.FORM)
    return tuple(notes)


def _led(lead: Lead) -> Value:
    return (lead.epoch, lead.leader, lead.step, lead.place.value(), lead.waiting)


def _lead_of(value: Value, seats: int) -> Lead:
    match value:
        case (Integer(epoch), Integer(leader), Integer(step), place, tuple(waiting)) if (
            epoch > 0 and leader < seats and step <= MAX_STEP
        ):
            return Lead(epoch, Seat(leader), step, place_of(place), _waiting_of(waiting, seats))
    raise BadEncoding(Malformed.FORM)


def _waiting_of(values: tuple[Value, ...], seats: int) -> tuple[Seat, ...]:
    found: list[Seat] = []
    for value in values:
        match value:
            case Integer(seat) if seat < seats and seat not in found:
                found.append(Seat(seat))
            case _:
                raise BadEncoding(Malformed.FORM)
    return tuple(found)
