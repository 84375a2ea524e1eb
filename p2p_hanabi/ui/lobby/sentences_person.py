"""What a person is told around a table: coming back, looking for one, and at its end."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import N_, _, ngettext
from ..kit.sentences_shared import listing

NOT_REMEMBERED = N_("So whom you have played with was not written down.")
NO_TERMINAL = N_(
    "There is no terminal here, so the game goes line by line. With --plain that is not said; "
    "with --bot a bot plays."
)
NOTHING_FOUND_YET = N_(
    "No table has been found yet. The host's screen shows an address: \"p2phanabi join --connect "
    'ADDRESS" goes straight there, and "p2phanabi doctor" tries out this network.'
)


def torn(count: int) -> str:
    return ngettext(
        "The journal's last record was torn; its one byte was cut off.",
        "The journal's last record was torn; its {n} bytes were cut off.",
        count,
    ).format(n=count)


def came_back(table: str, names: Sequence[str]) -> str:
    return _("Back at the table of {names} ({table}).").format(names=listing(names), table=table)


def looking_for(table: str) -> str:
    return _("Looking for the table {table}.").format(table=table)


# -- where the game is shown


def cannot_be_drawn_on(term: str) -> str:
    return _(
        "This terminal (TERM={term}) cannot be drawn on, so the game goes line by line. "
        "With --plain that is not said."
    ).format(term=term or "-")


# -- what takes longer than a blink


def pairing(table: str) -> str:
    return _("Proving the code to the host of {table}.").format(table=table)


def waiting_to_come_back(names: Sequence[str]) -> str:
    return _("Waiting for {names} to come back.").format(names=listing(names))


# -- leaving and breaking


def crashed(log: str) -> str:
    return _(
        "The program broke; what happened is in {log}. A game that had begun is not lost: "
        '"p2phanabi resume" goes on.'
    ).format(log=log)
