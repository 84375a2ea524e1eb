"""The conventions by which the bots understand hints, and what a hint means by them, in English.

A `who` of None is the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.kit.addressed import Addressed
from p2p_hanabi.ui.kit.i18n import N_, _

from ..meanings import Focus, Limit, Sense, SignKind, TakenFor

CONVENTIONS = (
    N_("This is how the bots understand a hint, and many people who play often:"),
    N_("Chop: your oldest card that no hint has touched is the one you discard next."),
    N_(
        "A hint is about one card: your chop, if it touches that; else the newest of "
        "those that no hint had touched before; else the newest."
    ),
    N_(
        "Play: that card can be played, now, or as soon as others have played what "
        "they were told to play."
    ),
    N_(
        "Save: a hint at your chop may mean instead: keep it, if it may be the last of "
        "its kind, or a 2 and the hint says 2. A hint of 5 always means: keep it."
    ),
    N_(
        "Of use: nobody touches cards that are no longer needed, or of which another one "
        "was touched before. What was touched is kept."
    ),
    N_(
        "The missing card: a hint at a card that is one too high calls on a player before "
        "its owner, who plays at once the newest card touched that may be the missing one, "
        "else the newest card. Only among players who have shown that they know all this."
    ),
    N_(
        "Warning: if the next player is about to discard a last copy, a hint comes first. So "
        "a chop is no last copy if a hint was left and nobody warned."
    ),
    N_(
        "Alarm: a player with no hint left for that discards, though all expect a play. Then "
        "the next player keeps the chop."
    ),
    N_(
        "Near the end two players try out the last turns: they may hint before they play, or "
        "try their luck."
    ),
    N_(
        "With one mistake left, only what is certain is played; where the first mistake "
        "loses, only what fits at once is told to be played."
    ),
    N_(
        "The hints of a player who does otherwise are taken literally, and that player is "
        "told only facts, until that changes."
    ),
)

TITLE = N_("What the last hint means by the conventions of the bots:")
NO_HINT = N_("No hint has been given yet.")
OTHERS = N_("The other cards that it touches are of use too, and not to be discarded.")

ABOUT: Mapping[Focus, str] = {
    Focus.CHOP: N_("It is about {card}: the oldest that no hint had touched, the next to go."),
    Focus.NEWLY: N_("It is about {card}: the newest of those that no hint had touched before."),
    Focus.AGAIN: N_("It is about {card}: the newest; hints had touched them all before."),
}


def place(then: int, now: int | None) -> str:
    """Return a card's position, from 0, when the hint was given, and now (None if it is gone)."""
    if now is None:
        return _("card {n} (gone by now)").format(n=then + 1)
    if now == then:
        return _("card {n}").format(n=then + 1)
    return _("card {n} (card {now} by now)").format(n=then + 1, now=now + 1)


SENSES: Mapping[Sense, str] = {
    Sense.PLAY: N_("It means: play it, as soon as it fits. So it is {play}."),
    Sense.PLAY_OR_KEEP: N_(
        "It means: play it if it is {play}, but keep it if it is {keep}, which would "
        "be the last of its kind. As long as it can be that, it is kept."
    ),
    Sense.PLAY_OR_KEEP_TWO: N_(
        "It means: play it if it is {play}, but keep it if it is {keep}: every 2 that "
        "is needed is worth that. As long as it can be that, it is kept."
    ),
    Sense.KEEP: N_("It means: keep it. It can be {keep}, the last of its kind."),
    Sense.KEEP_TWO: N_(
        "It means: keep it. It can be {keep}: every 2 that is needed is worth that."
    ),
    Sense.OF_USE: N_(
        "No such card could be played then, so it says only this: the card is of use, keep it."
    ),
    Sense.FIVES: N_("It means: keep what it touches. There is only one 5 of each colour."),
    Sense.NOTHING: N_("It touches no card, and says only what is not in that hand."),
}


