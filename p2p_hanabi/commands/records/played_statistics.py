"""How a recorded game was played: in lines, and as data for the cache and for other programs."""

from __future__ import annotations

from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.game_data import present
from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.replay.statistics_lines import statistics_lines

from .playback import Playback


def lines_about(playback: Playback) -> list[Line]:
    """Return how the game was played, in lines."""
    words = GAMES[playback.game].statistic_words
    return statistics_lines(playback, playback.statistics(), words)


def facts_of_statistics(playback: Playback) -> list[dict[str, object]]:
    """Return an object for each statistic, as docs/json.md describes it."""
    return [
        present(fact=each.fact.value, total=each.total, seats=each.seats, per=each.per)
        for each in playback.statistics()
    ]
