"""The screens of a game whose log contains everything worth telling, in lines; games override what
they need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import TypeAlias

from protocol.game import Move, View
from protocol.reasons import Code

from ...drawing.canvas import Block, Picture, Size, high, plain, stack
from ...drawing.style import Line, text
from ...drawing.theme import Theme
from ...kit.questions import Prompt
from ...model.game.game_screen import LogTeller, UsualScreen
from ...model.game.log_filter import Event
from ...model.game.table_players import Players
from ...model.table.shown_table import ShownTable
from .board_frame import Board, columns_of, framed, room
from .game_table import GameTable
from .number_input import MoveList, NumberInput, Typed

Below: TypeAlias = Callable[[Size], Block]
"""Paints something in at most this room."""


class LogScreen(UsualScreen[View, Move], ABC):
    """See `GameScreen`: for a game whose log contains everything worth telling.

    Games override what they need.
    """

    title: str
    topics: Sequence[str] = ()
    reasons: Mapping[Code, str] = {}
    endings: Mapping[Enum, str] = {}

    @property
    def refusals(self) -> Mapping[Code, str]:
        """The reasons: those for another player's move also suit one's own."""
        return self.reasons

    @abstractmethod
    def table(self, view: View, players: Players) -> list[Line]:
        """Return the state of the game, without the hand."""

    def hand(self, view: View, who: str | None) -> list[Line]:
        """Return what the seat of the view holds, as far as it knows; empty in a game without
        hidden hands. `who` is None for the viewer, who is addressed as "you"."""
        return []

    def seen(self, view: View, players: Players) -> list[Line]:
        """Return all that is seen from the seat of the view: by its player, or by a spectator."""
        return [*self.hand(view, players.other(view.seat)), *self.table(view, players)]

    @abstractmethod
    def sentences(self, view: View, players: Players) -> list[str]:
        """Return a sentence for each entry of the log."""

    def teller(self, players: Players) -> LogTeller[View]:
        return LogTeller(players, self.seen, self._story)

    def _story(self, view: View, players: Players, since: int) -> list[list[Line]]:
        return [[text(sentence)] for sentence in self.sentences(view, players)[since:]]

    def page(self, topic: str, view: View, players: Players) -> list[Line]:
        return self.seen(view, players)

    def events(self, view: View, players: Players) -> list[Event]:
        return [Event(sentence) for sentence in self.sentences(view, players)]

    def picture(self, board: Board[View], size: Size, below: Below | None = None) -> Picture:
        """Draw the table on the full screen, at any time of the game; `below` is drawn under it."""

        def moves(view: View, players: Players) -> list[Line]:
            return [text(sentence) for sentence in self.sentences(view, players)]

        body = plain(self.seen(board.view, board.players))
        if below is not None:
            body = _with(body, below, Size(columns_of(size), room(board, size)))
        return framed(board, size, body, text(self.title), moves=moves)


def _with(body: Block, below: Below, size: Size) -> Block:
    """Draw something under the table, which gives way if not all of it fits: `below` gets at least
    half of the rows if it needs them."""
    top = min(len(body.lines), max(size.rows - len(below(size).lines), size.rows // 2))
    return stack(high(body, top), below(Size(size.columns, size.rows - top)))


class LogTable(GameTable[Typed, View, Move]):
    """See `GameTable`: the table of a `LogScreen`, with a list of the moves on one's turn."""

    def __init__(self, screen: LogScreen[View, Move], table: ShownTable[View, Move]) -> None:
        super().__init__(table, NumberInput(table.screen, table.players))
        self._moves = MoveList(table.screen, table.players)
        self._table = table
        self._log_screen = screen

    def picture(self, board: Board[View], size: Size, theme: Theme) -> Picture:
        view = board.view
        is_mine = bool(view.moves) and view == self._table.now
        below = partial(self._moves.painted, view) if is_mine else None
        return self._log_screen.picture(board, size, below)

    def own_key(self, key: str, view: View, prompt: Prompt) -> bool:
        return bool(view.moves) and self._moves.turn(key)
