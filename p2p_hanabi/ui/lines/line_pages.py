"""Pages in plain mode: by topic, the log, and the table at an earlier moment."""

from __future__ import annotations

from typing import Generic

from protocol.game import Move, View

from ..drawing.style import Line, text
from ..model.game.numbered_moves import rows
from ..model.game.table_players import Players
from ..model.seat.table_port import TablePort
from ..model.table.away_players import links
from ..model.table.past_views import after, settled
from ..words import sentences_shared as sentences
from ..words.i18n import _
from . import typed_commands as typed
from .help_lines import help_page


class LinePages(Generic[View, Move]):
    """The pages of one seat's table."""

    def __init__(self, port: TablePort[View, Move], players: Players) -> None:
        self._port = port
        self._screen = port.screen
        self._players = players

    def topic_page(self, topic: str) -> list[Line]:
        """Return the help, the table, or one of the game's own pages."""
        view = settled(self._port)
        if topic == typed.HELP:
            return help_page(self._screen, view, len(self._players.names))
        away = links(self._port.now)
        if view is None:
            return [text(_(sentences.NOT_DEALT)), *away]
        page = self._screen.topic_page(topic, view, self._players)
        if topic != typed.SHOW:
            return page
        listed = self._screen.numbers_moves and view.moves
        return [*away, *page, *(rows(self._screen, view, self._players) if listed else ())]

    def as_it_was(self, topic: str, moves: int) -> list[Line]:
        """Return the table, or the explanation of its last hint, after this number of the log."""
        view = settled(self._port)
        if view is None:
            return [text(_(sentences.NOT_DEALT))]
        then = after(self._port, view, moves, self._numbers)
        if then is None:
            return self.topic_page(topic)
        title = text(
            _("The table after entry {n} of the log:").format(n=self._numbers(then)), "strong"
        )
        return [title, *self._screen.topic_page(topic, then, self._players)]

    def _numbers(self, view: View) -> int:
        return len(self._screen.events(view, self._players))
