"""The letter of each action, the same on the full screen and on a page."""

from __future__ import annotations

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
LEVEL = "e"
"""Shows the next level of knowledge."""
