"""Texts of a game whose log contains everything worth telling; games override what they need."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum

from protocol.game import Move, View
from protocol.reasons import Code

from ...drawing.style import Line, text
from ...words import sentences_shared
from ...words.addressed import Addressed
from ...words.i18n import N_
from .game_screen import LogTeller, Misunderstood, UsualScreen
from .log_filter import Event
from .table_players import Players

_turn = Addressed(N_("Your turn."), N_("{who} is to move."))


class LogScreen(UsualScreen[View, Move], ABC):
    """See `GameScreen`: for a game whose log contains everything worth telling.

    Games override what they need. Moves are chosen from a list, by number; a game that also has
    words for them overrides `move_examples`, `move` and `help`.
    """

    title: str
    move_examples: Mapping[str, str] = {}
    numbers_moves = True
    topics: Sequence[str] = ()
    reasons: Mapping[Code, str] = {}
    endings: Mapping[Enum, str] = {}

    @property
    def refusals(self) -> Mapping[Code, str]:
        """The reasons: those for another player's move suit one's own, as a sentence."""
        return self.reasons

    def help(self, view: View | None) -> Sequence[str]:
        return ()

    def move(self, word: str, rest: Sequence[str], view: View, players: Players) -> Move:
        """Parse a move. Raise `Misunderstood`: without `move_examples` no word begins one."""
        raise Misunderstood(sentences_shared.unknown_command(word))

    def whose_turn(self, view: View, players: Players) -> Line | None:
        """Return whose turn it is; None while the protocol is at work and after the end."""
        if view.actor is None:
            return None
        who = players.other(view.actor)
        return text(_turn(who), "strong" if who is None else "")

    @abstractmethod
    def without_hand(self, view: View, players: Players) -> list[Line]:
        """Return the state of the game, without the hand."""

    def hand(self, view: View, who: str | None) -> list[Line]:
        """Return what the seat of the view holds, as far as it knows; empty in a game without
        hidden hands. `who` is None for the viewer, who is addressed as "you"."""
        return []

    def seen(self, view: View, players: Players) -> list[Line]:
        """Return all that is seen from the seat of the view: by its player, or by a spectator."""
        return [*self.hand(view, players.other(view.seat)), *self.without_hand(view, players)]

    @abstractmethod
    def sentences(self, view: View, players: Players) -> list[str]:
        """Return a sentence for each entry of the log."""

    def teller(self, players: Players) -> LogTeller[View]:
        return LogTeller(players, self.seen, self._story)

    def _story(self, view: View, players: Players, since: int) -> list[list[Line]]:
        return [[text(sentence)] for sentence in self.sentences(view, players)[since:]]

    def topic_page(self, topic: str, view: View, players: Players) -> list[Line]:
        return self.seen(view, players)

    def events(self, view: View, players: Players) -> list[Event]:
        return [Event(sentence) for sentence in self.sentences(view, players)]
