"""What a player can do at a table, and what a table returns for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeAlias

from p2p_hanabi.gathering import PhoneCode
from protocol.game import Move, Seat
from protocol.peer.remarks import Order

from ..game.log_filter import LogFilter
from ..replies import Asks, Explains, Opens, Talks
from ..talk.notes import Note


class TableAction(Enum):
    """What needs nothing more than to be chosen. What cannot be undone comes last."""

    EXPLAIN = "explain"
    TALK = "talk"
    SAID = "said"
    NOTES = "notes"
    LOG = "log"
    WORDS = "words"
    RULES = "rules"
    TIMES = "times"
    PHONES = "phones"
    LEAVE = "leave"
    GONE = "gone"
    STOP = "stop"
    ABANDON = "abandon"


@dataclass(frozen=True, slots=True)
class Gone:
    """Declare that this seat is gone for good. `TableAction.GONE` is about the awaited one; lines
    name a player, since a script is asked nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Say:
    """Say these words, or the phrase that they mean."""

    words: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """Put one's own hand in this order."""

    order: Order


@dataclass(frozen=True, slots=True)
class Write:
    """Write this note, which only the player sees, at any time. The full screen writes none while
    the player looks back: there its keys step through the game."""

    note: Note


@dataclass(frozen=True, slots=True)
class MakeMove(Generic[Move]):
    """Make this move of the game, once it is confirmed."""

    move: Move


@dataclass(frozen=True, slots=True)
class ReadLog:
    """Read this part of the log."""

    wanted: LogFilter


AtTable: TypeAlias = TableAction | Gone | Say | Arrange | Write | ReadLog | MakeMove[Move]


@dataclass(frozen=True, slots=True)
class OpensLog:
    """The log is to be read; it can be filtered."""


@dataclass(frozen=True, slots=True)
class OpensPhones:
    """Codes that give a seat of this machine to another phone, to be drawn."""

    codes: Sequence[PhoneCode]


@dataclass(frozen=True, slots=True)
class Previews(Generic[Move]):
    """What a legal move will do; `ShownTable.play` makes it. `asks`: it must be confirmed even if
    it was typed as a whole word; a key or a touch is always confirmed."""

    move: Move
    sentence: str
    asks: bool


TableReply: TypeAlias = (
    Explains | Asks | Opens | Talks | OpensLog | OpensPhones | Previews[Move] | None
)
