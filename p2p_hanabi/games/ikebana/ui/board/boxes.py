"""The Ikebana table on large screens: bouquets as rows of cards, the moves beside them."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.canvas import Block, Border, Size, Zone, beside, boxed, fit, stack
from p2p_hanabi.ui.drawing.canvas import plain as rows_of
from p2p_hanabi.ui.drawing.names import folded
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import NAME, Board
from p2p_hanabi.ui.words.i18n import _, translated
from protocol.game import Seat

from ...bouquets import FLOWERS
from ...state import Flower
from ...view import IkebanaView
from ..painter import drawn, shorts
from ..words import words_board as words
from . import cells

_CARD = Size(6, 3)
_BOUQUET = FLOWERS * _CARD.columns + 1
_COUNTS = 17
_DISCARDS = 12
_NAME = NAME + 2
"""The width of a name, with room for the prestige below it."""
_COLUMNS = _NAME + _BOUQUET + _COUNTS + _DISCARDS
_GAP = 2
_LYING = 4
"""Rows reserved for the decision to make."""


def paint(
    board: Board[IkebanaView], size: Size, theme: Theme, lying: Sequence[str]
) -> Block | None:
    """Draw everything between the state of the game and the question; None if it does not fit.
    `lying` describes the decision to make."""
    if not common.has_boxes(size):
        return None
    view, height = board.view, common.body_rows(size)
    seats = board.players.from_next
    decided = _decided(board, theme, lying)
    spare = height - 1 - len(seats) * _CARD.rows - 1 - max(_LYING, len(decided.lines))
    apart = Block(((),) * min(1, spare // len(seats)))
    players = [block for seat in seats for block in (_player(board, seat, theme), apart)]
    left = stack(_heads(), *players, common.rule(_COLUMNS, theme), decided)
    moves = common.numbered(cells.moves(view, board.players))
    room = Size(size.columns - _COLUMNS - _GAP, height)
    return beside(left, common.recent(moves, room), _COLUMNS + _GAP)


def _heads() -> Block:
    _prestige, bouquet, counts, discards, rounds = translated(words.HEADS)
    heads = ("", bouquet, f"{counts} / {rounds}", discards)
    widths = zip(heads, (_NAME, _BOUQUET, _COUNTS, _DISCARDS), strict=True)
    return rows_of([joined([fit(text(head, "dim"), wide) for head, wide in widths])])


def _player(board: Board[IkebanaView], seat: Seat, theme: Theme) -> Block:
    """Draw a player; one with a discard to buy can be clicked anywhere."""
    view = board.view
    name = (
        common.name(board, seat, theme),
        text(_(" prestige {n}").format(n=view.prestige[seat]), "strong"),
    )
    rounds = " ".join(str(won[seat]) for won in view.won)
    counts = (
        (),
        text(cells.counts(view.bouquets[seat], view.factor)),
        text(rounds, "dim"),
    )
    left = beside(rows_of(name), _bouquet(board, seat, theme), _NAME)
    right = beside(rows_of(counts), _discards(board, seat, theme), _COUNTS)
    whole = beside(left, right, _NAME + _BOUQUET)
    is_offered = seat != board.players.me and view.tops[seat] is not None
    keys = [Zone(row, 0, _COLUMNS, f"seat {seat + 1}") for row in range(_CARD.rows)]
    if board.is_pointing:
        return whole
    return Block(whole.lines, tuple(keys) if is_offered else ())


def _bouquet(board: Board[IkebanaView], seat: Seat, theme: Theme) -> Block:
    shown = board.view.bouquets[seat]
    boxes = [_card(board, each, theme) for each in shown.flowers]
    boxes += [rows_of(_place(theme))] * shown.missing
    row = boxes[0]
    for place, box in enumerate(boxes[1:], start=1):
        row = beside(row, box, place * _CARD.columns)
    return row


def _discards(board: Board[IkebanaView], seat: Seat, theme: Theme) -> Block:
    """Draw the top discard, and beside it the number of cards below, or the cards if the table
    shows them."""
    view, top = board.view, board.view.tops[seat]
    if top is None:
        return Block(((),) * _CARD.rows)
    below = view.heights[seat] - 1
    sentence = words.below(below) if below else ""
    if view.buried[seat]:
        sentence = shorts(tuple(reversed(view.buried[seat])))
    return beside(_card(board, top, theme), rows_of([(), text(sentence, "dim")]), _CARD.columns)


def _decided(board: Board[IkebanaView], theme: Theme, lying: Sequence[str]) -> Block:
    """Draw the card to decide on, and the choices."""
    card = board.view.drawn
    wide = 0 if card is None else _CARD.columns + 2
    lines = [text(each) for each in lying]
    rows = rows_of(folded(lines, board.players.names, _COLUMNS - wide, _CARD.rows))
    return rows if card is None else beside(_card(board, card, theme), rows, wide)


def _card(board: Board[IkebanaView], card: Flower, theme: Theme) -> Block:
    """Draw a card, which can be clicked to point at it."""
    key = board.click(card.card)
    zones = [Zone(row, 0, _CARD.columns, key) for row in range(_CARD.rows)]
    return Block(_box(board, card, theme), tuple(zones) if key else ())


def _box(board: Board[IkebanaView], card: Flower, theme: Theme) -> tuple[Line, ...]:
    is_chosen = card.card in board.chosen
    border = Border(theme.signs.box, "chosen", ">") if is_chosen else Border(theme.signs.box)
    return boxed([drawn(card)], _CARD, border)


def _place(theme: Theme) -> tuple[Line, ...]:
    """Draw a placeholder for a card still to come."""
    return boxed([text(theme.signs.ahead, "dim")], _CARD, Border(theme.signs.box, "dim"))
