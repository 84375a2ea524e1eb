"""What the full screen says before there is a table, in English."""

from __future__ import annotations

from typing import TypeAlias

from ..kit.i18n import N_, _

FREE_SEAT = N_("free seat")
PRESS_READY = N_("Press or click r when you want to begin; it begins when all are ready.")

Legend: TypeAlias = tuple[tuple[str, str], ...]
"""Keys, and what they do."""


def ready_mark(*, is_ready: bool, is_here: bool) -> str:
    if not is_here:
        return _("not there, the seat is kept for a minute")
    return _("ready") if is_ready else _("not ready yet")


def lobby_legend(*, can_free: bool) -> Legend:
    free = (("f", _("free the seats of the absent")),) if can_free else ()
    return (("r", _("ready or not")), *free, ("?", _("rules")), ("q", _("leave")))
