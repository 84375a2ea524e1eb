"""A conversation in lines on the full screen: a page above, what was said, and a prompt below.

For games that have no board of their own here: nothing that the lines can do is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..loop import Talk
from ..plain import ending_lines
from ..port import Company, Kept, TablePort
from ..screens import SCREENS
from ..style import Line, text
from . import scene, words
from .canvas import Block, Picture, Size, fit, fold, high, picture, plain, stack
from .look import Look
from .typing import Typing

KEPT = 500
SAID_SHARE = 3
"""What was said has at least this part of the rows: a third."""


class Leaver(Talk, Protocol):
    @property
    def has_left(self) -> bool: ...


class TalkScene:
    """See `scene.Scene`. `page` is what stands above, painted anew each time."""

    def __init__(self, talk: Leaver, page: Callable[[], Sequence[Line]], title: str) -> None:
        self.title = words.title(title)
        self._talk = talk
        self._page = page
        self._said: list[Line] = []
        self._typing = Typing(talk.complete)
        self._first = 0
        self._rest = 0
        self._closes = False
        self._is_closed = False

    @property
    def is_over(self) -> bool:
        return self._is_closed

    @property
    def has_left(self) -> bool:
        return self._talk.has_left

    def look(self) -> bool:
        report = self._talk.look()
        self._say(report.lines)
        return report.calls

    def finish(self, lines: Sequence[Line]) -> None:
        """The last words; after them any Enter closes."""
        self._say([(), *lines, text(words.enter_closes(), "strong")])
        self._closes = True

    def press(self, key: str) -> None:
        match key:
            case scene.PAGE_UP:
                self._first = max(0, self._first - 5)
            case scene.PAGE_DOWN:
                self._first += min(5, self._rest)
            case _ if self._closes:
                self._is_closed = key in (scene.ENTER, scene.INTERRUPT, scene.ESCAPE, "q")
            case scene.ENTER:
                line = self._typing.take()
                if line.strip():
                    self._say([text(f"> {line}", "dim"), *self._talk.typed(line)])
            case scene.INTERRUPT:
                self._say(self._talk.interrupted())
            case _ if not self._typing.press(key):
                self._say([text(words.no_such_key_in_lines(key))])

    def paint(self, size: Size, look: Look) -> Picture:
        page = fold(self._page(), size.columns)
        said = fold(self._said, size.columns)
        room = size.rows - 3
        most = room - min(len(said), max(room // SAID_SHARE, room - len(page)))
        self._first = min(self._first, max(0, len(page) - most))
        self._rest = max(0, len(page) - most - self._first)
        more = f" {words.more_above(self._rest)} " if self._rest else ""
        rule = text(look.signs.rule * 2 + more, "dim")
        rest = text(look.signs.rule * size.columns, "dim")
        said_rows = room - most
        below = said[len(said) - said_rows :] if said_rows else []
        prompt, column = self._typing.shown()
        body = stack(
            high(plain(page[self._first :]), most),
            Block((fit((*rule, *rest), size.columns) if not more else (*rule, *rest),)),
            high(plain(below), said_rows),
            Block((prompt, self._offered(size.columns))),
        )
        return picture(body, size, (size.rows - 2, min(column, size.columns - 1)))

    def _offered(self, columns: int) -> Line:
        offered = " ".join(self._typing.offered())
        return text((offered or words.talk_legend())[:columns], "dim")

    def _say(self, lines: Sequence[Line]) -> None:
        self._said = [*self._said, *lines][-KEPT:]


class AnyTable(TalkScene):
    """A table of any game, in lines."""

    def __init__(self, port: TablePort, talk: Leaver) -> None:
        company, screen = Company(port.seat, port.names), SCREENS[port.game]
        self._port = port

        def page() -> Sequence[Line]:
            view = port.view()
            if view is None or not screen.is_dealt(view):
                return [text(words.setting_up(), "title")]
            return screen.page("show", view, company)

        super().__init__(talk, page, port.game.capitalize())

    def finish_table(self, kept: Kept) -> None:
        ending = self._port.ending()
        if ending is not None:
            self.finish(ending_lines(self._port, ending, kept))
