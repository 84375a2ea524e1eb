"""What the page says that plays a game back, in English."""

from __future__ import annotations

from ..kit.i18n import N_, _

CONTROLS = N_("Steps of the game")
SLIDER = N_("Move")
EYES = N_("Seen by")
KEYS = N_(
    "Keys: the left and right arrows step, Page Up and Page Down ten moves, Home and End go to "
    "the beginning and to the end."
)


def buttons() -> dict[str, str]:
    return {"first": _("First"), "back": _("Back"), "forward": _("Forward"), "last": _("Last")}


def move(number: int, last: int) -> str:
    return _("Move {n} of {last}").format(n=number, last=last)
