"""The long texts of Koi-Koi: help on commands, and the rules on one page, in English."""

from __future__ import annotations

from p2p_hanabi.ui.model.game.rules_page import TALK_ROW, Row, RowBy
from p2p_hanabi.ui.words.i18n import N_

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

RULES: tuple[Row, ...] = (
    N_("The goal: more points than the other player after {rounds} rounds."),
    N_("To win a round, form yaku (sets of captured cards) and end it."),
    RowBy(
        "redeal pairs",
        {
            False: N_("If four cards of one month are dealt to the table, all are dealt again."),
            True: N_(
                "If four cards of one month, or four pairs, are dealt to the table, all are dealt "
                "again."
            ),
        },
    ),
    N_("If you are dealt four of a month, or four pairs, you may end the round for 6."),
    N_(
        "On your turn you play a card. It takes one of the same month from the table; if there "
        "are two, you choose one; if there are three, it takes them all. If there is none, it "
        "stays on the table. Then the next card of the pile is turned over, and does the same."
    ),
    RowBy(
        "max koi",
        {
            "unlimited": N_(
                "When your yaku are worth more than before, say shobu to end the round and score "
                "them, or koi to continue: but then the other player scores double if they win."
            ),
            1: N_(
                "When you have yaku, say shobu to end the round and score them, or koi to "
                "continue: but then the other player scores double if they win. You can say koi "
                "once in a round: when your yaku grow again, the round ends as with shobu."
            ),
        },
    ),
    N_("If your yaku grow with the last card of your hand, that is shobu."),
    RowBy(
        "exhausted",
        {
            "none": N_("If the hands run out without shobu, nobody scores."),
            "koi": N_(
                "If the hands run out after a koi, the last player who said koi scores; without a "
                "koi nobody does."
            ),
            "dealer": N_(
                "If the hands run out after a koi, the dealer scores 6, never doubled; without a "
                "koi nobody does."
            ),
        },
    ),
    RowBy(
        "draw switches",
        {
            False: N_(
                "The winner of a round deals and begins the next; without one, the same dealer."
            ),
            True: N_(
                "The winner of a round deals and begins the next; without one, the other player."
            ),
        },
    ),
    N_("Yaku worth {double_from} points or more count double."),
    N_(
        "Yaku: ten simples 1, five ribbons 1, five tane 1; the three poem ribbons 5, the three "
        "blue ones 5, or all six together 10; boar, deer and butterflies 5. Each further card "
        "of the same kind adds 1."
    ),
    RowBy(
        "sake as kasu",
        {
            False: N_("The sake cup is a tane, not a simple."),
            True: N_("The sake cup is both a tane and a simple."),
        },
    ),
    RowBy(
        "stack groups",
        {
            False: N_(
                "Five ribbons count nothing beside poem or blue ribbons, nor five tane beside "
                "boar, deer and butterflies."
            ),
            True: N_(
                "Five ribbons also count beside poem or blue ribbons, and five tane beside boar, "
                "deer and butterflies."
            ),
        },
    ),
    RowBy(
        "sanko rain",
        {
            False: RowBy(
                "viewings",
                {
                    True: N_(
                        "Brights: three without the rain 5, four with it 7, four without it 8, all "
                        "five 10; only the best counts. Moon and sake cup 5; curtain and sake cup "
                        "5."
                    ),
                    False: N_(
                        "Brights: three without the rain 5, four with it 7, four without it 8, all "
                        "five 10; only the best counts. The sake cup counts nothing with moon or "
                        "curtain."
                    ),
                },
            ),
            True: RowBy(
                "viewings",
                {
                    True: N_(
                        "Brights: any three 5, four with the rain 7, four without it 8, all five "
                        "10; only the best counts. Moon and sake cup 5; curtain and sake cup 5."
                    ),
                    False: N_(
                        "Brights: any three 5, four with the rain 7, four without it 8, all five "
                        "10; only the best counts. The sake cup counts nothing with moon or "
                        "curtain."
                    ),
                },
            ),
        },
    ),
    TALK_ROW,
)
"""What the table plays (KK4 to KK38, F1 to F28)."""
