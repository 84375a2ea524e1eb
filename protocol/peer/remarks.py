"""What players say to each other beside the game: data, for screens and for the wire.

Source: docs/protocol.md, "Table talk".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ..encoding import Value
from ..errors import BadEncoding
from ..game import Card, Seat
from ..identity.name_rules import is_printable
from ..reasons import Malformed, Unsaid

PHRASES = 12
"""How many ready phrases there are; their words are the screen's."""
AT_ANY_TIME = frozenset({0, 1, 3, 4, 5, 10, 11})
"""The remarks that a rulebook allows so (HM2), and phrases that say nothing of cards or moves."""
MAX_TEXT = 200
MAX_IN_A_ROUND = 20


class Rule(Enum):
    """What may be said at a table: the option `talk` of its seating."""

    NONE = "none"
    PHRASES = "phrases"  # those that may tell something while nobody else is to act
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A ready phrase, counted from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Order:
    """The speaker's hand, in the order in which all are to see it from now on."""

    cards: tuple[Card, ...]


Remark: TypeAlias = Phrase | Text | Order


@dataclass(frozen=True, slots=True)
class Heard:
    """A remark that was allowed. `number` counts all that were heard here, from 0."""

    number: int
    seat: Seat
    round_number: int
    remark: Remark


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An order of a hand as it holds from the move number `moves` (from 0) on."""

    moves: int
    seat: Seat
    cards: tuple[Card, ...]


def fault_of(remark: Remark) -> Unsaid | None:
    """Return what is wrong with it wherever it is said; whether it may be said is for the table."""
    match remark:
        case Phrase(index):
            return None if 0 <= index < PHRASES else Unsaid.NO_SUCH_PHRASE
        case Text(text):
            return None if _is_text(text) else Unsaid.BAD_TEXT
    cards = remark.cards
    return None if cards and len(set(cards)) == len(cards) else Unsaid.NOT_THE_HAND


def value_of(remark: Remark) -> Value:
    match remark:
        case Phrase(index):
            return ("phrase", index)
        case Text(text):
            return ("text", text)
    return ("order", remark.cards)


def remark_from(value: Value) -> Remark:
    """Read a remark, as the inverse of `value_of`. Raises `BadEncoding` for anything else, and for
    what has a fault."""
    remark = _read(value)
    if (fault := fault_of(remark)) is not None:
        raise BadEncoding(fault)
    return remark


def _read(value: Value) -> Remark:
    match value:
        case ("phrase", int(index)) if not isinstance(index, bool):
            return Phrase(index)
        case ("text", str(text)):
            return Text(text)
        case ("order", tuple(cards)) if all(type(card) is int for card in cards):
            return Order(tuple(Card(card) for card in cards if isinstance(card, int)))
    raise BadEncoding(Malformed.FORM)


def _is_text(text: str) -> bool:
    is_shown = all(is_printable(each) for each in text)
    return is_shown and len(text) <= MAX_TEXT and not text.isspace() and text != ""
