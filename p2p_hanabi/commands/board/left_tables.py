"""Tables of the big screen that were left."""

from __future__ import annotations

from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.net.table.seat import has_ended, unfinished
from p2p_hanabi.paths import Home

from ..console.failures import storage_errors_as_failed


def has_left_board(home: Home) -> bool:
    """Return whether a table of the big screen was left, which can be continued. Raise `Failed`."""
    board = Home(home.board)
    with storage_errors_as_failed():
        playing = any(not has_ended(board, own) for own in unfinished(board))
        return playing or bool(left_open(board))
