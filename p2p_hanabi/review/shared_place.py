"""What of a game is shown, as data: the moment, whose view, and the line, if one is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.encoding import Integer, Value, enc
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.reasons import Malformed

MAX_MOMENT = 100_000
MAX_EYES = 16
"""More than any game has seats, of which a review may have more or fewer members."""
MAX_LINE_BYTES = 4000
"""Of the moves of a line, which is more than those of any game."""


class Onlook(Enum):
    """Eyes that are no player's: all cards, what all know, and whoever is to move."""

    EVERYTHING = "all"
    PUBLIC = "public"
    MOVER = "mover"


SharedEyes: TypeAlias = Seat | Onlook


@dataclass(frozen=True, slots=True)
class SharedLine:
    """Other moves than those of the game, in the game's own encoding, from the moment `leaves`."""

    leaves: int
    moves: tuple[Value, ...]

    @property
    def is_short_enough(self) -> bool:
        return len(enc(self.moves)) <= MAX_LINE_BYTES


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """`line` is None while the game itself is shown. `has_result`: the result of the round that has
    just ended is open."""

    at: int = 0
    eyes: SharedEyes = Onlook.EVERYTHING
    line: SharedLine | None = None
    has_result: bool = False

    def value(self) -> Value:
        eyes = self.eyes.value if isinstance(self.eyes, Onlook) else int(self.eyes)
        line = None if self.line is None else (self.line.leaves, self.line.moves)
        return (self.at, eyes, line, self.has_result)


def place_of(value: Value) -> SharedPlace:
    """Parse what `SharedPlace.value` returns. Raise `BadEncoding`."""
    match value:
        case (Integer(at), eyes, line, bool(has_result)) if 0 <= at <= MAX_MOMENT:
            return SharedPlace(at, _eyes_of(eyes), _line_of(line), has_result)
    raise BadEncoding(Malformed.FORM)


def _eyes_of(value: Value) -> SharedEyes:
    match value:
        case Integer(seat) if 0 <= seat < MAX_EYES:
            return Seat(seat)
        case str(name) if name in {each.value for each in Onlook}:
            return Onlook(name)
    raise BadEncoding(Malformed.FORM)


def _line_of(value: Value) -> SharedLine | None:
    match value:
        case None:
            return None
        case (Integer(leaves), tuple(moves)) if 0 <= leaves <= MAX_MOMENT:
            line = SharedLine(leaves, tuple(moves))
            if line.is_short_enough:
                return line
    raise BadEncoding(Malformed.FORM)
