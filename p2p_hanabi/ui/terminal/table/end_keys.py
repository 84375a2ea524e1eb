"""The keys of a table's end on the full screen, and its page."""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, assert_never

from protocol.game import Move, View

from ...drawing.style import Line, text
from ...kit.legend import Legend
from ...model.end.shown_end import COMPARE, AtEnd, EndedAction, Wish
from ...model.table.action_keys import END_KEYS
from ...model.table.followed_table import FollowedTable
from ...model.table.table_actions import TableAction
from ...words import words_shared as words
from ...words.i18n import _
from .available_keys import key_of, steps

_BESIDE_THE_PAST = (EndedAction.AGAIN, EndedAction.CLOSE, Wish.WHAT_IF)
"""What can also be done while looking back; the other keys are the game's there."""
_EXPLAINED = (Wish.DEAL, Wish.WHAT_IF)
"""For these the last row has no room."""
_LABELLED = tuple(wish for wish in Wish if wish not in _EXPLAINED)


class EndPage(Generic[View, Move]):
    """The page of the end, which stays open until the player looks back or reads another one."""

    def __init__(self, table: FollowedTable[View, Move]) -> None:
        self._table = table
        self._end = table.end
        self._prompt = table.prompt

    @property
    def is_read(self) -> bool:
        """Whether the page is open."""
        page = self._prompt.page
        return self._end.has_come and page is not None and page.stays

    def show(self) -> None:
        self._prompt.message = ()
        offered = self._table.offered_at_end(has_board=False)
        wishes = () if self._end.is_practice else _wishes(offered)  # the row labels it there
        legend = (
            *_keys(offered, EndedAction.AGAIN, TableAction.TALK, *wishes),
            *words.stepping()[:1],
            *_keys(offered, TableAction.RULES, TableAction.TIMES, EndedAction.CLOSE),
        )
        self._prompt.show_lines(self._lines(), legend)

    def refresh(self) -> None:
        """Update the page, if it is open, with who is here now."""
        if self.is_read and self._prompt.page is not None:
            self._prompt.page.lines = tuple(self._lines())

    def _lines(self) -> list[Line]:
        """Return the text about the end, and what some keys do."""
        rows = {
            Wish.DEAL: _("{key} plays this deal again with bots, as practice."),
            Wish.WHAT_IF: _("{key} tries other moves."),
        }
        if self._end.is_practice:
            rows = {Wish.REPLAY: f"{{key}}: {_(COMPARE)}."}
        offered = self._end.offered()
        keys = [
            text(row.format(key=END_KEYS[each])) for each, row in rows.items() if each in offered
        ]
        return [*self._end.lines(), *([()] if keys else []), *keys]


def _wishes(offered: Collection[AtEnd | TableAction]) -> tuple[Wish, ...]:
    """Return those with a key in sight: a replay has none where all can look at it together, which
    needs its room."""
    left_out = Wish.REPLAY if Wish.TOGETHER in offered else Wish.TOGETHER
    return tuple(wish for wish in _LABELLED if wish is not left_out)


def end_action_of(key: str, *, is_past: bool = False) -> AtEnd | None:
    """Return what the key does at the end; None if nothing."""
    actions = _BESIDE_THE_PAST if is_past else (*EndedAction, *Wish)
    return next((action for action in actions if _key(action)[0] == key), None)


def looking_back_at_the_end(own: Legend, table: FollowedTable[View, Move]) -> Legend:
    """Return the keys while looking back at a finished game; `own` are the game's."""
    offered = table.offered_at_end(has_board=True)
    again, closes, what_if = _BESIDE_THE_PAST
    return (
        *steps(table.shown),
        ("End", _("the result")),
        *_keys(offered, again, TableAction.TALK, closes, TableAction.RULES, what_if),
        *own,
        *_keys(offered, TableAction.EXPLAIN, TableAction.LOG, TableAction.TIMES),
    )


def _keys(offered: Collection[AtEnd | TableAction], *actions: AtEnd | TableAction) -> Legend:
    """Return the keys of these actions, as far as they are offered."""
    return tuple(
        key_of(action) if isinstance(action, TableAction) else _key(action)
        for action in actions
        if action in offered
    )


def _key(action: AtEnd) -> tuple[str, str]:
    """Return the key for an action, and what it does in few words."""
    return END_KEYS[action], _label(action)


def _label(action: AtEnd) -> str:
    match action:
        case EndedAction.AGAIN:
            return _("plays again")
        case Wish.REPLAY:
            return _("replay")
        case Wish.WHAT_IF:
            return _("what if?")
        case Wish.DEAL:
            return _("practice")
        case Wish.TOGETHER:
            return _("together")
        case Wish.STATISTICS:
            return _("stats")
        case Wish.PAGE:
            return _("page")
        case Wish.HISTORY:
            return _("history")
        case EndedAction.CLOSE:
            return _("closes")
    assert_never(action)
