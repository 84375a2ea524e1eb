"""The end of a table on the full screen: how it ended, who is still there, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from protocol.game import Move, View

from ..kit import words_shared as words
from ..kit.questions import Prompt
from ..kit.style import Line
from ..model.table.past_views import settled
from .company import CompanyNews, company_lines, goes_on
from .plain import ending_lines
from .port import EndedTable, TablePort
from .wishes import KEYS, Wish, legend

AGAIN = "a"


class TableEnd(Generic[View, Move]):
    """Tracks what remains of the table, and whether the player would play again.

    `epilogue` creates the page from the lines about how the table ended.
    """

    def __init__(
        self,
        port: TablePort[View, Move],
        prompt: Prompt,
        epilogue: Callable[[Sequence[Line]], list[Line]] | None,
    ) -> None:
        self.has_come = False
        self.is_closed = False
        self.plays_again = False
        self.kept = EndedTable()
        self._port = port
        self._prompt = prompt
        self._epilogue = epilogue or self._result_first
        self._company = CompanyNews()

    @property
    def is_read(self) -> bool:
        """Whether the page of the end is open."""
        page = self._prompt.page
        return self.has_come and page is not None and page.stays

    @property
    def offers_again(self) -> bool:
        return self.kept.again and not self.plays_again

    def look(self) -> list[str]:
        """Return who has left, come back, or would play again; close if nobody is awaited."""
        news = self._company.look(self._port.now)
        if self.plays_again and goes_on(self._port.now):
            self.is_closed = True
        return news

    def play_again(self) -> None:
        self.plays_again = True
        self._port.want_again()

    def wish(self, key: str) -> Wish | None:
        """Return what the key does with a saved game; None if nothing."""
        return None if self.kept.transcript is None else KEYS.get(key)

    # -- the page

    def come(self, kept: EndedTable | None) -> None:
        """Record that the table has ended; `kept` is None if nothing more is known than before."""
        self.has_come = True
        if kept is not None:
            self.kept = kept

    def show(self) -> None:
        self._prompt.says = ()
        wishes = () if self.kept.transcript is None else legend()
        self._prompt.open(self.lines(), words.end_legend(wishes, again=self.offers_again))

    def refresh(self) -> None:
        """Update the page, if it is open, with who is here now."""
        if self.is_read and self._prompt.page is not None:
            self._prompt.page.lines = tuple(self.lines())

    def result(self, kept: EndedTable) -> list[Line]:
        """Return what the page says about the game; nothing before the end."""
        ending = self._port.now.ending
        if ending is None:
            return []
        return self._epilogue(ending_lines(self._port.screen, self._port.now, ending, kept))

    def lines(self) -> list[Line]:
        """Return who is still there, and the result."""
        company = company_lines(self._port.now)
        return [*company, *([()] if company else []), *self.result(self.kept)]

    def _result_first(self, ending: Sequence[Line]) -> list[Line]:
        view = settled(self._port)
        screen, players = self._port.screen, self._port.now.players
        if view is None or not (result := screen.result(view, players)):
            return list(ending)
        return [*result, (), *ending, (), *screen.account(view, players)]
