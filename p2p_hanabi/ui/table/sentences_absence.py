"""A seat that is gone for good, and ending a table by common consent, in English sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.reasons import Code, Untimely

from ..kit.i18n import N_, _

TRUSTING = N_(
    "With three players it takes trust: one who cheats could tell each of the others that the "
    "other is gone. Ask that player yourself, by voice or telephone."
)

HELP_FOR_TWO = (N_("stop            agree to end the table, with those who are here"),)
"""Where nobody can go on without the other."""
HELP = (
    N_("gone NAME       say that a player is gone for good, to go on without"),
    *HELP_FOR_TWO,
)
KEYS = (
    N_("G            say that a player who is awaited is gone for good"),
    N_("S            agree to end the table, with those who are here"),
)


def said_gone(by: str | None, who: str | None) -> str:
    """Either is absent (None) if it is you."""
    if who is None:
        return _("{by} says that you are gone for good.").format(by=by)
    if by is None:
        return _("You say that {who} is gone for good; all others have to say so too.").format(
            who=who
        )
    return _("{by} says that {who} is gone for good.").format(by=by, who=who)


def said_stop(by: str | None) -> str:
    if by is None:
        return _("You agree to end the table; all who are here have to agree.")
    return _('{by} would end the table here. If you agree, type "stop", or press S.').format(by=by)


def goes_on_without(who: str | None) -> str:
    if who is None:
        return _(
            "The others have found you gone for good, and go on without you. "
            "When it is your turn you can move as before."
        )
    return _(
        "The game goes on without {who}, whose turns are passed over. "
        "If {who} comes back, the seat is free."
    ).format(who=who)


def what_can_be_done(who: str, *, goes_on: bool) -> str:
    if goes_on:
        return _(
            'If {who} never comes back, "gone {who}" (key G) goes on without, and "stop" (key S) '
            "ends the table, once all who are here agree."
        ).format(who=who)
    return _(
        'If {who} never comes back, "stop" (key S) ends the table, once all who are here agree.'
    ).format(who=who)


def passed_over(who: str | None) -> str:
    if who is None:
        return _("Your turn was passed over, for you were gone.")
    return _("{who} is gone, and the turn is passed over.").format(who=who)


def agreed(names: Sequence[str]) -> str:
    return _("The table has ended by common consent of {names}.").format(names=", ".join(names))


WHY_NOT: Mapping[Code, str] = {
    Untimely.NO_ESCROW: N_(
        "This table cannot go on without a player: that needs the option escrow, and a game that "
        'has begun. "stop" ends the table.'
    ),
    Untimely.NEVER_MET: N_(
        "This machine never had a connection of its own to that player, so it cannot tell."
    ),
    Untimely.LINKED: N_("That player is here."),
    Untimely.HAS_LEFT: N_(
        "That player has left for good: the game goes on without as soon as all others are here."
    ),
    Untimely.NOT_AWAITED: N_("Nothing is awaited of that player now."),
    Untimely.OTHERS_MISSING: N_("All other players have to be here to say so too."),
    Untimely.SAID: N_("You have said so already."),
    Untimely.ENDED: N_("The table has ended."),
    Untimely.NOT_YOUR_TURN: N_("It is not your turn."),
    Untimely.NOT_ASKED: N_("That is not what the game waits for."),
    Untimely.GONE: N_("The others go on without you: only they can end the table."),
}


def refused(why: Code) -> str:
    return _(WHY_NOT[why])
