"""The tables on the network, live, on the full screen."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.canvas import Block, Picture, Size, Zone, fold, high, picture, plain, stack
from ..drawing.style import joined, text
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import buttons as button_row
from ..model.device import Device
from ..model.lobby.tables_found import FoundTable, TablesFound
from ..words import words_shared as words
from ..words.i18n import _
from .busy_scene import LeavableScene


class TableChoiceScene(LeavableScene):
    """A row for each table; one is chosen by its number, by the mouse, or with Enter."""

    def __init__(self, tables: TablesFound) -> None:
        super().__init__(tables.title)
        self._prompt.show(tables.message)
        self._tables = tables
        self._cursor = 0

    @property
    def is_over(self) -> bool:
        return self._tables.is_over

    def look(self) -> bool:
        at = [row.number for row in self._tables.rows[self._cursor : self._cursor + 1]]
        self._tables.look()
        places = {row.number: place for place, row in enumerate(self._tables.rows)}
        stays = [places[number] for number in at if number in places]
        self._cursor = stays[0] if stays else max(0, min(self._cursor, len(places) - 1))
        return False

    def _press(self, key: str) -> None:
        self._prompt.message = ()
        rows = self._tables.rows
        numbered = self._tables.numbered(int(key)) if key.isdecimal() and key.isascii() else None
        match key:
            case scenes.INTERRUPT | "q" | "Q":
                self._prompt.leave(is_asked=not self._tables.can_go_back)
            case scenes.ESCAPE if self._tables.can_go_back:
                self._prompt.leave(is_asked=False)
            case scenes.UP | scenes.DOWN if rows:
                self._cursor = (self._cursor + (1 if key == scenes.DOWN else -1)) % len(rows)
            case scenes.ENTER if rows:
                self._choose(rows[self._cursor])
            case _ if numbered is not None:
                self._cursor = rows.index(numbered)
                self._choose(numbered)
            case _:
                self._prompt.unknown(key)

    def _choose(self, row: FoundTable) -> None:
        self._prompt.show(self._tables.choose(row) or "")

    def paint(self, size: Size, theme: Theme) -> Picture:
        head = (text(self._tables.title, "title"), ())
        says = fold(self._asked, size.columns) or [()]
        room = size.rows - len(head) - len(says) - 1
        searching, *advice = map(text, self._tables.searching(Device.KEY))
        none = [searching, *(((), *advice) if advice else ())]
        body = self._listed(theme, size.columns, room)
        if not self._tables.rows:
            body = plain(fold(none, size.columns))
        leaves = ("Escape", _("goes back")) if self._tables.can_go_back else ("q", _("leave"))
        legend = self._prompt.legend(
            (("Up", ""), ("Down", _("choose")), ("Enter", _("joins")), leaves)
        )
        whole = stack(Block(head), high(body, room), plain(says))
        return picture(stack(whole, button_row(legend, size.columns)), size)

    def _listed(self, theme: Theme, columns: int, rows: int) -> Block:
        """Draw the tables, with the chosen one visible, and the number of rows that do not fit."""
        blocks = []
        for place, row in enumerate(self._tables.rows):
            sign = theme.signs.turn if place == self._cursor else " "
            lines = fold([joined([text(f"{sign} "), row.described])], columns)
            zones = tuple(Zone(line, 0, columns, str(row.number)) for line in range(len(lines)))
            blocks.append(Block(tuple(lines), zones))
        first = 0
        while first < self._cursor and _rows(blocks[first : self._cursor + 1]) >= rows:
            first += 1
        more = _rows(blocks[first:]) - rows
        if more <= 0:
            return stack(*blocks[first:])
        below = Block((text(words.more_rows(more + 1), "dim"),))
        return stack(high(stack(*blocks[first:]), rows - 1), below)


def _rows(blocks: Sequence[Block]) -> int:
    return sum(len(block.lines) for block in blocks)
