"""What a screen needs of a table and of a lobby: everything else stays on the other side.

Whoever joins a screen to the network gives it objects of these shapes. `changed` returns at the
next change after the call; a change between two calls is not lost if the screen looks at everything
in between, which it does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from p2p_hanabi.gathering import Change, Company, LobbyView, Notice, PhoneCode
from protocol.errors import IllegalMove, NotNow, NotSaid
from protocol.game import Card, Face, Move, Seat, View
from protocol.peer.remarks import Arrangement, Heard, Remark, Rule
from protocol.peer.status import Ending, Status
from protocol.reasons import Code

from ..kit.style import Line
from .game_screen import Games, GameScreen


class SeatPort(Protocol):
    """One seat at a table, whatever is played at it."""

    @property
    def seat(self) -> Seat: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def machines(self) -> tuple[Seat, ...]:
        """For each seat the one on whose machine it runs."""

    def status(self) -> Status: ...

    def ending(self) -> Ending | None: ...

    @property
    def faces(self) -> Mapping[Card, Face]:
        """All that this seat knows; after the close of a game that shows them, every one."""

    def missing(self) -> Mapping[Seat, float]:
        """Return the seats to which there is no link, and for how many seconds."""

    def stepped_out(self) -> Collection[Seat]:
        """Return those of the missing who left for now, by themselves or with the player on whose
        machine they run; the others have lost the connection."""

    @property
    def talk(self) -> Rule:
        """What the table has agreed may be said beside the game."""

    def heard(self) -> Sequence[Heard]:
        """Return what was said last."""

    def orders(self) -> Sequence[Arrangement]:
        """Return how hands were put in order; `view` shows them so."""

    def say(self, remark: Remark) -> None:
        """Say a remark. Raise `NotSaid`: nothing has changed."""

    def why_unsaid(self, remark: Remark) -> Code | None:
        """Return why the remark cannot be said now; None if it can."""

    def company(self) -> Company:
        """Return who is still here once the table has ended, and who would play again."""

    def want_again(self) -> None:
        """Tell the others, once the table has ended, that this seat would play again."""

    def notes(self) -> Mapping[Card, str]:
        """Return this player's own notes, on cards in any hand."""

    def note(self, card: Card, words: str) -> None:
        """Kept for the next time too. Empty words take a note away."""

    def phones(self) -> Sequence[PhoneCode]:
        """Return what takes a seat of this machine from its phone, once that is lost."""

    def withdraw(self) -> None:
        """End the table for all, under this seat's signature."""

    def declare_gone(self, seat: Seat) -> None:
        """Say that the seat is gone for good. `NotNow` says why not: nothing has changed."""

    def stop(self) -> None:
        """Agree to end the table. `NotNow` says why not: nothing has changed."""

    def reading(self) -> tuple[int, int] | None:
        """Return how many journal records were read, and of how many; None once the table
        is shown as it stands."""

    def refusals(self) -> Sequence[IllegalMove | NotNow | NotSaid]:
        """Return what was accepted here but then refused, each once: nothing has changed."""

    async def changed(self) -> None:
        """Wait for the next change, or about a second, so that waiting times are told."""


class TablePort(SeatPort, Protocol[View, Move]):
    """One seat at a table of one game."""

    @property
    def screen(self) -> GameScreen[View, Move]:
        """How the game is shown that is played here."""

    def view(self) -> View | None:
        """Return what the game lets this seat look at, None until there is anything."""

    def past(self) -> Sequence[View]:
        """Return what it let this seat look at before, the oldest first, with hands as they were
        drawn; nothing of the moments at which hands were being dealt."""

    def play(self, move: Move) -> None:
        """Make a move. Raise `IllegalMove` or `NotNow`: nothing has changed."""


@dataclass(frozen=True, slots=True)
class EndedTable:
    """What is left of a table that has ended.

    `hands` are the faces of cards that were not played: empty where they were not shown.
    `verdict` says what an audit of the transcript finds, `again` whether the same players can be
    asked for another game.
    """

    transcript: Path | None = None
    evidence: Path | None = None
    hands: Mapping[Card, Face] = field(default_factory=dict)
    verdict: Line = ()
    again: bool = False


class LobbyPort(Protocol):
    """Either side of a lobby. To leave it, cancel whatever runs it."""

    def view(self) -> LobbyView | None:
        """None until the host has let this player in."""

    def ready(self, is_ready: bool) -> None: ...

    def free(self, number: int) -> None:
        """Let others have the seat of a guest who is not there: the host's to say."""

    def arrange(self, change: Change) -> None:
        """Change the seats, if the view says that it can be: the host's to say."""

    def leave(self) -> None:
        """Leave of the player's own will, and tell the others."""

    async def changed(self) -> None: ...


class SearchPort(Protocol):
    """Tables that are being found on the network."""

    @property
    def games(self) -> Games: ...

    @property
    def reminder(self) -> str:
        """A sentence for whoever finds nothing; it may be empty."""

    def notices(self) -> Sequence[Notice]: ...

    async def changed(self) -> None: ...
