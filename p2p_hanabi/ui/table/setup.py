"""A table before the hands are dealt: progress by player, and the words to compare."""

from __future__ import annotations

from protocol.game import Seat

from ..kit import sentences_shared as sentences
from ..kit import words_shared as words
from ..kit.canvas import Picture, Size, fold, high, picture, plain, stack
from ..kit.i18n import _
from ..kit.legend import buttons
from ..kit.questions import Prompt
from ..kit.style import Line, text
from . import available_keys, table_painter
from .absence import incompatible
from .machines import at_table, to_compare
from .port import SeatPort
from .status_line import StatusLine
from .table_players import Players


def paint(port: SeatPort, waits: StatusLine, asking: Prompt, size: Size) -> Picture:
    lines = told(port, waits)
    said = fold(asking.asked() or [asking.says], size.columns)
    legend = buttons(asking.legend(available_keys.in_setup(port)), size.columns)
    body = high(plain(fold(lines, size.columns)), size.rows - 1 - len(said))
    return picture(stack(body, plain(said), legend), size)


def told(port: SeatPort, waits: StatusLine) -> list[Line]:
    """Return the progress, and which seats still have something to do."""
    if (reading := port.reading()) is not None:
        return [text(sentences.reading_journal(*reading), "title")]
    status, missing = port.status(), port.missing()
    lines: list[Line] = [text(_(words.SETTING_UP), "title"), (), waits.headline(port), ()]
    for seat, name in enumerate(port.names):
        open_ = seat in status.waiting_for and seat != port.seat
        note = _("waiting") if open_ else _("done")
        told = _(words.YOU) if seat == port.seat else note
        line = text(f"  {seat + 1} {name}{_(sentences.COLON)}{told}")
        if (seconds := dict(missing).get(Seat(seat))) is not None:
            has_left = seat in port.stepped_out()
            line = text(f"  {seat + 1} {words.away(name, seconds, has_left=has_left)}", "strong")
        lines.append(line)
    lines += [text(found, "alarm") for found in incompatible(port)]
    if spoken := to_compare(status.words, port.machines):
        lines += [(), *table_painter.words(spoken)]
    if warnings := at_table(Players(port.seat, port.names), port.machines):
        lines += [(), *warnings]
    return lines
