"""What a player must be told at a table at this moment, beside the board: once, for any screen.

A screen draws as much of it as it has room for, the first first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Generic, TypeAlias

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

    sentence: Line


@dataclass(frozen=True, slots=True)
class InThePast:
    """An earlier moment is shown, in which nothing can be played; `sentence` says so while the game
    goes on, and is empty after it."""

    sentence: str


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
        return (*says, InThePast("" if has_ended else _(words.NOT_IN_THE_PAST)))
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


# -- reported where a message does not stay

WAITING_S = (5, 15, 30, 60)
THINKING_S = (30, 60)
RESUMING_S = (15, 30, 60)
THEN_EVERY_S = 60


class WaitReports(Generic[View, Move]):
    """Reports for whom a table waits, less and less often."""

    def __init__(self, table: ShownTable[View, Move]) -> None:
        self._table = table
        self._round = -1
        self._reported = 0.0

    def look(self) -> tuple[Message, ...]:
        """Return what is due since the last look, with the most important first."""
        now, waits = self._table.port.now, self._table.waits
        if now.reading is not None or now.ending is not None:
            return ()
        if now.status.round_number != self._round:
            self._round, self._reported = now.status.round_number, 0.0
        thinker = waits.thinks(now)
        due = _last_mark(WAITING_S if thinker is None else THINKING_S, waits.waited)
        if not waits.others(now) or due <= self._reported:
            return ()
        self._reported = due
        found = messages(self._table, self._table.now)
        is_out = thinker is None or thinker in now.stepped_out
        return tuple(each for each in found if not (is_out and isinstance(each, Thinking)))


def next_mark(marks: tuple[int, ...], waited: int) -> int:
    """Return the next time at which a report is due."""
    return next((mark for mark in marks if mark > waited), waited + THEN_EVERY_S)


def _last_mark(marks: tuple[int, ...], waited: float) -> float:
    """Return the last time at which a report was due: at the marks, and then every minute."""
    if waited >= marks[-1]:
        return waited - (waited - marks[-1]) % THEN_EVERY_S
    return next((float(a) for a, b in pairwise((0, *marks)) if a <= waited < b), 0.0)
