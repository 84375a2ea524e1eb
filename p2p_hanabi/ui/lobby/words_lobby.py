"""What the full screen says before there is a table, in English."""

from __future__ import annotations

from typing import TypeAlias

from ..kit.i18n import _

Legend: TypeAlias = tuple[tuple[str, str], ...]
"""Keys, and what they do."""


def lobby() -> str:
    return _("A table gathers")


def ready_mark(*, is_ready: bool, is_here: bool) -> str:
    if not is_here:
        return _("not there, the seat is kept for a minute")
    return _("ready") if is_ready else _("not ready yet")


def free_seat() -> str:
    return _("free seat")


def knocking() -> str:
    return _("Waiting for the host to let you in.")


def lobby_legend(*, can_free: bool) -> Legend:
    free = (("f", _("free the seats of the absent")),) if can_free else ()
    return (("r", _("ready or not")), *free, ("?", _("rules")), ("q", _("leave")))


def connecting() -> str:
    return _("One moment: the network is asked.")


def press_ready() -> str:
    return _("Press or click r when you want to begin; it begins when all are ready.")


def tables() -> str:
    return _("Tables on this network")


def choice_legend() -> Legend:
    return (("Up", ""), ("Down", _("choose")), ("Enter", _("sits down")), ("q", _("leave")))


def reopen_legend() -> Legend:
    return (("Up", ""), ("Down", _("choose")), ("Enter", _("does it")), ("q", _("leave")))


def code() -> str:
    return _("The room code")


def code_legend() -> Legend:
    return (("Tab", _("completes")), ("Enter", _("sits down")), ("Ctrl-C", _("leaves")))
