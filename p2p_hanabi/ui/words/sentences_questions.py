"""Confirmation questions, and the words that answer them, in English.

A question is answered by typing its whole word, or by a button. Anything else does nothing.
"""

from __future__ import annotations

from enum import Enum

from .i18n import N_, NC_, _, bare, pgettext
from .sentences_typed import undictated

PASTED_NOWHERE = N_("Pasted text is ignored here.")
STOP_PROGRAM = N_("Stop the program?")


class Question(Enum):
    """An action that needs confirmation."""

    LEAVE = "leave"
    CLOSE = "close"
    AGAIN = "again"
    ABANDON = "abandon"
    GONE = "gone"
    STOP = "stop"
    FORGET = "forget"
    FREE = "free"
    READY = "ready"
    DELETE = "delete"


_WORDS = {
    Question.LEAVE: NC_("answer", "leave"),
    Question.CLOSE: NC_("answer", "close"),
    Question.AGAIN: NC_("answer", "again"),
    Question.ABANDON: NC_("answer", "end"),
    Question.GONE: NC_("answer", "gone"),
    Question.STOP: NC_("answer", "agree"),
    Question.FORGET: NC_("answer", "forget"),
    Question.FREE: NC_("answer", "free"),
    Question.READY: NC_("answer", "ready"),
    Question.DELETE: NC_("answer", "delete"),
}


def word(question: Question) -> str:
    """Return the word that answers; none begins with the key that opens its question."""
    return pgettext("answer", _WORDS[question])


def is_word(answer: str, question: Question) -> bool:
    """Return whether the answer is the whole word, ignoring accents, capitals, and the blanks and
    full stops that dictation adds."""
    return bare(undictated(answer)) == bare(word(question))


def by_line(question: Question) -> str:
    return _('Type "{word}" to confirm; anything else cancels.').format(word=word(question))


def by_key(question: Question) -> str:
    return _('Type "{word}" or choose its button, then Enter.').format(word=word(question))


def nothing_done(question: Question) -> str:
    return _("You stay.") if question is Question.LEAVE else _("Cancelled.")


# -- questions


def leave_lobby(*, is_host: bool) -> str:
    """Ask before leaving; if the host leaves, the table is closed."""
    if is_host:
        return _("Leave? This closes the table.")
    return _("Leave? The others can stay.")


def leave_for_good(gone: str | None) -> str:
    """Ask before leaving for good, where the others can play on. `gone`: the player without whom
    they already do."""
    if gone is None:
        return _(
            "Leave the game for good? The others are told that it was you, and play on "
            "without you. You cannot undo this."
        )
    return _(
        "Leave the game for good? {gone} is already gone: without you, the others "
        "can only end the table. They are told that it was you. You cannot undo this."
    ).format(gone=gone)


def gone(who: str) -> str:
    return _(
        "Say that {who} is gone for good? Once all the others say so too, the game "
        "goes on without {who}. You cannot undo this."
    ).format(who=who)


def stop_alone(*, goes_on: bool) -> str:
    """Ask a player who is connected to nobody."""
    if goes_on:
        return _(
            "Agree to end the game? Nobody else is here, so this counts as leaving. The "
            "others are told that it was you, and play on without you. You cannot undo "
            "this."
        )
    return _(
        "Agree to end the game? Nobody else is here, so this counts as leaving: the "
        "game ends for everybody, and they are told that it was you. You cannot undo "
        "this."
    )
