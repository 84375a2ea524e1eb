"""Why a Koi-Koi bot made a move, shown once the game is over."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.words.i18n import N_
from protocol.reasons import Code

from ...whys import KoikoiWhy

WHYS: Mapping[Code, str] = {
    KoikoiWhy.CAPTURES: N_(
        "What this card captured was worth most: for the bot's own yaku, and kept "
        "from the other player."
    ),
    KoikoiWhy.THROWS: N_(
        "With this card on the table, the bot's position was best: for its own yaku, "
        "and against the other player's."
    ),
    KoikoiWhy.TAKES: N_("Of the two cards, this one was worth more."),
    KoikoiWhy.GOES_ON: N_(
        "By continuing, the bot expected to win more often: about {hoped} of 100 such "
        "games, against {now} if it stopped."
    ),
    KoikoiWhy.STOPS: N_(
        "By continuing, the bot expected to win no more often: about {hoped} of 100 "
        "such games, against {now} if it stopped."
    ),
}
