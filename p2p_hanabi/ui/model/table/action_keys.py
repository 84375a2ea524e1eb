"""The letter of each action, the same on the full screen and on a page."""

from __future__ import annotations

from collections.abc import Mapping

from ..end.shown_end import AtEnd, EndedAction, Wish
from .table_actions import TableAction

KEYS = {
    TableAction.EXPLAIN: "x",
    TableAction.TALK: ":",
    TableAction.SAID: '"',
    TableAction.NOTES: "",  # the board shows them
    TableAction.LOG: "l",
    TableAction.WORDS: "W",
    TableAction.RULES: "?",
    TableAction.TIMES: "C",
    TableAction.PHONES: "T",
    TableAction.LEAVE: "q",
    TableAction.GONE: "G",
    TableAction.STOP: "F",
    TableAction.ABANDON: "A",
}
END_KEYS: Mapping[AtEnd, str] = {
    EndedAction.AGAIN: "a",
    Wish.REPLAY: "r",
    Wish.WHAT_IF: "i",
    Wish.DEAL: "d",
    Wish.TOGETHER: "t",
    Wish.STATISTICS: "s",
    Wish.PAGE: "w",
    Wish.HISTORY: "h",
    EndedAction.CLOSE: "q",
}
CAPITALS = "".join(key for key in KEYS.values() if key.isupper())
"""Capital letters are for what concerns the whole table; others mean the same as small ones. The
small letters of those that can end a game do nothing in any game, so that Shift alone ends none."""
NOTE, ORDER = "n", "o"
"""Begin a note on a card, and a new order of one's own hand."""
LEVEL = "e"
"""Shows the next level of knowledge."""
