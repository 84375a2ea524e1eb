"""How a recorded game was played, as facts that can be counted and added up over many games.

Each game counts its own in `statistics.py`, and in `bot/yardstick.py` what depends on how its bot
reads moves; a game without either has its moves counted. Screens have the words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeAlias

from protocol.game import Seat, View

VERSION = 1
"""Changes with the meaning of any statistic, so that those kept on disk are counted again."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """One fact about how a game was played.

    `fact` is a member of an enum of the game, with a value that no other fact of the game has.
    `seats` has each seat's part of the `total`; None if the fact is about the table as a whole. The
    statistic is `total / per` if there is a `per`, such as cards per hint.
    """

    fact: Enum
    total: int
    seats: tuple[int, ...] | None = None
    per: int | None = None


@dataclass(frozen=True)
class CountedGame(Generic[View]):
    """A recorded game. Moment 0 is before the first move, each further one after a move, made by
    the seat in `movers`.

    `view` takes a moment and a seat, for what that seat saw; or None, for the first seat's view
    with every face that is known now.
    """

    seats: int
    movers: tuple[Seat, ...]
    view: Callable[[int, Seat | None], View]

    @property
    def last(self) -> View:
        """The last moment, with every face that is known now."""
        return self.view(len(self.movers), None)


Count: TypeAlias = Callable[[CountedGame[View]], tuple[Statistic, ...]]


class UsualFact(Enum):
    """What is counted of any game."""

    MOVES = "moves"


class MeasuredFact(Enum):
    """What a screen may have measured of any game, and no transcript has."""

    THOUGHT = "seconds_thought"


def count_moves(game: CountedGame[View]) -> tuple[Statistic, ...]:
    """Count the moves of each seat."""
    return (by_seat(UsualFact.MOVES, game.seats, game.movers),)


def by_seat(fact: Enum, seats: int, of: Sequence[Seat]) -> Statistic:
    """Count how often each seat occurs in `of`."""
    each = tuple(of.count(Seat(seat)) for seat in range(seats))
    return Statistic(fact, sum(each), each)


def summed(fact: Enum, each: Sequence[int]) -> Statistic:
    """Return the statistic of which each seat has this part."""
    return Statistic(fact, sum(each), tuple(each))
