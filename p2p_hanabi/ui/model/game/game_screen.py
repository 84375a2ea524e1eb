"""What every screen needs from a game: its words, questions and pages.

Each game has one such object; `registry.py` lists the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from p2p_hanabi.seam.options import Option
from protocol.game import AnyMove, AnyView, Card, Face, Move, Options, Seat, TableView, View
from protocol.peer.remarks import Arrangement
from protocol.reasons import Code

from ...drawing.style import Line
from .log_filter import Event
from .round_result import RoundResult
from .table_players import Players

View_contra = TypeVar("View_contra", bound=TableView, contravariant=True)

EXPLAIN, CONVENTIONS = "explain", "conventions"
"""The topics of a game with hints: the meaning of the last one, and the conventions."""
NOBODY = Seat(-1)
"""The seat of spectators: for them, nobody is "you"."""


class Misunderstood(Exception):
    """The input is not a valid command. The text is a sentence for the player."""


class Teller(Protocol[View_contra]):
    """Reports the events of one game, each once."""

    def look(self, view: View_contra) -> list[Line]:
        """Return what has happened since the last look; at the first one, the state of the game."""


class OrderedHands(Protocol[View]):
    """Hands that their owners can reorder (D22)."""

    def arranged(self, view: View, orders: Sequence[Arrangement]) -> View:
        """Return the view with all hands in the order in which they are to be shown."""

    def opened(self, view: View, faces: Mapping[Card, Face]) -> View:
        """Return the view with the cards face up whose faces the end of the table revealed."""

    def cards(self, view: View, seat: Seat) -> Sequence[Card]:
        """Return the cards of a hand."""

    def names(self, view: View, seat: Seat) -> Sequence[str]:
        """Return the names of the visible cards of a hand."""


class ReservedNames(Protocol):
    """Names that nobody may have if this game is known: commands would take them for cards."""

    def words(self) -> Iterable[str]:
        """Return the words in the language of the screen; similar-looking ones are reserved too."""

    def is_card(self, word: str) -> bool:
        """Return whether a word in lower case could name a card."""


class GameScreen(Protocol[View, Move]):
    """One game on a screen. Views passed to it are of this game, with the hands dealt.

    `title` is its name, the same in every language; `options` its options, and `option_words` the
    words for values other than the defaults, by key and value; `unchecked` is what no audit of a
    finished game can check.
    `move_examples` are the words that begin a move, each with an example, which is the word itself
    if it takes no arguments; `topics` the pages besides those of every table. `numbers_moves`: in
    lines too, a move may be chosen by its number in the list of all.
    `refusals` explains why the rules refuse one's own move, `reasons` why they refuse anybody's,
    for all codes; `endings` says in a few words why a game ended, for all reasons. `ordered` is
    None if there are no hidden hands to reorder; `conventions` are those by which its bots
    understand hints.
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
    def move_examples(self) -> Mapping[str, str]: ...

    @property
    def numbers_moves(self) -> bool: ...

    @property
    def topics(self) -> Sequence[str]: ...

    @property
    def conventions(self) -> Sequence[str]: ...

    @property
    def refusals(self) -> Mapping[Code, str]: ...

    @property
    def reasons(self) -> Mapping[Code, str]: ...

    @property
    def endings(self) -> Mapping[Enum, str]: ...

    @property
    def on_board(self) -> GameScreen[View, Move]:
        """The same screen, which names cards as they are drawn on a board."""

    def is_dealt(self, view: View) -> bool:
        """Return whether there is anything to look at yet."""

    def help(self, view: View | None) -> Sequence[str]:
        """Return the rows of the help on the game's commands, untranslated; those that depend on
        the variants in play only if these allow them."""

    def rules_page(self, options: Options) -> Sequence[str]:
        """Return the rules that a table with these options plays, on one page."""

    def move(self, word: str, rest: Sequence[str], view: View, players: Players) -> Move:
        """Parse a move, which need not be legal. Raise `Misunderstood`."""

    def next_words(
        self, word: str, rest: Sequence[str], view: View, players: Players
    ) -> Sequence[str]:
        """Return the words that can follow this beginning of a move."""

    def asks(self, move: Move, view: View) -> bool:
        """Return whether a legal move must be confirmed, if moves are confirmed at all."""

    def by_itself(self, view: View) -> Move | None:
        """Return a move to make automatically, if everybody sees that there is no choice."""

    def by_enter(self, view: View) -> Move | None:
        """Return the move that an empty line makes; None if there is a choice."""

    def preview(self, move: Move, view: View, players: Players) -> str:
        """Return what a legal move will do, or tell everybody, in a sentence."""

    def teller(self, players: Players) -> Teller[View]: ...

    def whose_turn(self, view: View, players: Players) -> Line | None:
        """Return who is to do what; None while the protocol is at work and after the end."""

    def awaits(self, view: View, players: Players) -> str:
        """Return what another player is to do; empty if there is nothing to add to whose turn it
        is."""

    def calls_for(self, view: View) -> object:
        """Return a value; whenever it changes while the seat is to act, the player is alerted."""

    def topic_page(self, topic: str, view: View, players: Players) -> list[Line]:
        """Return the page `show`, or one of `topics`."""

    def explains(self, view: View) -> bool:
        """Return whether there is a hint to explain yet."""

    def events(self, view: View, players: Players) -> Sequence[Event]:
        """Return what has happened, in order."""

    def results(self, view: View, players: Players) -> Sequence[RoundResult]:
        """Return the results of finished rounds, in order; empty for a game without rounds."""

    def result(self, view: View, players: Players) -> list[Line]:
        """Return how the game ended; nothing while it goes on."""

    def account(self, view: View, players: Players) -> list[Line]:
        """Return how the result came about, when the game is over."""

    def score_so_far(self, view: View, players: Players) -> list[Line]:
        """Return the score of a game that ended before its result."""

    def nothing_left(self, view: View) -> str:
        """Return that no more points are possible, as all seats can tell alike, so that the players
        may agree to end the game; empty if some are."""

    def held_at_the_end(
        self, view: View, players: Players, shown: Mapping[Card, Face]
    ) -> list[Line]:
        """Return what was left in the hands; `shown` are faces that the end of the table
        revealed."""


