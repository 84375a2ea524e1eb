"""The long texts of Koi-Koi: help on commands, and the rules on one page, in English."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import N_

HELP = (
    N_("play 3          play your third card; it takes what matches it"),
    N_("take 1          if two cards match, take the first"),
    N_("koi             continue the round, for more yaku"),
    N_("shobu           end the round and score your yaku"),
    N_("declare         show four cards of a month, or four pairs, for 6 points"),
    N_("keep            declare nothing"),
    N_("me              your own hand, and what each card takes"),
    N_("taken           what both have taken"),
    N_("yaku            both players' yaku, and what is missing"),
    N_("scores          the points, round by round"),
    N_("You can abbreviate: p 3, t 1, shob. A card is a flower and its picture."),
)

RULES = (
    N_("The goal: more points than the other player after all rounds."),
    N_("To win a round, form yaku (sets of captured cards) and end it."),
    N_("There are 12 months of four cards. On your turn you play a card."),
    N_(
        "That card takes one of the same month from the table; if there are two, you "
        "choose one; if there are three, it takes them all. If there is none, it "
        "stays on the table."
    ),
    N_("Then the next card of the pile is turned over, and does the same."),
    N_(
        "When your yaku are worth more than before, say shobu to end the round and "
        "score them, or koi to continue: but then the other player scores double if "
        "they win."
    ),
    N_("Eight points or more count double (seven, if the table has chosen that)."),
    N_("If you are dealt four cards of a month, or four pairs, you can declare them for 6 points."),
    N_(
        "Yaku: ten simples 1, five ribbons 1, five tane 1; the three poem ribbons 5, "
        "the three blue ones 5, all six 10; boar, deer and butterflies 5. Each "
        "further card of the same kind adds 1."
    ),
    N_(
        "Moon and sake cup 5; curtain and sake cup 5. Three brights without the rain 5, "
        "four with the rain 7, four without it 8, all five 10."
    ),
)
