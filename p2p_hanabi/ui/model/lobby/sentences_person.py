"""Sentences for a person around a table: resuming, searching, and failures, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ...words.i18n import _, ngettext
from ...words.words_joined import listing
from ..device import Device


def nothing_found_yet(device: Device, *, has_unfinished: bool) -> str:
    """Return what can be done; `has_unfinished`: there is a game to go back to."""
    advice = device.text(
        typed=_(
            "No table found yet. Try the address on the host's screen: \"p2phanabi join "
            '--connect ADDRESS". "p2phanabi doctor" tests this network.'
        ),
        pressed=_(
            "No table found yet. Are both computers on the same network? The menu has a test of "
            "this computer's network."
        ),
    )
    return f"{advice} {unfinished(device)}" if has_unfinished else advice


def unfinished(device: Device) -> str:
    """Remind a player of a game to go back to."""
    return device.text(
        typed=_('To go back to a game that you left: "p2phanabi resume".'),
        pressed=_("To go back to a game that you left, choose it in the menu."),
    )


def torn(count: int) -> str:
    return ngettext(
        "The journal's last record was incomplete; its one byte was removed.",
        "The journal's last record was incomplete; its {n} bytes were removed.",
        count,
    ).format(n=count)


def came_back(table: str, names: Sequence[str]) -> str:
    return _("Back at the table of {names} ({table}).").format(names=listing(names), table=table)
