"""The interfaces through which a screen uses a table or a lobby, and nothing else.

The code that connects a screen to the network implements them. `changed` returns at the next change
after the call; a change between two calls is not lost, since the screen looks at everything in
between.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from p2p_hanabi.gathering import Change, Company, LobbyView, Notice, PhoneCode
from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.game import Card, Face, Move, Options, Seat, View
from protocol.peer.remarks import Arrangement, Heard, Remark, Rule
from protocol.peer.status import Ending, Status
from protocol.reasons import Code, Reason

from ..kit.style import Line
from ..model.game.game_screen import Games, GameScreen


class SeatPort(Protocol):
    """One seat at a table of any game."""

    @property
    def seat(self) -> Seat: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def machines(self) -> tuple[Seat, ...]:
        """For each seat, the seat on whose machine it runs."""

    @property
    def options(self) -> Options:
        """The options of this table; one that is missing has its default."""

    def status(self) -> Status: ...

    def ending(self) -> Ending | None: ...

    @property
    def faces(self) -> Mapping[Card, Face]:
        """The faces that this seat knows; after the close of a game that shows them, every one."""

    def missing(self) -> Mapping[Seat, float]:
        """Return the seats without a connection, and for how many seconds."""

    def stepped_out(self) -> Collection[Seat]:
        """Return the missing seats that left for now, by themselves or with the player on whose
        machine they run; the others have lost the connection."""

    def incompatible(self) -> Mapping[Seat, Reason]:
        """Return the missing seats whose programs cannot be linked with this one, and why."""

    @property
    def talk(self) -> Rule:
        """The kind of chat that the table has agreed on."""

    def heard(self) -> Sequence[Heard]:
        """Return the last remarks."""

    def orders(self) -> Sequence[Arrangement]:
        """Return how hands were reordered; `view` shows them so."""

    def say(self, remark: Remark) -> None:
        """Say a remark. Raise `RemarkRefused`, with nothing changed."""

    def why_unsaid(self, remark: Remark) -> Code | None:
        """Return why the remark cannot be said now; None if it can."""

    def company(self) -> Company:
        """Return who is still here once the table has ended, and who would play again."""

    def want_again(self) -> None:
        """Tell the others, once the table has ended, that this seat would play again."""

    def notes(self) -> Mapping[Card, str]:
        """Return this player's own notes, on cards in any hand."""

    def note(self, card: Card, words: str) -> None:
        """Write a note, which is saved; empty words delete it."""

    def phones(self) -> Sequence[PhoneCode]:
        """Return codes that take a seat of this machine from its phone, in case that is lost."""

    def withdraw(self) -> None:
        """Leave for good, under this seat's signature: end the table, or let the others play on."""

    def declare_gone(self, seat: Seat) -> None:
        """Declare that the seat is gone for good. Raise `NotNow`, with nothing changed."""

    def stop(self) -> None:
        """Agree to end the table. Raise `NotNow`, with nothing changed."""

    def reading(self) -> tuple[int, int] | None:
        """Return how many journal records were read, and of how many; None once the table is up to
        date."""

    def refusals(self) -> Sequence[IllegalMove | NotNow | RemarkRefused]:
        """Return what was accepted here but refused later, each once; nothing has changed."""

    async def changed(self) -> None:
        """Wait for the next change, or about a second, so that waiting times are updated."""


class TablePort(SeatPort, Protocol[View, Move]):
    """One seat at a table of one game."""

    @property
    def screen(self) -> GameScreen[View, Move]:
        """The screen of the game played here."""

    def view(self) -> View | None:
        """Return this seat's current view; None until there is one."""

    def past(self) -> Sequence[View]:
        """Return this seat's earlier views, the oldest first, with hands in the order in which they
        were drawn; none from while hands were being dealt."""

    def play(self, move: Move) -> None:
        """Make a move. Raise `IllegalMove` or `NotNow`, with nothing changed."""


@dataclass(frozen=True, slots=True)
class EndedTable:
    """What remains of a table that has ended.

    `hands` are the faces of cards that were not played; empty if they were not revealed. `verdict`
    is the finding of an audit of the transcript, `again` whether the same players can be asked for
    another game.
    """

    transcript: Path | None = None
    evidence: Path | None = None
    hands: Mapping[Card, Face] = field(default_factory=dict)
    verdict: Line = ()
    again: bool = False


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
