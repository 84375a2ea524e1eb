"""The tables found on the network, from which a player chooses one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from p2p_hanabi.gathering import Notice

from ...drawing.style import Line
from ...words.i18n import _
from ..device import Device
from . import lobby_painter, sentences_lobby
from .lobby_port import SearchPort
from .sentences_person import nothing_found_yet

PATIENT_S = 3.0
"""A table that is not found within this time is probably on another network."""
MAX_NUMBERED = 1024
"""Far more tables than are listed at once: anybody can announce new ones all the time."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table with its number, from 1, and the line that describes it."""

    number: int
    notice: Notice
    described: Line


class TablesFound:
    """The tables, the first found first: each keeps its number, so that no key or line typed for
    one reaches another. `chosen` is None until the player has chosen one. `message` is to be read
    first; `is_named`: a table was searched by its name, which several have.
    `is_dialled`: an address was typed instead. `can_go_back`: whoever leaves comes back to a menu.
    """

    def __init__(
        self,
        search: SearchPort,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_named: bool = False,
    ) -> None:
        self.message = _("There are several tables with that name. Which one?") if is_named else ""
        self.chosen: Notice | None = None
        self.is_dialled = False
        self.can_go_back = False
        self.rows: tuple[FoundTable, ...] = ()
        self._search = search
        self._clock = clock
        self._gives_up_at = clock() + PATIENT_S
        self._numbers: dict[bytes, int] = {}
        self._last = 0

    @property
    def title(self) -> str:
        return _("Tables on this network")

    @property
    def is_over(self) -> bool:
        return self.chosen is not None or self.is_dialled

    def look(self) -> None:
        """Update the rows."""
        notices, games = self._search.notices(), self._search.games
        if len(self._numbers) > MAX_NUMBERED:  # forget those that are gone, but use no number again
            there = {notice.table for notice in notices}
            self._numbers = {each: n for each, n in self._numbers.items() if each in there}
        for notice in notices:
            if notice.table not in self._numbers:
                self._last += 1
                self._numbers[notice.table] = self._last
        rows = (
            FoundTable(number, notice, lobby_painter.table_line(number, notice, notices, games))
            for notice in notices
            for number in (self._numbers[notice.table],)
        )
        self.rows = tuple(sorted(rows, key=lambda row: row.number))

    def numbered(self, number: int) -> FoundTable | None:
        """Return the table with this number; None if there is none."""
        return next((row for row in self.rows if row.number == number), None)

    def choose(self, row: FoundTable) -> str | None:
        """Choose a table; return why it cannot be joined."""
        if not lobby_painter.can_join(row.notice):
            return sentences_lobby.cannot_join(row.notice)
        self.chosen = row.notice
        return None

    def dial(self, typed: str) -> str | None:
        """Choose the table at this address; return why it is none."""
        self.is_dialled = self._search.dial(typed)
        return None if self.is_dialled else _(sentences_lobby.NO_ADDRESS)

    def advice(self, device: Device) -> str | None:
        """Return what can be done, if no table was ever found in time; else None."""
        is_late = self._clock() >= self._gives_up_at
        if not is_late or self._last:
            return None
        return nothing_found_yet(device, has_unfinished=self._search.has_unfinished)

    def searching(self, device: Device) -> list[str]:
        """Return what is shown while there are no tables."""
        advice = self.advice(device)
        return [_(sentences_lobby.SEARCHING), *([] if advice is None else [advice])]
