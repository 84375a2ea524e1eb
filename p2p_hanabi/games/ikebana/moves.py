"""The moves of Ikebana and their form on the wire. Source: docs/rules/ikebana.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.encoding import Value
from protocol.errors import BadEncoding
from protocol.game import Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn over the next card of the pile."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Take the drawn card into the bouquet."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Pay, put the drawn card on one's own discards, and turn over the next one."""


@dataclass(frozen=True, slots=True)
class Buy:
    """Take the top card of this seat's discards into the bouquet, for its value."""

    owner: Seat


Move: TypeAlias = Draw | Keep | Refuse | Buy


def pack(move: Move) -> Value:
    match move:
        case Draw():
            return ("draw",)
        case Keep():
            return ("keep",)
        case Refuse():
            return ("refuse",)
    return ("buy", move.owner)


def unpack(value: Value) -> Move:
    """The inverse of `pack`; `BadEncoding` for anything else."""
    match value:
        case ("draw",):
            return Draw()
        case ("keep",):
            return Keep()
        case ("refuse",):
            return Refuse()
        case ("buy", int(owner)) if not isinstance(owner, bool) and owner >= 0:
            return Buy(Seat(owner))
    raise BadEncoding("no move of Ikebana")
