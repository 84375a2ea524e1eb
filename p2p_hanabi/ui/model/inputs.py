"""What a player is asked before there is a table: a choice, a line of text, a room code.

Each screen has one function that shows any `Input`, and answers it by calling its methods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..drawing.style import Line
from ..words.spoken_words import BadCode, code_from_words
from .choice_keys import keys_of, numbers_of
from .lobby.sentences_lobby import no_code


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
    the previous question. `says` is to be read first, `lines` below the question. `looks` are those
    of the first choices; the others have no special one.
    """

    def __init__(
        self,
        question: str,
        choices: Sequence[str],
        *,
        can_go_back: bool = False,
        says: str = "",
        lines: Sequence[Line] = (),
        looks: Sequence[ChoiceLook] = (),
    ) -> None:
        self.question = question
        self.choices = choices
        self.looks = looks
        self.can_go_back = can_go_back
        self.says = says
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
    """The room code of a table, which the sentence `table` names. `code` is None until it has been
    typed; `says` is why the last one was refused."""

    def __init__(self, table: str, says: str = "") -> None:
        self.table = table
        self.says = says
        self.code: bytes | None = None

    @property
    def is_over(self) -> bool:
        return self.code is not None

    def enter(self, words: str) -> str | None:
        """Take the words; return why they are no code."""
        try:
            self.code = code_from_words(words)
        except BadCode as error:
            return no_code(error)
        return None


Input: TypeAlias = ChoiceInput | LineInput | CodeInput
