"""What is written to the shell when the program cannot go on, or not on this screen, in English."""

from __future__ import annotations

from p2p_hanabi.ui.words.i18n import N_, _

NO_TERMINAL = N_("Not a terminal: using plain mode (--plain hides this; with --bot a bot plays).")


def cannot_be_drawn_on(term: str) -> str:
    return _(
        "This terminal (TERM={term}) cannot show the full screen: using plain mode "
        "(--plain hides this)."
    ).format(term=term or "-")


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
