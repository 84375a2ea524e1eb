"""Ikebana on the full screen: keys at the table, and what they show."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.terminal.table.board_frame import Board
from p2p_hanabi.ui.terminal.table.game_table import GameTable
from p2p_hanabi.ui.terminal.table.letter_input import Letter, LetterInput
from p2p_hanabi.ui.words.i18n import translated
from protocol.game import Card

from ..moves import Buy, Move
from ..view import IkebanaView
from .board import board as ikebana_board
from .words import words_board as words


class IkebanaInput(LetterInput[IkebanaView, Move]):
    """A number alone names a player to buy from."""

    def word_for_number(self, view: IkebanaView) -> str:
        return "buy"

    def numbers(self, word: str, view: IkebanaView) -> Sequence[tuple[str, str]] | None:
        if word != "buy":
            return None
        return [
            (str(offer.owner + 1), self.players.name(offer.owner))
            for offer in view.offers
            if offer.affordable
        ]

    def any_number(self) -> str:
        return str(self.players.from_next[0] + 1)

    def question(self, draft: Letter, view: IkebanaView) -> str:
        owners = [" ".join(each) for each in self.numbers(draft.word, view) or ()]
        return words.buy_from_whom(owners)

    def touched(self, draft: Letter, move: Move | None, view: IkebanaView) -> frozenset[Card]:
        top = view.tops[move.owner] if isinstance(move, Buy) else None
        return frozenset() if top is None else frozenset({top.card})


class IkebanaTable(GameTable[Letter, IkebanaView, Move]):
    """See `GameTable`."""

    def __init__(self, table: ShownTable[IkebanaView, Move]) -> None:
        super().__init__(table, IkebanaInput(table.screen, table.players))

    picture = staticmethod(ikebana_board.paint)

    def keys_page(self, view: IkebanaView | None) -> Sequence[str]:
        return translated(words.HELP)


def _replay_board(board: Board[IkebanaView], _level: int, size: Size, theme: Theme) -> Picture:
    return ikebana_board.paint(board, size, theme)


SCENE, REPLAY_BOARD, LINE_INPUT = IkebanaTable, _replay_board, IkebanaInput
