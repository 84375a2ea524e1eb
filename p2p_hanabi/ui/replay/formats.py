"""Forms in which other programs write games: what the folder of a game says of each.

A game that comes from elsewhere is played again by the rules, with its cards and its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from protocol.encoding import Value
from protocol.errors import P2PError
from protocol.game import Audience, Card, Face, Known, Options, Seat

NextMove: TypeAlias = Callable[[Any], Any]
"""The state of the game in, the next move out."""


class WrongFormat(P2PError):
    """A game that a form has no place for, or a file that is not in it. The text is one sentence
    for the user, in the language of the screen."""


class ForeignEnding(Protocol):
    """How another program ended a game before its rules did. `by` is absent (None) where it was no
    single player's doing; `reason` is for scripts."""

    @property
    def reason(self) -> str: ...

    @property
    def by(self) -> Seat | None: ...

    def told(self, names: Sequence[str]) -> str:
        """What happened, in a sentence."""

    def counts(self, view: Any) -> str:
        """What the game is worth there, in a sentence."""


class Origin(Protocol):
    """What another program says of a game beside its cards and moves: an export gives it back."""

    @property
    def site(self) -> str:
        """The name of the format."""

    def value(self) -> Value:
        """As it stands in a file, behind the moves; the site's name comes first."""

    def ending(self, view: Any) -> ForeignEnding | None:
        """How an unfinished game ended there; `view` is of one who sees every card of the hands.

        Absent (None) if the site would have gone on.
        """


@dataclass(frozen=True)
class Setup:
    """What is fixed before the first move; `faces` are those of all cards, pile after pile.

    `origin` is absent (None) for a game that was not played elsewhere.
    """

    options: Options
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    origin: Origin | None = None


@dataclass(frozen=True)
class Moment:
    """The game whenever a seat is to act, and where it ends.

    `by` has made `move` before it; absent (None) at the first one, and `move` also for a turn that
    was passed over. `audiences` says who has seen each card that has left the pile.
    """

    state: Any
    by: Seat | None
    move: Any
    audiences: Mapping[Card, Audience]


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """What is needed to play a game again. `left_out` names what there is no place for here."""

    setup: Setup
    moves: tuple[NextMove, ...]
    left_out: tuple[str, ...]


class PlayedGame(Protocol):
    """What there is to write of a game. `faces` are all that its file tells."""

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> Sequence[tuple[str, Value]]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def moments(self) -> Sequence[Moment]: ...

    @property
    def faces(self) -> Known: ...

    @property
    def origin(self) -> Origin | None: ...


class Format(Protocol):
    """One form. `game` is the one that is written in it; `name` stands in files, `option` is typed
    to ask for it, with `help` beside it, and a file's name that ends in `ending` does so too."""

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

    def write(self, played: PlayedGame) -> str:
        """Return the text of a file; raise `WrongFormat` for what the form cannot show."""

    def read(self, content: bytes) -> ForeignGame:
        """Return what a file tells; raise `WrongFormat`, which says what is wrong with it."""

    def origin(self, value: Value, seats: int) -> Origin:
        """Read what `Origin.value` wrote; raise `BadEncoding` if it makes no sense for so many."""
