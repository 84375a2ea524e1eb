"""The interfaces through which a screen uses a table or a lobby, and nothing else.

The code that connects a screen to the network implements them. `changed` returns at the next change
after the call; a change between two calls is not lost, since the screen looks at everything in
between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from p2p_hanabi.gathering import Change, LobbyView, Notice
from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.game import Card, Move, Seat, View
from protocol.peer.remarks import Remark
from protocol.reasons import Code

from ..model.game.game_screen import Games, GameScreen
from ..model.table.table_snapshot import SeatSnapshot, TableSnapshot


class SeatPort(Protocol):
    """One seat at a table of any game.

    A player's action can be refused at once; then nothing has changed. `refusals` has what was
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

    def refusals(self) -> Sequence[IllegalMove | NotNow | RemarkRefused]:
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


class LobbyPort(Protocol):
    """Either side of a lobby. To leave it, cancel the task that runs it."""

    def view(self) -> LobbyView | None:
        """Return the lobby; None until the host has admitted this player."""

    def ready(self, is_ready: bool) -> None: ...

    def free(self, number: int) -> None:
        """Free the seat of a disconnected guest; only for the host."""

    def arrange(self, change: Change) -> None:
        """Change the seats, if the view allows it; only for the host."""

    def leave(self) -> None:
        """Leave on purpose, and tell the others."""

    async def changed(self) -> None: ...


class SearchPort(Protocol):
    """A search for tables on the network."""

    @property
    def games(self) -> Games: ...

    @property
    def reminder(self) -> str:
        """A sentence for a player who finds nothing; it may be empty."""

    def notices(self) -> Sequence[Notice]: ...

    async def changed(self) -> None: ...
