"""The tables on the network, live, in plain mode. `TableChoice` does no I/O."""

from __future__ import annotations

from ..drawing.style import Line, text
from ..kit.console_port import Console
from ..kit.following import within
from ..kit.loop import Update, converse
from ..model.device import Device
from ..model.lobby import sentences_lobby as sentences
from ..model.lobby.lobby_port import SearchPort
from ..model.lobby.tables_found import FoundTable, TablesFound
from ..words.i18n import N_, _
from ..words.sentences_typed import in_english, means, undictated

LOOK_S = 1.0
_WHICH_TABLE = N_('Type the number of a table, or "quit".')


class TableChoice:
    """Lists tables as they are found."""

    def __init__(self, tables: TablesFound) -> None:
        self.has_left = False
        self._tables = tables
        self._shown: tuple[FoundTable, ...] | None = None
        self._has_advised = False

    @property
    def is_over(self) -> bool:
        return self.has_left or self._tables.is_over

    def look(self) -> Update:
        self._tables.look()
        messages = [self._tables.message] if self._tables.message else []
        first = [] if self._shown is not None else map(text, [*messages, _(sentences.SEARCHING)])
        before = {row.number: row for row in self._shown or ()}
        self._shown = now = self._tables.rows
        there = {row.number for row in now}
        closed = _("{n}. {name} has closed.")
        gone = [row for number, row in before.items() if number not in there]
        lines = [*first, *(text(closed.format(n=a.number, name=a.notice.name)) for a in gone)]
        known = {row.described for row in before.values()}
        lines += [row.described for row in now if row.described not in known]
        if now and not before:
            lines.append(text(_(_WHICH_TABLE)))
        if before and not now:
            lines.append(text(_("No tables yet; new ones will appear here.")))
        return Update((*lines, *self._advice()))

    def _advice(self) -> list[Line]:
        """Return advice, once, if nothing is found in time."""
        advice = None if self._has_advised else self._tables.advice(Device.LINE)
        self._has_advised = self._has_advised or advice is not None
        return [] if advice is None else [text(advice)]

    def complete(self, line: str) -> list[str]:
        names = [row.notice.name for row in self._tables.rows]
        return [name for name in (*names, "quit") if name.startswith(line) and " " not in line]

    def typed(self, line: str) -> list[Line]:
        wanted = undictated(line)
        if not wanted:
            return []
        if in_english(wanted).lower() in ("quit", "q"):
            return self.interrupted()
        if means(wanted, "help"):
            return [text(_(_WHICH_TABLE))]
        match self._fitting(wanted):
            case [row]:
                refusal = self._tables.choose(row)
                return [] if refusal is None else [text(refusal)]
        no_such = _('There is no table "{typed}" to join. Type a table\'s number.')
        return [text(no_such.format(typed=wanted))]

    def interrupted(self) -> list[Line]:
        self.has_left = True
        return []

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self.interrupted()]

    def _fitting(self, wanted: str) -> list[FoundTable]:
        """Return the tables with this number, else those whose names begin so."""
        rows, start = self._tables.rows, wanted.casefold()
        by_number = [row for row in rows if str(row.number) == wanted]
        return by_number or [row for row in rows if row.notice.name.casefold().startswith(start)]


async def choose_table(tables: TablesFound, search: SearchPort, console: Console) -> None:
    """Let the player choose a table, or leave."""
    await converse(TableChoice(tables), console, lambda: within(LOOK_S, search.changed))
