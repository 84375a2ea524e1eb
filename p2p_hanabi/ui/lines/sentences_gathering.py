"""Sentences about finding a table and waiting in its lobby for who types commands, in English."""

from __future__ import annotations

from ..words.i18n import N_, _

WHICH_TABLE = N_('Type the number of a table, or "quit".')

SEATS_HELP = (
    N_("bot       a bot takes a seat"),
    N_("dismiss   remove the bot that came last"),
    N_("fewer     one seat fewer: begin without another player"),
    N_("more      one seat more"),
    N_("free      free the seats of disconnected players"),
    N_("code      the room code"),
)
"""For the host."""

LOBBY_HELP = (
    N_("ready     begin as soon as everybody is ready"),
    N_("wait      not ready after all"),
    N_("show      who is at the table, and what will be played"),
    N_("players   who they are: games together, or the fingerprint of a new key"),
    N_("rules     the rules on one page"),
    N_("quit      leave"),
)


def table_gone(number: int, name: str) -> str:
    return _("{n}. {name} has closed.").format(n=number, name=name)


def no_such_table(typed: str) -> str:
    return _('There is no table "{typed}" to join. Type a table\'s number.').format(typed=typed)
