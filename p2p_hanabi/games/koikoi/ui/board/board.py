"""The Koi-Koi table on a screen of any size: a pure painter.

From top to bottom: whose turn, the state of the game, the opponent's side (yaku, captured cards,
near yaku), the cards on the table, one's own side, one's own hand with what each card takes, the
last moves, and the current question. Cards are drawn as boxes if there is room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from p2p_hanabi.ui.drawing.canvas import Block, Picture, Size, Zone, cut, fit, high, stack, width
from p2p_hanabi.ui.drawing.names import fitted
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import Board, Rows
from p2p_hanabi.ui.words import words_shared as table_words
from p2p_hanabi.ui.words.i18n import _, ngettext
from protocol.game import Seat

from ...state import Seen
from ...view import KoikoiView
from ..rounds import score_of
from ..words import words_board as words
from . import boxes, cells
from .sides import PlayerSide, seats_of

_CELL = 20
_TAKEN = 2
"""Rows reserved for a side's captured cards, so that nothing moves."""
_LYING = 2
"""Rows reserved for the cards on the table."""
_LOG = 2
"""This many moves take precedence over rules between the parts."""


def paint(board: Board[KoikoiView], size: Size, theme: Theme) -> Picture:
    cards = boxes.paint(board, size, theme)
    if cards is not None:
        return common.laid_out(board, size, cards, _standing(board))
    body = _in_text(board, size, theme)
    return common.framed(board, size, body, _standing(board), moves=cells.moves)


def _in_text(board: Board[KoikoiView], size: Size, theme: Theme) -> Block:
    """Draw the cards as text; rows that do not fit are left out."""
    columns = common.columns_of(size)
    lying, hand = _table(board, columns), _hand(board, columns)
    seats = seats_of(board)
    sides = [PlayerSide(board, seat, columns, theme) for seat in seats]
    most_asked = common.most_asked(size)
    asked = len(common.asked(board, size.columns, most_asked))
    if not board.is_live:
        asked = most_asked  # events are shown there, in a varying number of rows
    taken_by = len(lying.lines) + len(hand.lines) + sum(side.rows for side in sides)
    rows = Rows(size.rows - 3 - asked - taken_by)
    most = max(1, rows.spare // 2)
    taken = [side.taken(most) for side in sides]
    heights = [max(len(block.lines), min(_TAKEN, most)) for block in taken]
    rows.take(sum(heights) + (_LOG if board.is_live else 0))
    if rows.take(2) == 2:
        heights = [height + 1 for height in heights]
    titles = (_("on the table"), words.hand(board.players.other(seats[1])))
    is_ruled = rows.take(2) == 2
    above, below = [common.rule(columns, theme, title) if is_ruled else Block() for title in titles]
    other, own = [
        side.paint(block, height) for side, block, height in zip(sides, taken, heights, strict=True)
    ]
    return stack(other, above, lying, below, own, hand)


def _standing(board: Board[KoikoiView]) -> Line:
    view = board.view
    sums = [
        score_of(board.players.other(Seat(seat)), points) for seat, points in enumerate(view.scores)
    ]
    parts = [_("Who deals first?")]
    if view.round:
        parts = [
            _("Round {n}/{all}").format(n=view.round, all=view.rounds),
            _("Points: {sums}").format(sums=", ".join(sums)),
        ]
    return text("  ".join([*parts, table_words.pile(view.pile)]))


# -- the cards


def _table(board: Board[KoikoiView], columns: int) -> Block:
    """Draw the cards on the table by month; the two to choose from are numbered."""
    view = board.view
    numbers = cells.choices(view)
    lying = sorted(view.table, key=lambda seen: seen.face)
    shown = []
    for seen in lying:
        face = common.marked(cells.face(seen.face), seen.card, board)
        number = numbers.get(seen.card)
        shown.append(joined([text(f"[{number}]", "button"), face]) if number else face)
    takes = [f"take {numbers[seen.card]}" if seen.card in numbers else "" for seen in lying]
    keys = [board.click(seen.card, key) for seen, key in zip(lying, takes, strict=True)]
    in_row = columns // _CELL
    grid = _grid(shown, keys, [columns // in_row] * in_row)
    return high(grid, max(_LYING, len(grid.lines)))


def _hand(board: Board[KoikoiView], columns: int) -> Block:
    """Draw two cards per row, each with what it takes."""
    view = board.view
    numbers = {card: number for number, card in enumerate(view.held, start=1)}
    faces = [_own(board, numbers[seen.card], seen) for seen in view.hand]
    takes = [cells.matches(view, seen.face) for seen in view.hand]
    effects = [text(cells.effect(each), "dim") for each in takes]
    widths = _pair([width(f) + width(e) + 1 for f, e in zip(faces, effects, strict=True)], columns)
    shown = [
        joined([face, fitted(effect, tuple(dict.fromkeys(taken)), widths[n % 2] - width(face) - 1)])
        for n, (face, effect, taken) in enumerate(zip(faces, effects, takes, strict=True))
    ]
    keys = [board.click(seen.card, f"card {numbers[seen.card]}") for seen in view.hand]
    if unseen := len(view.held) - len(view.hand):
        sentence = ngettext("{n} card not seen", "{n} cards not seen", unseen).format(n=unseen)
        shown.append(text(sentence, "dim"))
    return high(_grid(shown, keys, widths), 4)


def _pair(wanted: Sequence[int], columns: int) -> tuple[int, int]:
    """Return the widths of two columns: halves, unless one needs room that the other can spare."""
    half = columns // 2
    left, right = max([half, *wanted[::2]]), max([0, *wanted[1::2]])
    return (left, columns - left) if left + right <= columns else (half, columns - half)


def _own(board: Board[KoikoiView], number: int, seen: Seen) -> Line:
    face = common.marked(cells.face(seen.face), seen.card, board)
    return joined([text(f"[{number}]", "button"), text(" "), face])


def _grid(shown: Sequence[Line], keys: Sequence[str], widths: Sequence[int]) -> Block:
    """Draw a grid with these column widths; entries with a key can be clicked."""
    in_row = len(widths)
    starts = [0, *accumulate(widths)]
    rows = [shown[first : first + in_row] for first in range(0, len(shown), in_row)]
    lines = [
        joined([fit(cut(each, wide - 1), wide) for each, wide in zip(row, widths, strict=False)])
        for row in rows
    ]
    zones = [
        Zone(n // in_row, starts[n % in_row], starts[n % in_row + 1], key)
        for n, key in enumerate(keys)
        if key
    ]
    return Block(tuple(lines), tuple(zones))
