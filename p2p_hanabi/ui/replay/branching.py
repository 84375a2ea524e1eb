"""What replays need in order to play other moves than those of the game: its rules and its cards,
and the lines that their viewer has kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from p2p_hanabi.review.shared_place import SharedLine
from protocol.game import Move, View

from .recording import Recording

NAME_LENGTH = 40
REMARK_LENGTH = 200


class UnknownCard(Exception):
    """The next card is in no file: nobody has revealed it."""


class LineRefused(Exception):
    """A line cannot be kept, read or changed. The text is a sentence for the viewer."""


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A kept line: the moment, from 0, at which it leaves the game, and how many moves it has from
    there. `why_unfit` says why it does not fit the game any more, in words; empty if it does."""

    name: str
    remark: str
    leaves: int
    move_count: int
    why_unfit: str = ""


@dataclass(frozen=True, slots=True)
class BestLine(Generic[View, Move]):
    """A line that reaches `score`, the highest that was possible as the cards lay."""

    score: int
    line: Recording[View, Move]


class Branching(Protocol[View, Move]):
    """A line is a `Recording` too: of the game until some moment, and of other moves from there.

    Each line belongs to the same game. Nothing is changed in place: a move returns another line.
    """

    def begun(self, at: int) -> Recording[View, Move]:
        """Return a line that has no moves of its own yet."""

    def played(self, line: Recording[View, Move], at: int, move: Move) -> Recording[View, Move]:
        """Return the line until this moment, and then this move; the same line if it goes on with
        this move there. Raise `IllegalMove` and `UnknownCard`."""

    def moves(self, line: Recording[View, Move], at: int) -> Sequence[Move]:
        """Return the legal moves at that moment, without those that would open an unknown card."""

    def by_bots(self, line: Recording[View, Move], at: int) -> Recording[View, Move]:
        """Return the line until this moment, and then what bots play, each from its own view: to
        the end of the game, or to a card that nobody knows."""

    def why_no_practice(self) -> str | None:
        """Return why the deal cannot be played again, in a sentence; None if it can."""

    def why_no_search(self) -> str | None:
        """Return why it cannot be searched what was possible, in a sentence; None if it can."""

    def best(
        self, line: Recording[View, Move], at: int, is_over: Callable[[], bool]
    ) -> BestLine[View, Move]:
        """Return the line until this moment, and then one way to the highest score, for players who
        see every card. It takes seconds. Raise `LineRefused` if there are too many ways, and with
        no sentence once it `is_over`."""

    def leaves(self, line: Recording[View, Move]) -> int:
        """Return the last moment that the line shares with the game."""

    def shared(self, line: Recording[View, Move]) -> SharedLine:
        """Return a line as it is shared with others who look at the same game."""

    def as_shared(self, line: Recording[View, Move], shared: SharedLine) -> Recording[View, Move]:
        """Return a line that others share; what it has in common with `line` is not played again.
        Raise `LineRefused` if it does not fit the game."""

    def score(self, line: Recording[View, Move], at: int) -> str:
        """Return the score at that moment in a few words; empty if the game has none."""

    def copied_to(self) -> str:
        """Return the path at which lines are kept with a copy of the game; empty if its viewer has
        its file."""

    def kept(self) -> Sequence[KeptLine]:
        """Return the kept lines, by name. Raise `LineRefused`."""

    def kept_line(self, name: str) -> tuple[KeptLine, Recording[View, Move]]:
        """Return a kept line. Raise `LineRefused`, also if it does not fit the game."""

    def keep(self, line: Recording[View, Move], name: str, remark: str, former: str) -> KeptLine:
        """Keep a line; `former` is the name of a kept one that it replaces, empty if it is new.
        Raise `LineRefused`; then nothing has changed."""

    def delete(self, name: str) -> None:
        """Delete a kept line. Raise `LineRefused`."""
