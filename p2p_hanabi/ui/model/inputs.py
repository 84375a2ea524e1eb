"""What a player is asked before there is a table: a choice, a line of text, a room code, the
settings of a new table.

Each screen has one function that shows any `Input`, and answers it by calling its methods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..drawing.style import Line, text
from ..words.i18n import _
from ..words.sentences_shared import COLON
from ..words.spoken_words import BadCode, code_from_words
from .choice_keys import keys_of, numbers_of
from .lobby.sentences_lobby import no_code
from .new_table import HOUSE_RULES, KEEP, NewTable, TableSetting

SETTINGS_AT_ONCE = 7
"""With what else can be chosen, each has a digit."""


@dataclass(frozen=True, slots=True)
class ChoiceLook:
    """How a choice looks on a page: `about` says more about it. `is_main`: one of the most likely.
    `is_quiet`: seldom wanted."""

    about: str = ""
    is_main: bool = False
    is_quiet: bool = False


class ChoiceInput:
    """One of a few `choices`.

    `chosen` is its number, from 0; None until then, and if the player goes back (`goes_back`) to
    the previous question. `message` is to be read first, `lines` below the question. `looks` are
    those of the first choices; the others have no special one.
    """

    def __init__(
        self,
        question: str,
        choices: Sequence[str],
        *,
        can_go_back: bool = False,
        message: str = "",
        lines: Sequence[Line] = (),
        looks: Sequence[ChoiceLook] = (),
    ) -> None:
        self.question = question
        self.choices = choices
        self.looks = looks
        self.can_go_back = can_go_back
        self.message = message
        self.lines = lines
        self.chosen: int | None = None
        self.goes_back = False

    @property
    def is_over(self) -> bool:
        return self.chosen is not None or self.goes_back

    @property
    def numbers(self) -> list[str]:
        """What is typed for each choice."""
        return numbers_of(self.choices)

    @property
    def keys(self) -> list[str]:
        """One key for each of at most nine choices."""
        return keys_of(self.choices)

    def choose(self, number: int) -> None:
        self.chosen = number

    def go_back(self) -> None:
        """Go back to the previous question; do nothing if there is none."""
        self.goes_back = self.can_go_back


class LineInput:
    """One line of text.

    `typed` is the line, once `fault_of` finds no fault in it; None until then, and if the player
    goes back. `usual` is the present value, which can be taken as it is; empty if there is none.
    `lines` are to be read first.
    """

    def __init__(
        self,
        question: str,
        fault_of: Callable[[str], str | None],
        *,
        can_go_back: bool = True,
        usual: str = "",
        lines: Sequence[Line] = (),
    ) -> None:
        self.question = question
        self.lines = lines
        self.can_go_back = can_go_back
        self.usual = usual
        self.typed: str | None = None
        self.goes_back = False
        self._fault_of = fault_of

    @property
    def is_over(self) -> bool:
        return self.typed is not None or self.goes_back

    def enter(self, line: str) -> str | None:
        """Take the line; return its fault if it has one."""
        fault = self._fault_of(line)
        if fault is None:
            self.typed = line
        return fault

    def go_back(self) -> None:
        """Go back to the previous question; do nothing if there is none."""
        self.goes_back = self.can_go_back


class CodeInput:
    """The room code of a table, which the sentence `table` names. `room_code` is None until it has
    been typed; `message` is why the last one was refused. `can_go_back`: whoever leaves comes back
    to a menu."""

    def __init__(self, table: str, message: str = "", *, can_go_back: bool = False) -> None:
        self.table = table
        self.message = message
        self.can_go_back = can_go_back
        self.room_code: bytes | None = None

    @property
    def title(self) -> str:
        return _("The room code")

    @property
    def is_over(self) -> bool:
        return self.room_code is not None

    def enter(self, words: str) -> str | None:
        """Take the words; return why they are no code."""
        try:
            self.room_code = code_from_words(words)
        except BadCode as error:
            return no_code(error)
        return None


class TableInput:
    """All settings of a `new_table`, until it is confirmed (`is_done`), its options are to be
    kept under a name (`keeps`), or the player goes back.

    `message` is the answer to the last choice: why it was refused, or what has changed with it.
    """

    def __init__(self, table: NewTable, message: str = "") -> None:
        self.new_table = table
        self.message = message
        self.is_done = False
        self.keeps = False
        self.goes_back = False

    @property
    def is_over(self) -> bool:
        return self.is_done or self.keeps or self.goes_back

    def choose(self, key: str, typed: str) -> None:
        self.new_table, self.message = self.new_table.choose(key, typed)
        self.keeps = (key, typed) == (HOUSE_RULES, KEEP) and not self.message

    def confirm(self) -> None:
        self.is_done = True

    def go_back(self) -> None:
        self.goes_back = True


class TableChoices:
    """The same as one choice after another, each of at most nine, for keys and lines."""

    def __init__(self, wanted: TableInput) -> None:
        self._wanted = wanted
        self._first = 0
        self._setting: TableSetting | None = None

    def choice(self) -> ChoiceInput:
        """Return what is to be chosen next: a setting or, once one is chosen, its value."""
        if (setting := self._setting) is not None:
            values = [each.sentence for each in setting.values]
            lines = [text(setting.explanation)] if setting.explanation else []
            return ChoiceInput(setting.label, values, can_go_back=True, lines=lines)
        table, message = self._wanted.new_table, self._wanted.message
        rows = [f"{each.label}{_(COLON)}{each.sentence}" for each in self._listed]
        more = [_("Other settings")] if len(table.settings) > SETTINGS_AT_ONCE else []
        choices = [table.confirm, *rows, *more]
        return ChoiceInput(table.kind.title, choices, can_go_back=True, message=message)

    def take(self, choice: ChoiceInput) -> None:
        """Carry out what was chosen."""
        setting, self._setting = self._setting, None
        match choice.chosen:
            case None if setting is None:
                self._wanted.go_back()
            case int(number) if setting is not None:
                self._wanted.choose(setting.key, setting.values[number].typed)
            case 0:
                self._wanted.confirm()
            case int(number) if number <= len(self._listed):
                self._setting = self._listed[number - 1]
            case int():
                after = self._first + SETTINGS_AT_ONCE
                self._first = after if after < len(self._wanted.new_table.settings) else 0

    @property
    def _listed(self) -> Sequence[TableSetting]:
        return self._wanted.new_table.settings[self._first : self._first + SETTINGS_AT_ONCE]


Input: TypeAlias = ChoiceInput | LineInput | CodeInput | TableInput
