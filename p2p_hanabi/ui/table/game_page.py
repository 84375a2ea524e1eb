"""What a page that draws cards needs of a game, beside what every screen needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, cast

from protocol.game import AnyMove, AnyView, Card, Move, View

from ..kit.style import as_text
from .areas import Area, Words
from .game_screen import GameScreen, View_contra
from .table_players import Players


@dataclass(frozen=True, slots=True)
class Looking:
    """How a player looks at a table: at which of the game's `levels`, with which own notes."""

    level: int = 0
    notes: Mapping[Card, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveOffer(Generic[Move]):
    """A legal move, as a page offers it: touching any of the `cards` finds it, and it `marks` those
    that it is about. `words` are few."""

    move: Move
    words: str
    cards: tuple[Card, ...] = ()
    marks: tuple[Card, ...] = ()


class GamePage(Protocol[View_contra, Move]):
    """One game on a page. `art` is the file of its drawings, absent (None) where none are drawn;
    `levels` name how much is shown of what is known, the least first: empty where there is no
    choice."""

    @property
    def art(self) -> Path | None: ...

    @property
    def levels(self) -> Sequence[str]: ...

    def areas(self, view: View_contra, players: Players, looking: Looking) -> Sequence[Area]:
        """Return the table as this view has it, and nothing that the view has not. The player's own
        area comes last; each area has a key of its own."""

    def offers(self, view: View_contra, players: Players) -> Sequence[MoveOffer[Move]]:
        """Return the legal moves of the view, all of them; the most usual first."""


@dataclass(frozen=True, slots=True)
class NamedPage(Generic[View_contra, Move]):
    """A game's page, with its name on the wire, by which its drawings are found."""

    name: str
    cards: GamePage[View_contra, Move]

    @property
    def game(self) -> str:
        """Return the name if cards are drawn, else nothing."""
        return "" if self.cards.art is None else self.name


AnyGamePage: TypeAlias = GamePage[AnyView, AnyMove]


class LinesPage(Generic[View, Move]):
    """See `GamePage`: for a game of which lines tell everything."""

    levels: Sequence[str] = ()
    art: Path | None = None

    def __init__(self, screen: GameScreen[View, Move]) -> None:
        self._screen = screen

    def areas(self, view: View, players: Players, looking: Looking) -> Sequence[Area]:  # noqa: ARG002 - nothing more is known
        lines = self._screen.page("show", view, players)
        told = tuple(Words(as_text(line)) for line in lines)
        return [Area("", lines=told, is_shared=True, key="table")]

    def offers(self, view: View, players: Players) -> Sequence[MoveOffer[Move]]:
        moves = cast("Sequence[Move]", view.moves)  # a view and its moves are of one game
        return [MoveOffer(move, self._screen.preview(move, view, players)) for move in moves]
