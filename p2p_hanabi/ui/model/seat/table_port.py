"""The interfaces through which a screen uses a table, and nothing else.

The code that connects a screen to the network implements them. `changed` returns at the next change
after the call; a change between two calls is not lost, since the screen looks at everything in
between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.game import Card, Move, Seat, View
from protocol.peer.remarks import Remark
from protocol.reasons import Code

from ..game.game_screen import GameScreen
from .table_snapshot import SeatSnapshot, TableSnapshot


class SeatPort(Protocol):
    """One seat at a table of any game.

    A player's action can be refused at once; then nothing has changed. `late_refusals` has what was
    accepted at first.
    """

    @property
    def now(self) -> SeatSnapshot:
        """The table since the last change. It stays the same while a screen draws, which awaits
        nothing: so everything in a picture is of one moment."""

    def say(self, remark: Remark) -> None:
        """Say a remark. Raise `RemarkRefused`."""

    def why_unsaid(self, remark: Remark) -> Code | None:
        """Return why the remark cannot be said now; None if it can."""

    def want_again(self) -> None:
        """Tell the others, once the table has ended, that this seat would play again."""

    def note(self, card: Card, words: str) -> None:
        """Write a note, which is saved; empty words delete it."""

    def withdraw(self) -> None:
        """Leave for good, under this seat's signature: end the table, or let the others play on."""

    def declare_gone(self, seat: Seat) -> None:
        """Declare that the seat is gone for good. Raise `NotNow`."""

    def stop(self) -> None:
        """Agree to end the table. Raise `NotNow`."""

    def late_refusals(self) -> Sequence[IllegalMove | NotNow | RemarkRefused]:
        """Return what was accepted here but refused later, each once; nothing has changed."""

    async def changed(self) -> None:
        """Wait for the next change, or about a second, so that waiting times are updated."""


class TablePort(SeatPort, Protocol[View, Move]):
    """One seat at a table of one game."""

    @property
    def screen(self) -> GameScreen[View, Move]:
        """The screen of the game played here."""

    @property
    def now(self) -> TableSnapshot[View]: ...

    def play(self, move: Move) -> None:
        """Make a move. Raise `IllegalMove` or `NotNow`."""
