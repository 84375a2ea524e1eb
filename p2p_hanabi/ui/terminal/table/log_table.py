"""The table of a game with a `LogScreen`, on the full screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, cast

from protocol.game import Move, View

from ...drawing.canvas import Block, Picture, Size, high, plain, stack
from ...drawing.style import Line, text
from ...drawing.theme import Theme
from ...kit.questions import Prompt
from ...model.game.game_screen import GameScreen
from ...model.game.log_screen import LogScreen
from ...model.game.table_players import Players
from ...model.table.shown_table import ShownTable
from .board_frame import Board, columns_of, framed, room
from .game_table import GameTable
from .number_input import MoveList, NumberInput, Typed

Below: TypeAlias = Callable[[Size], Block]
"""Paints something in at most this room."""


def picture_of(
    screen: LogScreen[View, Move], board: Board[View], size: Size, below: Below | None = None
) -> Picture:
    """Draw the table at any time of the game; `below` is drawn under it."""

    def moves(view: View, players: Players) -> list[Line]:
        return [text(sentence) for sentence in screen.sentences(view, players)]

    body = plain(screen.seen(board.view, board.players))
    if below is not None:
        body = _with(body, below, Size(columns_of(size), room(board, size)))
    return framed(board, size, body, text(screen.title), moves=moves)


def replay_board(
    screen: LogScreen[View, Move], board: Board[View], _level: int, size: Size, _theme: Theme
) -> Picture:
    """See `ReplayBoard`. In a line the moves are listed, as at a table."""
    whole = cast("GameScreen[View, Move]", screen)  # a game's own has its options too
    moves = MoveList(whole, board.players)
    below = partial(moves.painted, board.view) if board.view.moves else None
    return picture_of(screen, board, size, below)


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
        return picture_of(self._log_screen, board, size, below)

    def own_key(self, key: str, view: View, prompt: Prompt) -> bool:
        return bool(view.moves) and self._moves.turn(key)
