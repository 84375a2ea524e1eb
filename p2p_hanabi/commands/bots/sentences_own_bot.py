"""Messages about a bot to its owner."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.own_bots.bot_talk import MAX_LINE_BYTES, MAX_UNASKED, PATIENCE, BotFault
from p2p_hanabi.own_bots.seated_bot import BotIncident
from p2p_hanabi.ui.words.i18n import N_, _, ngettext

_WHAT = {
    BotFault.NO_START: N_("Your bot could not be started."),
    BotFault.NOT_READY: N_("Your bot did not report in time that it was ready."),
    BotFault.LATE: N_("Your bot did not answer in time."),
    BotFault.UNREADABLE: N_('This is not an answer of the form {answer}: "{said}".'),
    BotFault.WRONG_ROUND: N_("Your bot answered for a different round."),
    BotFault.ILLEGAL: N_("Your bot chose a move that was not on offer."),
    BotFault.FLOODS: N_(
        "Your bot writes too much: at most {most} bytes per line and {lines} unrequested "
        "lines are allowed."
    ),
    BotFault.DEAF: N_("Your bot does not read its input."),
    BotFault.ENDED: N_("Your bot has exited."),
}
_ANSWER = '{"round":41,"move":17}'
_SHORT = {
    BotFault.NO_START: N_("not started"),
    BotFault.NOT_READY: N_("not ready"),
    BotFault.LATE: N_("late"),
    BotFault.UNREADABLE: N_("unreadable"),
    BotFault.WRONG_ROUND: N_("wrong round"),
    BotFault.ILLEGAL: N_("illegal"),
    BotFault.FLOODS: N_("too much output"),
    BotFault.DEAF: N_("not reading"),
    BotFault.ENDED: N_("exited"),
}


def explain_incident(incident: BotIncident) -> str:
    """Explain why the built-in bot made a move. Each kind of fault is reported once."""
    return " ".join([_what(incident), *_consequences(incident)])


def _what(incident: BotIncident) -> str:
    if incident.fault is BotFault.NOT_READY and incident.output:
        unready = _('The first line from your bot does not say that it is ready: "{said}".')
        return unready.format(said=incident.output)
    facts = {
        "most": MAX_LINE_BYTES,
        "lines": MAX_UNASKED,
        "said": incident.output,
        "answer": _ANSWER,
    }
    return _(_WHAT[incident.fault]).format(**facts)


def _consequences(incident: BotIncident) -> list[str]:
    if incident.is_final and incident.fault is BotFault.LATE:
        later = _(
            "It was late {n} times in a row, so from now on the built-in bot plays for it."
        ).format(n=PATIENCE)
    elif incident.is_final:
        later = _("From now on the built-in bot plays for it.")
    else:
        later = _("The built-in bot makes this move, and any others like it.")
    words = _("Its last output: {words}").format(words=incident.last_words)
    return [later, words] if incident.last_words and incident.is_final else [later]


def incidents(counted: Mapping[str, int]) -> str:
    """Report how many moves the built-in bot made, and why. `counted` is keyed by fault value."""
    total = sum(counted.values())
    why = ", ".join(f"{n}× {_(_SHORT[BotFault(fault)])}" for fault, n in counted.items())
    return ngettext(
        "The built-in bot made {n} move for your own bot ({why}).",
        "The built-in bot made {n} moves for your own bot ({why}).",
        total,
    ).format(n=total, why=why)
