"""For whom a table waits, said less and less often."""

from __future__ import annotations

from itertools import pairwise
from typing import Generic, assert_never

from protocol.game import Move, View

from ..drawing.style import Line, text
from ..model.table.shown_table import ShownTable
from ..model.table.table_messages import (
    Absent,
    Answered,
    Compare,
    InThePast,
    Meanwhile,
    Message,
    Objected,
    Thinking,
    WaitsFor,
    messages,
)
from ..words.i18n import _
from ..words.words_joined import duration

WAITING_S = (5, 15, 30, 60)
THINKING_S = (30, 60)
THEN_EVERY_S = 60


class WaitingLines(Generic[View, Move]):
    def __init__(self, table: ShownTable[View, Move]) -> None:
        self._table = table
        self._round = -1
        self._reported = 0.0

    def look(self) -> list[Line]:
        """Return what is due since the last look."""
        now, waits = self._table.port.now, self._table.waits
        if now.status.round_number != self._round:
            self._round, self._reported = now.status.round_number, 0.0
        thinks = waits.thinks(now) is not None
        due = _last_mark(THINKING_S if thinks else WAITING_S, waits.waited)
        if not waits.others(now) or due <= self._reported:
            return []
        self._reported = due
        found = messages(self._table, self._table.now)
        return [line for message in found for line in self._lines(message)]

    def _lines(self, message: Message) -> list[Line]:
        match message:
            case Absent(sentence, remedy):
                return [text(each) for each in (sentence, remedy) if each]
            case Objected(sentence):
                return [text(sentence, "alarm")]
            case WaitsFor(sentence):
                return [text(sentence)]
            case Thinking():
                return self._thinking()
            case Answered() | InThePast() | Meanwhile() | Compare():
                return []  # lines answer at once, and say the words to compare when they are known
        assert_never(message)

    def _thinking(self) -> list[Line]:
        now, waits = self._table.port.now, self._table.waits
        seat = waits.thinks(now)
        if seat is None or seat in now.stepped_out:
            return []
        who, time = self._table.players.name(seat), duration(waits.waited)
        return [text(_("{who} is thinking, {time} so far.").format(who=who, time=time))]


def _last_mark(marks: tuple[int, ...], waited: float) -> float:
    """Return the last time at which a report was due: at the marks, and then every minute."""
    if waited >= marks[-1]:
        return waited - (waited - marks[-1]) % THEN_EVERY_S
    return next((float(a) for a, b in pairwise((0, *marks)) if a <= waited < b), 0.0)
