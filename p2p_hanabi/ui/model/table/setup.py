"""A table before the hands are dealt: progress by player, and the words to compare."""

from __future__ import annotations

from protocol.game import Seat

from ...drawing.style import Line, text
from ...words import sentences_shared as sentences
from ...words import words_shared as words
from ...words.i18n import _
from ..seat.table_snapshot import SeatSnapshot
from . import table_painter
from .absence import incompatible
from .machines import at_table, to_compare
from .status_line import StatusLine


def progress_lines(now: SeatSnapshot, waits: StatusLine) -> list[Line]:
    """Return the progress, and which seats still have something to do."""
    if (reading := now.reading) is not None:
        return [text(sentences.reading_journal(*reading), "title")]
    status, missing = now.status, now.missing
    lines: list[Line] = [text(_(words.SETTING_UP), "title"), (), waits.headline(now), ()]
    for seat, name in enumerate(now.names):
        open_ = seat in status.waiting_for and seat != now.seat
        note = _("waiting") if open_ else _("done")
        sentence = _(words.YOU) if seat == now.seat else note
        line = text(f"  {seat + 1} {name}{_(sentences.COLON)}{sentence}")
        if (seconds := dict(missing).get(Seat(seat))) is not None:
            has_left = seat in now.stepped_out
            line = text(f"  {seat + 1} {words.away(name, seconds, has_left=has_left)}", "strong")
        lines.append(line)
    lines += [text(found, "alarm") for found in incompatible(now)]
    if spoken := to_compare(status.words, now.machines):
        lines += [(), *table_painter.words(spoken)]
    if warnings := at_table(now.players, now.machines):
        lines += [(), *warnings]
    return lines
