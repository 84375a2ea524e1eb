"""The scene of Ikebana: what is pressed at the table, and what is on the screen then."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from p2p_hanabi.ui.kit.canvas import Picture, Size
from p2p_hanabi.ui.kit.style import Line
from p2p_hanabi.ui.kit.theme import Theme
from p2p_hanabi.ui.table.board_frame import Board
from p2p_hanabi.ui.table.choosing import Draft
from p2p_hanabi.ui.table.letter_table import LetterTable
from p2p_hanabi.ui.table.port import TablePort
from protocol.game import Card

from ..moves import Buy, Draw, Keep, Move, Refuse
from ..view import IkebanaView
from . import board as ikebana_board
from . import story as ikebana_story
from . import words

_LETTERS = {"d": "draw", "b": "buy", "k": "keep", "r": "refuse"}
_WORDS: dict[type, str] = {Draw: "draw", Buy: "buy", Keep: "keep", Refuse: "refuse"}


class IkebanaTable(LetterTable[IkebanaView, Move]):
    """A number alone is a player whose discard is bought."""

    def __init__(
        self, port: TablePort[IkebanaView, Move], clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(port, clock)

    def _letters(self, view: IkebanaView) -> Mapping[str, str]:  # noqa: ARG002 - the same in every view
        return _LETTERS

    def _word_for_number(self, view: IkebanaView) -> str:  # noqa: ARG002 - the same in every view
        return "buy"

    def _numbers(self, word: str, view: IkebanaView) -> Sequence[tuple[str, str]] | None:
        if word != "buy":
            return None
        return [
            (str(offer.owner + 1), self._company.name(offer.owner))
            for offer in view.offers
            if offer.affordable
        ]

    def _any_number(self) -> str:
        return str(self._company.from_next[0] + 1)

    def _label(self, word: str) -> str:
        return words.label(word)

    def _word_of(self, move: object) -> str:
        return _WORDS[type(move)]

    def _question(self, draft: Draft, view: IkebanaView) -> str:
        owners = [" ".join(each) for each in self._numbers(draft.word, view) or ()]
        return words.buy_from_whom(owners)

    def _touched(self, draft: Draft, view: IkebanaView) -> frozenset[Card]:  # noqa: ARG002 - the move tells
        top = view.tops[self._move.owner] if isinstance(self._move, Buy) else None
        return frozenset() if top is None else frozenset({top.card})

    def _account(self, view: IkebanaView) -> list[Line]:
        """What the last bouquets brought."""
        return ikebana_story.story(view, self._company)[-1]

    def _keys_page(self) -> Sequence[str]:
        return words.help_rows()

    def _picture(self, board: Board[IkebanaView], size: Size, theme: Theme) -> Picture:
        return ikebana_board.paint(board, size, theme)


SCENE = IkebanaTable
