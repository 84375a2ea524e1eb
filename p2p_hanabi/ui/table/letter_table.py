"""The scene of a game whose moves are a letter each, some with a number after it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from protocol.game import Card, Move, View

from ..kit import scenes
from ..kit import words_shared as words
from ..kit.legend import Legend, choosing, confirming
from .board_frame import NO_CARDS
from .choosing import Draft
from .game_screen import Misunderstood
from .table_scene import TableScene

_ANYWHERE = ("left", "?", "q")
"""The keys that mean something in every game at every time."""


class LetterTable(TableScene[View, Move]):
    """A number that is typed without a letter, or is clicked, has one that it stands for."""

    @abstractmethod
    def _letters(self, view: View) -> Mapping[str, str]:
        """Which word of a move each letter begins."""

    def _word_for_number(self, view: View) -> str:
        """Which word a number alone stands for."""
        return next(iter(self._letters(view).values()))

    def _numbers(self, word: str, view: View) -> Sequence[tuple[str, str]] | None:  # noqa: ARG002 - a game can have some
        """The numbers that can come after a word, and what they are; None where none belongs."""
        return None

    def _label(self, word: str) -> str:
        """What a letter does, for the last row."""
        return word

    def _question(self, draft: Draft, view: View) -> str:  # noqa: ARG002 - without numbers nothing is asked
        return ""

    def _touched(self, draft: Draft, view: View) -> frozenset[Card]:  # noqa: ARG002 - a game can mark some
        return NO_CARDS

    def _keys_page(self) -> Sequence[str]:
        return self._screen.help

    @abstractmethod
    def _word_of(self, move: object) -> str:
        """By which a move is begun."""

    def _begun(self, key: str, view: View) -> Draft | None:
        match key.split():
            case [letter] if letter.lower() in self._letters(view):
                return Draft(self._letters(view)[letter.lower()])
            case [number] if number.isdigit():
                return Draft(self._word_for_number(view), (number,))
            case [_, number] if number.isdigit():  # a zone of the board
                return Draft(self._word_for_number(view), (number,))
        return None

    def _step(self, draft: Draft, key: str, view: View) -> Draft | None:
        begun = self._begun(key, view)
        if key == scenes.ESCAPE or (key == scenes.BACKSPACE and not draft.rest):
            return None
        if key == scenes.BACKSPACE:
            return Draft(draft.word)
        if begun is None:
            raise Misunderstood(words.no_such_key(words.key_name(key)))
        return begun

    def _is_whole(self, draft: Draft, view: View) -> bool:
        return bool(draft.rest) or self._numbers(draft.word, view) is None

    def _check(self, view: View) -> None:
        """No number is asked for where none is allowed: the rules say at once why."""
        draft = self._draft
        if draft is not None and not self._is_whole(draft, view):
            allowed = {self._word_of(move) for move in view.moves}
            if allowed and draft.word not in allowed:
                self._draft = Draft(draft.word, (self._any_number(),))
        super()._check(view)

    def _any_number(self) -> str:
        """One that can come after a letter, for the rules to judge."""
        return "1"

    def _move_of(self, draft: Draft, view: View) -> Move:
        return self._screen.move(draft.word, draft.rest, view, self._company)

    def _next_keys(self, draft: Draft, view: View) -> Legend:
        if self._move is not None:
            return confirming()
        return choosing(self._numbers(draft.word, view) or ())

    def _legend(self, view: View) -> Legend:
        """Only what the rules allow now is offered."""
        allowed = {self._word_of(move) for move in view.moves}
        letters = self._letters(view).items()
        offered = [(letter, self._label(word)) for letter, word in letters if word in allowed]
        return (*offered, *(each for each in words.legend() if each[0] in _ANYWHERE))
