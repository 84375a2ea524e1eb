"""The rules of Hanabi on one page, in English, as the options of a table choose them."""

from __future__ import annotations

from p2p_hanabi.ui.model.game.rules_page import FIRST_ROW, Row, RowBy
from p2p_hanabi.ui.words.i18n import N_

RULES: tuple[Row, ...] = (
    N_("The goal: together, build one firework of each colour, from 1 up to 5."),
    RowBy(
        "multicolour",
        {
            False: N_("Each colour has three 1s, two each of 2, 3 and 4, and a single 5."),
            True: N_(
                "Each colour has three 1s, two each of 2, 3 and 4, and a single 5. Multicolour is "
                "a sixth colour, with a single card of each number. Hints about other colours do "
                "not touch these cards."
            ),
            "ten": N_(
                "Each colour has three 1s, two each of 2, 3 and 4, and a single 5. Multicolour is "
                "a sixth colour like the others. Hints about other colours do not touch its cards."
            ),
            "any": N_(
                "Each colour has three 1s, two each of 2, 3 and 4, and a single 5. Multicolour is "
                "a sixth colour, with a single card of each number. Hints about any colour touch "
                "these cards too; no hint names multicolour."
            ),
            "any-ten": N_(
                "Each colour has three 1s, two each of 2, 3 and 4, and a single 5. Multicolour is "
                "a sixth colour, with as many cards. Hints about any colour touch these cards too; "
                "no hint names multicolour."
            ),
        },
    ),
    N_("You see everybody's cards except your own."),
    FIRST_ROW,
    N_("On your turn you do exactly one of three things."),
    RowBy(
        "empty hints",
        {
            False: N_(
                "Hint: tell one player one colour or one number; all cards of that player with "
                "that colour or number are touched, at least one. It costs a blue token; with "
                "none left, you cannot give a hint."
            ),
            True: N_(
                "Hint: tell one player one colour or one number; all cards of that player with "
                "that colour or number are touched, and there may be none. It costs a blue token; "
                "with none left, you cannot give a hint."
            ),
        },
    ),
    N_("Discard: a card leaves the game for good, and a blue token comes back."),
    N_("You cannot discard while all {blue} blue tokens are available."),
    N_(
        "Play: if the card is the next one of its firework, it is added. If not, it is discarded "
        "and you take a red token. Completing a firework with a 5 brings a blue token back."
    ),
    RowBy(
        "announce",
        {
            False: "",
            True: N_(
                "You may announce the colour of the card you play. If it is right and the card "
                "fits, another blue token comes back; if it is wrong, the card is discarded even "
                "if it would have fitted, and you take a red token."
            ),
        },
    ),
    N_("After a discard or a play you draw a card, without seeing it."),
    RowBy(
        "red",
        {
            3: N_("The game is lost when the third red token is taken."),
            1: N_("The game is lost with the first red token: one mistake is enough."),
        },
    ),
    RowBy(
        "finale",
        {
            False: "",
            True: N_("It is also lost when the last copy of a card that is still needed is gone."),
        },
    ),
    N_("It is won at once when all fireworks have reached 5."),
    RowBy(
        "finale",
        {
            False: N_(
                "After the last card is drawn, everybody has one more turn; then the game ends."
            ),
            True: N_(
                "After the last card is drawn the game goes on, without drawing, until it is won "
                "or lost. Without cards you can only give hints."
            ),
        },
    ),
    RowBy(
        "finale",
        {
            False: "",
            True: RowBy(
                "stuck",
                {
                    "lose": N_("A player with neither a card nor a blue token loses the game."),
                    "skip": N_("A player with neither a card nor a blue token is skipped."),
                },
            ),
        },
    ),
    RowBy(
        "finale",
        {
            False: N_(
                "The score is the sum of the highest cards of the fireworks; a lost game scores 0."
            ),
            True: N_("The score is perfect, or 0: a lost game scores 0."),
        },
    ),
    RowBy(
        "escrow",
        {
            False: "",
            True: N_(
                "If a player is gone for good and all others agree, the table plays on and skips "
                "that player. All the others together could then read the pile."
            ),
            "trusting": N_(
                "If a player is gone for good and both others agree, the table plays on and skips "
                "that player. It is for three who trust each other: a cheater could see their own "
                "hand."
            ),
        },
    ),
    RowBy(
        "talk",
        {
            "none": N_("You must not say anything else about the cards."),
            "phrases": N_("Besides hints, you may say nothing but some preset phrases."),
            "free": N_("You may also write to each other, anything and at any time."),
        },
    ),
)
"""What the table plays."""
