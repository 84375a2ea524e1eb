"""What was possible from a moment of a game at most, as its cards lay: an exhaustive search by the
game's rules in which all players see every card and want the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from p2p_hanabi.seam.endgames import AnyEndgame
from p2p_hanabi.ui.replay.formats import AnyMoment
from protocol.encoding import Value
from protocol.game import Act, AnyMove, Over

from .stepping import KnownGame

MOST_STATES = 15_000
"""The search gives up beyond so many, after some seconds. Counted, so that it gives up alike
everywhere."""


class TooLong(Exception):
    """There are too many possibilities to try them all."""


class NobodyWaits(Exception):
    """Nobody waits for the result any more."""


@dataclass(frozen=True, slots=True)
class Possible:
    """`score` is the highest that could be reached, `moves` are all that do not lose it, and `line`
    is one way to it. `states` were compared."""

    score: int
    moves: tuple[AnyMove, ...]
    line: tuple[AnyMove, ...]
    states: int


@dataclass(slots=True)
class Search:
    """`scored` returns the score of an outcome. The search stops once it `is_over`."""

    known: KnownGame
    endgame: AnyEndgame
    scored: Callable[[Value], int]
    most_states: int = MOST_STATES
    is_over: Callable[[], bool] = lambda: False
    _best: dict[Hashable, tuple[int, AnyMove]] = field(default_factory=dict)

    def of(self, moment: AnyMoment) -> Possible:
        """Search from a moment at which a seat is to act. Raise `TooLong`, `NobodyWaits`, and
        `UnknownCard` if the file does not show a card."""
        values = {
            effect: self._score(self.known.after(moment, move))
            for effect, move in self._distinct(moment).items()
        }
        score = max(values.values())
        moves = self._moves(moment)
        best = tuple(move for move in moves if values[self.endgame.effect(move)] == score)
        line = (best[0], *self._line(self.known.after(moment, best[0])))
        return Possible(score, best, line, len(self._best))

    def _moves(self, moment: AnyMoment) -> tuple[AnyMove, ...]:
        match self.known.rules.pending(moment.state):
            case Act(seat):
                seen = self.known.known_to(moment, seat)
                return tuple(self.known.rules.moves(moment.state, seat, seen))
        return ()

    def _distinct(self, moment: AnyMoment) -> dict[Hashable, AnyMove]:
        return {self.endgame.effect(move): move for move in reversed(self._moves(moment))}

    def _score(self, moment: AnyMoment) -> int:
        match self.known.rules.pending(moment.state):
            case Over(outcome):
                return self.scored(tuple(outcome))
        key = self.endgame.key(moment.state)
        if key not in self._best:
            if len(self._best) >= self.most_states:
                raise TooLong
            if self.is_over():
                raise NobodyWaits
            self._best[key] = self._searched(moment)
        return self._best[key][0]

    def _searched(self, moment: AnyMoment) -> tuple[int, AnyMove]:
        """Return the highest score, and a move that leads to it. What cannot beat the best so far
        is left out."""
        moves = [(self.known.after(moment, move), move) for move in self._distinct(moment).values()]
        faces, most = self.known.faces, self.endgame.most
        ranked = [(most(after.state, faces), after, move) for after, move in reversed(moves)]
        ranked.sort(key=lambda each: -each[0])
        score, best = -1, ranked[0][2]
        for bound, after, move in ranked:
            if bound > score and (found := self._score(after)) > score:
                score, best = found, move
        return score, best

    def _line(self, moment: AnyMoment) -> list[AnyMove]:
        line: list[AnyMove] = []
        while isinstance(self.known.rules.pending(moment.state), Act):
            self._score(moment)
            move = self._best[self.endgame.key(moment.state)][1]
            line.append(move)
            moment = self.known.after(moment, move)
        return line
