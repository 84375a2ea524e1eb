"""Seats on another player's machine, in English sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import _, ngettext
from ..kit.sentences_shared import listing


def mark(owner: str | None) -> str:
    """Beside a name. `owner` is absent (None) for the one who looks."""
    if owner is None:
        return _("on your computer")
    return _("on {owner}'s computer").format(owner=owner)


def warning(names: Sequence[str], owner: str | None) -> str:
    """What whoever owns the machine could do; absent (None) for the one who looks."""
    if owner is None:
        sentence = ngettext(
            "{names} plays on your computer: the others are told that you could read there every "
            "card that {names} sees.",
            "{names} play on your computer: the others are told that you could read there every "
            "card that they see.",
            len(names),
        )
    else:
        sentence = ngettext(
            "{names} plays on the computer of {owner}, who could read there every card that "
            "{names} sees.",
            "{names} play on the computer of {owner}, who could read there every card that they "
            "see.",
            len(names),
        )
    return sentence.format(names=listing(names), owner=owner)


def ran_on(names: Sequence[str], owner: str) -> str:
    """Of a game that was played, for the audit."""
    return ngettext(
        "{names} played on the computer of {owner}, who could read there every card that {names} "
        "saw.",
        "{names} played on the computer of {owner}, who could read there every card that they saw.",
        len(names),
    ).format(names=listing(names), owner=owner)


def ready_again() -> str:
    return _('You are not ready yet. If you want to play all the same, type "ready" again.')


def press_again() -> str:
    return _("You are not ready yet. If you want to play all the same, press r again.")
