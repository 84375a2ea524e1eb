"""What a player must be told at a table at this moment, beside the board: once, for any screen.

A screen draws as much of it as it has room for, the first first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.game import Move, TableView, View

from ...drawing.style import Line, text
from ...words import words_shared as words
from ...words.i18n import _
from ..game.round_result import RoundResult
from ..seat.table_snapshot import SeatSnapshot
from .shown_table import ShownTable
from .status_line import StatusLine


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to the player's last action, or news that was reported there."""

    line: Line


@dataclass(frozen=True, slots=True)
class InThePast:
    """An earlier moment is shown, in which nothing can be played."""


class Meanwhile(Enum):
    """What goes on while the result of a round is open."""

    OVER = "over"
    YOUR_TURN = "your turn"
    BEGUN = "begun"
    PREPARED = "prepared"


@dataclass(frozen=True, slots=True)
class Absent:
    """An awaited player is away, or somebody's program does not fit. `remedy` is what can be done
    about it, empty until that is worth saying; it names the player too. One of them is empty at
    most."""

    sentence: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Compare:
    """The words to compare at a new table."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class WaitsFor:
    """What the table waits for."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Objected:
    """Somebody has objected, and the proof has not arrived: nobody can move until then."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """It is somebody's turn: the game says what is to be done, as its player does it there."""


Message: TypeAlias = (
    Answered | InThePast | Meanwhile | Absent | Compare | Objected | WaitsFor | Thinking
)


def messages(
    table: ShownTable[View, Move], now: View | None, answer: Line = (), *, has_ended: bool = False
) -> tuple[Message, ...]:
    """Return the messages in the order of their importance. `now` is the current view, `answer`
    what a screen says to the last action there."""
    snapshot = table.port.now
    says = (Answered(answer),) if answer else ()
    if table.past.is_shown:
        return (*says, InThePast())
    if now is not None and (held := table.rounds.held) is not None:
        return (*says, meanwhile(held, now, has_ended=has_ended))
    if has_ended:
        return says
    waits = _awaited(table.waits, snapshot)
    if (absent := absence(table.waits, snapshot)) is not None:
        if answer == text(_(words.SENT)):
            says = ()
        return (*says, absent, *(each for each in waits if not isinstance(each, WaitsFor)))
    greeting = table.greeting()
    return (*says, *([Compare(greeting)] if greeting else []), *waits)


def absence(waits: StatusLine, now: SeatSnapshot) -> Absent | None:
    """Return who is away; None if nobody is missed, or not for long enough."""
    sentence, remedy = waits.absence_sentence(now), waits.what_can_be_done(now) or ""
    return Absent(sentence, remedy) if sentence or remedy else None


def _awaited(waits: StatusLine, now: SeatSnapshot) -> tuple[Message, ...]:
    if objection := waits.objection(now):
        return (Objected(objection),)
    sentence = waits.sentence(now)
    return (WaitsFor(sentence),) if sentence else (Thinking(),)


def meanwhile(result: RoundResult, now: TableView, *, has_ended: bool) -> Meanwhile:
    """Return what goes on while a result is open."""
    if has_ended:
        return Meanwhile.OVER
    if now.actor == now.seat:
        return Meanwhile.YOUR_TURN
    return Meanwhile.BEGUN if len(now.log) > result.entries else Meanwhile.PREPARED
