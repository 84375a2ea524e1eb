"""The Koi-Koi table on large screens: its cards as boxes, the last moves beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_hanabi.ui.drawing.canvas import (
    Block,
    Border,
    Size,
    Zone,
    beside,
    boxed,
    high,
    packed,
    stack,
)
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import Board, Rows
from p2p_hanabi.ui.words.i18n import _

from ...state import HAND_SIZE, TABLE_SIZE, Seen
from ...view import KoikoiView
from ..words import words_board as words
from . import cells
from .sides import PlayerSide, seats_of

_CELL = 17
"""The width of a card, including the gap after it: every print fits in two rows."""
_INSIDE = _CELL - 4
_LOG, _GAP = 30, 2
_MOST = 8
_FACE = 2
"""The rows of a face."""
_HEIGHTS = ((3, 4, 2), (2, 3, 2), (2, 2, 2), (2, 2, 1))
"""Rows within the border of a card on the table and of one in a hand, and rows below each name; the
first that fit are used."""
_MOST_SIDE = 4


@dataclass(frozen=True, slots=True)
class CardLayout:
    """How the screen is divided: the cards `in_row`; the rows that the table takes with borders
    (`lying`); the rows within a card `on_table` and `in_hand`; the rows below a name
    (`name_rows`)."""

    in_row: int
    lying: int
    on_table: int
    in_hand: int
    name_rows: int
    is_ruled: bool

    @property
    def columns(self) -> int:
        return self.in_row * _CELL


def paint(board: Board[KoikoiView], size: Size, theme: Theme) -> Block | None:
    """Draw everything between the state of the game and the question; None if it does not fit."""
    if not common.has_boxes(size):
        return None
    in_row = min(_MOST, (size.columns - _LOG - _GAP) // _CELL)
    sides = [PlayerSide(board, seat, in_row * _CELL, theme) for seat in seats_of(board)]
    height = common.body_rows(size)
    layout = _layout(board.view, in_row, height - sum(side.rows for side in sides))
    if layout is None:
        return None
    other, own = [side.paint(side.taken(layout.name_rows), layout.name_rows) for side in sides]
    titles = (_("on the table"), words.hand(board.players.other(seats_of(board)[1])))
    above, below = [
        common.rule(layout.columns, theme, title) if layout.is_ruled else Block()
        for title in titles
    ]
    lying = high(_table(board, layout, theme), layout.lying)
    left = stack(other, above, lying, below, own, _hand(board, layout, theme))
    moves = common.numbered(cells.moves(board.view, board.players))
    room = Size(size.columns - layout.columns - _GAP, height)
    return beside(left, common.recent(moves, room), layout.columns + _GAP)


def _layout(view: KoikoiView, in_row: int, free: int) -> CardLayout | None:
    lying = -(-max(TABLE_SIZE, len(view.table)) // in_row)
    held = -(-HAND_SIZE // in_row)
    for on_table, in_hand, least in _HEIGHTS:
        cards = lying * (on_table + 2)
        rows = Rows(free - cards - held * (in_hand + 2) - 2 * least)
        if rows.spare >= 0:
            is_ruled = rows.take(2) == 2
            side = min(_MOST_SIDE, least + rows.spare // 2)
            return CardLayout(in_row, cards, on_table, in_hand, side, is_ruled)
    return None


def _table(board: Board[KoikoiView], layout: CardLayout, theme: Theme) -> Block:
    """Draw the cards on the table by month; the two to choose from are numbered."""
    numbers = cells.choices(board.view)
    boxes, keys = [], []
    for seen in sorted(board.view.table, key=lambda seen: seen.face):
        number = numbers.get(seen.card)
        above = f"[{number}]" if number else ""
        border = _border(theme, above, is_chosen=seen.card in board.chosen)
        boxes.append(_box(_face(seen), layout.on_table, border))
        keys.append(board.click(seen.card, f"take {number}" if number else ""))
    return _grid(boxes, keys, layout.in_row)


def _hand(board: Board[KoikoiView], layout: CardLayout, theme: Theme) -> Block:
    """Draw the hand; each card shows what it takes, below its face or in its border."""
    view = board.view
    faces = {seen.card: seen for seen in view.hand}
    boxes, keys = [], []
    for number, card in enumerate(view.held, start=1):
        rows: list[Line] = []
        takes = ""
        if (seen := faces.get(card)) is not None:
            matches = cells.matches(view, seen.face)
            rows = _face(seen)
            whole = packed(cells.effect(matches), _INSIDE)
            if matches and len(rows) + len(whole) <= layout.in_hand:
                rows += [text(row, "dim") for row in whole]
            elif matches:
                takes = words.takes(matches)
        border = _border(theme, f"[{number}]", takes, is_chosen=card in board.chosen)
        boxes.append(_box(rows, layout.in_hand, border))
        keys.append("" if seen is None else board.click(card, f"card {number}"))
    return _grid(boxes, keys, layout.in_row)


def _face(seen: Seen) -> list[Line]:
    """Return * 3 curtain, in two rows if necessary."""
    ((style, shown),) = cells.face(seen.face)
    return [text(row, style) for row in packed(shown, _INSIDE)][:_FACE]


def _border(theme: Theme, above: str, below: str = "", *, is_chosen: bool) -> Border:
    if is_chosen:
        return Border(theme.signs.box, "chosen", f">{above}", below)
    return Border(theme.signs.box, "strong" if above else "dim", above, below)


def _box(rows: Sequence[Line], inside: int, border: Border) -> tuple[Line, ...]:
    return boxed(rows, Size(_CELL - 1, inside + 2), border)


def _grid(boxes: Sequence[tuple[Line, ...]], keys: Sequence[str], in_row: int) -> Block:
    """Draw a grid of cards; those with a key can be clicked anywhere."""
    blocks = []
    for first in range(0, len(boxes), in_row):
        row = boxes[first : first + in_row]
        lines = tuple(joined(each, " ") for each in zip(*row, strict=True))
        zones = tuple(
            Zone(y, n * _CELL, (n + 1) * _CELL - 1, key)
            for n, key in enumerate(keys[first : first + in_row])
            for y in range(len(lines))
            if key
        )
        blocks.append(Block(lines, zones))
    return stack(*blocks)
