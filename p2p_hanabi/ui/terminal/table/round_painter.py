"""The result of a round, shown instead of the board, for any game: a pure painter."""

from __future__ import annotations

from dataclasses import replace

from protocol.game import View

from ...drawing.canvas import Picture, Size, Zone, picture, stack
from ...drawing.canvas import plain as rows_of
from ...drawing.style import text
from ...kit import scenes
from ...kit.legend import buttons
from ...kit.pager import Pager
from . import board_frame as common
from .board_frame import Board


def paint(
    board: Board[View], title: str, page: Pager, size: Size, *, click: str = scenes.ENTER
) -> Picture:
    """Paint the result; a click anywhere is the key `click`."""
    question = rows_of(common.asked(board, size.columns, common.most_asked(size)))
    top = common.top_row(board, size.columns)
    named = common.second_row(board, [text(title, "title")], size.columns)
    room = size.rows - 4 - len(question.lines)
    shown = page.window(size.columns, room)
    body = replace(shown, zones=tuple(Zone(row, 0, size.columns, click) for row in range(room)))
    keys = buttons(page.legend(board.buttons), size.columns)
    return picture(stack(rows_of([top, named, ()]), body, question, keys), size)
