"""What players say to each other besides their moves: data, for screens and for the wire.

Source: docs/protocol.md, "Table talk".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ..encoding import Integer, Value
from ..errors import BadEncoding
from ..game import Card, Seat
from ..identity.name_rules import is_printable
from ..reasons import Malformed, RemarkFault

PHRASES = 12
"""The number of preset phrases; their wording is the screen's."""
AT_ANY_TIME = frozenset({0, 1, 3, 4, 5, 10, 11})
"""The remarks that a rulebook allows at any time (HM2), and phrases that say nothing about cards or
moves."""
MAX_TEXT = 200
"""The most characters of a text."""
MAX_IN_A_ROUND = 20
"""How many remarks a seat may make in a round."""


class Rule(Enum):
    """What may be said at a table: the option `talk` of its seating."""

    NONE = "none"
    PHRASES = "phrases"  # those that may reveal something only while no other seat is to act
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A preset phrase, numbered from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Text:
    """Free text of 1 to 200 printable characters, not all of them spaces."""

    text: str


@dataclass(frozen=True, slots=True)
class Order:
    """The speaker's hand, in the order in which everybody sees it from now on."""

    cards: tuple[Card, ...]


Remark: TypeAlias = Phrase | Text | Order
"""What a player says besides moves."""


@dataclass(frozen=True, slots=True)
class AcceptedRemark:
    """A remark that was accepted. `number` counts all that were accepted here, from 0."""

    number: int
    seat: Seat
    round_number: int
    remark: Remark


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An order of a hand that holds from move number `moves` (from 0) on."""

    moves: int
    seat: Seat
    cards: tuple[Card, ...]


def fault_of(remark: Remark) -> RemarkFault | None:
    """Return what is wrong with a remark wherever it is made; whether it may be made is for the
    table."""
    match remark:
        case Phrase(index):
            return None if 0 <= index < PHRASES else RemarkFault.NO_SUCH_PHRASE
        case Text(text):
            return None if _is_text(text) else RemarkFault.BAD_TEXT
    cards = remark.cards
    return None if cards and len(set(cards)) == len(cards) else RemarkFault.NOT_THE_HAND


def value_of(remark: Remark) -> Value:
    """Return the wire form: ["phrase", index], ["text", text] or ["order", cards]."""
    match remark:
        case Phrase(index):
            return ("phrase", index)
        case Text(text):
            return ("text", text)
    return ("order", remark.cards)


def remark_from(value: Value) -> Remark:
    """Parse a remark; the inverse of `value_of`. Raises `BadEncoding` for anything else, and for a
    remark with a fault."""
    remark = _read(value)
    if (fault := fault_of(remark)) is not None:
        raise BadEncoding(fault)
    return remark


def _read(value: Value) -> Remark:
    match value:
        case ("phrase", Integer(index)):
            return Phrase(index)
        case ("text", str(text)):
            return Text(text)
        case ("order", tuple(cards)) if all(isinstance(card, Integer) for card in cards):
            return Order(tuple(Card(card) for card in cards if isinstance(card, Integer)))
    raise BadEncoding(Malformed.FORM)


def _is_text(text: str) -> bool:
    is_shown = all(is_printable(each) for each in text)
    return is_shown and len(text) <= MAX_TEXT and not text.isspace() and text != ""
