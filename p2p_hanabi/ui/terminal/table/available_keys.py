"""The keys of a table, and those that its last row shows. Any other key is answered with the reason
why nothing is done."""

from __future__ import annotations

from typing import assert_never

from protocol.game import Move, View

from ...kit.legend import Legend
from ...model.table.action_keys import KEYS
from ...model.table.shown_table import ShownTable
from ...model.table.table_actions import TableAction
from ...words import words_shared as words
from ...words.i18n import _


def key_of(action: TableAction) -> tuple[str, str]:
    """Return the key for an action, and what it does in few words; without words, the last row
    never has room for it."""
    return KEYS[action], _label(action)


def _label(action: TableAction) -> str:
    match action:
        case TableAction.EXPLAIN:
            return _("explain")
        case TableAction.TALK:
            return _("say")
        case TableAction.LOG:
            return _("log")
        case TableAction.RULES:
            return _("help")
        case TableAction.PHONES:
            return _("phones")
        case TableAction.LEAVE:
            return _("leave")
        case TableAction.GONE:
            return _("play on without")
        case TableAction.STOP:
            return _("end the game")
        case TableAction.SAID | TableAction.NOTES | TableAction.WORDS:
            return ""
        case TableAction.TIMES | TableAction.ABANDON:
            return ""
    assert_never(action)


def action_of(key: str) -> TableAction | None:
    """Return what a key does at every table; None if nothing."""
    return next((action for action in TableAction if key and key_of(action)[0] == key), None)


_LAST = (TableAction.RULES, TableAction.LEAVE, TableAction.GONE, TableAction.STOP)
"""What cannot be undone comes last."""


def in_setup(table: ShownTable[View, Move]) -> Legend:
    """Return the keys before the hands are dealt."""
    return keys_of(table, TableAction.PHONES, *_LAST)


def in_play(own: Legend, table: ShownTable[View, Move]) -> Legend:
    """Return the keys during the game: the game's `own`, and those of the table."""
    read = keys_of(table, TableAction.EXPLAIN, TableAction.TALK, TableAction.LOG)
    back = words.stepping()[:1] if table.past.last > 0 else ()
    return (*own, *read, *back, *keys_of(table, TableAction.PHONES, *_LAST))


def below_result(table: ShownTable[View, Move]) -> Legend:
    """Return the keys while the result of a round is shown."""
    goes_on = ("Enter", _("continues"))
    return (
        goes_on,
        *keys_of(table, TableAction.TALK),
        *words.stepping()[:1],
        *keys_of(table, *_LAST),
    )


def looking_back(own: Legend, table: ShownTable[View, Move]) -> Legend:
    """Return the keys while looking back, during the game."""
    end = ("End", _("latest move"))
    reads = keys_of(table, TableAction.EXPLAIN, TableAction.LOG)
    leaves = keys_of(table, TableAction.LEAVE)
    return (*steps(table), end, *keys_of(table, TableAction.RULES), *own, *reads, *leaves)


def keys_of(table: ShownTable[View, Move], *actions: TableAction) -> Legend:
    """Return the keys of these actions, as far as they are offered."""
    offered = table.offered()
    return tuple(key_of(action) for action in actions if action in offered)


def steps(table: ShownTable[View, Move]) -> Legend:
    """Return the keys to step; the one forward keeps its place, so that it can be clicked
    repeatedly."""
    back, forward, home = words.stepping()
    return (forward, back, home) if table.past.number else (forward,)
