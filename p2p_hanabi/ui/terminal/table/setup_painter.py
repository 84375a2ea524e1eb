"""A table before the hands are dealt, on the full screen."""

from __future__ import annotations

from ...kit.canvas import Picture, Size, fold, high, picture, plain, stack
from ...kit.legend import buttons
from ...kit.questions import Prompt
from ...model.table.setup import told
from ...model.table.status_line import StatusLine
from ...table.port import SeatPort
from . import available_keys


def paint(port: SeatPort, waits: StatusLine, asking: Prompt, size: Size) -> Picture:
    lines = told(port, waits)
    said = fold(asking.asked() or [asking.says], size.columns)
    legend = buttons(asking.legend(available_keys.in_setup(port)), size.columns)
    body = high(plain(fold(lines, size.columns)), size.rows - 1 - len(said))
    return picture(stack(body, plain(said), legend), size)
