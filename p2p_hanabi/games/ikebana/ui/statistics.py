"""The words for how a game of Ikebana was played."""

from __future__ import annotations

from p2p_hanabi.ui.replay.statistics_lines import StatisticWords
from p2p_hanabi.ui.words.i18n import N_

from ..statistics import IkebanaFact

STATISTICS = StatisticWords(
    facts={
        IkebanaFact.KEPT: N_("Drawn cards kept"),
        IkebanaFact.REFUSED: N_("Drawn cards refused"),
        IkebanaFact.PAID_TO_REFUSE: N_("Prestige paid to refuse"),
        IkebanaFact.BOUGHT: N_("Cards bought"),
        IkebanaFact.PAID_TO_BUY: N_("Prestige paid to buy"),
        IkebanaFact.PRICE: N_("Mean price of a card bought"),
        IkebanaFact.RECEIVED: N_("Prestige received from others"),
        IkebanaFact.FROM_BOUQUETS: N_("Prestige from bouquets"),
    }
)
