"""A game that was played, as data: its moments, and through whose eyes each is seen.

What differs from game to game when it is looked at again is the game's `GameReplay`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Generic, Protocol, TypeAlias

from p2p_hanabi.games.common.decisions import Why
from protocol.game import AnyMove, AnyView, Known, Move, Seat, View
from protocol.reasons import Code, Reason

from ..kit.canvas import Picture, Size
from ..kit.i18n import _
from ..kit.style import Line
from ..kit.theme import Theme
from ..table.areas import Area
from ..table.board_frame import Board
from ..table.game_screen import NOBODY, GameScreen
from ..table.log_screen import LogScreen
from ..table.table_players import Players
from .formats import ForeignEnding


class Spectator(Enum):
    """Nobody's eyes."""

    EVERYTHING = "all"  # every face that the file tells, whoever knew it then
    PUBLIC = "public"  # what all players knew


Eyes: TypeAlias = Seat | Spectator


class SpectatorCompany(Players):
    """Looks on from a seat's side of the table, or from nobody's; no one is addressed as "you"."""

    __slots__ = ()

    def other(self, seat: Seat) -> str:
        return self.names[seat]


class Recording(Protocol[View, Move]):
    """A game that was played. Moment 0 is before the first move, each further one is after one."""

    @property
    def screen(self) -> GameScreen[View, Move]: ...

    @property
    def replay(self) -> GameReplay[View, Move]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def count(self) -> int:
        """How many moments there are, at least one."""

    @property
    def is_signed(self) -> bool:
        """Whether players have signed it, so that it could be audited."""

    @property
    def is_finished(self) -> bool: ...

    @property
    def ending(self) -> ForeignEnding[View] | None:
        """How another program ended an unfinished game; absent (None) if none did."""

    def mover(self, moment: int) -> Seat | None:
        """Return who made the move before this moment; None before the first."""

    def why(self, moment: int) -> Why | None:
        """Return why a bot of this machine made the move before this moment, if that is known."""

    def view(self, moment: int, eyes: Eyes) -> View:
        """From that seat, or from the first one with what nobody's eyes are to see."""

    def known(self, moment: int, eyes: Eyes) -> Known: ...


class GameReplay(Protocol[View, Move]):
    """One game, looked at again.

    `levels` say how much is shown of what players know of their hands, from the usual one on; there
    is one at least, and a key for them if there are more. `whys` are the reasons for a move that
    its bot gives, each with its sentence.
    """

    @property
    def levels(self) -> Sequence[str]: ...

    @property
    def whys(self) -> Mapping[Code, str]: ...

    def why(self, recording: Recording[View, Move], moment: int, reason: Reason) -> str:
        """Say why a bot made the move before this moment, in a sentence."""

    def untold(self, recording: Recording[View, Move], moment: int, mover: Seat) -> str:
        """Tell a move that leaves nothing in the log of the game."""

    def brief(self, recording: Recording[View, Move], moment: int, eyes: Eyes) -> list[Line]:
        """Say where the game stands after a move: a line or two, and the hands that were just
        dealt."""

    def page(self, recording: Recording[View, Move], moment: int, eyes: Eyes) -> list[Line]:
        """Show the whole table at that moment."""

    def beside(self, recording: Recording[View, Move], moment: int, eyes: Eyes) -> list[Line]:
        """Show what a board of these eyes leaves out."""

    def left(self, recording: Recording[View, Move], eyes: Eyes) -> list[Line]:
        """Show what was left in the hands of a game that is over."""

    def paint(self, board: Board[View], level: int, size: Size, theme: Theme) -> Picture: ...

    @property
    def art(self) -> Path | None:
        """The file with the drawings of the game's cards; absent (None) where lines are shown."""

    def areas(self, recording: Recording[View, Move], moment: int) -> Sequence[Area]:
        """Show the table at that moment with its cards, for all eyes in one; nothing where the
        lines of `page` are shown."""


AnyReplay: TypeAlias = GameReplay[AnyView, AnyMove]


class LinesReplay(Generic[View, Move]):
    """See `GameReplay`: for a game of which the lines of its table tell everything."""

    art: Path | None = None
    whys: Mapping[Code, str] = {}

    @property
    def levels(self) -> Sequence[str]:
        return ("",)

    def why(self, recording: Recording[View, Move], moment: int, reason: Reason) -> str:  # noqa: ARG002 - a game can look closer
        return _(self.whys[reason.code]).format(**reason.named)

    def untold(self, recording: Recording[View, Move], moment: int, mover: Seat) -> str:  # noqa: ARG002 - a game can look closer
        return _("{who} has moved.").format(who=recording.names[mover])

    def brief(self, recording: Recording[View, Move], moment: int, eyes: Eyes) -> list[Line]:
        return self.page(recording, moment, eyes)

    def page(self, recording: Recording[View, Move], moment: int, eyes: Eyes) -> list[Line]:
        return recording.screen.page("show", recording.view(moment, eyes), spectator(recording))

    def beside(self, recording: Recording[View, Move], moment: int, eyes: Eyes) -> list[Line]:  # noqa: ARG002 - nothing is
        return []

    def left(self, recording: Recording[View, Move], eyes: Eyes) -> list[Line]:  # noqa: ARG002 - nothing is hidden
        return []

    def areas(self, recording: Recording[View, Move], moment: int) -> Sequence[Area]:  # noqa: ARG002 - lines are shown
        return ()


class LogReplay(LinesReplay[View, Move]):
    """See `GameReplay`: of a game with a `LogScreen`."""

    def __init__(self, screen: LogScreen[View, Move]) -> None:
        self._screen = screen

    def paint(self, board: Board[View], level: int, size: Size, theme: Theme) -> Picture:  # noqa: ARG002 - one picture
        return self._screen.picture(board, size)


def spectator(recording: Recording[View, Move]) -> SpectatorCompany:
    return SpectatorCompany(NOBODY, recording.names)


def spectator_beside(recording: Recording[View, Move], eyes: Eyes) -> SpectatorCompany:
    return SpectatorCompany(side_of(eyes), recording.names)


def side_of(eyes: Eyes) -> Seat:
    """Return from which seat's side they look: the first one's if they are no player's."""
    return Seat(0) if isinstance(eyes, Spectator) else eyes
