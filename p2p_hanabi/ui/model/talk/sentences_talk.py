"""Ready phrases, and sentences about chat. A `who` of None is the viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.peer.remarks import MAX_IN_A_ROUND, MAX_TEXT, Rule
from protocol.reasons import Code, RemarkFault

from ...words.addressed import Addressed
from ...words.i18n import N_, _
from ...words.words_shared import ENDED

PHRASES = (
    N_("I still know nothing about my cards."),
    N_("Do you remember what you hold?"),
    N_("Let me think."),
    N_("Take your time."),
    N_("Back in a minute."),
    N_("I am back."),
    N_("Sorry!"),
    N_("Thank you."),
    N_("Well played."),
    N_("Never mind."),
    N_("Good luck, everybody."),
    N_("Good game."),
)
"""By wire number; everybody reads them in their own language."""


ABOUT_HIDDEN_HANDS = frozenset({0, 1})
"""Phrases that make sense only if players do not see their own hands."""


def phrase(index: int) -> str:
    return _(PHRASES[index])


def quoted(who: str | None, what: str) -> str:
    if who is None:
        return _("You say: {what}").format(what=what)
    return _("{who} says: {what}").format(who=who, what=what)


def reordered(who: str | None, cards: Sequence[str]) -> str:
    """Return that a hand was reordered; `cards` are those of another's hand in the new order."""
    if who is None:
        return _("Your hand is now in another order; the others see it too.")
    if not cards:
        return _("{who} has sorted their hand.").format(who=who)
    return _("{who} has sorted their hand: {cards}.").format(who=who, cards=" ".join(cards))


# -- what may be said


def phrases_title(rule: Rule) -> str:
    if rule is Rule.FREE:
        return _("Type say and a text, or say and the number of a phrase:")
    return _("Type say and the number of a phrase:")


WAITS = N_("* not while somebody else is to move")
"""About marked phrases."""


NOT_SAID: Mapping[Code, str] = {
    RemarkFault.NO_TALK: N_(
        "This table plays without talk. Whoever opens a table can allow it with the option "
        "talk=phrases or talk=free."
    ),
    RemarkFault.PHRASES_ONLY: N_("This table only allows preset phrases."),
    RemarkFault.ANOTHERS_TURN: N_("You cannot say that while somebody else is to move."),
    RemarkFault.NO_SUCH_PHRASE: N_("There is no phrase with that number."),
    RemarkFault.BAD_TEXT: N_("A remark must have 1 to {most} printable characters."),
    RemarkFault.NOT_THE_HAND: N_("These cards are no longer in your hand."),
    RemarkFault.TOO_MUCH: N_(
        "You have already spoken {times} times since the last move; wait for the next one."
    ),
    RemarkFault.ENDED: ENDED,
    RemarkFault.OTHER_HISTORY: ENDED,
}


def not_said(why: Code) -> str:
    """Return why nothing was said."""
    return _(NOT_SAID[why]).format(most=MAX_TEXT, times=MAX_IN_A_ROUND)


# -- one's own hand


hand_title = Addressed(
    N_("You, player {n}, in your own order:"), N_("{who}, player {n}, in their own order:")
)
"""For a hand that is not in the order in which it was drawn."""


def not_your_cards(size: int) -> str:
    return _("Your cards are 1 to {size}, each named once.").format(size=size)


HELP = (
    N_("order 3 1       put your third card first, then your first; everybody sees it"),
    N_("move 3 1        put your third card first"),
)
SAY_HELP = (
    N_("say             what you can say to the others, if the table allows it"),
    N_("said            what has been said"),
)

TALK_KEYS = (N_(':            say something, if the table allows it; " lists what was said'),)
ORDER_KEYS = (N_("o 3 1        put your third card first, then your first; then Enter"),)
