"""The moves of Ikebana and their wire format. Source: docs/rules/ikebana.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.reasons import RuleCode


class IkebanaRefusal(RuleCode):
    """Why a move is refused, each with the number of its rule."""

    NO_MOVE = "ikebana-no-move"
    GAME_OVER = "ikebana-game-over", "IK30"
    NOT_NOW = "ikebana-not-now", "IK8"
    NOTHING_DRAWN = "ikebana-nothing-drawn", "IK9"
    KEEP_OR_REFUSE = "ikebana-keep-or-refuse", "IK9"
    CARD_DRAWN = "ikebana-card-drawn", "IK20"
    CANNOT_REFUSE = "ikebana-cannot-refuse", "E9"
    NO_SEAT = "ikebana-no-seat", "IK18"
    OWN_DISCARDS = "ikebana-own-discards", "IK19"
    NO_DISCARDS = "ikebana-no-discards", "E19"
    CANNOT_BUY = "ikebana-cannot-buy", "E10"


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


WORDS: dict[str, Move] = {"draw": Draw(), "keep": Keep(), "refuse": Refuse()}
"""The moves without parameters."""
_WORD_OF = {move: word for word, move in WORDS.items()}


def pack(move: Move) -> Value:
    return ("buy", move.owner) if isinstance(move, Buy) else (_WORD_OF[move],)


def unpack(value: Value) -> Move:
    """Invert `pack`. Raise `BadEncoding` for anything else."""
    match value:
        case (str(word),) if word in WORDS:
            return WORDS[word]
        case ("buy", Integer(owner)) if owner >= 0:
            return Buy(Seat(owner))
    raise BadEncoding(IkebanaRefusal.NO_MOVE)