class UsualScreen(Generic[View, Move]):
    """Defaults of `GameScreen` that suit most games."""

    option_words: Mapping[tuple[str, str], str] = {}
    unchecked: Sequence[str] = ()
    conventions: Sequence[str] = ()
    ordered: OrderedHands[View] | None = None
    numbers_moves: bool = False

    @property
    def on_board(self) -> Self:
        return self

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

    def awaits(self, view: View, players: Players) -> str:
        return ""

    def calls_for(self, view: View) -> object:
        return view.turn

    def explains(self, view: View) -> bool:
        return False

    def results(self, view: View, players: Players) -> Sequence[RoundResult]:
        return ()

    def account(self, view: View, players: Players) -> list[Line]:
        return []

    def score_so_far(self, view: View, players: Players) -> list[Line]:
        return []

    def nothing_left(self, view: View) -> str:
        return ""

    def held_at_the_end(
        self, view: View, players: Players, shown: Mapping[Card, Face]
    ) -> list[Line]:
        return []


AnyScreen: TypeAlias = GameScreen[AnyView, AnyMove]
Games: TypeAlias = Mapping[str, AnyScreen]
"""The known games, by wire name."""


def title_of(games: Games, game: str) -> str:
    """Return a game's title; the wire name for an unknown game."""
    return games[game].title if game in games else game


def as_seen(screen: GameScreen[View, Move], view: View, orders: Sequence[Arrangement]) -> View:
    """Return a view with all hands in the order chosen by their owners."""
    return view if screen.ordered is None else screen.ordered.arranged(view, orders)


class LogTeller(Generic[View]):
    """Reports a game whose log contains everything worth telling.

    `first` returns the state of the game; `story` returns lines for each entry of the log, from a
    given index on.
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
        self._seen: int | None = None

    def look(self, view: View) -> list[Line]:
        seen, self._seen = self._seen, len(view.log)
        if seen is None:
            return self._first(view, self._players)
        if seen == len(view.log):
            return []
        return [line for lines in self._story(view, self._players, seen) for line in lines]
