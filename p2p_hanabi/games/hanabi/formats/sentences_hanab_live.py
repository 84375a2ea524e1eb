"""What is said where games go to hanab.live, or come from it, in English."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.kit.i18n import N_, _
from p2p_hanabi.ui.kit.sentences import either
from p2p_hanabi.ui.kit.sentences_reasons import why
from p2p_hanabi.ui.reports.sentences_exchange import foreign

from ..ui.sentences import score
from .endings import Cut

BAD_NOTES = N_('This is no game of hanab.live: its "notes" are no list of texts for each player.')

# -- out


def lacks_option(key: str) -> str:
    return _('hanab.live has no game with this "{option}"; --html shows it.').format(option=key)


# -- in


def no_json(line: int | None) -> str:
    """Absent (None): it is not known where."""
    if line is None:
        return _("This is no JSON.")
    return _("This is no JSON; look at line {n}.").format(n=line)


def twice(key: str) -> str:
    return _('This is no game of hanab.live: "{key}" stands there twice.').format(key=foreign(key))


def bad_name(reason: str) -> str:
    return _("One of the players has a name that cannot be used: {why}.").format(why=why(reason))


def bad_card(number: int) -> str:
    return _(
        "Card {n} of the deck is none: a card has a suitIndex from 0 to 5, and a rank from 1 to 5."
    ).format(n=number)


def unknown_option(key: str) -> str:
    return _('The game was played with "{option}", which this program has not.').format(
        option=foreign(key)
    )


def unknown_variant(name: str, known: Sequence[str]) -> str:
    return _('The variant "{variant}" is not played here; only {known}.').format(
        variant=foreign(name), known=either([f'"{each}"' for each in known])
    )


def action(number: int) -> str:
    return _("action {n}").format(n=number)


def not_understood(what: str) -> str:
    return _("This is no game of hanab.live: {what} is not understood.").format(what=what)


def unknown_end(number: int, reason: int) -> str:
    return _(
        "This is no game of hanab.live: action {n} ends it for reason {reason}, which is none."
    ).format(n=number, reason=reason)


def goes_on_after_the_end(number: int) -> str:
    return _("This is no game of hanab.live: action {n} ends it, and more follow.").format(n=number)


# -- how a game ended there


def ended(why_there: Cut, who: str | None) -> str:
    """How hanab.live ended a game; nobody (None) may have done it."""
    if who is not None and why_there in _ENDED_BY:
        return _(_ENDED_BY[why_there]).format(who=who)
    return _(_ENDED[why_there])


_ENDED_BY = {
    Cut.TIMEOUT: N_("{who} ran out of time on hanab.live, which ended the game."),
    Cut.GIVEN_UP: N_("{who} ended the game on hanab.live before it was over."),
}
_ENDED = {
    Cut.TIMEOUT: N_("Time ran out on hanab.live, which ended the game."),
    Cut.GIVEN_UP: N_("The game was ended on hanab.live before it was over."),
    Cut.VOTED: N_("The players voted on hanab.live to end the game."),
    Cut.IDLE: N_("Nobody moved for too long, so hanab.live ended the game."),
    Cut.NOTHING_LEFT: N_("Nothing more could be placed, and there hanab.live ends the game."),
    Cut.SPEEDRUN: N_("A perfect score was out of reach, and there hanab.live ends a speedrun."),
}


def counts_there(why_there: Cut, points: int, most: int) -> str:
    """What a game is worth that hanab.live ended."""
    if why_there is Cut.NOTHING_LEFT:
        return score(points, most, None)
    return _("The fireworks had reached {points} of {most}; hanab.live counts this as 0.").format(
        points=points, most=most
    )
