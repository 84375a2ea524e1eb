"""The buttons of a table on a live page: those that are valid and allowed now."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import assert_never

from p2p_hanabi.gathering import PhoneCode, PhoneSeat
from protocol.game import Move, View

from ..model.end.shown_end import COMPARE, AtEnd, EndedAction, Wish
from ..model.game.areas import Words
from ..model.lobby import lobby_seats
from ..model.table import phone_codes
from ..model.table.action_keys import END_KEYS, KEYS, LEVEL
from ..model.table.followed_table import FollowedTable
from ..model.table.shown_table import RULES, TABLE_WORDS, ShownTable
from ..model.table.table_actions import TableAction
from ..model.table.thinking import THOUGHT
from ..words.i18n import N_, _
from . import words_live as words
from .live_page import CLOSE, HAND_OVER, Button, Dialog
from .page_parts import phone_code

MORE = "more"
EXPLAINS = N_("Explain the last hint and move")
_WHOLE_TABLE = frozenset(
    {
        TableAction.TIMES,
        TableAction.PHONES,
        TableAction.LEAVE,
        TableAction.GONE,
        TableAction.STOP,
        TableAction.ABANDON,
    }
)
_QUIET = frozenset({Wish.PAGE, Wish.HISTORY, EndedAction.CLOSE})
_LEVEL = "level "


def closing(sentence: str) -> Button:
    return Button(CLOSE, sentence, is_main=True)


def levels(names: Sequence[str], at: int) -> tuple[Button, ...]:
    """Return a button for each level of knowledge, if there is a choice."""
    following = (at + 1) % len(names) if names else None
    return tuple(
        Button(f"{_LEVEL}{n}", name, is_on=n == at, key=LEVEL if n == following else "")
        for n, name in enumerate(names)
    )


def level_of(does: str, names: Sequence[str]) -> int | None:
    return next((n for n in range(len(names)) if does == f"{_LEVEL}{n}"), None)


def name_of(action: TableAction) -> str:
    """Return what is on the button for an action; empty if the page shows it anyway."""
    match action:
        case TableAction.EXPLAIN:
            return _(EXPLAINS)
        case TableAction.TALK:
            return _(words.TALK)
        case TableAction.SAID | TableAction.NOTES | TableAction.LOG:
            return ""
        case TableAction.WORDS:
            return _(TABLE_WORDS)
        case TableAction.RULES:
            return _(RULES)
        case TableAction.TIMES:
            return _(THOUGHT)
        case TableAction.PHONES:
            return _(words.NEW_CODES)
        case TableAction.LEAVE:
            return _("Leave; you can come back later")
        case TableAction.GONE:
            return _("Play on without the missing player")
        case TableAction.STOP:
            return _("End the game together")
        case TableAction.ABANDON:
            return _("Leave for good")
    assert_never(action)


def action_of(does: str, table: ShownTable[View, Move]) -> TableAction | None:
    """Return the action of a button, if it is offered now."""
    return next((action for action in table.offered() if action.value == does), None)


def _of(table: ShownTable[View, Move], actions: Container[TableAction]) -> tuple[Button, ...]:
    """Return the buttons of these actions, as far as they are offered."""
    offered = (action for action in table.offered() if action in actions and name_of(action))
    return tuple(map(_button, offered))


def _button(action: TableAction) -> Button:
    return Button(action.value, name_of(action), key=KEYS[action])


def in_play(table: ShownTable[View, Move]) -> tuple[Button, ...]:
    at_hand = frozenset(TableAction) - _WHOLE_TABLE
    return (*_of(table, at_hand), Button(MORE, _(words.MORE)))


def by_key(table: ShownTable[View, Move]) -> tuple[Button, ...]:
    """Return the actions that have a key but no button on the page."""
    unseen = (action for action in table.offered() if action in _WHOLE_TABLE or not name_of(action))
    return tuple(Button(each.value, "", key=KEYS[each]) for each in unseen if KEYS[each])


def more(table: ShownTable[View, Move]) -> Dialog:
    """Return a dialog with the actions that concern the seat or the whole table."""
    hand_over = Button(HAND_OVER, _(words.HAND_OVER))
    closing = Button(CLOSE, _(words.CANCEL))
    return Dialog(_(words.MORE), buttons=(hand_over, *_of(table, _WHOLE_TABLE), closing))


def phones(current: Sequence[PhoneCode], number: int) -> Dialog:
    """Return a dialog with the code of one phone, by its number from 1: each code works once."""
    shown = lobby_seats.phones([PhoneSeat(one.address, name=one.name) for one in current])
    codes = (phone_code(shown, min(number, len(shown))),) if shown else ()
    about = () if shown else (Words(_(phone_codes.NOBODY)),)
    return Dialog(_(phone_codes.TITLE), about, codes=codes, buttons=(closing(_(words.CLOSE)),))


def at_the_end(table: FollowedTable[View, Move]) -> tuple[Button, ...]:
    """Return what can be done next, first what goes on with this game."""
    offered = tuple(
        replace(_button(one), is_quiet=True)
        if isinstance(one, TableAction)
        else _end_button(one, is_practice=table.end.is_practice)
        for one in table.offered_at_end(has_board=True)
        if not isinstance(one, TableAction) or name_of(one)
    )
    return tuple(sorted(offered, key=lambda each: each.is_quiet))


def end_action_of(does: str) -> AtEnd | None:
    """Return what the button does at the end; None if nothing."""
    actions: tuple[AtEnd, ...] = (*EndedAction, *Wish)
    return next((action for action in actions if action.value == does), None)


def _end_button(action: AtEnd, *, is_practice: bool) -> Button:
    is_main, key = action is EndedAction.AGAIN, END_KEYS[action]
    label = _(COMPARE) if is_practice and action is Wish.REPLAY else ""
    quiet = action in _QUIET
    return Button(action.value, label or _at_end(action), is_main=is_main, is_quiet=quiet, key=key)


def _at_end(action: AtEnd) -> str:
    """Return what is on the button for an action."""
    match action:
        case EndedAction.AGAIN:
            return _("Play again")
        case Wish.REPLAY:
            return _("Replay")
        case Wish.WHAT_IF:
            return _("What if?")
        case Wish.DEAL:
            return _("Play this deal with bots")
        case Wish.TOGETHER:
            return _("Look at it together")
        case Wish.STATISTICS:
            return _("How we played")
        case Wish.PAGE:
            return _("Save as a web page")
        case Wish.HISTORY:
            return _("Past games")
        case EndedAction.CLOSE:
            return _("Close the table")
    assert_never(action)
