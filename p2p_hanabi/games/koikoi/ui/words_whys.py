"""Why a bot of Koi-Koi has made a move, told once the game is over."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.kit.i18n import N_
from protocol.reasons import Code

from ..whys import KoikoiWhy

WHYS: Mapping[Code, str] = {
    KoikoiWhy.CAPTURES: N_(
        "What this captures was worth most: for its own yaku, and kept from the other player."
    ),
    KoikoiWhy.THROWS: N_(
        "Of the cards that it could spare, this one was likely to help the other player least."
    ),
    KoikoiWhy.TAKES: N_("Of the two cards, this one was worth more."),
    KoikoiWhy.GOES_ON: N_(
        "To stop was worth {now}; going on, it hoped to be ahead by more, about {hoped}."
    ),
    KoikoiWhy.STOPS: N_(
        "To stop was worth {now}; going on, it hoped to be ahead by about {hoped}."
    ),
    KoikoiWhy.IS_BEHIND: N_("It was the last round, and it would not have been ahead."),
    KoikoiWhy.IS_AHEAD: N_("It was the last round, and this put it ahead."),
}
