"""A table before the hands are dealt, on the full screen."""

from __future__ import annotations

from protocol.game import Move, View

from ...drawing.canvas import Picture, Size, fold, high, picture, plain, stack
from ...kit.legend import buttons
from ...kit.questions import Prompt
from ...model.table.setup import progress_lines
from ...model.table.shown_table import ShownTable
from ...model.table.status_line import StatusLine
from . import available_keys


def paint(table: ShownTable[View, Move], waits: StatusLine, asking: Prompt, size: Size) -> Picture:
    lines = progress_lines(table.port.now, waits)
    question = fold(asking.asked() or [asking.message], size.columns)
    legend = buttons(asking.legend(available_keys.in_setup(table)), size.columns)
    body = high(plain(fold(lines, size.columns)), size.rows - 1 - len(question))
    return picture(stack(body, plain(question), legend), size)
