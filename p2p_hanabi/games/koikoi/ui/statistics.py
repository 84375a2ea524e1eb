"""The words for how a game of Koi-Koi was played."""

from __future__ import annotations

from p2p_hanabi.ui.replay.statistics_lines import StatisticWords
from p2p_hanabi.ui.words.i18n import N_

from ..statistics import KoikoiFact
from .words.sentences import YAKU

STATISTICS = StatisticWords(
    facts={
        KoikoiFact.ROUNDS: N_("Rounds played"),
        KoikoiFact.ROUNDS_WON: N_("Rounds won"),
        KoikoiFact.CAPTURED: N_("Cards taken"),
        KoikoiFact.KOI: N_("Koi said"),
        KoikoiFact.KOI_PAID: N_("Koi that paid"),
        KoikoiFact.KOI_COST: N_("Koi after which the opponent won the round"),
        **YAKU,
    },
    footnotes={
        KoikoiFact.KOI_PAID: N_(
            "A koi paid if its player won the round, with more than the yaku counted when it was "
            "said."
        ),
    },
)
