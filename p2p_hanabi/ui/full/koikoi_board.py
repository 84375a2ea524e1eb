"""The table of Koi-Koi on a screen of any size: a pure painter.

From top to bottom: whose turn, where the game stands, the other's side (yaku, what was taken, what
is near), the cards on the table, one's own side, one's own hand with what each card takes, the last
moves, and what is being asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.koikoi_state import Seen, Task
from p2p_hanabi.games.koikoi_view import KoikoiView
from protocol.game import Card, Seat

from .. import koikoi_story, sentences_koikoi
from ..koikoi_painter import names
from ..style import Line, joined, text
from . import board as common
from . import koikoi_cells as cells
from . import words as table_words
from . import words_koikoi as words
from .board import PANE, Board, Rows
from .canvas import Block, Picture, Size, Zone, beside, cut, ends, fit, fold, high, picture, stack
from .canvas import plain as rows_of
from .legend import buttons
from .look import Look

_CELL = 20
_TAKEN = 2
"""The rows that are kept for what a side has taken, so that nothing jumps."""
_LYING = 2
"""And for what lies on the table."""
_LOG = 2
"""So many moves are worth more than lines between the parts."""


def paint(board: Board, size: Size, look: Look) -> Picture:
    view: KoikoiView = board.view
    columns = common.columns_of(size)
    asked = fold(board.asked, size.columns) or [()]
    lying = _table(board, columns)
    sides = [_side(board, seat, columns, look) for seat in _seats(board)]
    hand = _hand(board, columns)
    needed = sum(len(block.lines) for block in (lying, *sides, hand))
    rows = Rows(size.rows - 2 - needed - len(asked))
    legend, _ = rows.take(1), rows.take(_LOG)
    near, ruled = rows.take(2), rows.take(2)
    nearness = [_near(board, seat, columns) if near == 2 else Block() for seat in _seats(board)]
    body = stack(
        sides[0],
        nearness[0],
        *([common.rule(columns, look, words.table())] if ruled > 0 else []),
        lying,
        *([common.rule(columns, look, words.hand())] if ruled > 1 else []),
        sides[1],
        nearness[1],
        hand,
    )
    height = size.rows - 2 - legend - len(asked)
    is_wide = columns < size.columns
    if not is_wide:
        told = common.numbered(cells.moves(view, board.company))
        body = stack(body, common.last(told, columns, height - len(body.lines)))
    body = high(body, height)
    if is_wide:
        told_whole = koikoi_story.told(view, board.company)
        pane = common.story(told_whole, size.columns - PANE - 2, height)
        body = beside(body, pane, PANE + 2)
    top = Block((common.top_row(board, size.columns), _standing(board, size.columns)))
    shown = [top, body, rows_of(asked), buttons(board.buttons, size.columns)]
    return picture(stack(*(shown if legend else shown[:3])), size)


def _standing(board: Board, columns: int) -> Line:
    view: KoikoiView = board.view
    sums = [
        sentences_koikoi.score_of(board.company.other(Seat(seat)), points)
        for seat, points in enumerate(view.scores)
    ]
    parts = [words.first_draw()]
    if view.round:
        parts = [words.round_of(view.round, view.rounds), words.scores(sums)]
    parts.append(table_words.pile(view.pile))
    return ends(text("  ".join(parts)), common.links(board), columns)


def _seats(board: Board) -> tuple[Seat, Seat]:
    """The other first, one's own side last."""
    me = board.company.me
    return Seat(1 - me), me


# -- the sides


def _side(board: Board, seat: Seat, columns: int, look: Look) -> Block:
    view: KoikoiView = board.view
    parts: list[Line] = []
    if seat != board.company.me:
        parts.append(text(words.held(len(view.other_hand))))
    if view.koi[seat]:
        parts.append(text(words.said_koi(view.koi[seat]), "alarm"))
    if view.yaku[seat]:
        parts.append(text(words.worth(cells.yaku(view.yaku[seat]), view.worth[seat]), "strong"))
    else:
        parts.append(text(words.no_yaku(), "dim"))
    if seat != board.company.me and view.other_shown:
        parts.append(text(words.shown(names(view.other_shown)), "dim"))
    name = joined([common.name(board, seat, look), joined(parts, "  ")])
    taken = fold([cells.taken(view.captured[seat])], columns)
    return Block((*fold([name], columns), *high(rows_of(taken), max(_TAKEN, len(taken))).lines))


def _near(board: Board, seat: Seat, columns: int) -> Block:
    view: KoikoiView = board.view
    return Block((cells.near(view.progress[seat], columns),))


# -- the cards


def _table(board: Board, columns: int) -> Block:
    """In the order of the months; the two of which one is to be taken are numbered."""
    view: KoikoiView = board.view
    numbers: dict[Card, int] = {}
    if view.placing is not None and view.actor == view.seat and view.task is Task.TAKE:
        matches = view.matches(view.placing.face)
        numbers = {seen.card: number for number, seen in enumerate(matches, start=1)}
    lying = sorted(view.table, key=lambda seen: seen.face)
    shown = []
    for seen in lying:
        face = common.marked(cells.face(seen.face), seen.card, board)
        number = numbers.get(seen.card)
        shown.append(joined([text(f"[{number}]", "button"), face]) if number else face)
    keys = [f"take {numbers[seen.card]}" if seen.card in numbers else "" for seen in lying]
    grid = _grid(shown, keys, columns // (columns // _CELL), columns)
    return high(grid, max(_LYING, len(grid.lines)))


def _hand(board: Board, columns: int) -> Block:
    """Two cards in a row, each with what it takes."""
    view: KoikoiView = board.view
    shown = [_own(board, number, seen) for number, seen in enumerate(view.hand, start=1)]
    keys = [f"card {number}" for number in range(1, len(shown) + 1)]
    return high(_grid(shown, keys, columns // 2, columns), 4)


def _own(board: Board, number: int, seen: Seen) -> Line:
    view: KoikoiView = board.view
    face = common.marked(cells.face(seen.face), seen.card, board)
    takes = cells.effect(view, seen.face)
    return joined([text(f"[{number}]", "button"), text(" "), face, text(takes, "dim")])


def _grid(shown: Sequence[Line], keys: Sequence[str], wide: int, columns: int) -> Block:
    """Row after row; what has a key can be clicked."""
    in_row = columns // wide
    rows = [shown[first : first + in_row] for first in range(0, len(shown), in_row)]
    lines = [joined([fit(cut(each, wide - 1), wide) for each in row]) for row in rows]
    zones = [
        Zone(n // in_row, n % in_row * wide, (n % in_row + 1) * wide, key)
        for n, key in enumerate(keys)
        if key
    ]
    return Block(tuple(lines), tuple(zones))
