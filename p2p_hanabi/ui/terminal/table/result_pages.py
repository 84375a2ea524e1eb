"""The result of a round, instead of the board."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from protocol.game import View

from ...drawing.canvas import Picture, Size, Zone, picture, plain, stack
from ...drawing.style import Line, text
from ...kit import scenes
from ...kit.legend import buttons
from ...kit.pager import Pager
from ...model.game.round_result import RoundResult
from ...model.table.table_messages import Meanwhile
from ...words.i18n import _
from . import board_frame
from .board_frame import Board

_SCROLLS = (
    scenes.UP,
    scenes.DOWN,
    scenes.PAGE_UP,
    scenes.PAGE_DOWN,
    scenes.WHEEL_UP,
    scenes.WHEEL_DOWN,
)


class ResultPage:
    """The result shown, and how far it is scrolled."""

    def __init__(self) -> None:
        self._result: RoundResult | None = None
        self._pager = Pager(())

    def of(self, result: RoundResult) -> Pager:
        if result != self._result:
            self._result, self._pager = result, Pager(result.lines())
        return self._pager

    def scrolls(self, key: str, result: RoundResult | None) -> bool:
        """Return whether the key scrolled the result, if there is one; none does if all of it
        fits."""
        if result is None:
            return False
        page = self.of(result)
        return page.is_longer and key in _SCROLLS and page.press(key)

    def paint(
        self, board: Board[View], result: RoundResult, size: Size, *, is_past: bool = False
    ) -> Picture:
        """Paint a result; a click closes it, or steps forward in the past."""
        page, click = self.of(result), scenes.RIGHT if is_past else scenes.ENTER
        question = plain(board_frame.asked(board, size.columns, board_frame.most_asked(size)))
        top = board_frame.top_row(board, size.columns)
        named = board_frame.second_row(board, [text(result.title, "title")], size.columns)
        room = size.rows - 4 - len(question.lines)
        shown = page.window(size.columns, room)
        body = replace(shown, zones=tuple(Zone(row, 0, size.columns, click) for row in range(room)))
        keys = buttons(page.legend(board.buttons), size.columns)
        return picture(stack(plain([top, named, ()]), body, question, keys), size)


def meanwhile(what: Meanwhile) -> Line:
    """Return what goes on while a result is open, and the key that closes it."""
    match what:
        case Meanwhile.OVER:
            return text(_("The game is over: Enter shows how it ended."))
        case Meanwhile.YOUR_TURN:
            return text(
                _("The next round has begun, and it is your turn: Enter continues."), "strong"
            )
        case Meanwhile.BEGUN:
            return text(_("The next round has begun. Enter continues."))
        case Meanwhile.PREPARED:
            return text(_("The next round is being prepared. Enter continues."))
    assert_never(what)
