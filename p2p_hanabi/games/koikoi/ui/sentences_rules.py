"""The long texts of Koi-Koi: what can be typed, and the rules on one page, in English."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import N_

HELP = (
    N_("play 3          put down your third card; it takes what matches it"),
    N_("take 1          of two cards that match, take the first"),
    N_("koi             go on with the round, for more yaku"),
    N_("shobu           end the round and score your yaku"),
    N_("declare         show four cards of a month, or four pairs, for 6 points"),
    N_("keep            declare nothing"),
    N_("me              your own hand, and what each card takes"),
    N_("taken           what both have taken"),
    N_("yaku            both players' yaku, and what is missing"),
    N_("scores          the points, round by round"),
    N_("Beginnings are enough: p 3, t 1, shob. Cards are a flower and what is on it."),
)

RULES = (
    N_("The goal: more points than the other after all rounds."),
    N_("Each round is won by who makes yaku, sets of taken cards, and ends it."),
    N_("There are 12 months of four cards. On your turn you put down a card."),
    N_(
        "If a card of its month lies on the table, it takes it; of two you choose one, "
        "and three it takes all. If none does, it stays there."
    ),
    N_("Then the next card of the pile is turned, and does the same."),
    N_(
        "When your yaku count more than before, say shobu, which ends the round and "
        "scores them, or koi, which goes on: then the other scores double by winning."
    ),
    N_("Eight points or more count double, unless the table has chosen seven."),
    N_("A dealt hand with four cards of a month, or four pairs, can be declared for 6."),
    N_(
        "Yaku: ten simples 1, five ribbons 1, five tane 1; the three poem ribbons 5, the "
        "three blue ones 5, all six 10; boar, deer and butterflies 5. In each of these a "
        "further card of its kind counts 1 more."
    ),
    N_(
        "Moon and sake cup 5; curtain and sake cup 5. Three brights without the rain 5, "
        "four with the rain 7, four without it 8, all five 10."
    ),
)
