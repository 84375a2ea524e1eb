"""Words of the full screen alone, in English; a `who` of None is the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.canvas import Size
from .i18n import N_, NC_, _, ngettext, pgettext
from .words_joined import duration, listing

YOU = N_("you")
SETTING_UP = N_("Setting up the table")
CHECKING = N_("The transcript is being checked...")
ENDED = N_("The game has ended.")
SENT = N_("Done.")
NOT_IN_THE_PAST = N_("Nothing can be played while you look back.")
NOTHING_EARLIER = N_("This is the beginning of the game.")


def too_small(size: Size, least: Size) -> str:
    return _(
        "Too small: {columns}x{rows}, needs {least_columns}x{least_rows}. Until then keys do "
        "nothing; Ctrl-C twice leaves."
    ).format(
        columns=size.columns,
        rows=size.rows,
        least_columns=least.columns,
        least_rows=least.rows,
    )


def lines_instead(least: Size) -> str:
    return _(
        "This terminal is too small for the full screen ({columns}x{rows}): using plain mode."
    ).format(columns=least.columns, rows=least.rows)


# -- the frame

PROGRAM = "p2phanabi"


def title(table: str) -> str:
    return f"{table} - {PROGRAM}" if table else PROGRAM


def no_such_key(key: str) -> str:
    return _("{key} does nothing here. ? shows the keys.").format(key=key)


def idle_key(key: str) -> str:
    """Return that a key does nothing, for a screen that shows all valid keys."""
    return _("{key} does nothing here.").format(key=key)


_KEYS = {
    "left": NC_("key", "left"),
    "right": NC_("key", "right"),
    "Left": NC_("key", "Left"),
    "Right": NC_("key", "Right"),
    "Up": NC_("key", "Up"),
    "Down": NC_("key", "Down"),
    "Enter": NC_("key", "Enter"),
    "Escape": NC_("key", "Escape"),
    "Backspace": NC_("key", "Backspace"),
    "Pageup": NC_("key", "PageUp"),
    "PageDown": NC_("key", "PageDown"),
    "Pagedown": NC_("key", "PageDown"),
    "Home": NC_("key", "Home"),
    "End": NC_("key", "End"),
}


def key_label(key: str) -> str:
    """Return the label on a key of the keyboard."""
    return pgettext("key", _KEYS[key]) if key in _KEYS else key


def key_name(key: str) -> str:
    """Return the key's name as on a keyboard: Escape, Ctrl-Z, F1."""
    match key.split("-"):
        case _ if key == " ":
            return _("The space bar")
        case ["c", letter]:
            return f"Ctrl-{letter.upper()}"
    return key_label(key.capitalize()) if len(key) > 1 else key


def away(who: str, seconds: float, *, has_left: bool) -> str:
    """Return briefly that a player `has_left` for now, or else is disconnected."""
    sentence = _("{who} left {time} ago") if has_left else _("{who} away for {time}")
    return sentence.format(who=who, time=duration(seconds))


# -- the table


def pile(count: int) -> str:
    return _("Pile {count}").format(count=count)


def waits(names: Sequence[str], seconds: float) -> str:
    return _("Waiting for {names} ({time})").format(names=listing(names), time=duration(seconds))


THOUGHTFUL_S = 10.0
"""Shorter thinking is not counted on screens."""


def thinks(who: str, seconds: float) -> str:
    if seconds < THOUGHTFUL_S:
        return _("{who} is to move").format(who=who)
    return _("{who} is to move ({time})").format(who=who, time=duration(seconds))


# -- legends and help

LEGEND = (
    ("p", N_("play")),
    ("d", N_("discard")),
    ("h", N_("hint")),
    ("n", N_("note")),
    ("o", N_("order")),
    ("e", N_("knowledge")),
)


def legend() -> tuple[tuple[str, str], ...]:
    """Return the keys of the table, and what they do."""
    return tuple((key, _(label)) for key, label in LEGEND)


LAST_KEYS = (
    N_("top right    whether all players are connected, or who is away"),
    N_("W            the table words: everybody must have the same five"),
    N_("C            how long each has thought, if the clock is on in the settings"),
    N_("a r s w h    after the game: again, replay, statistics, web page, history"),
)


def more_rows(count: int) -> str:
    return ngettext("{n} more row", "{n} more rows", count).format(n=count)


def stepping() -> tuple[tuple[str, str], ...]:
    """Return the keys that step through a game: back, forward, beginning."""
    return (("left", _("back")), ("right", _("forward")), ("Home", _("beginning")))


def broke(log: str | None) -> str:
    sentence = _(
        'The screen failed. Your seat is safe: continue with "p2phanabi resume" (or add --plain).'
    )
    if log is None:
        return sentence
    return " ".join((sentence, _("Details are in {log}.").format(log=log)))
