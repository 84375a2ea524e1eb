"""File formats of other programs, which each game's folder implements.

A foreign game is replayed by the rules, with its cards and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias

from protocol.encoding import Value
from protocol.errors import P2PError
from protocol.game import (
    AnyMove,
    AnyState,
    AnyView,
    Audience,
    Card,
    Face,
    Known,
    Move,
    Options,
    Seat,
    State,
    View,
)

from ..model.game.game_screen import View_contra

NextMove: TypeAlias = Callable[[State], Move]
"""The state of the game in, the next move out."""


class WrongFormat(P2PError):
    """A game that a format cannot express, or a file that is not in the format. The text is one
    sentence for the user, in the language of the screen."""


class ForeignEnding(Protocol[View_contra]):
    """How another program ended a game before its rules did. `by` is None unless a single player
    ended it; `reason` is for scripts."""

    @property
    def reason(self) -> str: ...

    @property
    def by(self) -> Seat | None: ...

    def sentence(self, names: Sequence[str]) -> str:
        """Return what happened, in a sentence."""

    def counts(self, view: View_contra) -> str:
        """Return how the game counts there, in a sentence."""


class Origin(Protocol[View_contra]):
    """What another program records about a game besides its cards and moves, kept for an export."""

    @property
    def site(self) -> str:
        """The name of the format."""

    def value(self) -> Value:
        """Return the value that a file contains after the moves; the site's name comes first."""

    def ending(self, view: View_contra) -> ForeignEnding[View_contra] | None:
        """Return how an unfinished game ended there; `view` is one that shows every card of the
        hands.

        Return None if the site would have gone on.
        """


@dataclass(frozen=True)
class Setup(Generic[View]):
    """What is fixed before the first move; `faces` are those of all cards, pile after pile.

    `origin` is None for a game that was not played elsewhere.
    """

    options: Options
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    origin: Origin[View] | None = None


@dataclass(frozen=True)
class Moment(Generic[State, Move]):
    """The game at a moment when a seat is to act, or at its end.

    `by` made `move` just before; both are None at the first moment, and `move` also after a skipped
    turn. `audiences` tells who has seen each card that has left the pile.
    """

    state: State
    by: Seat | None
    move: Move | None
    audiences: Mapping[Card, Audience]


@dataclass(frozen=True, slots=True)
class ForeignGame(Generic[State, Move, View]):
    """What is needed to replay a game. `left_out` names what cannot be imported."""

    setup: Setup[View]
    moves: tuple[NextMove[State, Move], ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A game in a format. `left_out` names, in words, what the format cannot express."""

    text: str
    left_out: tuple[str, ...] = ()


class PlayedGame(Protocol[State, Move, View_contra]):
    """A game to be exported. `faces` are all those that its file shows."""

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> Sequence[tuple[str, Value]]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def moments(self) -> Sequence[Moment[State, Move]]: ...

    @property
    def faces(self) -> Known: ...

    @property
    def origin(self) -> Origin[View_contra] | None: ...


class Format(Protocol[State, Move, View]):
    """One format. `game` is the game that it is for; `name` is written to files, `option` selects
    it on the command line, with the text `help`, and so does a file name that ends in `ending`.

    `ending` is empty for a format that is a line of text rather than a file.
    """

    @property
    def name(self) -> str: ...

    @property
    def game(self) -> str: ...

    @property
    def option(self) -> str: ...

    @property
    def help(self) -> str: ...

    @property
    def suffix(self) -> str: ...

    def check(self, game: str, options: Mapping[str, Value]) -> None:
        """Raise `WrongFormat` for games that the format cannot express, whatever their moves."""

    def write(self, played: PlayedGame[State, Move, View]) -> Written:
        """Return the text of a file; raise `WrongFormat` for what the format cannot show."""

    def read(self, content: bytes) -> ForeignGame[State, Move, View]:
        """Parse a file or a link; raise `WrongFormat`, which explains what is wrong."""

    def origin(self, value: Value, seats: int) -> Origin[View]:
        """Invert `Origin.value`; raise `BadEncoding` if it is invalid for this number of seats."""


AnyFormat: TypeAlias = Format[AnyState, AnyMove, AnyView]
AnyNext: TypeAlias = NextMove[AnyState, AnyMove]
AnyMoment: TypeAlias = Moment[AnyState, AnyMove]
