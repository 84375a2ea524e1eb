"""The conventions by which the bots understand hints, and what a hint means by them, in English.

A `who` of None is the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _

from ...meanings import Focus, Limit, Sense, SignKind, TakenFor, Use

CONVENTIONS = (
    N_("How the bots, like many experienced players, understand a hint:"),
    N_("Chop: your oldest card that no hint has touched; you discard it next."),
    N_(
        "A hint is about one card: your chop, if it touches that; else the newest "
        "card that no hint had touched before; else the newest."
    ),
    N_(
        "Play: that card can be played now, or as soon as others have played what "
        "they were told to play."
    ),
    N_(
        'Save: a hint at your chop may instead mean "keep it", if it may be the last '
        "of its kind, or if the hint says that it is a 2. A hint of 5 always means "
        '"keep it".'
    ),
    N_(
        "Useful: nobody touches cards that are no longer needed, or duplicates of "
        "cards touched before. Touched cards are kept."
    ),
    N_(
        "The missing card: a hint at a card that is one too high calls on a player "
        "before its owner to play, at once, the newest touched card that may be the "
        "missing one, else the newest card. Only among players who have shown that "
        "they know all this."
    ),
    N_(
        "Warning: if the next player is about to discard a last copy, a hint comes "
        "first. So if a hint was left and nobody gave a warning, a chop is not a last "
        "copy."
    ),
    N_(
        "Alarm: with no hint left for a warning, a player discards although all "
        "expect a play. The next player then keeps the chop."
    ),
    N_(
        "Near the end of a two-player game, bots try out the last turns: they may "
        "hint before they play, or take a chance."
    ),
    N_(
        "With one mistake left, only what is certain is played; if the first mistake "
        "loses, hints call for a play only if the card fits at once."
    ),
    N_(
        "Bots take a player's hints literally if these follow no convention, and tell "
        "only facts to a player who does not act on hints, until that changes."
    ),
)


CERTAIN: Mapping[Use, Addressed] = {
    Use.PLAY: Addressed(
        N_("You know that {card} fits now: it is {faces}. Play it."),
        N_("{who} knows that {card} fits now: it is {faces}."),
    ),
    Use.DISCARD: Addressed(
        N_("But you know that {card} is no longer needed: you can discard it."),
        N_("But {who} knows that {card} is no longer needed."),
    ),
    Use.LAST_COPY: Addressed(
        N_("You know that {card} is {faces}, the last of its kind: keep it."),
        N_("{who} knows that {card} is {faces}, the last of its kind."),
    ),
    Use.KNOWN: Addressed(
        N_("You know that {card} is {faces}: keep it."),
        N_("{who} knows that {card} is {faces}."),
    ),
}
BELIEVED: Mapping[Use, Addressed] = {
    Use.PLAY: Addressed(
        N_("By the conventions, {card} fits now: it is {faces}. Play it."),
        N_("By the conventions, {who} takes {card} for {faces}, which fits now."),
    ),
    Use.DISCARD: Addressed(
        N_("But by the conventions, {card} is no longer needed: you can discard it."),
        N_("But by the conventions, {who} takes {card} for one that is no longer needed."),
    ),
}
"""What the owner of a card can do with it now: by facts alone, and by the conventions."""

ABOUT: Mapping[Focus, str] = {
    Focus.CHOP: N_("It is about {card}: the oldest that no hint had touched, so the next discard."),
    Focus.CHOP_MOVED: N_(
        "It is about {card}: the next discard, since an alarm had said to keep an older one."
    ),
    Focus.NEWLY: N_("It is about {card}: the newest of those that no hint had touched before."),
    Focus.AGAIN: N_("It is about {card}: the newest; hints had touched them all before."),
}


def place(then: int, now: int | None) -> str:
    """Return a card's position, from 0, when the hint was given, and now (None if it is gone)."""
    if now is None:
        return _("card {n} (since gone)").format(n=then + 1)
    if now == then:
        return _("card {n}").format(n=then + 1)
    return _("card {n} (now card {now})").format(n=then + 1, now=now + 1)


