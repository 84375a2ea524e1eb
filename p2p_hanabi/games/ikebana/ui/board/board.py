"""The Ikebana table on a screen of any size: a pure painter.

From top to bottom: whose turn, the state of the game, a row for each player (prestige, bouquet and
its score, the discards for sale), the decision to make, the last moves, and the current question.
Cards are drawn as boxes if there is room.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.canvas import Block, Picture, Size, Zone, fit, high, stack
from p2p_hanabi.ui.drawing.canvas import plain as rows_of
from p2p_hanabi.ui.drawing.names import folded
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import NAME, Board, Rows
from p2p_hanabi.ui.words import words_shared as table_words
from p2p_hanabi.ui.words.i18n import _, translated
from protocol.game import Seat

from ...bouquets import FLOWERS
from ...state import ROUNDS
from ...view import IkebanaView
from .. import decision
from ..words import words_board as words
from . import boxes, cells

_WIDE = (NAME, 10, 20, 15, 11, 12)
_NARROW = (NAME, 10, 16, 13, 9)
_LYING = 3
"""Rows reserved for the decision to make, so that nothing moves."""
_LOG = 5
"""This many moves take precedence over empty rows between the players."""


def paint(board: Board[IkebanaView], size: Size, theme: Theme) -> Picture:
    decided = decision.decision_sentences(board.view, board.players)
    cards = boxes.paint(board, size, theme, decided)
    if cards is not None:
        return common.laid_out(board, size, cards, _standing(board.view))
    body = _in_text(board, size, theme, decided)
    return common.framed(board, size, body, _standing(board.view), moves=cells.moves)


def _in_text(board: Board[IkebanaView], size: Size, theme: Theme, decided: Sequence[str]) -> Block:
    """Draw the cards as text; `decided` describes the decision to make."""
    view = board.view
    columns = common.columns_of(size)
    lines = [text(each) for each in decided]
    lying = folded(lines, board.players.names, columns, _LYING)
    rows = Rows(size.rows - 2 - view.players - _LYING - 1 - 1)
    ruled, titled = rows.take(2), rows.take(1)
    apart = rows.spare >= view.players + _LOG and rows.take(view.players) > 0
    return stack(
        _table(board, columns, theme, titled=bool(titled), apart=apart),
        *([common.rule(columns, theme)] if ruled > 0 else []),
        high(rows_of(lying), max(_LYING, len(lying))),
        *([common.rule(columns, theme)] if ruled > 1 else []),
    )


def _standing(view: IkebanaView) -> Line:
    parts = [
        text(_("Round {n}/{all}").format(n=view.round_number, all=ROUNDS)),
        text(_("Card {n}/{all}").format(n=view.bouquet_card, all=FLOWERS)),
        text(table_words.pile(view.pile)),
        *([text(_("COUNTS DOUBLE"), "strong")] if view.factor > 1 else []),
    ]
    return joined(parts, "  ")


# -- the players


def _table(
    board: Board[IkebanaView], columns: int, theme: Theme, *, titled: bool, apart: bool
) -> Block:
    view = board.view
    widths = _WIDE if columns >= sum(_WIDE) else _NARROW
    lines: list[Line] = []
    zones = []
    if titled:
        lines.append(_row([(), *(text(head, "dim") for head in translated(words.HEADS))], widths))
    for seat in board.players.from_next:
        if seat != board.players.me and view.tops[seat] is not None:
            zones.append(Zone(len(lines), 0, columns, f"seat {seat + 1}"))
        lines.append(_row(_player(board, seat, theme), widths))
        if apart:
            lines.append(())
    return Block(tuple(lines), tuple(zones))


def _player(board: Board[IkebanaView], seat: Seat, theme: Theme) -> list[Line]:
    view = board.view
    bouquet = view.bouquets[seat]
    return [
        common.name(board, seat, theme),
        text(f"{view.prestige[seat]:>5}", "strong"),
        cells.bouquet(bouquet, board, theme),
        text(cells.counts(bouquet, view.factor)),
        cells.discards(view, seat, board),
        text(" ".join(str(won[seat]) for won in view.won), "dim"),
    ]


def _row(columns: Sequence[Line], widths: Sequence[int]) -> Line:
    """Return a row; the last columns are left out if they do not fit."""
    return joined([fit(each, wide) for each, wide in zip(columns, widths, strict=False)])
