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
        "With this card on the table it stood best: for its own yaku, and against those of the "
        "other player."
    ),
    KoikoiWhy.TAKES: N_("Of the two cards, this one was worth more."),
    KoikoiWhy.GOES_ON: N_(
        "Going on, it hoped to win more often: about {hoped} of 100 such games, and {now} if it "
        "stopped."
    ),
    KoikoiWhy.STOPS: N_(
        "Going on, it hoped to win no more often: about {hoped} of 100 such games, and {now} if it "
        "stopped."
    ),
}
