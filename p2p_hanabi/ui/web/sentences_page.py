"""What the page says that plays a game back, in English."""

from __future__ import annotations

from ..kit.i18n import _
from ..replay.sentences_replay import unsigned

__all__ = ["unsigned"]


def controls() -> str:
    return _("Steps of the game")


def buttons() -> dict[str, str]:
    return {"first": _("First"), "back": _("Back"), "forward": _("Forward"), "last": _("Last")}


def slider() -> str:
    return _("Move")


def eyes() -> str:
    return _("Seen by")


def keys() -> str:
    return _(
        "Keys: the left and right arrows step, Page Up and Page Down ten moves, "
        "Home and End go to the beginning and to the end."
    )


def move(number: int, last: int) -> str:
    return _("Move {n} of {last}").format(n=number, last=last)
