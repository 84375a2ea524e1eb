"""The moves as a numbered list, from which a game without keys and words of its own is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from protocol.game import Move, View

from ...drawing.style import Line, joined, text
from ...words.i18n import _
from .game_screen import GameScreen, Misunderstood
from .table_players import Players


def legal_moves(view: View) -> Sequence[Move]:
    """Return the moves of the view, in order: the first has number 1."""
    return cast("Sequence[Move]", view.moves)  # a view and its moves are of one game


def numbered(digits: str, moves: Sequence[Move]) -> Move:
    """Return the move with this number. Raise `Misunderstood` if there is none."""
    index = int(digits) - 1
    if index not in range(len(moves)):
        raise Misunderstood(
            _("There is no move {n}: choose 1 to {last}.").format(n=digits, last=len(moves))
        )
    return moves[index]


def rows(screen: GameScreen[View, Move], view: View, players: Players) -> list[Line]:
    """Return a row for each move: its number and its preview."""
    moves: Sequence[Move] = legal_moves(view)
    width = len(str(len(moves)))
    return [
        joined([text(f"{n:>{width}}", "button"), text(f" {screen.preview(move, view, players)}")])
        for n, move in enumerate(moves, start=1)
    ]
