"""Why a Koi-Koi bot makes a move: codes and facts, which screens turn into sentences.

`now` is the percentage chance of its seat to win the game if it stopped, `hoped` if it went on.
"""

from __future__ import annotations

from protocol.reasons import Code


class KoikoiWhy(Code):
    """Each is about the move that was made."""

    CAPTURES = "why-captures"
    THROWS = "why-throws"
    TAKES = "why-takes"
    GOES_ON = "why-koi", "now", "hoped"
    STOPS = "why-shobu", "now", "hoped"
