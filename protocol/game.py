"""The seam between the games and the protocol: types only.

A game knows nothing of keys, peers or files; the protocol knows nothing of fireworks. A `State` is
frozen and holds public facts only. What one seat alone knows travels as `known`, a mapping from
cards to faces in which a face that the seat has not seen is absent.
Source: docs/protocol.md; the games' own encodings stand there too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass
from typing import ClassVar, NewType, Protocol, TypeAlias, TypeVar

from .encoding import Value
from .reasons import Code

Card = NewType("Card", int)
"""A position in the piles of this table, counted through all shuffles; says nothing of its face."""
Face = NewType("Face", int)
"""What is printed on a card; cards with the same print share a face."""
Seat = NewType("Seat", int)

Known: TypeAlias = Mapping[Card, Face]
Options: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Everyone:
    """All seats see the card as it is dealt."""


@dataclass(frozen=True, slots=True)
class Only:
    """Nobody but the holder sees the card until it is opened."""

    holder: Seat


@dataclass(frozen=True, slots=True)
class AllBut:
    """All seats but the holder see the card as it is dealt."""

    holder: Seat


Audience: TypeAlias = Everyone | Only | AllBut


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Make a new pile of these faces, listed in a fixed order."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Show each card to its audience."""

    cards: tuple[tuple[Card, Audience], ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Show these cards to everyone."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """This seat is to move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more will happen. `outcome` is data: [reason, score, ...]."""

    outcome: Sequence[Value]


Pending: TypeAlias = Shuffle | Deal | Open | Act | Over


@dataclass(frozen=True, slots=True)
class Claim:
    """The card's face is one of `faces` (ascending)."""

    card: Card
    faces: tuple[Face, ...]


class TableView(Protocol):
    """What the views of all games, which are dataclasses, have in common. `turn` and `log` only
    ever grow."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def seat(self) -> Seat: ...

    @property
    def turn(self) -> int: ...

    @property
    def actor(self) -> Seat | None: ...

    @property
    def outcome(self) -> object | None: ...

    @property
    def moves(self) -> Sequence[object]: ...

    @property
    def log(self) -> Sequence[object]: ...


State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View", bound=TableView)
View_co = TypeVar("View_co", bound=TableView, covariant=True)


class Game(Protocol[State, Move, View_co]):
    """The rules of one game, as pure functions of frozen states."""

    @property
    def name(self) -> str: ...

    @property
    def deck(self) -> str:
        """The name under which the points of the faces are made."""

    @property
    def seats(self) -> range:
        """How many can play."""

    @property
    def reveals_secrets(self) -> bool:
        """Whether the table secrets, and with them every card, are shown once the game is over."""

    @property
    def refusals(self) -> type[Code]:
        """Why its rules refuse a move, and `unpack` what is none."""

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        """Return all options as they stand in a seating, sorted. Raises `BadOptions`, which says
        what is not allowed."""

    def faces(self, options: Options) -> int:
        """Return how many faces the deck has under these options."""

    def start(self, options: Options, seats: int, beacon: bytes) -> State:
        """Return the first state. Raises `BadOptions` if it cannot be played."""

    def pending(self, state: State) -> Pending:
        """Return what the game waits for."""

    def shuffled(self, state: State) -> State: ...

    def dealt(self, state: State) -> State: ...

    def opened(self, state: State, faces: Known) -> State:
        """Take the faces of the cards that `pending` asked to be opened (or dealt to everyone)."""

    def claims(self, state: State, move: Move) -> Sequence[Claim]:
        """Return what the move says of hidden cards, in hand order."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after the move of the seat to act. Raises `IllegalMove` if the rules
        forbid it.

        Judged by public facts alone: whether a claim about a hidden card is true is for its proof.
        """

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return the legal moves of this seat, given the faces it knows; empty when it is not to
        act."""

    def public(self, state: State) -> Value:
        """Return the state as the nested arrays that all seats sign."""

    def pack(self, move: Move) -> Value: ...

    def unpack(self, value: Value) -> Move:
        """Read a move, as the inverse of `pack`. Raises `BadEncoding` for anything else."""

    def view(self, state: State, seat: Seat, known: Known) -> View_co:
        """Return what one seat may look at: all that a screen or a bot is ever given."""


AnyState = NewType("AnyState", object)
AnyMove = NewType("AnyMove", object)


class AnyView(TableView):
    """As `AnyState` and `AnyMove`: of a game that is chosen when the program runs.

    Nobody makes a value of these types: they come from one game, and go back to the same one.
    """


AnyGame: TypeAlias = Game[AnyState, AnyMove, AnyView]


class Passable(Protocol[State]):
    """What a game needs beside that if it offers the option `escrow`."""

    def passed(self, state: State) -> State:
        """Pass over the turn of the seat to act: it is gone."""
