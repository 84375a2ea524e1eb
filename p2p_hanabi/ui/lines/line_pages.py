"""Pages in plain mode: by topic, the log, and the table at an earlier moment."""

from __future__ import annotations

from typing import Generic

from protocol.game import Move, View

from ..kit import sentences_shared as sentences
from ..kit.i18n import _
from ..kit.style import Line, text
from ..model.game.log_filter import Everything, LogFilter
from ..model.game.table_players import Players
from ..model.table import phone_codes, table_painter
from ..model.table.absence import incompatible
from ..model.table.past_views import after, settled
from ..model.talk import notes
from ..model.talk.chat import Hearing, phrases, said
from ..table.port import TablePort
from . import help_lines as pages
from . import typed_commands as typed


class LinePages(Generic[View, Move]):
    """The pages of one seat's table."""

    def __init__(
        self, port: TablePort[View, Move], players: Players, hearing: Hearing[View, Move]
    ) -> None:
        self._port = port
        self._screen = port.screen
        self._players = players
        self._hearing = hearing

    def page(self, topic: str) -> list[Line]:
        status, view = self._port.status(), settled(self._port)
        match topic:
            case typed.HELP:
                return pages.help_page(self._screen, view, len(self._players.names))
            case typed.SAY:
                return phrases(self._port)
            case typed.SAID:
                return said(self._hearing)
            case typed.NOTES:
                hands = typed.hands_of(self._screen, view, self._players)
                return notes.listed(self._port.notes(), hands, self._players)
            case typed.LOG:
                return self.log(Everything())
            case typed.PHONES:
                return phone_codes.rows(self._port.phones())
            case typed.RULES:
                return [text(row) for row in self._screen.rules(self._port.options)]
            case typed.WORDS:
                return [*table_painter.words(status.words)]
        links = [] if self._port.ending() is not None else self._links()
        if view is None:
            return [text(_(sentences.NOT_DEALT)), *links]
        page = self._screen.page(topic, view, self._players)
        return [*links, *page] if topic == typed.SHOW else page

    def _links(self) -> list[Line]:
        """Return who is not connected, which matters until the end, and why."""
        links = table_painter.links(self._players, self._port.missing(), self._port.stepped_out())
        return links + [text(found, "alarm") for found in incompatible(self._port)]

    def as_it_was(self, topic: str, moves: int) -> list[Line]:
        """Return the table, or the explanation of its last hint, after this number of the log."""
        view = settled(self._port)
        if view is None:
            return [text(_(sentences.NOT_DEALT))]
        then = after(self._port, view, moves, self._numbers)
        if then is None:
            return self.page(topic)
        title = text(
            _("The table after entry {n} of the log:").format(n=self._numbers(then)), "strong"
        )
        return [title, *self._screen.page(topic, then, self._players)]

    def log(self, wanted: LogFilter) -> list[Line]:
        view = settled(self._port)
        if view is None:
            return [text(_(sentences.NOT_DEALT))]
        return table_painter.log_lines(self._screen, view, self._players, wanted)

    def _numbers(self, view: View) -> int:
        return len(self._screen.events(view, self._players))
