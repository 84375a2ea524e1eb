# ruff: noqa: ARG002 - overriding methods may use the arguments
"""The screens of a game whose log contains everything worth telling, in lines; games override what
they need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from protocol.game import Move, View
from protocol.reasons import Code

from ..kit.canvas import Picture, Size, plain
from ..kit.style import Line, text
from ..kit.theme import Theme
from .board_frame import Board, framed
from .game_screen import LogTeller, UsualScreen
from .game_table import GameTable
from .letter_input import Letter, LetterInput
from .log_filter import Event
from .port import TablePort
from .table_players import Players


class LogScreen(UsualScreen[View, Move], ABC):
    """See `GameScreen`: for a game whose log contains everything worth telling.

    Games override what they need.
    """

    title: str
    topics: Sequence[str] = ()
    reasons: Mapping[Code, str] = {}

    @property
    def refusals(self) -> Mapping[Code, str]:
        """The reasons: those for another player's move also suit one's own."""
        return self.reasons

    @abstractmethod
    def table(self, view: View, players: Players) -> list[Line]:
        """Return the state of the game."""

    @abstractmethod
    def told(self, view: View, players: Players) -> list[str]:
        """Return a sentence for each entry of the log."""

    def teller(self, players: Players) -> LogTeller[View]:
        return LogTeller(players, self.table, self._story)

    def _story(self, view: View, players: Players, since: int) -> list[list[Line]]:
        return [[text(sentence)] for sentence in self.told(view, players)[since:]]

    def page(self, topic: str, view: View, players: Players) -> list[Line]:
        return self.table(view, players)

    def events(self, view: View, players: Players) -> list[Event]:
        return [Event(sentence) for sentence in self.told(view, players)]

    def picture(self, board: Board[View], size: Size) -> Picture:
        """Draw the table on the full screen, at any time of the game."""

        def moves(view: View, players: Players) -> list[Line]:
            return [text(sentence) for sentence in self.told(view, players)]

        body = plain(self.table(board.view, board.players))
        return framed(board, size, body, text(self.title), moves=moves)


class LogTable(GameTable[Letter, View, Move]):
    """See `GameTable`: the table of a `LogScreen`."""

    def __init__(self, screen: LogScreen[View, Move], port: TablePort[View, Move]) -> None:
        super().__init__(port, LetterInput(port.screen, Players(port.seat, port.names)))
        self._log_screen = screen

    def picture(self, board: Board[View], size: Size, theme: Theme) -> Picture:
        return self._log_screen.picture(board, size)
