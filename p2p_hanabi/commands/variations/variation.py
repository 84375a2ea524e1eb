"""A line as data: the turn at which it leaves a game, and other moves from there."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.ui.drawing.style import as_text, clean, text
from p2p_hanabi.ui.replay.branching import NAME_LENGTH, REMARK_LENGTH
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.reasons import Malformed

TITLE = "p2ph line"
MAX_MOVES = 1000
"""More than any game has."""


@dataclass(frozen=True, slots=True)
class Variation:
    """`game_digest` is that of the file with the game, `leaves` the moment, from 0, before the
    first of `moves`, which are in the game's own encoding."""

    game_digest: bytes
    name: str
    remark: str
    leaves: int
    moves: tuple[Value, ...]

    def value(self) -> Value:
        return (TITLE, 1, self.game_digest, self.name, self.remark, self.leaves, self.moves)


def variation_of(value: Value) -> Variation:
    """Parse what `Variation.value` returns. Raise `BadEncoding`."""
    match value:
        case (
            "p2ph line",
            Integer(1),
            bytes(game),
            str(name),
            str(remark),
            Integer(leaves),
            tuple(moves),
        ) if len(game) == 32 and leaves >= 0 and 0 < len(moves) <= MAX_MOVES:
            if name and name == shown_name(name) and remark == shown_remark(remark):
                return Variation(game, name, remark, leaves, moves)
    raise BadEncoding(Malformed.FORM)


def shown_name(typed: str) -> str:
    """Return a name as it is kept: one line of printable characters."""
    return _shown(typed, NAME_LENGTH)


def shown_remark(typed: str) -> str:
    return _shown(typed, REMARK_LENGTH)


def _shown(typed: str, longest: int) -> str:
    return " ".join(as_text(clean(text(typed))).split())[:longest].strip()