called = Addressed(
    N_("Before that you are to play {card}: it is the missing card."),
    N_("Before that {who} is to play {card}: it is the missing card."),
)
left = Addressed(
    N_("From all that you know now, it is {faces}."),
    N_("As far as you can tell, {who} now takes it for {faces}."),
)
"""What the owner of the card can now believe."""


def seen(face: str, *, fits: bool) -> str:
    """Return what the card is, for a viewer who sees it."""
    if fits:
        return _("It is {face}.").format(face=face)
    return _(
        "It is {face}, none of these: perhaps the card below it is in a hand that you "
        "do not see, or somebody did not go by the conventions."
    ).format(face=face)


LIMITS: Mapping[Limit, str] = {
    Limit.LAST_MISTAKE: N_("But one more mistake loses: bots play only what is certain now."),
    Limit.GIVER_IS_LITERAL: N_(
        "But {giver} has not kept to the conventions: bots take these hints literally."
    ),
    Limit.GIVER_POINTS: N_(
        "But {giver} has not kept to the conventions: bots take a hint at a single "
        "card to mean that it can be played, and any other literally."
    ),
    Limit.IMPOSSIBLE: N_(
        "But from all that is known now it is none of these, so bots go by what is known."
    ),
}


SIGNS_TITLE = N_("What else the last move says by these conventions, as far as you can tell:")
SIGNS: Mapping[SignKind, Addressed] = {
    SignKind.NO_WARNING: Addressed(
        N_(
            "Nobody warned you, though a hint was left: so {card}, which you discard next, is "
            "not the last of its kind."
        ),
        N_(
            "Nobody warned {who}, though a hint was left: so {card}, which {who} discards next, "
            "is taken not to be the last of its kind."
        ),
    ),
    SignKind.ALARM: Addressed(
        N_(
            "An alarm: a play was expected, and no hint was left. Keep {card}: it may be the "
            "last of its kind."
        ),
        N_(
            "An alarm: a play was expected, and no hint was left. So {who} keeps {card}, the "
            "last of its kind."
        ),
    ),
    SignKind.ANSWERED: Addressed(
        N_("That was the missing card: so {card} of yours is {faces}, and goes on it."),
        N_("That was the missing card: so {card} of {who} is {faces}, and goes on it."),
    ),
    SignKind.NOT_ANSWERED: Addressed(
        N_(
            "You were called on to play {card}, the missing card, and did not: bots do not "
            "call on you again."
        ),
        N_(
            "{who} was called on to play {card}, the missing card, and did not: bots do not "
            "call on {who} again."
        ),
    ),
    SignKind.NOT_MISSING: Addressed(
        N_("No missing card was played: so {card} of yours is not {faces}."),
        N_("No missing card was played: so {card} of {who} is not {faces}."),
    ),
    SignKind.NOT_PLAYED: Addressed(
        N_(
            "You could have played {card}, by a hint, and discarded: so bots begin to doubt that "
            "you know the conventions."
        ),
        N_(
            "{who} could have played {card}, by a hint, and discarded: so bots begin to doubt "
            "that {who} knows the conventions."
        ),
    ),
}
ALL_THE_SAME = N_(
    "But it is {face}, the last of its kind: that was overlooked, or no hint was good enough."
)

HEARS: Mapping[TakenFor, str] = {
    TakenFor.CONVENTIONS: N_(
        "From now on bots take it again that {who} understands hints by the conventions."
    ),
    TakenFor.POINTS: N_(
        "From now on bots take it that {who} plays any card that a hint touches alone."
    ),
    TakenFor.LITERAL: N_("From now on bots take it that {who} plays only what is certain."),
}
TELLS: Mapping[TakenFor, str] = {
    TakenFor.CONVENTIONS: N_(
        "From now on bots take it again that {who} gives hints by the conventions."
    ),
    TakenFor.POINTS: N_(
        "From now on bots take it that {who} means by a hint at a single card: play it."
    ),
    TakenFor.LITERAL: N_(
        "From now on bots take it that {who} means by a hint nothing but what it says."
    ),
}
"""Both are about others only: one's own view does not show how bots judge oneself."""
