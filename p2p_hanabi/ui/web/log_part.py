"""The log on a live page: all of it, one player's actions, hints to a player, or about one card."""

from __future__ import annotations

from typing import Generic

from protocol.game import Move, View

from ..kit.i18n import _
from ..kit.style import text
from ..model.game.areas import Words
from ..model.game.game_screen import GameScreen
from ..model.game.log_filter import AboutCard, By, Everything, LogFilter, To, narrowed
from ..model.game.places import HeldCard
from ..model.game.table_players import Players
from ..model.table import sentences_log as say
from ..model.table import table_painter
from .live_page import Button
from .page_parts import spoken

LOGGED = 100
"""The number of last entries on the page."""
_LOG = "log "


class NarrowedLog(Generic[View, Move]):
    """The log of one seat's table, with a filter."""

    def __init__(self, screen: GameScreen[View, Move], players: Players) -> None:
        self._screen = screen
        self._players = players
        self._wanted: LogFilter = Everything()

    def lines(self, view: View) -> tuple[Words, ...]:
        events = narrowed(self._screen.events(view, self._players), self._wanted)
        if not events and self._wanted != Everything():
            return spoken(table_painter.log(()))
        return spoken(text(told.replace("\n", " ")) for _number, told in events[-LOGGED:])

    def offered(self) -> tuple[Button, ...]:
        """Return the filters. Cards are chosen by touching them."""
        offered = dict(self._offered())
        if self._wanted not in offered.values():
            offered[_LOG] = self._wanted
        return tuple(
            Button(does, self._title(wanted), is_on=wanted == self._wanted)
            for does, wanted in offered.items()
        )

    def press(self, does: str, view: View | None) -> bool:
        """Handle a button, and return whether it was one of these."""
        found = self._offered() | ({} if view is None else self._of_cards(view))
        if does in found:
            self._wanted = found[does]
        return does.startswith(_LOG)

    def _offered(self) -> dict[str, LogFilter]:
        seats = (self._players.me, *self._players.from_next[:-1])
        found: dict[str, LogFilter] = {f"{_LOG}all": Everything()}
        found |= {f"{_LOG}by {seat}": By(seat) for seat in seats}
        if self._screen.ordered is not None:
            found |= {f"{_LOG}to {seat}": To(seat) for seat in seats}
        return found

    def _of_cards(self, view: View) -> dict[str, LogFilter]:
        if (hands := self._screen.ordered) is None:
            return {}
        return {
            f"{_LOG}card {card}": AboutCard(HeldCard(card, seat, slot))
            for seat in self._players.from_next
            for slot, card in enumerate(hands.cards(view, seat))
        }

    def _title(self, wanted: LogFilter) -> str:
        """Return the title without the colon of a heading."""
        return say.title(wanted, self._players).rstrip(": \u00a0") or _("Everything")
