"""The log on a live page: all of it, one player's actions, hints to a player, or about one card."""

from __future__ import annotations

from typing import Generic, assert_never

from protocol.game import Move, View

from ..drawing.style import text
from ..model.game.areas import Words
from ..model.game.log_filter import AboutCard, By, Everything, LogFilter, To, narrowed
from ..model.table import sentences_log as sentences
from ..model.table import table_painter
from ..model.table.shown_table import ShownTable
from ..words.i18n import _
from .live_page import LOG_OF_CARD, Button
from .page_parts import spoken

LOGGED = 100
"""The number of last entries on the page."""
_LOG = "log "


class NarrowedLog(Generic[View, Move]):
    """The log of one seat's table, with a filter."""

    def __init__(self, table: ShownTable[View, Move]) -> None:
        self._table = table
        self._wanted: LogFilter = Everything()

    def lines(self, view: View) -> tuple[Words, ...]:
        events = narrowed(self._table.screen.events(view, self._table.players), self._wanted)
        if not events and self._wanted != Everything():
            return spoken(table_painter.log(()))
        return spoken(text(sentence.replace("\n", " ")) for _number, sentence in events[-LOGGED:])

    def offered(self) -> tuple[Button, ...]:
        """Return the filters, and the one about a card if it is the current one: cards are chosen
        by touching them."""
        every = self._table.log_filters()
        found: list[LogFilter] = [each for each in every if not isinstance(each, AboutCard)]
        if isinstance(self._wanted, AboutCard):
            found.append(self._wanted)
        return tuple(
            Button(_does(wanted), self._title(wanted), is_on=wanted == self._wanted)
            for wanted in found
        )

    def of_touched(self) -> str:
        """Return the name of the filter about a card that is touched; empty if there is none."""
        is_offered = any(isinstance(each, AboutCard) for each in self._table.log_filters())
        return _("About the card you touched") if is_offered else ""

    def press(self, does: str) -> bool:
        """Handle a button, and return whether it was one of these."""
        chosen = (each for each in self._table.log_filters() if _does(each) == does)
        self._wanted = next(chosen, self._wanted)
        return does.startswith(_LOG)

    def _title(self, wanted: LogFilter) -> str:
        """Return the title without the colon of a heading."""
        return sentences.title(wanted, self._table.players).rstrip(": \u00a0") or _("Everything")


def _does(wanted: LogFilter) -> str:
    match wanted:
        case Everything():
            return f"{_LOG}all"
        case By(seat):
            return f"{_LOG}by {seat}"
        case To(seat):
            return f"{_LOG}to {seat}"
        case AboutCard(place):
            return f"{LOG_OF_CARD}{place.card}"
    assert_never(wanted)
