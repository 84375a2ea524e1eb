"""The guided first game, in English. Texts are short: they share a small screen with the table."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.kit import words
from p2p_hanabi.ui.kit.i18n import N_, _, pgettext

WELCOME = N_(
    "You play with two bots, Wren and Robin, and all three of you win or lose together. Build one "
    "firework of each colour, card by card from 1 to 5. Each card that fits is a point; 25 is "
    "perfect."
)
OTHERS = N_(
    "You see everybody's cards except your own. Wren holds R1, a red 1, which could begin the red "
    "firework. But Wren does not see it."
)
HINT = N_(
    "So give Wren a hint. A hint names one number or one colour, and points at all cards of the "
    "hand that have it. Tell Wren which cards are 1s."
)
PREVIEW = N_(
    "Nothing is sent yet: you read what the hint will say, also of the cards that it does not "
    "point at. It costs one of eight blue tokens."
)
TOLD = N_(
    "Wren understood, and played the red 1. And Robin gave you a hint: your card 2 is a 1, the "
    "others are not. With your hand stands what each card can be."
)
PLAY = N_(
    "Only the red firework has begun, so nearly every 1 fits. Why else would Robin point at it? "
    "Play your card 2."
)
RISK = N_(
    "If a card does not fit it is lost, and a red token is taken: the third one loses the game. "
    "This one looks safe."
)
TOKENS = N_(
    "It was the blue 1. Three hints have cost three blue tokens. A card that is discarded brings "
    "one back. Give up your first card: nobody has pointed at it, and it is your oldest."
)
SILENCE = N_(
    "The others see what you are about to throw away. If it were the last of its kind they would "
    "have warned you, for there are three 1s of each colour, two 2s, 3s and 4s, but a single 5."
)
KNOWLEDGE = N_(
    "Robin has just told you about 2s. Before you give a hint it helps to see what the others know "
    "of their cards already."
)
BACK = N_(
    "You need not remember everything: you can look back at all moves at any time, and nothing can "
    "be played by accident meanwhile."
)
NOTE = N_(
    "You can also keep notes on your cards, which nobody else sees. Robin said that your card 3 "
    "is a 2, and a 2 fits on red and on yellow by now: write ok on it."
)
HELP = N_("All that can be done, and the rules on one page, are never further than one step away.")
FREE = N_(
    "That is all you need. Play on to the end with Wren and Robin: they point at cards that can be "
    "played, and at cards that must not be lost. You can leave whenever you like."
)


def key(name: str) -> str:
    """As it is written on a keyboard."""
    match name:
        case "enter" | "escape":
            return words.key_label(name.capitalize())
        case "left":
            return words.key_label(name)
        case "end":
            return pgettext("key", "End")
    return words.key_name(name)


def press_enter() -> str:
    return _("Enter goes on.")


def just_enter() -> str:
    return _("Press Enter to go on.")


def wrong_line(line: str) -> str:
    return _("That can be done later. Now type: {line} (quit leaves the lesson).").format(line=line)


def bots_move() -> str:
    return _("Wren and Robin make their moves.")


def free_play_in_lines() -> str:
    return _('Your own game now. "help" shows what can be typed, "quit" leaves.')


def farewell() -> Sequence[str]:
    return (
        _("Now find somebody to play with. One types: p2phanabi host"),
        _("The others, on the same network, type: p2phanabi join"),
    )
