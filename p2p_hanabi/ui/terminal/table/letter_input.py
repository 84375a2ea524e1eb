"""The keys of a game whose moves are letters, some followed by a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.game import Move, View

from ...kit import scenes
from ...kit.legend import Legend, choosing
from ...model.game.game_screen import GameScreen, Misunderstood
from ...model.game.table_players import Players
from ...words import words_shared as words
from ...words.i18n import _
from .choosing import MoveInput


@dataclass(frozen=True, slots=True)
class Letter:
    """The word that a letter stands for, and the number that follows."""

    word: str
    rest: tuple[str, ...] = ()


class LetterInput(MoveInput[Letter, View, Move]):
    """A number typed without a letter, or clicked, implies one."""

    def __init__(self, screen: GameScreen[View, Move], players: Players) -> None:
        self.screen = screen
        self.players = players

    def letters(self, view: View) -> Mapping[str, str]:
        """Return the move's word for each letter."""
        return {word[0]: word for word in self.screen.move_examples}

    def word_of(self, move: object) -> str:
        """Return the word that begins a move: the name of its class."""
        return type(move).__name__.lower()

    def word_for_number(self, view: View) -> str:
        """Return the word that a number alone implies."""
        return next(iter(self.letters(view).values()))

    def numbers(self, word: str, view: View) -> Sequence[tuple[str, str]] | None:
        """Return the numbers that can follow a word, with labels; None if the word takes none."""
        return None

    def any_number(self) -> str:
        """Return some number that may follow a letter, for the rules to judge."""
        return "1"

    def legend(self, view: View, *, is_past: bool) -> Legend:
        """Offer only what the rules allow now."""
        allowed = {self.word_of(move) for move in view.moves}
        letters = self.letters(view).items()
        offered = [(letter, _(word)) for letter, word in letters if word in allowed]
        return tuple(offered)

    def begun(self, key: str, view: View) -> Letter | None:
        match key.split():
            case [letter] if letter.lower() in self.letters(view):
                return Letter(self.letters(view)[letter.lower()])
            case [number] if number.isdigit():
                return Letter(self.word_for_number(view), (number,))
            case [_, number] if number.isdigit():  # a zone of the board
                return Letter(self.word_for_number(view), (number,))
        return None

    def after_key(self, draft: Letter, key: str, view: View) -> Letter | None:
        """Handle the next key. Raise `Misunderstood`."""
        begun = self.begun(key, view)
        if key == scenes.ESCAPE or (key == scenes.BACKSPACE and not draft.rest):
            return None
        if key == scenes.BACKSPACE:
            return Letter(draft.word)
        if begun is None:
            raise Misunderstood(words.no_such_key(words.key_name(key)))
        return begun

    def is_whole(self, draft: Letter, view: View) -> bool:
        return bool(draft.rest) or self.numbers(draft.word, view) is None

    def move_of(self, draft: Letter, view: View) -> Move:
        return self.screen.move(draft.word, draft.rest, view, self.players)

    def question(self, draft: Letter, view: View) -> str:
        return ""

    def next_keys(self, draft: Letter, view: View) -> Legend:
        return choosing(self.numbers(draft.word, view) or ())

    def for_the_rules(self, draft: Letter, view: View) -> Letter:
        """Complete a move that no number can make legal, so that the rules refuse it at once."""
        allowed = {self.word_of(move) for move in view.moves}
        if self.is_whole(draft, view) or not allowed or draft.word in allowed:
            return draft
        return Letter(draft.word, (self.any_number(),))
