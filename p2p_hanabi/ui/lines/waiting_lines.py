"""For whom a table waits, in lines."""

from __future__ import annotations

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
    WaitReports,
    WaitsFor,
)
from ..words.i18n import _
from ..words.words_joined import duration


class WaitingLines(Generic[View, Move]):
    def __init__(self, table: ShownTable[View, Move]) -> None:
        self._table = table
        self._reports = WaitReports(table)

    def look(self) -> list[Line]:
        """Return what is due since the last look."""
        return [line for message in self._reports.look() for line in self._lines(message)]

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
        waits = self._table.waits
        if (seat := waits.thinks(self._table.port.now)) is None:
            return []
        who, time = self._table.players.name(seat), duration(waits.waited)
        return [text(_("{who} is thinking, {time} so far.").format(who=who, time=time))]
