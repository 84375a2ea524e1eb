"""Why a bot of Koi-Koi makes a move: codes and facts, of which screens make sentences.

`now` is how likely its seat was to win the game if it stopped, `hoped` if it went on, of 100.
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