SENSES: Mapping[Sense, str] = {
    Sense.PLAY: N_("It means: play it, as soon as it fits. So it is {play}."),
    Sense.PLAY_OR_KEEP: N_(
        "It means: play it if it is {play}, but keep it if it is {keep}, which would "
        "be the last of its kind. As long as that is possible, keep it."
    ),
    Sense.PLAY_OR_KEEP_TWO: N_(
        "It means: play it if it is {play}, but keep it if it is {keep}: every 2 "
        "still needed is worth that. As long as that is possible, keep it."
    ),
    Sense.KEEP: N_("It means: keep it. It can be {keep}, the last of its kind."),
    Sense.KEEP_TWO: N_("It means: keep it. It can be {keep}: every 2 still needed is worth that."),
    Sense.OF_USE: N_(
        "No such card could be played then, so it only says that the card is useful: keep it."
    ),
    Sense.FIVES: N_("It means: keep what it touches. There is only one 5 of each colour."),
    Sense.NOTHING: N_("It touches no card, and says only what is not in that hand."),
}


called = Addressed(
    N_("Before that, you are to play {card}: it is the missing card."),
    N_("Before that, {who} is to play {card}: it is the missing card."),
)
left = Addressed(
    N_("From what you know now, it is {faces}."),
    N_("As far as you can tell, {who} now takes it for {faces}."),
)
"""What the owner of the card can now believe."""


def seen(face: str, *, fits: bool) -> str:
    """Return what the card is, for a viewer who sees it."""
    if fits:
        return _("It is {face}.").format(face=face)
    return _(
        "It is {face}, none of these: perhaps the card below it is in a hand that you "
        "cannot see, or somebody did not follow the conventions."
    ).format(face=face)


LIMITS: Mapping[Limit, str] = {
    Limit.LAST_MISTAKE: N_(
        "But one more mistake loses the game: bots now play only what is certain."
    ),
    Limit.GIVER_IS_LITERAL: N_(
        "But {giver} has not followed the conventions: bots take these hints literally."
    ),
    Limit.GIVER_POINTS: N_(
        "But {giver} has not followed the conventions: bots take a hint at a single "
        "card to mean that it can be played, and any other hint literally."
    ),
    Limit.IMPOSSIBLE: N_(
        "But from all that is known now, it is none of these, so bots go by what is known."
    ),
}


SIGNS: Mapping[SignKind, Addressed] = {
    SignKind.NO_WARNING: Addressed(
        N_(
            "Nobody warned you, though a hint was left: so {card}, which you discard next, is "
            "not the last of its kind."
        ),
        N_(
            "Nobody warned {who}, though a hint was left: so {who} assumes that {card}, "
            "the next discard, is not the last of its kind."
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
        N_("That was the missing card: so your {card} is {faces}, and goes on top of it."),
        N_("That was the missing card: so {who}'s {card} is {faces}, and goes on top of it."),
    ),
    SignKind.NOT_ANSWERED: Addressed(
        N_(
            "You were called on to play {card}, the missing card, and did not: bots will "
            "not call on you again."
        ),
        N_(
            "{who} was called on to play {card}, the missing card, and did not: bots will "
            "not call on {who} again."
        ),
    ),
    SignKind.NOT_MISSING: Addressed(
        N_("No missing card was played: so your {card} is not {faces}."),
        N_("No missing card was played: so {who}'s {card} is not {faces}."),
    ),
    SignKind.NOT_PLAYED: Addressed(
        N_(
            "A hint told you to play {card}, but you discarded: so bots begin to doubt "
            "that you know the conventions."
        ),
        N_(
            "A hint told {who} to play {card}, but {who} discarded: so bots begin to "
            "doubt that {who} knows the conventions."
        ),
    ),
}

HEARS: Mapping[TakenFor, str] = {
    TakenFor.CONVENTIONS: N_(
        "From now on, bots again assume that {who} understands hints by the conventions."
    ),
    TakenFor.POINTS: N_(
        "From now on, bots assume that {who} plays any card that is the only one a hint touches."
    ),
    TakenFor.LITERAL: N_("From now on, bots assume that {who} plays only what is certain."),
}
TELLS: Mapping[TakenFor, str] = {
    TakenFor.CONVENTIONS: N_(
        "From now on, bots again assume that {who} gives hints by the conventions."
    ),
    TakenFor.POINTS: N_(
        "From now on, bots assume that a hint by {who} at a single card means: play it."
    ),
    TakenFor.LITERAL: N_("From now on, bots assume that a hint by {who} means only what it says."),
}
"""Both are about others only: one's own view does not show how bots judge oneself."""
