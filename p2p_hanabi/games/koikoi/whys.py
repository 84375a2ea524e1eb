"""Why a bot of Koi-Koi makes a move: codes and facts, of which screens make sentences.

`now` are the points of stopping, `hoped` those by which it hopes to be ahead if it goes on.
"""

from __future__ import annotations

from protocol.reasons import Code


class KoikoiWhy(Code):
    """Each is about the move that was made."""

    CAPTURES = "why-captures"
    THROWS = "why-throws"
    TAKES = "why-takes"
    GOES_ON = "why-goes-on", "now", "hoped"
    STOPS = "why-stops", "now", "hoped"
    IS_BEHIND = "why-is-behind"
    IS_AHEAD = "why-is-ahead"
