"""The log, shown instead of the board, with keys to filter it."""

from __future__ import annotations

from typing import Generic

from protocol.game import Move, Seat, View

from ...drawing.canvas import Picture, Size
from ...drawing.style import Line, text
from ...kit import scenes
from ...kit.legend import GAP, Legend
from ...kit.pager import Pager
from ...model.game.log_filter import AboutCard, By, Everything, LogFilter, To
from ...model.table import sentences_log as sentences
from ...model.table.shown_table import ShownTable
from ...words import words_shared as words
from ...words.i18n import _

_CLOSING = (scenes.ESCAPE, scenes.ENTER, "l", "q")


class LogPage(Generic[View, Move]):
    """A card is chosen by its player, then by its position."""

    def __init__(self, table: ShownTable[View, Move]) -> None:
        self._table = table
        self._players = table.players
        self._wanted: LogFilter = Everything()
        self._is_choosing = False
        self._of: Seat | None = None
        self._view: View | None = None
        self._says: Line = ()
        self._pager = Pager(())

    def press(self, key: str) -> bool:
        """Handle a key, and return whether the page stays open."""
        self._says = ()
        if self._pager.press(key):
            return True
        if self._is_choosing:
            self._choose(key)
        elif key == "a":
            self._show(Everything())
        elif key == "m" and self._has_cards:
            self._show(To(self._players.me))
        elif key == "c" and self._has_cards:
            self._is_choosing, self._of, self._view = True, None, None
        elif (seat := self._seat(key)) is not None:
            is_again = self._wanted == By(seat) and self._has_cards
            self._show(To(seat) if is_again else By(seat))
        elif key in _CLOSING:
            return False
        else:
            self._says = text(words.idle_key(words.key_name(key)))
        return True

    def paint(self, size: Size) -> Picture:
        view = self._table.now
        if view is not None and view != self._view:
            self._view = view
            self._pager = Pager(self._table.log(self._wanted), self._keys())
            self._pager.press_to_end()
        return self._pager.paint(size, self._asked() or self._says)

    # -- a card

    @property
    def _has_cards(self) -> bool:
        return any(isinstance(each, AboutCard) for each in self._table.log_filters())

    def _choose(self, key: str) -> None:
        """Choose a card; any key that is not a choice cancels."""
        if self._of is None:
            self._of = self._seat(key)
            self._is_choosing = self._of is not None
            self._view = None
            return
        self._show(self._by_number().get(key, self._wanted))

    def _by_number(self) -> dict[str, AboutCard]:
        """Return the parts of the log about the cards of the chosen player, by their numbers."""
        about = (each for each in self._table.log_filters() if isinstance(each, AboutCard))
        return {str(each.held.slot + 1): each for each in about if each.held.seat == self._of}

    # -- display

    def _show(self, wanted: LogFilter) -> None:
        self._wanted, self._is_choosing, self._view = wanted, False, None

    def _seat(self, key: str) -> Seat | None:
        numbers = [str(seat + 1) for seat in range(len(self._players.names))]
        return Seat(numbers.index(key)) if key in numbers else None

    def _asked(self) -> Line:
        if not self._is_choosing:
            return ()
        return text(_("Whose card?") if self._of is None else _("Which card?"))

    def _keys(self) -> Legend:
        back = (GAP, ("Escape", _("goes back")))
        if not self._is_choosing:
            return (*sentences.keys(self._players, has_cards=self._has_cards), *back)
        if self._of is None:
            names = self._players.names
            return (*((str(seat), name) for seat, name in enumerate(names, start=1)), *back)
        return (*((number, "") for number in self._by_number()), *back)
