"""The words for how a game of Hanabi was played."""

from __future__ import annotations

from p2p_hanabi.ui.replay.statistics_lines import StatisticWords
from p2p_hanabi.ui.words.i18n import N_

from ..statistics import BotReading, HanabiFact

STATISTICS = StatisticWords(
    facts={
        HanabiFact.TURNS: N_("Turns"),
        HanabiFact.EFFICIENCY: N_("Efficiency"),
        HanabiFact.HINTS: N_("Hints given"),
        HanabiFact.HINTS_USED: N_("Hints used"),
        HanabiFact.PLACED: N_("Cards placed"),
        HanabiFact.MISTAKES: N_("Mistakes"),
        HanabiFact.DISCARDED: N_("Cards discarded"),
        HanabiFact.WASTED: N_("Useful cards lost, another copy left"),
        HanabiFact.LOST: N_("Last copies lost"),
        BotReading.MISLEADING: N_("Hints that a bot would have misread"),
        BotReading.MISREAD: N_("Moves against the hints, as a bot reads them"),
    },
    footnotes={
        HanabiFact.EFFICIENCY: N_(
            "Efficiency, as on hanab.live: cards placed, or hinted in a hand and still useful, for "
            "each blue token spent or lost."
        ),
        HanabiFact.HINTS_USED: N_("A hint was used if a card that it touched was placed later."),
        BotReading.MISREAD: N_(
            "What was misread is measured by how the bots read hints; you may have agreed to read "
            "them in another way."
        ),
    },
)
