"""Choosing a move at a table, and confirming it. A game adds what its keys mean."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Generic

from protocol.errors import IllegalMove, NotNow
from protocol.game import Card, Move, View
from protocol.peer.status import Doing

from ..kit import scenes
from ..kit import sentences_shared as sentences
from ..kit import words_shared as words
from ..kit.i18n import _
from ..kit.legend import Legend
from ..kit.questions import Prompt
from .company import Company
from .game_screen import Misunderstood
from .port import TablePort


@dataclass(frozen=True, slots=True)
class Draft:
    """A move while it is being typed: a word, and the keys after it."""

    word: str
    rest: tuple[str, ...] = ()


class MoveChooser(ABC, Generic[View, Move]):
    """`asking` has the status line. Nothing is played but what was shown, and then confirmed."""

    def __init__(self, port: TablePort[View, Move], asking: Prompt) -> None:
        self._port = port
        self._company = Company(port.seat, port.names)
        self._screen = port.screen
        self._prompt = asking
        self._draft: Draft | None = None
        self._move: Move | None = None

    # -- what a game adds

    @abstractmethod
    def _begun(self, key: str, view: View) -> Draft | None:
        """What a key begins; nothing (None) if it is none of those."""

    @abstractmethod
    def _step(self, draft: Draft, key: str, view: View) -> Draft | None:
        """After one more key; None where nothing is left. `Misunderstood` says what is wrong."""

    @abstractmethod
    def _is_whole(self, draft: Draft, view: View) -> bool:
        """Whether it is a move by now."""

    @abstractmethod
    def _move_of(self, draft: Draft, view: View) -> Move:
        """Of a whole draft; it need not be legal. `Misunderstood` says what is wrong."""

    @abstractmethod
    def _question(self, draft: Draft, view: View) -> str:
        """What the next key is to say."""

    @abstractmethod
    def _next_keys(self, draft: Draft, view: View) -> Legend:
        """The keys that could come next."""

    @abstractmethod
    def _touched(self, draft: Draft, view: View) -> frozenset[Card]:
        """The cards that it is about."""

    def _needs_turn(self, draft: Draft) -> bool:  # noqa: ARG002 - a game can have others
        """Whether it is a move: what is one's own business can be done at any time."""
        return True

    # -- a move

    @property
    def _now(self) -> View | None:
        """Absent (None) until the hands are dealt. Nobody acts while the last move is agreed on."""
        view = self._port.view()
        if view is None or not self._screen.is_dealt(view):
            return None
        settled = self._port.status().doing is Doing.MOVING
        return view if settled else replace(view, actor=None, moves=())

    def _drop_draft(self) -> None:
        if self._draft is not None and self._needs_turn(self._draft):
            self._draft = self._move = None

    def _drafted(self, key: str, view: View) -> None:
        if self._draft is None:
            self._draft = self._begun(key, view)
            if self._draft is None:
                self._prompt.unknown(key)
                return
        elif key == scenes.ENTER and self._move is not None:
            self._play(self._move)
            return
        else:
            self._stepped(self._draft, key, view)
        self._check(view)

    def _stepped(self, draft: Draft, key: str, view: View) -> None:
        try:
            self._draft = self._step(draft, key, view)
        except Misunderstood as error:
            self._prompt.say(str(error))
        if self._draft is None:
            self._prompt.say(_("Nothing was done."))
        if self._draft != draft:
            self._move = None

    def _check(self, view: View) -> None:
        """What is drafted must be possible; a whole move must be allowed, and says if it is not."""
        draft = self._draft
        if draft is None:
            return
        if view.actor != view.seat and self._needs_turn(draft):
            self._draft = None
            who = None if view.actor is None else self._company.name(view.actor)
            self._prompt.say(sentences.not_your_turn(who, self._screen.turn_rule))
        elif self._is_whole(draft, view) and self._move is None:
            self._propose(draft, view)

    def _propose(self, draft: Draft, view: View) -> None:
        try:
            move = self._move_of(draft, view)
        except Misunderstood as error:
            self._draft = None
            self._prompt.say(str(error))
            return
        if move in view.moves:
            self._move = move
        else:
            self._refuse(move, draft)

    def _refuse(self, move: Move, draft: Draft) -> None:  # noqa: ARG002 - a game can keep some of it
        """The table says why it takes no such move."""
        self._play(move)

    def _play(self, move: Move) -> None:
        """The table itself refuses what is not allowed, and nothing has changed then."""
        self._draft = self._move = None
        try:
            self._port.play(move)
        except IllegalMove as error:
            self._prompt.say(sentences.illegal(error, self._screen.refusals))
        except NotNow:
            self._prompt.say(sentences.not_your_turn(None, self._screen.turn_rule))
        else:
            self._prompt.say(_(words.SENT))
