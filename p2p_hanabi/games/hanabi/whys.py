"""Why a Hanabi bot makes a move: codes and facts, which screens turn into sentences.

`seat` is a player, `card` a card by its number, `faces` a set of faces as a bit mask.
"""

from __future__ import annotations

from protocol.reasons import Code


class HanabiWhy(Code):
    """Each is about the move that was made."""

    CERTAIN = "why-certain"
    TOLD = "why-told", "seat", "faces"
    CALLED = "why-called", "seat"
    OF_USE = "why-of-use", "faces"
    LAST_CHANCE = "why-last-chance"
    PLAYED_OUT = "why-played-out"
    FORCED = "why-forced"
    RESCUES = "why-rescues", "seat", "card"
    MAKES_PLAY = "why-makes-play", "seat", "card"
    CALLS = "why-calls", "seat", "card"
    STOPS_PLAY = "why-stops-play", "seat", "card"
    STOPS_COPY = "why-stops-copy", "seat", "card"
    SAVES = "why-saves", "seat", "card"
    TELLS_MORE = "why-tells-more", "seat"
    WAITS = "why-waits"
    USELESS = "why-useless"
    ALARM = "why-alarm", "seat", "card"
    CHOP = "why-chop"
    CHOP_MOVED = "why-chop-moved"
    MIN_MISSED = "why-least-missed"
