"""What a line interface needs of a game: all that it says, asks and paints of it.

Each game has one object of this shape; `registry.py` knows which games there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from p2p_hanabi.games.common.options import Option
from protocol.game import Card, Face, Seat
from protocol.peer.remarks import Arrangement

from ..kit.style import Line
from .company import Company

NOBODY = Seat(-1)
"""Who looks on without a seat: to them nobody is "you"."""


class Misunderstood(Exception):
    """What was typed is no command. The text is a sentence for the player."""


class AnyView(Protocol):
    """What the views of all games have in common. `turn` and `log` only ever grow."""

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


class Teller(Protocol):
    """Remembers what it has told of one game."""

    def look(self, view: Any) -> list[Line]:
        """What has happened since the last look; at the first one, where the game stands."""


class OrderedHands(Protocol):
    """Hands that their owners can put into another order (D22)."""

    def arranged(self, view: Any, orders: Sequence[Arrangement]) -> Any:
        """The same view with all hands in the order in which they are to be seen."""

    def cards(self, view: Any) -> Sequence[Card]:
        """One's own hand."""

    def names(self, view: Any, seat: Seat) -> Sequence[str]:
        """The cards of a hand whose faces are seen."""


class ReservedNames(Protocol):
    """What nobody may be called where this game is known, since a command would mean a card."""

    def words(self) -> Iterable[str]:
        """In the language of the screen; what looks like one of them is reserved too."""

    def is_card(self, word: str) -> bool:
        """Whether what is typed in lower case could name a card."""


class GameScreen(Protocol):
    """One game on a screen. A view is one of this game, in which the hands are dealt.

    `title` is its name, the same in every language; `options` is what can be chosen, and
    `option_words` how players are told of a choice that is not the usual one, by key and value;
    `unchecked` what no audit of a finished game can see.
    `moves` are the words that begin a move, each with an example, which is the word itself if
    nothing comes after it; `topics` what can be looked at besides what every table has. `help`
    explains them; `refusals` says in words why the rules forbid a move, by the key of the rules;
    `turn_rule` is the number of the rule that players take turns, `talk_rule` of the one about
    talk, empty if there is none; `ordered` is absent (None) where there are no hidden hands to put
    in order.
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
    def ordered(self) -> OrderedHands | None: ...

    @property
    def moves(self) -> Mapping[str, str]: ...

    @property
    def topics(self) -> Sequence[str]: ...

    @property
    def help(self) -> Sequence[str]: ...

    @property
    def refusals(self) -> Mapping[str, str]: ...

    @property
    def turn_rule(self) -> str: ...

    @property
    def talk_rule(self) -> str: ...

    def is_dealt(self, view: Any) -> bool:
        """Whether there is anything yet to look at."""

    def rules(self, view: Any | None) -> Sequence[str]:
        """The rules on one page, with those of the variants in play if they are known by now."""

    def move(self, word: str, rest: Sequence[str], view: Any, company: Company) -> Any:
        """The move that is meant; `Misunderstood` says what is wrong. It need not be legal."""

    def next_words(
        self, word: str, rest: Sequence[str], view: Any, company: Company
    ) -> Sequence[str]:
        """What can come after this beginning of a move."""

    def asks(self, move: Any, view: Any) -> bool:
        """Whether a legal move is made only after a yes, where moves are confirmed."""

    def by_itself(self, view: Any) -> Any | None:
        """The move that is made for the player, where everybody sees that nothing is chosen."""

    def by_enter(self, view: Any) -> Any | None:
        """The move that an empty line stands for; none (None) where anything is chosen."""

    def preview(self, move: Any, view: Any, company: Company) -> str:
        """What a legal move will do, or tell everybody, in a sentence."""

    def teller(self, company: Company) -> Teller: ...

    def whose_turn(self, view: Any, company: Company) -> Line | None:
        """Who is to do what; nothing (None) while the table is at work and after the end."""

    def page(self, topic: str, view: Any, company: Company) -> list[Line]:
        """`show`, `log`, or one of `topics`."""

    def result(self, view: Any, company: Company) -> list[Line]:
        """How the game ended; empty while it goes on."""

    def held_at_the_end(
        self, view: Any, company: Company, shown: Mapping[Card, Face]
    ) -> list[Line]:
        """What was left in the hands; `shown` are faces that the table's end has shown."""


Games: TypeAlias = Mapping[str, GameScreen]
"""Those that are known here, by the name that they have on the wire."""


def title_of(games: Games, game: str) -> str:
    """A game that is not known here goes by the name that it has on the wire."""
    return games[game].title if game in games else game


def as_seen(screen: GameScreen, view: Any, orders: Sequence[Arrangement]) -> Any:
    """A view with all hands as their owners have put them in order."""
    return view if view is None or screen.ordered is None else screen.ordered.arranged(view, orders)


class LogTeller:
    """Tells a game of which everything worth telling stands in its log.

    `first` tells where the game stands; `story` has some lines for each entry of the log.
    """

    def __init__(
        self,
        company: Company,
        first: Callable[[Any, Company], list[Line]],
        story: Callable[[Any, Company], Sequence[Sequence[Line]]],
    ) -> None:
        self._company = company
        self._first = first
        self._story = story
        self._told: int | None = None

    def look(self, view: Any) -> list[Line]:
        told, self._told = self._told, len(view.log)
        if told is None:
            return self._first(view, self._company)
        if told == len(view.log):
            return []
        return [line for lines in self._story(view, self._company)[told:] for line in lines]
