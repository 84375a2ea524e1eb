"""Each Koi-Koi player's side without the hand: yaku, captured cards, near yaku."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.canvas import Block, Zone, cut, fold, high, stack, width
from p2p_hanabi.ui.drawing.canvas import plain as rows_of
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import Board
from p2p_hanabi.ui.words.i18n import _, ngettext
from protocol.game import Seat

from ...view import KoikoiView
from .. import near as near_yaku
from ..painter import names
from ..words import words_board as words
from . import cells


def seats_of(board: Board[KoikoiView]) -> tuple[Seat, Seat]:
    """Return the other seat, then one's own."""
    me = board.players.me
    return Seat(1 - me), me


class PlayerSide:
    """One player's side, `columns` wide. `rows` is the height of its name."""

    def __init__(self, board: Board[KoikoiView], seat: Seat, columns: int, theme: Theme) -> None:
        self._board = board
        self._seat = seat
        self._columns = columns
        self._name = self._named(theme)
        self._near = near_yaku.near_sentences(board.view, seat)

    @property
    def rows(self) -> int:
        return len(self._name.lines)

    def taken(self, most: int) -> Block:
        """Draw the captured cards; a mark shows that there are more than fit, and a click on it
        shows all."""
        rows = fold([cells.taken(self._board.view.captured[self._seat])], self._columns)
        if len(rows) <= most:
            return rows_of(rows)
        more = joined([rows[most - 1], text(" " * self._columns)])
        keys = (Zone(most - 1, 0, self._columns, near_yaku.PAGE),) if self._board.is_live else ()
        return Block((*rows[: most - 1], cut(more, self._columns)), keys)

    def paint(self, taken: Block, rows: int) -> Block:
        """Paint the name, and below it `rows` rows of captured cards and near yaku."""
        near = near_yaku.rows(
            self._near, self._columns, rows - len(taken.lines), is_live=self._board.is_live
        )
        name = self._name if near.lines else self._with_hint()
        return stack(name, high(stack(taken, near), rows))

    def _with_hint(self) -> Block:
        """Return the name, with the number of near yaku in its last row if there is room."""
        *rows, last = self._name.lines
        hint = joined([last, near_yaku.hint(self._near, is_live=self._board.is_live)], "  ")
        if not self._near or width(hint) > self._columns:
            return self._name
        keys = (Zone(len(rows), 0, self._columns, near_yaku.PAGE),) if self._board.is_live else ()
        return Block((*rows, hint), keys)

    def _named(self, theme: Theme) -> Block:
        name = joined([common.name(self._board, self._seat, theme), joined(self._about(), "  ")])
        return rows_of(fold([name], self._columns))

    def _about(self) -> Sequence[Line]:
        view, seat = self._board.view, self._seat
        is_other = seat != self._board.players.me
        parts: list[Line] = []
        if is_other:
            count = len(view.other_hand)
            parts.append(text(ngettext("holds {n} card", "holds {n} cards", count).format(n=count)))
        if view.koi[seat]:
            parts.append(text(words.said_koi(view.koi[seat]), "alarm"))
        if view.yaku[seat] and view.is_round_over:
            parts.append(text(", ".join(cells.yaku(view.yaku[seat])), "strong"))
        elif view.yaku[seat]:
            made, worth = cells.yaku(view.yaku[seat]), view.worth[seat]
            sentence = (
                ngettext(
                    "{yaku}: worth {n} point now", "{yaku}: worth {n} points now", worth
                ).format(yaku=", ".join(made), n=worth)
                if view.can_end(seat)
                else _("{yaku}: must grow after the koi").format(yaku=", ".join(made))
            )
            parts.append(text(sentence, "strong"))
        else:
            parts.append(text(_("no yaku yet"), "dim"))
        if is_other and view.other_shown:
            parts.append(text(_("has shown {cards}").format(cards=names(view.other_shown)), "dim"))
        return parts
