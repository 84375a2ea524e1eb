"""The guided first game, in English. Texts are short: they share a small screen with the table."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words import words_shared as words
from p2p_hanabi.ui.words.i18n import N_, _, pgettext

from ..editions import is_black

PRESS_ENTER = N_("Enter continues.")
JUST_ENTER = N_("Press Enter to continue.")
BOTS_MOVE = N_("Wren and Robin play.")
FREE_PLAY_IN_LINES = N_('Now it is your game. "help" lists the commands, "quit" leaves.')

WELCOME = N_(
    "You play with two bots, Wren and Robin; the three of you win or lose "
    "together. Build one firework of each colour, card by card from 1 to 5. Each "
    "card that fits scores a point; 25 is perfect."
)
_SIGNS_OF_FIREWORKS = N_(
    '"R 0 111 22 33 44 5!": the red firework is at 0. Still to come are three 1s, two '
    "2s, two 3s, two 4s and one 5; ! marks a last copy. Y is yellow, G green, B blue, "
    "W white."
)
_WITH_BLACK = N_(
    '"R 0 111 22 33 44 5!": the red firework is at 0. Still to come are three 1s, two '
    "2s, two 3s, two 4s and one 5; ! marks a last copy. Y is yellow, G green, B blue, "
    "K black."
)
OTHERS = N_(
    "You see everybody's cards except your own. Wren holds R1, a red 1, which "
    "could start the red firework. But Wren cannot see it."
)
SIGNS_OF_HANDS = N_('From "old" to "new": the oldest card is on the left.')
HINT = N_(
    "So give Wren a hint. A hint names one number or one colour, and touches all "
    "cards in the hand that have it. Tell Wren which cards are 1s."
)
PREVIEW = N_(
    "Nothing has been sent yet: this is what the hint will say, including about "
    "the cards it does not touch. It costs one of the eight blue tokens."
)
TOLD = N_(
    "Wren understood, and played the red 1. And Robin gave you a hint: your card "
    "2 is a 1, the others are not. Your hand shows what was said about each card."
)
SIGNS_OF_HINTS = N_('"?1" is a 1 of unknown colour; ◆ marks the last hint.')
PLAY = N_(
    "Only the red firework has been started, so nearly every 1 fits. Why else "
    "would Robin tell you? Play your card 2."
)
RISK = N_(
    "A card that does not fit is lost, and you take a red token: the third one "
    "loses the game. This card looks safe."
)
TOKENS = N_(
    "It was the blue 1. Three hints have cost three blue tokens. Discarding a "
    "card brings one back. Discard your first card: no hint has touched it, and "
    "it is your oldest."
)
SILENCE = N_(
    "The others see what you are about to discard. If it were the last copy of a "
    "card you need, they would have warned you: each colour has three 1s, two "
    "2s, 3s and 4s, but only one 5."
)
KNOWLEDGE = N_(
    "Robin has just told you about 2s. Before you give a hint, look at what the "
    "others already know about their cards."
)
SIGNS_OF_KNOWLEDGE = N_('Key e shows more than "known: only the hints".')
MEANING = N_(
    "Players and bots agree on more: a hint is about one card. It says play it, or keep "
    "it if it would be discarded next. You can always ask what the last hint means."
)
BACK = N_(
    "You need not remember everything: you can look back at all moves at any "
    "time. Nothing can be played by accident meanwhile."
)
NOTE = N_(
    "You can also write notes on any card; nobody else sees them. Robin said "
    "that your card 3 is a 2, and a 2 now fits on red and yellow: write ok on it."
)
HELP = N_("All keys, and the rules on one page, are always one step away.")
FREE = N_(
    "That is all you need. Finish the game with Wren and Robin: they give hints "
    "about cards that can be played, and cards that must not be lost. You can "
    "leave whenever you like."
)


def signs_of_fireworks() -> str:
    """Return the explanation, untranslated, in the colours of the edition."""
    return _WITH_BLACK if is_black() else _SIGNS_OF_FIREWORKS


def key(name: str) -> str:
    """Return a key's label on a keyboard."""
    match name:
        case "enter" | "escape":
            return words.key_label(name.capitalize())
        case "left":
            return words.key_label(name)
        case "end":
            return pgettext("key", "End")
    return words.key_name(name)


def wrong_line(line: str) -> str:
    return _("That comes later. For now, type: {line} (quit leaves the lesson).").format(line=line)


def farewell() -> Sequence[str]:
    return (
        _("Now find somebody to play with. One of you types: p2phanabi host"),
        _("The others, on the same network, type: p2phanabi join"),
    )
