"""What a web page that draws cards needs from a game, besides what every screen needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, cast

from protocol.game import AnyMove, AnyView, Card, Move, View

from ...drawing.style import Line, as_text
from .areas import Area, Happened, Words
from .game_screen import GameScreen, View_contra
from .table_players import Players


@dataclass(frozen=True, slots=True)
class Looking:
    """A player's display choices: one of the game's `levels`, and the player's own notes."""

    level: int = 0
    notes: Mapping[Card, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveOffer(Generic[Move]):
    """A legal move, as a page offers it: touching any of the `cards` finds it, and it `marks` the
    cards that it is about. `words` is a short label, each of `keys` chooses it by letters and
    digits, as on a terminal, and `onto` is the key of the area to which its card can be dragged.
    `is_usual`: touching its card proposes it."""

    move: Move
    words: str
    cards: tuple[Card, ...] = ()
    marks: tuple[Card, ...] = ()
    keys: tuple[str, ...] = ()
    onto: str = ""
    is_usual: bool = False


class GamePage(Protocol[View_contra, Move]):
    """One game on a web page. `art` is the file with its drawings, None if there are none; `levels`
    name how much is shown of what is known, the least first; empty if there is no choice. `reads`
    are pages that the game has beside the table: the words of each button, by the key that opens
    the same page on a terminal."""

    @property
    def art(self) -> Path | None: ...

    @property
    def levels(self) -> Sequence[str]: ...

    @property
    def reads(self) -> Mapping[str, str]: ...

    def opened_page(self, key: str, view: View_contra, players: Players) -> Sequence[Line]:
        """Return the page that a key of `reads` opens."""

    def areas(self, view: View_contra, players: Players, looking: Looking) -> Sequence[Area]:
        """Return the table from this view alone. The player's own area comes last; each area has a
        unique key."""

    def offers(self, view: View_contra, players: Players) -> Sequence[MoveOffer[Move]]:
        """Return all legal moves of the view, the most common first."""

    def happened_since(self, view: View_contra, players: Players) -> Sequence[Happened]:
        """Return what has happened since the viewer's last turn, that turn included; what concerns
        the viewer comes first."""


@dataclass(frozen=True, slots=True)
class NamedPage(Generic[View_contra, Move]):
    """A game's page, with the game's wire name, by which its drawings are found."""

    name: str
    cards: GamePage[View_contra, Move]

    @property
    def game(self) -> str:
        """The game's wire name if cards are drawn, else empty."""
        return "" if self.cards.art is None else self.name


AnyGamePage: TypeAlias = GamePage[AnyView, AnyMove]


class LinesPage(Generic[View, Move]):
    """See `GamePage`: for a game that is shown as lines."""

    levels: Sequence[str] = ()
    reads: Mapping[str, str] = {}
    art: Path | None = None

    def __init__(self, screen: GameScreen[View, Move]) -> None:
        self._screen = screen

    def areas(self, view: View, players: Players, looking: Looking) -> Sequence[Area]:
        lines = self._screen.topic_page("show", view, players)
        spoken = tuple(Words(as_text(line)) for line in lines)
        return [Area("", lines=spoken, key="table")]

    def opened_page(self, key: str, view: View, players: Players) -> Sequence[Line]:
        """Raise `KeyError`: there are no such pages."""
        raise KeyError(key)

    def offers(self, view: View, players: Players) -> Sequence[MoveOffer[Move]]:
        moves = cast("Sequence[Move]", view.moves)  # a view and its moves are of one game
        return [MoveOffer(move, self._screen.preview(move, view, players)) for move in moves]

    def happened_since(self, view: View, players: Players) -> Sequence[Happened]:
        return ()
