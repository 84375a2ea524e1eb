# ruff: noqa: ARG002 - a game that says more looks closer
"""What a line interface needs of a game: all that it says, asks and paints of it.

Each game has one object of this shape; `registry.py` knows which games there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from p2p_hanabi.games.common.options import Option
from protocol.game import AnyMove, AnyView, Card, Face, Move, Seat, TableView, View
from protocol.peer.remarks import Arrangement
from protocol.reasons import Code

from ..kit.style import Line
from .log_filter import Event
from .round_result import RoundResult
from .table_players import Players

View_contra = TypeVar("View_contra", bound=TableView, contravariant=True)

EXPLAIN, CONVENTIONS = "explain", "conventions"
"""The topics of a game with hints: what the last one means, and by what conventions."""
NOBODY = Seat(-1)
"""The seat of those who look on without one: to them nobody is "you"."""


class Misunderstood(Exception):
    """What was typed is no command. The text is a sentence for the player."""


class Teller(Protocol[View_contra]):
    """Remembers what it has told of one game."""

    def look(self, view: View_contra) -> list[Line]:
        """Tell what has happened since the last look; at the first one, where the game stands."""


class OrderedHands(Protocol[View]):
    """Hands that their owners can put into another order (D22)."""

    def arranged(self, view: View, orders: Sequence[Arrangement]) -> View:
        """Return the same view with all hands in the order in which they are to be seen."""

    def opened(self, view: View, faces: Mapping[Card, Face]) -> View:
        """Return the same view with the cards open whose faces the table's end has shown."""

    def cards(self, view: View, seat: Seat) -> Sequence[Card]:
        """Return the cards of a hand."""

    def names(self, view: View, seat: Seat) -> Sequence[str]:
        """Return the cards of a hand whose faces are seen."""


class ReservedNames(Protocol):
    """What nobody may be called where this game is known, since a command would mean a card."""

    def words(self) -> Iterable[str]:
        """Return the words in the language of the screen; what looks like one of them is reserved
        too."""

    def is_card(self, word: str) -> bool:
        """Return whether what is typed in lower case could name a card."""


class GameScreen(Protocol[View, Move]):
    """One game on a screen. A view is one of this game, in which the hands are dealt.

    `title` is its name, the same in every language; `options` is what can be chosen, and
    `option_words` how players are told of a choice that is not the usual one, by key and value;
    `unchecked` what no audit of a finished game can see.
    `moves` are the words that begin a move, each with an example, which is the word itself if
    nothing comes after it; `topics` what can be looked at besides what every table has. `help`
    explains them; `refusals` says to the player why the rules forbid a move, `reasons` why they
    forbid any that is told of, all of them; `ordered` is absent (None) where there are no hidden
    hands to put in order; `conventions` are those by which its bots understand hints.
    """

    @property
    def title(self) -> str: ...

    @property
    def options(self) -> Sequence[Option]: ...

    @property
    def option_words(self) -> Mapping[tuple[str, str], str]: ...

    @property
    def unchecked(self) -> Sequence[str]: ...

    @property
    def ordered(self) -> OrderedHands[View] | None: ...

    @property
    def moves(self) -> Mapping[str, str]: ...

    @property
    def topics(self) -> Sequence[str]: ...

    @property
    def help(self) -> Sequence[str]: ...

    @property
    def conventions(self) -> Sequence[str]: ...

    @property
    def refusals(self) -> Mapping[Code, str]: ...

    @property
    def reasons(self) -> Mapping[Code, str]: ...

    def is_dealt(self, view: View) -> bool:
        """Return whether there is anything yet to look at."""

    def rules(self, view: View | None) -> Sequence[str]:
        """Return the rules on one page, with those of the variants in play if they are known by
        now."""

    def move(self, word: str, rest: Sequence[str], view: View, players: Players) -> Move:
        """Parse a move, which need not be legal. Raise `Misunderstood`."""

    def next_words(
        self, word: str, rest: Sequence[str], view: View, players: Players
    ) -> Sequence[str]:
        """Return what can come after this beginning of a move."""

    def asks(self, move: Move, view: View) -> bool:
        """Return whether a legal move is made only after a yes, where moves are confirmed."""

    def by_itself(self, view: View) -> Move | None:
        """Return the move made for the player, where everybody sees that nothing is chosen."""

    def by_enter(self, view: View) -> Move | None:
        """Return the move that an empty line stands for; None where anything is chosen."""

    def preview(self, move: Move, view: View, players: Players) -> str:
        """Say what a legal move will do, or tell everybody, in a sentence."""

    def teller(self, players: Players) -> Teller[View]: ...

    def whose_turn(self, view: View, players: Players) -> Line | None:
        """Say who is to do what; None while the table is at work and after the end."""

    def page(self, topic: str, view: View, players: Players) -> list[Line]:
        """Show `show`, or one of `topics`."""

    def events(self, view: View, players: Players) -> Sequence[Event]:
        """Return what has happened, in order."""

    def results(self, view: View, players: Players) -> Sequence[RoundResult]:
        """Return how the rounds ended that are over, in order; a game without rounds has none."""

    def result(self, view: View, players: Players) -> list[Line]:
        """Say how the game ended; nothing while it goes on."""

    def held_at_the_end(
        self, view: View, players: Players, shown: Mapping[Card, Face]
    ) -> list[Line]:
        """Show what was left in the hands; `shown` are faces that the table's end has shown."""


class UsualScreen(Generic[View, Move]):
    """What most games say alike of a `GameScreen`; a game says what it has beyond that."""

    option_words: Mapping[tuple[str, str], str] = {}
    unchecked: Sequence[str] = ()
    conventions: Sequence[str] = ()
    ordered: OrderedHands[View] | None = None

    def is_dealt(self, view: View) -> bool:
        return bool(view.log)

    def next_words(
        self, word: str, rest: Sequence[str], view: View, players: Players
    ) -> Sequence[str]:
        return ()

    def asks(self, move: Move, view: View) -> bool:
        return True

    def by_itself(self, view: View) -> Move | None:
        return None

    def by_enter(self, view: View) -> Move | None:
        return None

    def results(self, view: View, players: Players) -> Sequence[RoundResult]:
        return ()

    def held_at_the_end(
        self, view: View, players: Players, shown: Mapping[Card, Face]
    ) -> list[Line]:
        return []


AnyScreen: TypeAlias = GameScreen[AnyView, AnyMove]
Games: TypeAlias = Mapping[str, AnyScreen]
"""Those that are known here, by the name that they have on the wire."""


def title_of(games: Games, game: str) -> str:
    """Return a game's title; one that is not known here goes by its name on the wire."""
    return games[game].title if game in games else game


def as_seen(screen: GameScreen[View, Move], view: View, orders: Sequence[Arrangement]) -> View:
    """Return a view with all hands as their owners have put them in order."""
    return view if screen.ordered is None else screen.ordered.arranged(view, orders)


class LogTeller(Generic[View]):
    """Tells a game of which everything worth telling stands in its log.

    `first` tells where the game stands; `story` has some lines for each entry of the log, from the
    one of that number on.
    """

    def __init__(
        self,
        players: Players,
        first: Callable[[View, Players], list[Line]],
        story: Callable[[View, Players, int], Sequence[Sequence[Line]]],
    ) -> None:
        self._players = players
        self._first = first
        self._story = story
        self._told: int | None = None

    def look(self, view: View) -> list[Line]:
        told, self._told = self._told, len(view.log)
        if told is None:
            return self._first(view, self._players)
        if told == len(view.log):
            return []
        return [line for lines in self._story(view, self._players, told) for line in lines]
