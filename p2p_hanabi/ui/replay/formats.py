"""Forms in which other programs write games: what the folder of a game says of each.

A game that comes from elsewhere is played again by the rules, with its cards and its moves.
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

from ..table.game_screen import View_contra

NextMove: TypeAlias = Callable[[State], Move]
"""The state of the game in, the next move out."""


class WrongFormat(P2PError):
    """A game that a form has no place for, or a file that is not in it. The text is one sentence
    for the user, in the language of the screen."""


class ForeignEnding(Protocol[View_contra]):
    """How another program ended a game before its rules did. `by` is absent (None) where it was no
    single player's doing; `reason` is for scripts."""

    @property
    def reason(self) -> str: ...

    @property
    def by(self) -> Seat | None: ...

    def told(self, names: Sequence[str]) -> str:
        """Say what happened, in a sentence."""

    def counts(self, view: View_contra) -> str:
        """Say what the game is worth there, in a sentence."""


class Origin(Protocol[View_contra]):
    """What another program says of a game beside its cards and moves: an export gives it back."""

    @property
    def site(self) -> str:
        """The name of the format."""

    def value(self) -> Value:
        """Return it as it stands in a file, behind the moves; the site's name comes first."""

    def ending(self, view: View_contra) -> ForeignEnding[View_contra] | None:
        """Return how an unfinished game ended there; `view` is of one who sees every card of the
        hands.

        Return None if the site would have gone on.
        """


@dataclass(frozen=True)
class Setup(Generic[View]):
    """What is fixed before the first move; `faces` are those of all cards, pile after pile.

    `origin` is absent (None) for a game that was not played elsewhere.
    """

    options: Options
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    origin: Origin[View] | None = None


@dataclass(frozen=True)
class Moment(Generic[State, Move]):
    """The game whenever a seat is to act, and where it ends.

    `by` has made `move` before it; absent (None) at the first one, and `move` also for a turn that
    was passed over. `audiences` says who has seen each card that has left the pile.
    """

    state: State
    by: Seat | None
    move: Move | None
    audiences: Mapping[Card, Audience]


@dataclass(frozen=True, slots=True)
class ForeignGame(Generic[State, Move, View]):
    """What is needed to play a game again. `left_out` names what there is no place for here."""

    setup: Setup[View]
    moves: tuple[NextMove[State, Move], ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A game in a form. `left_out` says, in words, what there is no place for in it."""

    text: str
    left_out: tuple[str, ...] = ()


class PlayedGame(Protocol[State, Move, View_contra]):
    """What there is to write of a game. `faces` are all that its file tells."""

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
    """One form. `game` is the one that is written in it; `name` stands in files, `option` is typed
    to ask for it, with `help` beside it, and a file's name that ends in `ending` does so too.

    `ending` is empty for a form that is a line of text rather than a file.
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
    def ending(self) -> str: ...

    def check(self, game: str, options: Mapping[str, Value]) -> None:
        """Raise `WrongFormat` for games that it has no place for, whatever was played in them."""

    def write(self, played: PlayedGame[State, Move, View]) -> Written:
        """Return the text of a file; raise `WrongFormat` for what the form cannot show."""

    def read(self, content: bytes) -> ForeignGame[State, Move, View]:
        """Return what a file or a link tells; raise `WrongFormat`, which says what is wrong."""

    def origin(self, value: Value, seats: int) -> Origin[View]:
        """Read what `Origin.value` wrote; raise `BadEncoding` if it makes no sense for so many."""


AnyFormat: TypeAlias = Format[AnyState, AnyMove, AnyView]
AnyNext: TypeAlias = NextMove[AnyState, AnyMove]
AnyMoment: TypeAlias = Moment[AnyState, AnyMove]
