"""What can be done in a replay, and what is replied, for every screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, Literal, TypeAlias

from protocol.game import Card, Move

from ..drawing.style import Line
from ..replay.recording import Viewpoint
from .replies import Asks, Explains, Opens
from .table.table_actions import MakeMove, Previews


class ReplayAction(Enum):
    """What needs nothing more than to be chosen. `WHAT_IF` goes from the game to the line, and back
    to the game; `NEW_LINE` to a line that has no moves of its own yet; `PRACTICE` leaves the replay
    for a while, for a table, and `POSSIBLE` while it is searched what was possible. With others,
    `FOLLOW` comes back to them, and `LEAD` asks for the lead, or passes it on."""

    NEXT_EYES = "next eyes"
    NEXT_LEVEL = "next level"
    EXPLAIN = "explain"
    LOG = "log"
    WHAT_IF = "what if"
    NEW_LINE = "new line"
    BOTS = "bots"
    TAKE_BACK = "take back"
    KEEP = "keep"
    DELETE = "delete"
    LINES = "lines"
    PRACTICE = "practice"
    POSSIBLE = "possible"
    FOLLOW = "follow"
    LEAD = "lead"
    SHARE_NOTES = "share notes"
    NOTES = "notes"
    CLOSE = "close"


IN_COMPANY = (
    ReplayAction.FOLLOW,
    ReplayAction.LEAD,
    ReplayAction.SHARE_NOTES,
)
"""What can only be done in a replay that several look at together."""
CompanyAction: TypeAlias = Literal[
    ReplayAction.FOLLOW, ReplayAction.LEAD, ReplayAction.SHARE_NOTES, ReplayAction.NOTES
]
"""These, and the notes, which one can also read alone."""
LineAction: TypeAlias = Literal[
    ReplayAction.NEW_LINE,
    ReplayAction.BOTS,
    ReplayAction.TAKE_BACK,
    ReplayAction.KEEP,
    ReplayAction.DELETE,
    ReplayAction.LINES,
]
"""What makes and keeps lines."""


class WhyLeft(Enum):
    """Why a replay is shown no longer. After practice and after a search it goes on."""

    CLOSED = "closed"
    TO_PRACTISE = "to practise"
    TO_SEARCH = "to search"


class Follow(Enum):
    """Eyes that change with the turn, in a line."""

    MOVER = "mover"


ReplayViewpoint: TypeAlias = Viewpoint | Follow


@dataclass(frozen=True, slots=True)
class StepBy:
    """Go so many moments forward. A single step stops at the result of a round, and goes on from
    the end to the result of the game."""

    count: int


@dataclass(frozen=True, slots=True)
class JumpTo:
    """Go to this moment."""

    to: int


@dataclass(frozen=True, slots=True)
class LookThrough:
    """See the game through these eyes."""

    eyes: ReplayViewpoint


@dataclass(frozen=True, slots=True)
class ShowLevel:
    """Show so much of what players know about their hands."""

    level: int


@dataclass(frozen=True, slots=True)
class PlayInLine(Generic[Move]):
    """Play this move at the moment shown. `MakeMove` only says what it would do."""

    move: Move


@dataclass(frozen=True, slots=True)
class KeepLine:
    """Keep the line under a name, with a remark that may be empty."""

    name: str
    remark: str


@dataclass(frozen=True, slots=True)
class OpenLine:
    """Show a kept line, from the moment at which it leaves the game."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameLine:
    """Give a kept line another name."""

    name: str
    to: str


@dataclass(frozen=True, slots=True)
class DeleteLine:
    """Delete a kept line."""

    name: str


@dataclass(frozen=True, slots=True)
class PointTo:
    """Point at this card, for all to see."""

    card: Card


@dataclass(frozen=True, slots=True)
class PointBy:
    """Point at the next card, or so many further on."""

    count: int


WithLines: TypeAlias = KeepLine | OpenLine | RenameLine | DeleteLine
InReplay: TypeAlias = (
    ReplayAction
    | StepBy
    | JumpTo
    | LookThrough
    | ShowLevel
    | MakeMove[Move]
    | PlayInLine[Move]
    | PointTo
    | PointBy
    | WithLines
)


@dataclass(frozen=True, slots=True)
class ShowsEnd:
    """How the game ended, behind its last moment."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class NamesLine:
    """A name and a remark are to be typed, for `KeepLine`; these are the former ones."""

    name: str
    remark: str


@dataclass(frozen=True, slots=True)
class ListsLines:
    """A kept line can be chosen, for `OpenLine`: the name of each, and what it is."""

    rows: tuple[tuple[str, str], ...]


ReplayReply: TypeAlias = (
    Explains | Opens | Asks | ShowsEnd | NamesLine | ListsLines | Previews[Move] | None
)
