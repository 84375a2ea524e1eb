"""The keys of a game that adds none of its own: moves are chosen by their number in a list, those
without an argument also by a letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

from protocol.game import Move, View

from ...drawing.canvas import Block, Size, Zone, cut
from ...drawing.style import Line, text
from ...kit import scenes
from ...kit.legend import Legend, choosing, choosing_or_enter
from ...model.game.game_screen import GameScreen, Misunderstood
from ...model.game.numbered_moves import legal_moves, numbered, rows
from ...model.game.table_players import Players
from ...words import words_shared as words
from ...words.i18n import _
from .choosing import MoveInput

_CLICKED = "move"
"""Begins the key of a clicked row; the number follows."""
_PAGE = {scenes.PAGE_UP: -1, scenes.PAGE_DOWN: 1}


@dataclass(frozen=True, slots=True)
class Number:
    """The number typed so far, from 1; `is_whole` once no digit can follow."""

    digits: str
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A move without arguments, chosen by its first letter."""

    word: str


Typed: TypeAlias = Number | Word


class NumberInput(MoveInput[Typed, View, Move]):
    """See `MoveInput`. The numbers are those of `view.moves`, in order."""

    def __init__(self, screen: GameScreen[View, Move], players: Players) -> None:
        self._screen = screen
        self._players = players

    def legend(self, view: View, *, is_past: bool) -> Legend:
        last = len(view.moves)
        return (("1" if last == 1 else f"1-{last}", _("move")),) if last and not is_past else ()

    def begun(self, key: str, view: View) -> Typed | None:
        match key.split():
            case [word, number] if word == _CLICKED:
                return Number(number, is_whole=True)
            case [digit] if digit in _DIGITS:
                return _typed(digit, view)
            case [letter] if (named := self._word(letter)) is not None:
                return Word(named)
        return None

    def after_key(self, draft: Typed, key: str, view: View) -> Typed | None:
        """See `MoveInput`. Raise `Misunderstood`."""
        match draft, key:
            case _, scenes.ESCAPE:
                return None
            case Number(digits), scenes.BACKSPACE if len(digits) > 1:
                return Number(digits[:-1])
            case _, scenes.BACKSPACE:
                return None
            case Number(is_whole=False), scenes.ENTER:
                return replace(draft, is_whole=True)
            case Number(digits, is_whole=False), _ if key in _DIGITS:
                return _typed(digits + key, view)
        begun = self.begun(key, view)
        if begun is None:
            raise Misunderstood(words.no_such_key(words.key_name(key)))
        return begun

    def is_whole(self, draft: Typed, view: View) -> bool:
        return isinstance(draft, Word) or draft.is_whole

    def move_of(self, draft: Typed, view: View) -> Move:
        """See `MoveInput`. Raise `Misunderstood`."""
        match draft:
            case Word(word):
                return self._screen.move(word, (), view, self._players)
            case Number(digits):
                return numbered(digits, legal_moves(view))

    def question(self, draft: Typed, view: View) -> str:
        match draft:
            case Number(digits):
                return _("Move {digits}_").format(digits=digits)
            case Word(word):
                return _(word)

    def next_keys(self, draft: Typed, view: View) -> Legend:
        match draft:
            case Number(digits):
                following = tuple((d, "") for d in _DIGITS if _has(f"{digits}{d}", view))
                return choosing_or_enter(following)
            case Word():
                return choosing(())

    def _word(self, letter: str) -> str | None:
        """Return the first word with this letter whose move takes no argument."""
        alone = (word for word, example in self._screen.move_examples.items() if word == example)
        return next((word for word in alone if word[0] == letter.lower()), None)


class MoveList(Generic[View, Move]):
    """The numbered list of the moves that `NumberInput` chooses from."""

    def __init__(self, screen: GameScreen[View, Move], players: Players) -> None:
        self._screen = screen
        self._players = players
        self._first, self._rows = 0, 1

    def turn(self, key: str) -> bool:
        """Handle a key that turns the pages of the list; return whether it is one."""
        if key not in _PAGE:
            return False
        self._first += _PAGE[key] * self._rows
        return True

    def painted(self, view: View, size: Size) -> Block:
        """Paint the moves, a row for each; a click on a row chooses it. A list that is longer than
        the room is shown in pages."""
        last = len(view.moves)
        is_whole = last <= size.rows
        self._rows = max(1, size.rows if is_whole else size.rows - 1)
        self._first = max(0, min(self._first, last - self._rows))
        shown = range(1, last + 1)[self._first : self._first + self._rows]
        all_rows = rows(self._screen, view, self._players)
        lines: list[Line] = [all_rows[number - 1] for number in shown]
        if not is_whole:
            more = _("Moves {first} to {last} of {all}: PageDown and PageUp show the others.")
            facts = {"first": shown[0], "last": shown[-1], "all": last}
            lines.append(text(more.format(**facts), "dim"))
        clicks = enumerate(f"{_CLICKED} {number}" for number in shown)
        zones = (Zone(row, 0, size.columns, click) for row, click in clicks)
        return Block(tuple(cut(line, size.columns) for line in lines), tuple(zones))


_DIGITS = "0123456789"


def _typed(digits: str, view: View) -> Number:
    """Return the number, which is whole if no move's number continues it."""
    continues = any(_has(f"{digits}{digit}", view) for digit in _DIGITS)
    return Number(digits, is_whole=not continues)


def _has(digits: str, view: View) -> bool:
    return digits in _numbers(view)


def _numbers(view: View) -> Iterator[str]:
    return map(str, range(1, len(view.moves) + 1))
