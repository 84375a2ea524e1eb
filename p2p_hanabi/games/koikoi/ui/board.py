"""The table of Koi-Koi on a screen of any size: a pure painter.

From top to bottom: whose turn, where the game stands, the other's side (yaku, what was taken, what
is near), the cards on the table, one's own side, one's own hand with what each card takes, the last
moves, and what is being asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from p2p_hanabi.ui.kit import words_shared as table_words
from p2p_hanabi.ui.kit.canvas import Block, Picture, Size, Zone, cut, fit, fold, high, stack, width
from p2p_hanabi.ui.kit.canvas import plain as rows_of
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.names import fitted
from p2p_hanabi.ui.kit.style import Line, joined, text
from p2p_hanabi.ui.kit.theme import Theme
from p2p_hanabi.ui.table import board_frame as common
from p2p_hanabi.ui.table.board_frame import Board, Rows, Told
from protocol.game import Card, Seat

from ..state import Seen, Task
from ..view import KoikoiView
from . import cells, words
from . import near as near_yaku
from . import sentences_rounds as say
from . import story as koikoi_story
from .painter import names

_CELL = 20
_TAKEN = 2
"""The rows that are kept for what a side has taken, so that nothing jumps."""
_LYING = 2
"""And for what lies on the table."""
_LOG = 2
"""So many moves are worth more than lines between the parts."""


_TOLD = Told(cells.moves, koikoi_story.told)


def paint(board: Board[KoikoiView], size: Size, theme: Theme) -> Picture:
    columns = common.columns_of(size)
    seats = _seats(board)
    lying, hand = _table(board, columns), _hand(board, columns)
    names = [_name(board, seat, columns, theme) for seat in seats]
    most_asked = common.most_asked(size)
    asked = len(common.asked(board, size.columns, most_asked))
    if not board.is_live:
        asked = most_asked  # what happened is told there, in fewer rows or more at each step
    parts = (lying, hand, *names)
    rows = Rows(size.rows - 3 - asked - sum(len(block.lines) for block in parts))
    most = max(1, rows.spare // 2)
    taken = [_taken(board, seat, columns, most) for seat in seats]
    heights = [max(len(block.lines), min(_TAKEN, most)) for block in taken]
    rows.take(sum(heights) + (_LOG if board.is_live else 0))
    if rows.take(2) == 2:
        heights = [height + 1 for height in heights]
    ruled = rows.take(2) == 2
    near = [
        _near(board, seat, columns, height - len(block.lines))
        for seat, block, height in zip(seats, taken, heights, strict=True)
    ]
    names = [
        name if block.lines else _with_hint(board, seat, name, columns)
        for seat, name, block in zip(seats, names, near, strict=True)
    ]
    sides = [
        stack(name, high(stack(above, below), height))
        for name, above, below, height in zip(names, taken, near, heights, strict=True)
    ]
    table = common.rule(columns, theme, _("on the table")) if ruled else Block()
    own = (
        common.rule(columns, theme, words.hand(board.players.other(seats[1]))) if ruled else Block()
    )
    body = stack(sides[0], table, lying, own, sides[1], hand)
    return common.framed(board, size, body, _standing(board), told=_TOLD)


def _standing(board: Board[KoikoiView]) -> Line:
    view = board.view
    sums = [
        say.score_of(board.players.other(Seat(seat)), points)
        for seat, points in enumerate(view.scores)
    ]
    parts = [_("Who deals first?")]
    if view.round:
        parts = [_("Round {n}/{all}").format(n=view.round, all=view.rounds), words.scores(sums)]
    return text("  ".join([*parts, table_words.pile(view.pile)]))


def _seats(board: Board[KoikoiView]) -> tuple[Seat, Seat]:
    """The other first, one's own side last."""
    me = board.players.me
    return Seat(1 - me), me


# -- the sides


def _name(board: Board[KoikoiView], seat: Seat, columns: int, theme: Theme) -> Block:
    view = board.view
    parts: list[Line] = []
    if seat != board.players.me:
        parts.append(text(words.held(len(view.other_hand))))
    if view.koi[seat]:
        parts.append(text(words.said_koi(view.koi[seat]), "alarm"))
    if view.yaku[seat] and view.is_round_over:
        parts.append(text(", ".join(cells.yaku(view.yaku[seat])), "strong"))
    elif view.yaku[seat]:
        parts.append(text(words.worth(cells.yaku(view.yaku[seat]), view.worth[seat]), "strong"))
    else:
        parts.append(text(_("no yaku yet"), "dim"))
    if seat != board.players.me and view.other_shown:
        parts.append(text(_("has shown {cards}").format(cards=names(view.other_shown)), "dim"))
    name = joined([common.name(board, seat, theme), joined(parts, "  ")])
    return rows_of(fold([name], columns))


def _taken(board: Board[KoikoiView], seat: Seat, columns: int, most: int) -> Block:
    """A mark says that it is more than there is room for; a click on it shows all."""
    view = board.view
    rows = fold([cells.taken(view.captured[seat])], columns)
    is_cut = len(rows) > most
    if is_cut:
        rows = [*rows[: most - 1], cut(joined([rows[most - 1], text(" " * columns)]), columns)]
    zones = (Zone(len(rows) - 1, 0, columns, near_yaku.PAGE),) if is_cut and board.is_live else ()
    return Block(tuple(rows), zones)


def _near(board: Board[KoikoiView], seat: Seat, columns: int, most: int) -> Block:
    told = near_yaku.told(board.view, seat)
    return near_yaku.rows(told, columns, most, is_live=board.is_live)


def _with_hint(board: Board[KoikoiView], seat: Seat, name: Block, columns: int) -> Block:
    """Say beside the name how many yaku are near, if there is room in its last row."""
    told = near_yaku.told(board.view, seat)
    *rows, last = name.lines
    hint = joined([last, near_yaku.hint(told, is_live=board.is_live)], "  ")
    if not told or width(hint) > columns:
        return name
    keys = (Zone(len(rows), 0, columns, near_yaku.PAGE),) if board.is_live else ()
    return Block((*rows, hint), keys)


# -- the cards


def _table(board: Board[KoikoiView], columns: int) -> Block:
    """In the order of the months; the two of which one is to be taken are numbered."""
    view = board.view
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
    in_row = columns // _CELL
    grid = _grid(shown, keys, [columns // in_row] * in_row)
    return high(grid, max(_LYING, len(grid.lines)))


def _hand(board: Board[KoikoiView], columns: int) -> Block:
    """Two cards in a row, each with what it takes."""
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
    keys = [f"card {numbers[seen.card]}" for seen in view.hand]
    if unseen := len(view.held) - len(view.hand):
        shown.append(text(words.unseen(unseen), "dim"))
    return high(_grid(shown, keys, widths), 4)


def _pair(wanted: Sequence[int], columns: int) -> tuple[int, int]:
    """Of two columns: halves, unless one has room to spare for the other."""
    half = columns // 2
    left, right = max([half, *wanted[::2]]), max([0, *wanted[1::2]])
    return (left, columns - left) if left + right <= columns else (half, columns - half)


def _own(board: Board[KoikoiView], number: int, seen: Seen) -> Line:
    face = common.marked(cells.face(seen.face), seen.card, board)
    return joined([text(f"[{number}]", "button"), text(" "), face])


def _grid(shown: Sequence[Line], keys: Sequence[str], widths: Sequence[int]) -> Block:
    """Row after row of columns that wide; what has a key can be clicked."""
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
