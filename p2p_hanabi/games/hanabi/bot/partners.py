"""How each partner understands and gives hints: by the conventions, or without knowing them.

Everybody is assumed to know them until their moves suggest otherwise. Each move and each hint is
weighed by its likelihood for each manner (by Bayes' rule, as a sum of logarithms in whole
thousandths, so that it is the same on every computer): a player who is told to play a card and
discards another one did not understand the hint; a player who touches a card that can neither be
played nor has to be kept did not mean it conventionally. A promise that most cards would keep says
little if it is kept, and much if it is not.

Somebody who takes hints literally may still give useful ones, such as those that save last copies.
So what a player's hints are worth is judged by these hints, not by how that player understands
others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log
from typing import NamedTuple

from protocol.game import Card, Seat

from ..state import Entry, Hinted, Played


class Manner(Enum):
    """How a player understands hints, or gives them."""

    CONVENTIONS = 0
    ALONE = 1  # a hint that touches one card means: play it
    LITERAL = 2  # a hint means only what it says


class HintClaim(NamedTuple):
    """What a hint says about a card by one manner: its possible faces, a bit mask, and how likely
    the card has one of them if the hint was given at random."""

    faces: int
    by_chance: float


Weights = dict[Manner, int]

_UNUSUAL = -6000
_PRIOR = {  # how somebody understands hints, and gives them
    (Manner.CONVENTIONS, Manner.CONVENTIONS): 0,
    (Manner.CONVENTIONS, Manner.ALONE): -4000,
    (Manner.CONVENTIONS, Manner.LITERAL): -4000,
    (Manner.ALONE, Manner.ALONE): -3000,
    (Manner.LITERAL, Manner.CONVENTIONS): -3000,
}

_BEYOND_DOUBT = 3000


def _weights(*chances: float) -> list[int]:
    return [round(1000 * log(chance)) for chance in chances]


_PLAYS_AS_HINTED, _HINTS_FIRST, _DISCARDS, _PLAYS_OTHER = _weights(0.85, 0.12, 0.02, 0.01)
_NO_HINT, _PLAYS_UNHINTED = _weights(0.49, 0.02)
_KEPT, _BROKEN = _weights(0.97, 0.03)


def _no_evidence() -> Weights:
    return dict.fromkeys(Manner, 0)


@dataclass(slots=True)
class Partner:
    """How one seat understands and gives hints, and the evidence for that."""

    understands: Manner = Manner.CONVENTIONS
    gives: Manner = Manner.CONVENTIONS
    is_proven: bool = False  # has played a card that only a convention said to play
    is_deaf: bool = False  # was called on, and did not answer
    newest_first: int = 0  # number of discards of the newest card, less those of the oldest
    _understood: Weights = field(default_factory=_no_evidence)
    _given: Weights = field(default_factory=_no_evidence)

    @property
    def finesses(self) -> bool:
        """Whether prompts and finesses are used with this seat."""
        return self.is_proven and self.conforms and not self.is_deaf

    @property
    def conforms(self) -> bool:
        """Whether this seat is assumed to know the conventions."""
        return self.understands is self.gives is Manner.CONVENTIONS

    @property
    def is_stranger(self) -> bool:
        """Whether this seat clearly neither understands nor gives hints by the
        conventions."""
        weights = self._weights()
        known = max(each for both, each in weights.items() if Manner.CONVENTIONS in both)
        return known + _BEYOND_DOUBT < max(weights.values())

    @property
    def discards_newest(self) -> bool:
        """Whether this seat has mostly discarded its newest untouched card."""
        return self.newest_first > 1

    def discarded(self, card: Card, untouched: Sequence[Card]) -> None:
        """Record whether the oldest or the newest of the untouched cards was discarded."""
        if len(untouched) > 1 and card in (untouched[0], untouched[-1]):
            self.newest_first += 1 if card == untouched[-1] else -1

    def moved(self, entry: Entry, expected: Mapping[Manner, Collection[Card]]) -> None:
        """Weigh a move. `told`: the cards that were to be played, according to each manner."""
        first, *others = expected.values()
        if all(cards == first for cards in others):
            return  # no evidence
        for manner, cards in expected.items():
            self._understood[manner] += _likelihood(entry, cards)
        self._conclude()

    def promised(self, claims: Mapping[Manner, HintClaim], face: int) -> None:
        """Weigh a hint, once its card is known: what it said by each manner that says anything, and
        the card's face, a bit mask; 0 if all that is known is that no claim is true."""
        for rule, claim in claims.items():
            kept = bool(claim.faces & face)
            (by_chance,) = _weights(claim.by_chance if kept else 1 - claim.by_chance)
            by_rule = _KEPT if kept else _BROKEN
            for manner in Manner:
                self._given[manner] += by_rule if manner is rule else by_chance
        self._conclude()

    def _conclude(self) -> None:
        weights = self._weights()
        self.understands, self.gives = max(weights, key=lambda both: weights[both])

    def _weights(self) -> dict[tuple[Manner, Manner], int]:
        """Return the weight of each pair of manners of understanding and giving hints."""
        return {
            (understands, gives): _PRIOR.get((understands, gives), _UNUSUAL)
            + self._understood[understands]
            + self._given[gives]
            for understands in Manner
            for gives in Manner
        }


Partners = dict[Seat, Partner]


def _likelihood(entry: Entry, expected: Collection[Card]) -> int:
    """Return the log of the chance that somebody who was told to play these cards does this."""
    if not expected:
        return _PLAYS_UNHINTED if isinstance(entry, Played) else _NO_HINT
    match entry:
        case Played(move=move):
            return _PLAYS_AS_HINTED if move.card in expected else _PLAYS_OTHER
        case Hinted():
            return _HINTS_FIRST
    return _DISCARDS
