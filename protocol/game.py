"""The seam between the games and the protocol: types only.

A game knows nothing of keys, peers or files; the protocol knows nothing of fireworks. A `State` is
frozen and contains public facts only. What one seat alone knows is passed as `known`, a mapping
from cards to the faces that the seat has seen.
Source: docs/protocol.md. A game's own encodings are specified there or with its rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass
from typing import ClassVar, NewType, Protocol, TypeAlias, TypeVar

from .encoding import Value
from .reasons import Code

Card = NewType("Card", int)
"""A position in the piles of this table, numbered across all shuffles; it reveals nothing of the
face."""
Face = NewType("Face", int)
"""What is printed on a card; cards with the same print share a face."""
Seat = NewType("Seat", int)

Known: TypeAlias = Mapping[Card, Face]
Options: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Everyone:
    """All seats see the card when it is dealt."""


@dataclass(frozen=True, slots=True)
class Only:
    """Only the holder sees the card until it is opened."""

    holder: Seat


@dataclass(frozen=True, slots=True)
class AllBut:
    """All seats but the holder see the card when it is dealt."""

    holder: Seat


Audience: TypeAlias = Everyone | Only | AllBut


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle a new pile of these faces, which are listed in a fixed order."""

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
    """It is this seat's turn to move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over. `outcome` is data: [reason, score, ...]."""

    outcome: Sequence[Value]


Pending: TypeAlias = Shuffle | Deal | Open | Act | Over


@dataclass(frozen=True, slots=True)
class Claim:
    """The card's face is one of `faces` (ascending)."""

    card: Card
    faces: tuple[Face, ...]


class TableView(Protocol):
    """What the views of all games have in common; each is a dataclass. `turn` and `log` only
    grow."""

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
        """The name from which the points of the faces are derived."""

    @property
    def seats(self) -> range:
        """The possible numbers of seats."""

    @property
    def reveals_secrets(self) -> bool:
        """Whether the table secrets, and with them every card, are revealed after the game."""

    @property
    def refusals(self) -> type[Code]:
        """The reason codes for moves that the rules forbid and values that `unpack` rejects."""

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        """Return all options as a seating lists them, sorted. Raises `BadOptions`, which reports
        what is not allowed."""

    def faces(self, options: Options) -> int:
        """Return how many faces the deck has under these options."""

    def start(self, options: Options, seats: int, beacon: bytes) -> State:
        """Return the initial state. Raises `BadOptions` if the game cannot be played like this."""

    def pending(self, state: State) -> Pending:
        """Return what the game waits for."""

    def shuffled(self, state: State) -> State: ...

    def dealt(self, state: State) -> State: ...

    def opened(self, state: State, faces: Known) -> State:
        """Return the state once the cards that `pending` asked to open (or to deal to everyone)
        have these faces."""

    def claims(self, state: State, move: Move) -> Sequence[Claim]:
        """Return the move's claims about hidden cards, in hand order."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after the move of the seat to act. Raises `IllegalMove` if the rules
        forbid it.

        Only public facts count: the truth of a claim about a hidden card is for its proof.
        """

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return this seat's legal moves, given the faces it knows; empty if it is not its turn."""

    def public(self, state: State) -> Value:
        """Return the state as the nested arrays that all seats sign."""

    def pack(self, move: Move) -> Value: ...

    def unpack(self, value: Value) -> Move:
        """Parse a move; the inverse of `pack`. Raises `BadEncoding` for anything else."""

    def view(self, state: State, seat: Seat, known: Known) -> View_co:
        """Return what one seat may see: all that a screen or a bot ever receives."""


AnyState = NewType("AnyState", object)
AnyMove = NewType("AnyMove", object)


class AnyView(TableView):
    """Like `AnyState` and `AnyMove`: of a game that is chosen at run time.

    Values of these types are opaque: they come from one game and are passed back only to it.
    """


AnyGame: TypeAlias = Game[AnyState, AnyMove, AnyView]


class Passable(Protocol[State]):
    """What a game must also provide if it offers the option `escrow`."""

    def passed(self, state: State) -> State:
        """Skip the turn of the seat to act, which is gone."""
