"""The steps of the lesson, the same on the full screen and in lines. Texts are short: they share a
small screen with the table."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_shared import yes_and_no

from ..editions import is_black

_WHITE_FIREWORKS = N_(
    '"R 0 111 22 33 44 5!": the red firework is at 0. Still to come are three 1s, two '
    "2s, two 3s, two 4s and one 5; ! marks a last copy. Y is yellow, G green, B blue, "
    "W white."
)
_BLACK_FIREWORKS = N_(
    '"R 0 111 22 33 44 5!": the red firework is at 0. Still to come are three 1s, two '
    "2s, two 3s, two 4s and one 5; ! marks a last copy. Y is yellow, G green, B blue, "
    "K black."
)


@dataclass(frozen=True, slots=True)
class Step:
    """`about` is translatable. `keys` are pressed in order on the full screen, `typed` in
    lines; each is empty if the step is only to be read there. The bots move after a step that
    `bots_move`. `signs`, translatable too, explains the signs of the full screen, and is shown only
    there.
    """

    about: str
    keys: tuple[str, ...] = ()
    typed: str = ""
    bots_move: bool = False
    signs: str = ""

    def text(self) -> str:
        """Return the whole text for the full screen."""
        return " ".join(_(part) for part in (self.about, self.signs) if part)


def _confirms(about: str) -> Step:
    yes, _no = yes_and_no()
    return Step(about, (scenes.ENTER,), yes, bots_move=True)


def lessons(*, has_signs: bool = False) -> tuple[Step, ...]:
    """Return all steps; `has_signs`: also those about the signs of the full screen alone."""
    return tuple(step for step in _steps() if step.about or has_signs)


def _steps() -> tuple[Step, ...]:
    return (
        Step(
            N_(
                "You play with two bots, Wren and Robin; the three of you win or lose "
                "together. Build one firework of each colour, card by card from 1 to 5. Each "
                "card that fits scores a point; 25 is perfect."
            )
        ),
        Step("", signs=_BLACK_FIREWORKS if is_black() else _WHITE_FIREWORKS),
        Step(
            N_(
                "You see everybody's cards except your own. Wren holds R1, a red 1, which "
                "could start the red firework. But Wren cannot see it."
            ),
            signs=N_('From "old" to "new": the oldest card is on the left.'),
        ),
        Step(
            N_(
                "So give Wren a hint. A hint names one number or one colour, and touches all "
                "cards in the hand that have it. Tell Wren which cards are 1s."
            ),
            ("h", "2", "1"),
            "hint Wren 1",
        ),
        _confirms(
            N_(
                "Nothing has been sent yet: this is what the hint will say, including about "
                "the cards it does not touch. It costs one of the eight blue tokens."
            )
        ),
        Step(
            N_(
                "Wren understood, and played the red 1. And Robin gave you a hint: your card "
                "2 is a 1, the others are not. Your hand shows what was said about each card."
            ),
            typed="me",
            signs=N_('"?1" is a 1 of unknown colour; ◆ marks the last hint.'),
        ),
        Step(
            N_(
                "Only the red firework has been started, so nearly every 1 fits. Why else "
                "would Robin tell you? Play your card 2."
            ),
            ("p", "2"),
            "play 2",
        ),
        _confirms(
            N_(
                "A card that does not fit is lost, and you take a red token: the third one "
                "loses the game. This card looks safe."
            )
        ),
        Step(
            N_(
                "It was the blue 1. Three hints have cost three blue tokens. Discarding a "
                "card brings one back. Discard your first card: no hint has touched it, and "
                "it is your oldest."
            ),
            ("d", "1"),
            "discard 1",
        ),
        _confirms(
            N_(
                "The others see what you are about to discard. If it were the last copy of a "
                "card you need, they would have warned you: each colour has three 1s, two "
                "2s, 3s and 4s, but only one 5."
            )
        ),
        Step(
            N_(
                "Robin has just told you about 2s. Before you give a hint, look at what the "
                "others already know about their cards."
            ),
            ("e",),
            "hands",
            signs=N_('Key e shows more than "shown: what was told".'),
        ),
        Step(
            N_(
                "Players and bots agree on more: a hint is about one card. It says play it, or "
                "keep it if it would be discarded next. You can always ask what the last hint "
                "means."
            ),
            ("x", scenes.ESCAPE),
            "explain",
        ),
        Step(
            N_(
                "You need not remember everything: you can look back at all moves at any "
                "time. Nothing can be played by accident meanwhile."
            ),
            (scenes.LEFT, scenes.END),
            "log",
        ),
        Step(
            N_(
                "You can also write notes on any card; nobody else sees them. Robin said "
                "that your card 3 is a 2, and a 2 now fits on red and yellow: write ok on it."
            ),
            ("n", "3", "o", "k", scenes.ENTER),
            "note 3 ok",
        ),
        Step(
            N_("All keys, and the rules on one page, are always one step away."),
            ("?", scenes.ESCAPE),
            "help",
        ),
        Step(
            N_(
                "That is all you need. Finish the game with Wren and Robin: they give hints "
                "about cards that can be played, and cards that must not be lost. You can "
                "leave whenever you like."
            )
        ),
    )
