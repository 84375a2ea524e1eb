"""Choosing and confirming a move at a table; each game defines the meaning of the keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from protocol.game import Card, Move, View

from ...drawing.style import Line
from ...kit import scenes
from ...kit.legend import Legend, confirming
from ...kit.questions import Prompt
from ...model.game.game_screen import GameScreen, Misunderstood
from ...model.table.table_actions import AtTable, MakeMove, Previews
from ...words.i18n import _
from .board_frame import NO_CARDS

Draft = TypeVar("Draft")
"""A move while it is being chosen; each game has its own."""


class MoveInput(ABC, Generic[Draft, View, Move]):
    """The meaning of one game's keys, from the first one, which begins a draft, to a complete
    move."""

    @abstractmethod
    def legend(self, view: View, *, is_past: bool) -> Legend:
        """Return the game's own valid keys while nothing is being chosen."""

    @abstractmethod
    def begun(self, key: str, view: View) -> Draft | None:
        """Return the draft that a key begins; None if it begins none."""

    @abstractmethod
    def after_key(self, draft: Draft, key: str, view: View) -> Draft | None:
        """Return the draft after one more key; None if nothing is left. Raise `Misunderstood`."""

    @abstractmethod
    def is_whole(self, draft: Draft, view: View) -> bool:
        """Return whether the draft is complete."""

    @abstractmethod
    def move_of(self, draft: Draft, view: View) -> Move:
        """Return the move of a complete draft; it need not be legal. Raise `Misunderstood`."""

    @abstractmethod
    def question(self, draft: Draft, view: View) -> str:
        """Return the question for the next key."""

    def question_in_full(self, draft: Draft, view: View) -> str:
        """Return the question with what the next keys mean, for a screen that has no room for their
        labels; empty if these are clear without."""
        return ""

    @abstractmethod
    def next_keys(self, draft: Draft, view: View) -> Legend:
        """Return the possible next keys of an incomplete draft."""

    def touched(self, draft: Draft, move: Move | None, view: View) -> frozenset[Card]:
        """Return the cards that the draft is about; `move` is None until it is complete."""
        return NO_CARDS

    def beside(self, move: Move, view: View) -> tuple[Line, ...]:
        """Return the lines below the preview of a move."""
        return ()

    def needs_turn(self, draft: Draft) -> bool:
        """Return whether the draft is a move; private actions are possible at any time."""
        return True

    def carry_out(self, draft: Draft, view: View) -> Sequence[AtTable[Move]] | None:
        """Return what a complete draft does that is not a move, possibly nothing but to begin a
        text. None if the draft is not of that kind."""
        return None

    def for_the_rules(self, draft: Draft, view: View) -> Draft:
        """Return the draft, completed if no further key can make it legal, so that the rules refuse
        it at once."""
        return draft

    def after_refusal(self, draft: Draft, view: View) -> Draft | None:
        """Return what is kept of a draft whose move was refused; usually None."""
        return None


class MoveTable(Protocol[View, Move]):
    """Where a move is chosen: a seat at a table, or a line in a replay."""

    @property
    def prompt(self) -> Prompt: ...

    @property
    def screen(self) -> GameScreen[View, Move]: ...

    def do(self, action: AtTable[Move]) -> object:
        """Do it, show what is said, and return what is to be confirmed, such as `Previews`."""

    def play(self, move: Move) -> bool:
        """Play a move, and return whether it was accepted; if not, why is shown."""

    def why_no_move(self) -> str | None:
        """Return why no move can be made now; None if one can."""


class MoveChooser(Generic[Draft, View, Move]):
    """The player's choice so far. A move is played only after it was shown and confirmed.

    `move` is the one that was shown.
    """

    def __init__(self, keys: MoveInput[Draft, View, Move], table: MoveTable[View, Move]) -> None:
        self.move: Move | None = None
        self._draft: Draft | None = None
        self._is_refused = False
        self._keys = keys
        self._table = table
        self._prompt = table.prompt

    @property
    def is_open(self) -> bool:
        return self._draft is not None

    def clear(self) -> None:
        self._draft = self.move = None

    def drop(self) -> None:
        """Drop a draft that needs this seat's turn, which is over."""
        if self._draft is not None and self._keys.needs_turn(self._draft):
            self.clear()

    def begins(self, key: str, view: View) -> bool:
        return self._keys.begun(key, view) is not None

    def press(self, key: str, view: View) -> bool:
        """Handle a key, and return whether it did something other than a move."""
        by_enter = self._table.screen.by_enter(view) if key == scenes.ENTER else None
        if self._draft is None and by_enter is not None:
            self.play(by_enter)
        elif self._draft is None:
            self._draft = self._keys.begun(key, view)
            if self._draft is None:
                self._reject(key)
            else:
                self._is_refused = False
        elif key == scenes.ENTER and self.move is not None:
            self.play(self.move)
        else:
            self._step(self._draft, key, view)
        return self._check(view)

    def _reject(self, key: str) -> None:
        """Explain why a key did nothing. The keys that would have continued a move get the reason
        why it was refused, which they must not cover."""
        continues = self._is_refused and len(key) == 1
        if not (continues and self._prompt.refuse_again()):
            self._prompt.unknown(key)

    def play(self, move: Move) -> bool:
        """Clear the choice, and play a move; see `MoveTable.play`."""
        self.clear()
        return self._table.play(move)

    # -- display

    def question(self, view: View) -> str:
        return "" if self._draft is None else self._keys.question(self._draft, view)

    def question_in_full(self, view: View) -> str:
        if self._draft is None or self.move is not None:
            return ""
        return self._keys.question_in_full(self._draft, view)

    def next_keys(self, view: View) -> Legend:
        if self._draft is None or self.move is not None:
            return confirming()
        return self._keys.next_keys(self._draft, view)

    def touched(self, view: View) -> frozenset[Card]:
        return NO_CARDS if self._draft is None else self._keys.touched(self._draft, self.move, view)

    # -- steps

    def _step(self, draft: Draft, key: str, view: View) -> None:
        try:
            self._draft = self._keys.after_key(draft, key, view)
        except Misunderstood as error:
            self._prompt.refuse(str(error))
        if self._draft is None:
            self._prompt.show(_("Cancelled."))
        if self._draft != draft:
            self.move = None

    def _check(self, view: View) -> bool:
        """Check that a draft is possible, and propose a complete move or show why it is refused.

        Return whether something other than a move was done.
        """
        draft = self._draft
        if draft is None:
            return False
        if (actions := self._keys.carry_out(draft, view)) is not None:
            self._draft = None
            for action in actions:
                self._table.do(action)
            return True
        why_not = self._table.why_no_move() if self._keys.needs_turn(draft) else None
        if why_not is not None:
            self._draft = None
            self._prompt.refuse(why_not)
            self._is_refused = True
            return False
        if view.actor == view.seat:
            draft = self._draft = self._keys.for_the_rules(draft, view)
        if self._keys.is_whole(draft, view) and self.move is None:
            self._propose(draft, view)
        return False

    def _propose(self, draft: Draft, view: View) -> None:
        try:
            move = self._keys.move_of(draft, view)
        except Misunderstood as error:
            self._draft = None
            self._prompt.refuse(str(error))
            return
        if isinstance(self._table.do(MakeMove(move)), Previews):
            self.move = move
        else:
            self._draft = self._keys.after_refusal(draft, view)
            self._is_refused = self._draft is None
