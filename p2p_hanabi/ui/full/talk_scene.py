"""A conversation in lines on the full screen: a page above, what was said, and a prompt below.

For games that have no board of their own here: nothing that the lines can do is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from .. import sentences_again
from ..loop import Talk
from ..plain import ending_lines
from ..port import Company, Kept, TablePort
from ..screens import SCREENS
from ..sentences_games import title_of
from ..style import Line, text
from . import scene, words
from .canvas import Block, Picture, Size, beside, cut, fold, high, picture, plain, stack
from .look import Look
from .table_scene import AGAIN
from .typing import Typing

KEPT = 500
SCROLLED = 5
WIDE = 110
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
        self._above = 0
        self._up = 0
        self._closes = False
        self._is_closed = False
        self._kept = Kept()
        self.plays_again = False

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
                self._up = min(self._above, self._up + SCROLLED)
            case scene.PAGE_DOWN:
                self._up = max(0, self._up - SCROLLED)
            case _ if self._closes:
                self.plays_again = key == AGAIN and self._kept.again
                closing = (scene.ENTER, scene.INTERRUPT, scene.ESCAPE, "q")
                self._is_closed = key in closing or self.plays_again
            case scene.ENTER:
                line = self._typing.take()
                if line.strip():
                    self._say([text(f"> {line}", "dim"), *self._talk.typed(line)])
            case scene.INTERRUPT:
                self._say(self._talk.interrupted())
            case _ if not self._typing.press(key):
                self._say([text(words.no_such_key_in_lines(key))])

    def paint(self, size: Size, look: Look) -> Picture:
        prompt, column = self._typing.shown()
        foot = Block((prompt, self._offered(size.columns)))
        above = self._beside(size, look) if size.columns >= WIDE else self._below(size, look)
        cursor = (size.rows - 2, min(column, size.columns - 1))
        return picture(stack(above, foot), size, cursor)

    def _beside(self, size: Size, look: Look) -> Block:
        """The page to the left of what was said."""
        room, half = size.rows - 3, size.columns // 2
        page = self._scrolled(fold(self._page(), half - 2), room)
        said = fold(self._said, size.columns - half)[-room:]
        return stack(beside(page, plain(said), half), self._rule(size.columns, look))

    def _below(self, size: Size, look: Look) -> Block:
        page = fold(self._page(), size.columns)
        said = fold(self._said, size.columns)
        room = size.rows - 3
        least = room // SAID_SHARE
        below = said[-max(least, room - len(page)) :]
        return stack(
            self._scrolled(page, room - len(below)),
            self._rule(size.columns, look),
            plain(below),
        )

    def _scrolled(self, page: list[Line], rows: int) -> Block:
        """The end of the page, where one's own cards are, unless the player has scrolled up."""
        self._above = max(0, len(page) - rows)
        self._up = min(self._up, self._above)
        first = self._above - self._up
        return high(plain(page[first:]), rows)

    def _rule(self, columns: int, look: Look) -> Block:
        more = f" {words.more_above(self._above - self._up)} " if self._above > self._up else ""
        line = text(look.signs.rule * 2 + more + look.signs.rule * columns, "dim")
        return Block((cut(line, columns, ellipsis=""),))

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

        super().__init__(talk, page, title_of(port.game))

    def tell(self, sentence: str) -> None:
        self._say([text(sentence, "alarm")])

    def finish_table(self, kept: Kept) -> None:
        """The table's files are written, or there is more to say of them."""
        ending, is_new, self._kept = self._port.ending(), not self._closes, kept
        if ending is None:
            return
        told = ending_lines(self._port, ending, kept) if is_new else [kept.verdict]
        again = [text(sentences_again.page_foot())] if kept.again else []
        self.finish([*told, *again])
