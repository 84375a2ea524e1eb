"""How each partner hears hints and means them: by the conventions, or without knowing them.

Everybody is taken to know them until what is done says otherwise. Each move and each hint is
weighed by how likely it is for each manner (a sum of logarithms, as Bayes has it, in whole
thousandths, so that it is the same on every computer): who is told to play a card and discards
another one did not hear that; who points at a card that can neither be played nor has to be kept
did not mean it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log

from protocol.game import Card, Seat

from ..state import Entry, Hinted, Played


class Manner(Enum):
    """How somebody takes a hint, and gives one."""

    CONVENTIONS = 0
    ALONE = 1  # a hint at one card means: play it
    LITERAL = 2  # nothing but what it says


Weights = dict[Manner, int]

_PRIOR = {Manner.CONVENTIONS: 0, Manner.ALONE: -3000, Manner.LITERAL: -3000}

_BEYOND_DOUBT = 6000


def _weights(*chances: float) -> list[int]:
    return [round(1000 * log(chance)) for chance in chances]


_PLAYS_AS_TOLD, _HINTS_FIRST, _DISCARDS, _PLAYS_OTHER = _weights(0.85, 0.12, 0.02, 0.01)
_NOTHING_TOLD, _PLAYS_UNTOLD = _weights(0.49, 0.02)
_BY_RULE, _BY_CHANCE = _weights(0.93, 0.07), _weights(0.65, 0.35)  # a promise is kept, or not


@dataclass(slots=True)
class Partner:
    """One seat: how it hears and tells, and the evidence for that."""

    hears: Manner = Manner.CONVENTIONS
    tells: Manner = Manner.CONVENTIONS
    is_proven: bool = False  # has played what was not certain, but told by a convention
    is_deaf: bool = False  # was called on once, and did not answer
    newest_first: int = 0  # how often it discarded its newest card and not its oldest, less others
    _hearing: Weights = field(default_factory=lambda: dict(_PRIOR))
    _telling: Weights = field(default_factory=lambda: dict(_PRIOR))

    @property
    def leaps(self) -> bool:
        """Return whether prompts and finesses are used with this seat."""
        return self.is_proven and self.conforms and not self.is_deaf

    @property
    def conforms(self) -> bool:
        """Return whether this seat is taken to know the conventions."""
        return self.hears is self.tells is Manner.CONVENTIONS

    @property
    def is_stranger(self) -> bool:
        """Return whether this seat neither hears nor tells by the conventions, beyond doubt."""
        return not any(
            _likeliest(own, other, _BEYOND_DOUBT) is Manner.CONVENTIONS
            for own, other in ((self._hearing, self._telling), (self._telling, self._hearing))
        )

    @property
    def discards_newest(self) -> bool:
        """Return whether it has mostly discarded its newest card that no hint has pointed at."""
        return self.newest_first > 1

    def discarded(self, card: Card, untouched: Sequence[Card]) -> None:
        """Remember whether that was the oldest or the newest of the cards not pointed at."""
        if len(untouched) > 1 and card in (untouched[0], untouched[-1]):
            self.newest_first += 1 if card == untouched[-1] else -1

    def moved(self, entry: Entry, told: Mapping[Manner, Collection[Card]]) -> None:
        """Weigh a move. `told`: the cards that were to be played, as each manner has it."""
        first, *others = told.values()
        if all(cards == first for cards in others):
            return  # it says nothing
        for manner, cards in told.items():
            self._hearing[manner] += _likelihood(entry, cards)
        self._conclude()

    def promised(self, *, kept: bool, alone: bool | None) -> None:
        """Weigh a hint, once its card is known: whether the conventions' promise was true, and if
        it pointed at one card alone, whether that could be played."""
        self._told(Manner.CONVENTIONS, kept=kept)
        if alone is not None:
            self._told(Manner.ALONE, kept=alone)
        self._conclude()

    def _told(self, rule: Manner, *, kept: bool) -> None:
        for manner in Manner:
            true, false = _BY_RULE if manner is rule else _BY_CHANCE
            self._telling[manner] += true if kept else false

    def _conclude(self) -> None:
        self.hears = _likeliest(self._hearing, self._telling)
        self.tells = _likeliest(self._telling, self._hearing)


Partners = dict[Seat, Partner]


def _likeliest(own: Weights, other: Weights, favour: int = 0) -> Manner:
    """By the evidence on hearing and half of that on telling, or the other way round."""

    def weight(manner: Manner) -> int:
        in_favour = favour if manner is Manner.CONVENTIONS else 0
        return 2 * own[manner] + other[manner] - _PRIOR[manner] + in_favour

    return max(Manner, key=weight)


def _likelihood(entry: Entry, told: Collection[Card]) -> int:
    """The logarithm of the chance that somebody who is told to play these cards does this."""
    if not told:
        return _PLAYS_UNTOLD if isinstance(entry, Played) else _NOTHING_TOLD
    match entry:
        case Played(move=move):
            return _PLAYS_AS_TOLD if move.card in told else _PLAYS_OTHER
        case Hinted():
            return _HINTS_FIRST
    return _DISCARDS
