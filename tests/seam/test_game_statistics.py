"""What is counted of a game that counts nothing itself."""

from __future__ import annotations

from typing import Any

from p2p_hanabi.seam.game_statistics import CountedGame, Statistic, UsualFact, count_moves
from protocol.game import Seat


def test_moves_are_counted_for_each_seat() -> None:
    movers = Seat(0), Seat(2), Seat(0)
    game: CountedGame[Any] = CountedGame(3, movers, lambda _moment, _seat: None)
    assert count_moves(game) == (Statistic(UsualFact.MOVES, 3, (2, 0, 1)),)
