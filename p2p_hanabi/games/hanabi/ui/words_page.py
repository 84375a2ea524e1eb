"""What the page of a game of Hanabi says, in English."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import _

from .sentences import colour as colour_name


def fireworks() -> str:
    return _("Fireworks")


def firework(colour: int, height: int) -> str:
    return _("{colour}, {height} of 5").format(colour=colour_name(colour), height=height)


def to_move(who: str) -> str:
    return _("{who} is to move").format(who=who)


def hidden() -> str:
    return _("hidden")
