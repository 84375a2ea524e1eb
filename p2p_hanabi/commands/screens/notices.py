"""Messages for the player about what a seat reports between its scenes, on every screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from p2p_hanabi.ui.words.i18n import _, ngettext
from p2p_hanabi.ui.words.words_joined import listing


@dataclass(frozen=True, slots=True)
class Waits:
    """The player waits from now on; for these players, if any are named."""

    sentence: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StillWaits:
    """A sentence about a long wait; it replaces the one before."""

    sentence: str


@dataclass(frozen=True, slots=True)
class AtTheEnd:
    """A sentence beside the end of a table."""

    sentence: str


Notice: TypeAlias = Waits | StillWaits | AtTheEnd


def notice(event: str, facts: Mapping[str, Any]) -> Notice | None:
    """Return what to tell of an event; None if it is only for scripts."""
    match event:
        case "waiting":
            names = tuple(facts["seats"])
            return Waits(_("Waiting for {names} to come back.").format(names=listing(names)), names)
        case "receiving":
            sentence = _("{host} sends the game; it is audited before it is shown.")
            return Waits(sentence.format(host=facts["host"]))
        case "left the others":
            return Waits(_("You have left. The others still look at the game."))
        case "pairing":
            sentence = _("Checking the code with the host of {table}.")
            return Waits(sentence.format(table=facts["table"]))
        case "waiting for host":
            return StillWaits(_host_opens_nothing(facts["host"], facts["minutes"]))
        case "staying":
            sentence = _(
                "Staying up to a minute, since {names} may not have the end of the game yet. "
                "If you leave earlier, the program can still pass it on when it is opened again."
            )
            return AtTheEnd(sentence.format(names=listing(facts["seats"])))
    return None


def _host_opens_nothing(name: str, minutes: int) -> str:
    """Return for how long the next table has not been opened, and what can be done."""
    sentence = ngettext(
        "{name} has not opened it for a minute, and may not do so.",
        "{name} has not opened it for {n} minutes, and may not do so.",
        minutes,
    ).format(name=name, n=minutes)
    advice = _("Keep waiting, or leave: anybody can open a new table.")
    return f"{sentence} {advice}"
