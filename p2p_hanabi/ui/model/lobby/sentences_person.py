"""Sentences for a person around a table: resuming, searching, and failures, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ...words.i18n import N_, _, ngettext
from ...words.words_joined import listing

NOT_REMEMBERED = N_("So the players you met were not saved.")
NO_TERMINAL = N_("Not a terminal: using plain mode (--plain hides this; with --bot a bot plays).")
NOTHING_FOUND_YET = N_(
    "No table found yet. Try the address on the host's screen: \"p2phanabi join "
    '--connect ADDRESS". "p2phanabi doctor" tests this network.'
)


def nothing_found_yet(reminder: str) -> str:
    return f"{_(NOTHING_FOUND_YET)} {reminder}".rstrip()


def torn(count: int) -> str:
    return ngettext(
        "The journal's last record was incomplete; its one byte was removed.",
        "The journal's last record was incomplete; its {n} bytes were removed.",
        count,
    ).format(n=count)


def came_back(table: str, names: Sequence[str]) -> str:
    return _("Back at the table of {names} ({table}).").format(names=listing(names), table=table)


def looking_for(table: str) -> str:
    return _("Looking for the table {table}.").format(table=table)


# -- where the game is shown


def cannot_be_drawn_on(term: str) -> str:
    return _(
        "This terminal (TERM={term}) cannot show the full screen: using plain mode "
        "(--plain hides this)."
    ).format(term=term or "-")


# -- waiting


def pairing(table: str) -> str:
    return _("Checking the code with the host of {table}.").format(table=table)


def waiting_to_come_back(names: Sequence[str]) -> str:
    return _("Waiting for {names} to come back.").format(names=listing(names))


# -- crashing


def crashed(log: str) -> str:
    return _(
        "The program crashed; details are in {log}. A game in progress is not lost: "
        '"p2phanabi resume" continues it.'
    ).format(log=log)


def lacks_resources(why: str) -> str:
    return _(
        "This computer has too little left for the program: {why}. Close other programs, and try "
        'again. A game in progress is not lost: "p2phanabi resume" continues it.'
    ).format(why=why)
