"""What a host is told of the bots that it has started."""

from __future__ import annotations

from ..kit.i18n import _


def could_not_join(name: str, why: str) -> str:
    """`why` is what the bot itself has said."""
    return _("The bot {name} could not join, so its seat is free. {why}").format(name=name, why=why)
