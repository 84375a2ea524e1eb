"""The Hanabi table on large screens: hands as rows of cards, everything else to their right."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.ui.drawing.canvas import (
    Block,
    Border,
    Size,
    Zone,
    beside,
    boxed,
    packed,
    stack,
)
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import NAME, Rows
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import duration
from protocol.game import Card, Seat

from ...view import CardInfo, HanabiView
from ..words import words_board as words_hanabi
from . import cells, columns
from .seen import HanabiBoard, labelled_ends

MIN_COLUMNS = 100
KEPT = 2
"""Rows reserved for questions, so that nothing moves when one appears."""
_FRAME = 2 + KEPT + 1
"""Whose turn, the state of the game, the current question, and the keys."""
_LEAST_INSIDE, _HIGH, _MOST_INSIDE = 2, 4, 5
_WIDEST = 26
_GAP = 2
_RIGHT = 36
"""The columns that fireworks, discards and moves need."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the screen is divided. `inside` is the number of rows within a card's border, `cell` its
    width including the gap after it."""

    width: int
    cell: int
    inside: int
    is_ruled: bool
    gap: int


def has_room(view: HanabiView, size: Size) -> bool:
    least = _FRAME + view.players * (_LEAST_INSIDE + 2)
    return size.columns >= MIN_COLUMNS and size.rows >= least


def layout_of(view: HanabiView, size: Size) -> Layout:
    """Return the layout for a screen that is large enough."""
    cards = max(4, *map(len, view.hands))
    left = max(MIN_COLUMNS - _GAP - _RIGHT, size.columns * 6 // 10)
    cell = min(_WIDEST, (left - NAME) // cards)
    rows = Rows(size.rows - _FRAME - view.players * (_LEAST_INSIDE + 2))
    is_ruled = bool(rows.take(1))
    inside = min(_MOST_INSIDE, _LEAST_INSIDE + rows.spare // view.players)
    rows.take((inside - _LEAST_INSIDE) * view.players)
    return Layout(NAME + cell * cards, cell, inside, is_ruled, rows.spare // view.players)


def paint(board: HanabiBoard, size: Size, theme: Theme) -> Block:
    """Draw everything between the state of the game and the question, as high as needed."""
    layout = layout_of(board.view, size)
    room, rows = size.columns - layout.width - _GAP, size.rows - _FRAME
    table = columns.table(board.view, theme, room, titled=True)
    log = cells.last_moves(board.view, board.players, room, rows - len(table.lines) - 2)
    right = stack(table, Block(((), text(_("Last moves"), "title"))), log)
    return beside(_Hands(board, layout, theme).all(), right, layout.width + _GAP)


@dataclass(frozen=True, slots=True)
class _Hands:
    board: HanabiBoard
    layout: Layout
    theme: Theme

    def all(self) -> Block:
        """Draw all hands; one's own comes last, below a rule if there is a row for it."""
        blocks = []
        apart = Block(((),) * self.layout.gap)
        for seat in self.board.players.from_next[:-1]:
            blocks += [self._hand(seat), apart]
        if self.layout.is_ruled:
            label = _(words_hanabi.LEVEL_NAMES[self.board.level])
            blocks.append(common.rule(self.layout.width, self.theme, label))
        return stack(*blocks, self._hand(self.board.players.me))

    def _hand(self, seat: Seat) -> Block:
        """Draw a hand. Clicks on one's own cards name the position, on others' also the player."""
        is_mine, cell = seat == self.board.players.me, self.layout.cell
        slots, rows = range(len(self.board.view.hands[seat])), range(self.layout.inside + 2)
        cards = [self._card(seat, slot) for slot in slots]
        whose = "card" if is_mine else f"seat {seat + 1}"
        hand = self.board.view.hands[seat]
        zones = tuple(
            Zone(
                *(row, slot * cell, (slot + 1) * cell - 1),
                self.board.click(hand[slot].card, f"{whose} {slot + 1}"),
            )
            for slot in slots
            for row in rows
        )
        boxes = Block(tuple(joined([card[row] for card in cards], " ") for row in rows), zones)
        named = () if is_mine else tuple(Zone(row, 0, NAME, whose) for row in rows)
        return beside(Block(self._name(seat), named), boxes, NAME)

    def _name(self, seat: Seat) -> tuple[Line, ...]:
        """Return the name's rows, with the name level with the cards' faces."""
        one = self.board.away_of(seat)
        seconds = None if one is None else one.seconds
        away = "" if seconds is None else f"   {self.theme.signs.away} {duration(seconds)}"
        name = common.name(self.board, seat, self.theme)
        return ((), *self._above, name, text(away, "alarm"))

    def _card(self, seat: Seat, slot: int) -> tuple[Line, ...]:
        """Draw a card; a note is below what is known, or in the border if there is no row for
        it."""
        board, inside = self.board, self.layout.inside
        info, is_mine = board.view.hands[seat][slot], seat == board.players.me
        room = self.layout.cell - 4
        style = "" if is_mine else "dim"
        rows = [
            *self._above,
            common.marked(cells.face(info, board.view, board.level), info.card, board),
            *(text(row, style) for row in self._known(info, room)),
        ]
        note = board.notes.get(info.card, "")
        has_row = len(rows) < inside
        if note and has_row:
            rows += [text(row, "noted") for row in packed(cells.noted(note), room)]
        is_hinted = info.card in board.pointed_at
        border = Border(
            self.theme.signs.box,
            "strong" if is_hinted or is_mine else "dim",
            f"{slot + 1}{self.theme.signs.hinted if is_hinted else ''}",
            cells.noted(note) if note and not has_row else self._age(seat, info.card),
        )
        return boxed(rows, Size(self.layout.cell - 1, inside + 2), border)

    def _known(self, info: CardInfo, room: int) -> list[str]:
        """Return what is known: in full if there are enough rows, else shortened to one row."""
        known = (info, self.board.view, self.board.level)
        rows = packed(cells.known(*known, self.layout.width), room)
        free = self.layout.inside - len(self._above) - 1
        return rows if len(rows) <= free else [cells.known(*known, room)]

    @property
    def _above(self) -> tuple[Line, ...]:
        """The rows left free above a face in a high card."""
        return ((),) if self.layout.inside >= _HIGH else ()

    def _age(self, seat: Seat, card: Card) -> str:
        ends = labelled_ends(self.board.view, self.board.players, seat)
        if ends is None or card not in ends:
            return ""
        return _("old") if card == ends[0] else _("new")
