"""What the full screen says before there is a table, in English."""

from __future__ import annotations

from ..i18n import N_, _


def lobby() -> str:
    return _("A table gathers")


def ready_mark(*, is_ready: bool) -> str:
    return _("ready") if is_ready else _("not ready yet")


def free_seat() -> str:
    return _("free seat")


def knocking() -> str:
    return _("Waiting for the host to let you in.")


LOBBY_LEGEND = (("r", N_("ready or not")), ("?", N_("rules")), ("q", N_("leave")))


def lobby_leave_question() -> str:
    return _("Leave? The others can go on gathering. y or Ctrl-C leaves, n stays.")


def close_question() -> str:
    return _("Stop? y or Ctrl-C stops the program, n goes on.")


def connecting() -> str:
    return _("One moment: the network is asked.")


def press_ready() -> str:
    return _("Press r when you want to begin; it begins when all are ready.")


def tables() -> str:
    return _("Tables on this network")


CHOICE_LEGEND = (
    ("Up", ""),
    ("Down", N_("choose")),
    ("Enter", N_("sits down")),
    ("q", N_("leave")),
)


def code() -> str:
    return _("The room code")


CODE_LEGEND = (("Tab", N_("completes")), ("Enter", N_("sits down")), ("Ctrl-C", N_("leaves")))
