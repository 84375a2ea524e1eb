"""A recorded game as data: its moments, and through whose eyes each is seen.

Each game's `GameReplay` defines what is specific to its replays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Generic, Protocol, TypeAlias

from p2p_hanabi.seam.decisions import Why
from protocol.game import AnyMove, AnyView, Known, Move, Seat, View
from protocol.reasons import Code, Reason

from ..drawing.style import Line
from ..model.game.areas import Area
from ..model.game.game_screen import NOBODY, GameScreen
from ..model.game.log_screen import LogScreen
from ..model.game.table_players import Players
from ..words.i18n import _
from .formats import ForeignEnding


class Spectator(Enum):
    """The eyes of no single player."""

    EVERYTHING = "all"  # every face that the file shows, whoever knew it then
    PUBLIC = "public"  # what all players knew


@dataclass(frozen=True, slots=True)
class AllFrom:
    """Every face that the file shows, from the side of a seat."""

    seat: Seat


Viewpoint: TypeAlias = Seat | Spectator | AllFrom


class SpectatorCompany(Players):
    """Players as seen by a spectator, from a seat's side or nobody's; no one is "you"."""

    __slots__ = ()

    def other(self, seat: Seat) -> str:
        return self.names[seat]


class Recording(Protocol[View, Move]):
    """A recorded game. Moment 0 is before the first move, each further one after a move."""

    @property
    def screen(self) -> GameScreen[View, Move]: ...

    @property
    def replay(self) -> GameReplay[View, Move]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def count(self) -> int:
        """The number of moments, at least one."""

    @property
    def is_signed(self) -> bool:
        """Whether players have signed the game, so that it can be audited."""

    @property
    def is_finished(self) -> bool: ...

    @property
    def agreed(self) -> Sequence[Seat]:
        """Who have agreed to end a game that was not over; nobody if it did not end so."""

    @property
    def ending(self) -> ForeignEnding[View] | None:
        """How another program ended an unfinished game; None if none did."""

    def mover(self, moment: int) -> Seat | None:
        """Return who made the move before this moment; None before the first."""

    def why(self, moment: int) -> Why | None:
        """Return why a bot of this machine made the move before this moment, if known."""

    def view(self, moment: int, eyes: Viewpoint) -> View:
        """Return the view from a seat, or from the first one with what a `Spectator` sees."""

    def known(self, moment: int, eyes: Viewpoint) -> Known: ...


class GameReplay(Protocol[View, Move]):
    """How replays of one game are shown.

    `levels` name how much is shown of what players know about their hands, starting with the
    default; there is at least one, and a key to switch if there are more. `whys` are the reasons
    that its bot gives for moves, each with its sentence.
    """

    @property
    def levels(self) -> Sequence[str]: ...

    @property
    def whys(self) -> Mapping[Code, str]: ...

    def why(self, recording: Recording[View, Move], moment: int, reason: Reason) -> str:
        """Return why a bot made the move before this moment, in a sentence."""

    def untold(self, recording: Recording[View, Move], moment: int, mover: Seat) -> str:
        """Describe a move that leaves nothing in the log of the game."""

    def brief(self, recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> list[Line]:
        """Return the state of the game after a move: a line or two, and any hands just dealt."""

    def moment_page(
        self, recording: Recording[View, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        """Return the whole table at that moment."""

    def beside(self, recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> list[Line]:
        """Return what a board for these eyes leaves out."""

    def held_at_end(self, recording: Recording[View, Move], eyes: Viewpoint) -> list[Line]:
        """Return what was left in the hands of a finished game."""

    @property
    def art(self) -> Path | None:
        """The file with the drawings of the game's cards; None if lines are shown instead."""

    def areas(self, recording: Recording[View, Move], moment: int) -> Sequence[Area]:
        """Return the table at that moment with its cards, for all eyes at once; empty if the lines
        of `page` are shown instead."""


AnyReplay: TypeAlias = GameReplay[AnyView, AnyMove]


class LinesReplay(Generic[View, Move]):
    """See `GameReplay`: for a game whose table is shown as lines."""

    art: Path | None = None
    whys: Mapping[Code, str] = {}

    @property
    def levels(self) -> Sequence[str]:
        return ("",)

    def why(self, recording: Recording[View, Move], moment: int, reason: Reason) -> str:
        return _(self.whys[reason.code]).format(**reason.named)

    def untold(self, recording: Recording[View, Move], moment: int, mover: Seat) -> str:
        return _("{who} has moved.").format(who=recording.names[mover])

    def brief(self, recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> list[Line]:
        return self.moment_page(recording, moment, eyes)

    def moment_page(
        self, recording: Recording[View, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        return recording.screen.topic_page(
            "show", recording.view(moment, eyes), spectator(recording)
        )

    def beside(self, recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> list[Line]:
        return []

    def held_at_end(self, recording: Recording[View, Move], eyes: Viewpoint) -> list[Line]:
        return []

    def areas(self, recording: Recording[View, Move], moment: int) -> Sequence[Area]:
        return ()


class LogReplay(LinesReplay[View, Move]):
    """See `GameReplay`: for a game with a `LogScreen`."""

    def __init__(self, screen: LogScreen[View, Move]) -> None:
        self._screen = screen

    def moment_page(
        self, recording: Recording[View, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        view = recording.view(moment, eyes)
        first = self._screen.hand(view, recording.names[view.seat])
        others = self.beside(recording, moment, eyes)
        return [*first, *others, *self._screen.without_hand(view, spectator(recording))]

    def beside(self, recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> list[Line]:
        """Return the hands that are not on the viewer's side, if all are seen."""
        if eyes is not Spectator.EVERYTHING and not isinstance(eyes, AllFrom):
            return []
        seats, own = map(Seat, range(len(recording.names))), side_of(eyes)
        others = [(seat, recording.names[seat]) for seat in seats if seat != own]
        # with all cards, since a hand may be hidden from the one who holds it
        views = ((recording.view(moment, AllFrom(seat)), name) for seat, name in others)
        return [line for view, name in views for line in self._screen.hand(view, name)]


def spectator(recording: Recording[View, Move]) -> SpectatorCompany:
    return SpectatorCompany(NOBODY, recording.names)


def spectator_beside(recording: Recording[View, Move], eyes: Viewpoint) -> SpectatorCompany:
    return SpectatorCompany(side_of(eyes), recording.names)


def side_of(eyes: Viewpoint) -> Seat:
    """Return from which seat's side they look: the first one's if they are no player's."""
    match eyes:
        case Spectator():
            return Seat(0)
        case AllFrom(seat):
            return seat
    return eyes
