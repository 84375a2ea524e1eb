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
"""A player's place at the table, from 0."""

Known: TypeAlias = Mapping[Card, Face]
"""The faces that a seat has seen; a card that it has not seen is absent."""
Options: TypeAlias = Mapping[str, Value]
"""The values of options by their keys."""


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
"""Who sees a card when it is dealt."""


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
"""What a game waits for: it alone drives the protocol."""


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
    def seat(self) -> Seat:
        """The seat that sees this."""

    @property
    def turn(self) -> int:
        """How many turns are over."""

    @property
    def actor(self) -> Seat | None:
        """The seat to act; None if none is."""

    @property
    def outcome(self) -> object | None:
        """How the game ended, as data of the game; None until then."""

    @property
    def moves(self) -> Sequence[object]:
        """The moves that this seat may make now; empty unless it is to act."""

    @property
    def log(self) -> Sequence[object]:
        """All that has happened, oldest first, as entries of the game."""


State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View", bound=TableView)
View_co = TypeVar("View_co", bound=TableView, covariant=True)


class Game(Protocol[State, Move, View_co]):
    """The rules of one game, as pure functions of frozen states.

    No method has side effects, reads a clock or draws a random number: all seats must compute the
    same state from the same moves. docs/contributing.md, "How to add a game", says what else a game
    of this program has.
    """

    @property
    def name(self) -> str:
        """The name of the game in seatings, files and announcements."""

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
        """Return how many faces the deck has under these options: they are numbered from 0."""

    def start(self, options: Options, seats: int, beacon: bytes) -> State:
        """Return the initial state. `seats` is their number; `beacon` are 32 bytes that no seat
        could choose, the only randomness of a game besides its piles. Raises `BadOptions` if the
        game cannot be played like this."""

    def pending(self, state: State) -> Pending:
        """Return what the game waits for."""

    def shuffled(self, state: State) -> State:
        """Return the state once the pile that `pending` asked to shuffle is shuffled."""

    def dealt(self, state: State) -> State:
        """Return the state once the cards that `pending` asked to deal are dealt."""

    def opened(self, state: State, faces: Known) -> State:
        """Return the state once the cards that `pending` asked to open (or to deal to everyone)
        have these faces."""

    def claims(self, state: State, move: Move) -> Sequence[Claim]:
        """Return the move's claims about hidden cards, in hand order.

        They can only be about a card that was dealt to `AllBut` another seat and has not been
        opened: nobody can prove anything about a card of their own hand.
        """

    def apply(self, state: State, move: Move) -> State:
        """Return the state after the move of the seat to act. Raises `IllegalMove` if the rules
        forbid it.

        Only public facts count: the truth of a claim about a hidden card is for its proof.
        """

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return this seat's legal moves, given the faces it knows; empty if it is not its turn."""

    def public(self, state: State) -> Value:
        """Return the state as the nested arrays that all seats sign."""

    def pack(self, move: Move) -> Value:
        """Return the wire form of a move: section 9, or the page of the game's rules."""

    def unpack(self, value: Value) -> Move:
        """Parse a move; the inverse of `pack`. Raises `BadEncoding` for anything else."""

    def view(self, state: State, seat: Seat, known: Known) -> View_co:
        """Return what one seat may see: all that a screen or a bot ever receives."""


AnyState = NewType("AnyState", object)
"""A state of a game that is chosen at run time."""
AnyMove = NewType("AnyMove", object)
"""A move of such a game."""


class AnyView(TableView):
    """Like `AnyState` and `AnyMove`: of a game that is chosen at run time.

    Values of these types are opaque: they come from one game and are passed back only to it.
    """


AnyGame: TypeAlias = Game[AnyState, AnyMove, AnyView]
"""A game that is chosen at run time."""


class Passable(Protocol[State]):
    """What a game must also provide if it offers the option `escrow`."""

    def passed(self, state: State) -> State:
        """Skip the turn of the seat to act, which is gone."""
