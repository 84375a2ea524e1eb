"""The menu: what can be begun, or gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ..words.i18n import _
from .device import Device
from .inputs import ChoiceLook
from .new_table import TableKind

_MAIN, _QUIET, _PLAIN = ChoiceLook(is_main=True), ChoiceLook(is_quiet=True), ChoiceLook()


class MenuAction(Enum):
    """What needs nothing more than to be chosen. `RARE` leads to what is seldom wanted."""

    REOPEN = "reopen"
    CONTINUE_BOARD = "continue board"
    JOIN = "join"
    LEARN = "learn"
    RARE = "rare"
    HISTORY = "history"
    DOCTOR = "doctor"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A table to go back to, by the beginning of its id, and what is read about it. `is_review`:
    a finished game is looked at there."""

    table: str
    sentence: str
    is_review: bool = False


MenuChoice: TypeAlias = MenuAction | TableKind | Unfinished


@dataclass(frozen=True, slots=True)
class MenuEntry:
    sentence: str
    choice: MenuChoice
    look: ChoiceLook = _PLAIN


@dataclass(frozen=True, slots=True)
class Menu:
    """`open_table` is the name of one that was left while it gathered, empty if there is none;
    `has_board`: one on a big screen was left. `taught` are the titles of games with a tutorial."""

    open_table: str
    unfinished: Sequence[Unfinished]
    has_board: bool
    taught: Sequence[str]
    device: Device

    def first(self) -> list[MenuEntry]:
        """Return what is asked first: on a page everything, elsewhere as each entry needs a
        digit."""
        left, every = self._tables_left_open(), self.device is Device.BUTTON
        rare = MenuEntry(_("Past games, network test, settings"), MenuAction.RARE)
        return [*left, *self._ways_to_play(is_first=not left), *(self.rare() if every else [rare])]

    def rare(self) -> list[MenuEntry]:
        return [
            MenuEntry(_("Past games"), MenuAction.HISTORY, _QUIET),
            MenuEntry(_("Test this computer's network"), MenuAction.DOCTOR, _QUIET),
            MenuEntry(_("Settings"), MenuAction.SETTINGS, _QUIET),
        ]

    def _tables_left_open(self) -> list[MenuEntry]:
        entries = [MenuEntry(one.sentence, one, _MAIN) for one in self.unfinished]
        if self.open_table:
            again = _("Open {table} again").format(table=self.open_table)
            entries.insert(0, MenuEntry(again, MenuAction.REOPEN, _MAIN))
        if self.has_board:
            board = _("Continue on the big screen")
            entries.append(MenuEntry(board, MenuAction.CONTINUE_BOARD, _MAIN))
        return entries

    def _ways_to_play(self, *, is_first: bool) -> list[MenuEntry]:
        about = {
            TableKind.OPEN: ChoiceLook(_("The others join with a code."), is_main=is_first),
            TableKind.BOARD: ChoiceLook(_("This computer only shows the table.")),
            TableKind.PRACTICE: ChoiceLook(_("You play alone, without a network.")),
        }
        joins = ChoiceLook(_("Somebody else has opened one."), is_main=is_first)
        learn, guided = (
            _("Learn {game} step by step"),
            ChoiceLook(_("A guided game for beginners.")),
        )
        return [
            MenuEntry(_("Join a table on this network"), MenuAction.JOIN, joins),
            *(MenuEntry(kind.title, kind, look) for kind, look in about.items()),
            *(MenuEntry(learn.format(game=each), MenuAction.LEARN, guided) for each in self.taught),
        ]
