"""Sentences about seats that are gone for good, and about ending a table by consent, in English."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.reasons import Code, NotPossible

from ...words.i18n import N_, _
from ...words.words_shared import ENDED
from ..device import Device

_GONE = N_("gone NAME       say that a player is gone for good, and play on without them")
_STOP = N_("stop            agree with those who are here to end the game")
KEYS = (
    N_("G            say that a missing player is gone for good"),
    N_("F            agree with those who are here to end the game"),
)


def help_rows(seats: int) -> tuple[str, ...]:
    """Return the commands, in English: of two players none can play on without the other."""
    return (_GONE, _STOP) if seats > 2 else (_STOP,)


def said_gone(by: str | None, who: str | None) -> str:
    """Return who says who is gone; None is the viewer."""
    if who is None:
        return _("{by} says that you are gone for good.").format(by=by)
    if by is None:
        return _("You say that {who} is gone for good; all the others have to say so too.").format(
            who=who
        )
    return _("{by} says that {who} is gone for good.").format(by=by, who=who)


def agree_that_gone(who: str, device: Device) -> str:
    return device.text(
        typed=_('If you agree, type "gone {who}", or press G.'),
        pressed=_('If you agree, press "Play on without the missing player" under "More".'),
    ).format(who=who)


def said_stop(by: str | None, device: Device) -> str:
    if by is None:
        return _("You agree to end the game; everybody who is here has to agree.")
    return device.text(
        typed=_('{by} would like to end the game here. If you agree, type "stop", or press F.'),
        pressed=_(
            "{by} would like to end the game here. If you agree, press "
            '"End the game together" under "More".'
        ),
    ).format(by=by)


def can_end(nothing_left: str, device: Device) -> str:
    """Return what can be done once no more points are possible."""
    way = device.text(
        typed=_('"stop" (key F) ends the game with this score, if everybody here agrees.'),
        pressed=_(
            '"End the game together" under "More" ends the game with this score, if everybody here '
            "agrees."
        ),
    )
    return f"{nothing_left} {way}"


def goes_on_without(who: str | None) -> str:
    if who is None:
        return _(
            "The others have declared you gone and play on without you. When it is your "
            "turn, you can move as before."
        )
    return _(
        "The game goes on without {who}, whose turns are skipped. {who} can still come back."
    ).format(who=who)


def what_can_be_done(who: str, *, device: Device, goes_on: bool) -> str:
    if goes_on:
        sentence = device.text(
            typed=_(
                'If {who} never comes back: "gone {who}" (key G) plays on without them, '
                '"stop" (key F) ends the game, if everybody here agrees.'
            ),
            pressed=_(
                'If {who} never comes back: "More" has buttons that play on without them, or end '
                "the game, if everybody here agrees."
            ),
        )
        return sentence.format(who=who)
    return device.text(
        typed=_(
            'If {who} never comes back, "stop" (key F) ends the game, if everybody here agrees.'
        ),
        pressed=_(
            'If {who} never comes back: "More" has a button that ends the game, if everybody here '
            "agrees."
        ),
    ).format(who=who)


def may_have_the_end(who: str, device: Device) -> str:
    return device.text(
        typed=_(
            '{who} may already have the end of the game; "p2phanabi resume" there brings '
            'it here, with the same transcript. "stop" (key F) ends the wait.'
        ),
        pressed=_(
            "{who} may already have the end of the game: opening the program there brings it here, "
            'with the same transcript. "More" has a button that ends the wait.'
        ),
    ).format(who=who)


def goes_on_once_all_are_here(who: str, device: Device) -> str:
    return device.text(
        typed=_(
            "{who} has left for good. The game goes on once all the others are here; "
            '"stop" (key F) ends it, if everybody here agrees.'
        ),
        pressed=_(
            "{who} has left for good. The game goes on once all the others are here; "
            '"More" has a button that ends it, if everybody here agrees.'
        ),
    ).format(who=who)


def all_away(device: Device) -> str:
    """Return what may have happened if nobody else is here, and what can be done."""
    sentence = _(
        "Nobody else is here: perhaps this computer has lost the network, or the others have ended "
        "the game without you. You will see that here once one of them opens p2phanabi on this "
        "network."
    )
    way_out = device.text(
        typed=_('Or "p2phanabi resume --from FILE" takes the end from a file of theirs.'),
        pressed="",
    )
    return f"{sentence} {way_out}".rstrip()


def passed_over(who: str | None) -> str:
    if who is None:
        return _("Your turn was skipped: you had been declared gone.")
    return _("{who} is gone: the turn is skipped.").format(who=who)


WHY_NOT: Mapping[Code, str] = {
    NotPossible.NO_ESCROW: N_(
        "This table cannot go on without a player: that needs the option escrow, and "
        "a game that has begun. It can only be ended."
    ),
    NotPossible.NEVER_MET: N_(
        "This computer never had a direct connection to that player, so it cannot "
        "tell whether they are gone."
    ),
    NotPossible.LINKED: N_("That player is still connected to somebody at the table."),
    NotPossible.HAS_LEFT: N_(
        "That player has left for good: the game goes on once all the others are here."
    ),
    NotPossible.NOT_AWAITED: N_("The game is not waiting for that player now."),
    NotPossible.OTHERS_MISSING: N_("All the other players have to be here and say so too."),
    NotPossible.ALREADY_SAID: N_("You have already said so."),
    NotPossible.ENDED: ENDED,
    NotPossible.NOT_YOUR_TURN: N_("It is not your turn."),
    NotPossible.NOT_ASKED: N_("The game is not waiting for that."),
    NotPossible.GONE: N_("The others play on without you: only they can end the game."),
}


def refused(why: Code) -> str:
    return _(WHY_NOT[why])
