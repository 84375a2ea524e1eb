"""What a person is told around a table: coming back, looking for one, and at its end."""

from __future__ import annotations

from collections.abc import Sequence

from .i18n import _, ngettext
from .sentences import listing


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


def transcript_follows() -> str:
    return _("The transcript, which anybody can check by `p2phanabi audit`:")


def not_remembered(why: str) -> str:
    return _("Whom you have played with could not be written down: {why}.").format(why=why)
