"""Why an Ikebana bot made a move, shown once the game is over."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.words.i18n import N_
from protocol.reasons import Code

from ...whys import IkebanaWhy

WHYS: Mapping[Code, str] = {
    IkebanaWhy.BUYS: N_(
        "In its bouquet, this flower was worth more than a draw promised, even for {price}."
    ),
    IkebanaWhy.DRAWS: N_("A draw promised more than any flower that the bot could have bought."),
    IkebanaWhy.KEEPS: N_(
        "This flower was worth more than another draw, considering what that costs."
    ),
    IkebanaWhy.KEEPS_UNPAID: N_("Refusing it costs {price}, which the bot did not have."),
    IkebanaWhy.REFUSES: N_("Another draw promised more, even for {price}."),
}
