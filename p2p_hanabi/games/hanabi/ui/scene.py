"""Hanabi on the full screen: keys at the table, and what they show."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.questions import Prompt
from p2p_hanabi.ui.model.game.game_screen import GameScreen
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.terminal.table.board_frame import Board
from p2p_hanabi.ui.terminal.table.game_table import GameTable
from p2p_hanabi.ui.words.i18n import _

from ..moves import Move
from ..view import HanabiView
from .board import board as hanabi_board
from .board.cells import Level
from .board.seen import HanabiBoard
from .draft import HanabiDraft, HanabiInput
from .note_line import NoteLine
from .words import words_board as words_hanabi


class HanabiTable(GameTable[HanabiDraft, HanabiView, Move]):
    """Besides moves, there are private notes and levels of knowledge."""

    def __init__(self, table: ShownTable[HanabiView, Move]) -> None:
        notes = NoteLine(table)
        super().__init__(table, HanabiInput(table.players, notes), typing=notes)
        self._table = table
        self._level = Level.TOLD

    def picture(self, board: Board[HanabiView], size: Size, theme: Theme) -> Picture:
        shown = HanabiBoard.of(board, self._level, self._table.port.now.notes)
        return hanabi_board.paint(shown, size, theme)

    def keys_page(self, view: HanabiView | None) -> Sequence[str]:
        return words_hanabi.help_rows(len(self.players.names))

    def own_key(self, key: str, view: HanabiView, prompt: Prompt) -> bool:
        if key == "e":
            self._level = Level((self._level + 1) % len(Level))
            prompt.show(_(words_hanabi.LEVELS[self._level]))
        return key == "e"


def _replay_board(board: Board[HanabiView], level: int, size: Size, theme: Theme) -> Picture:
    return hanabi_board.paint(HanabiBoard.of(board, Level(level), {}), size, theme)


def _line_input(_screen: GameScreen[HanabiView, Move], players: Players) -> HanabiInput:
    return HanabiInput(players)


SCENE, REPLAY_BOARD, LINE_INPUT = HanabiTable, _replay_board, _line_input
