"""How each partner understands and gives hints: by the conventions, or without knowing them.

Everybody is assumed to know them until their moves suggest otherwise. Each move and each hint is
weighed by its likelihood for each manner (by Bayes' rule, as a sum of logarithms in whole
thousandths, so that it is the same on every computer): a player who is told to play a card and
discards another one did not understand the hint; a player who touches a card that can neither be
played nor has to be kept did not mean it conventionally.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log

from protocol.game import Card, Seat

from ..state import Entry, Hinted, Played


class Manner(Enum):
    """How a player understands hints, or gives them."""

    CONVENTIONS = 0
    ALONE = 1  # a hint that touches one card means: play it
    LITERAL = 2  # a hint means only what it says


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
    """How one seat understands and gives hints, and the evidence for that."""

    hears: Manner = Manner.CONVENTIONS
    tells: Manner = Manner.CONVENTIONS
    is_proven: bool = False  # has played a card that only a convention said to play
    is_deaf: bool = False  # was called on, and did not answer
    newest_first: int = 0  # number of discards of the newest card, less those of the oldest
    _hearing: Weights = field(default_factory=lambda: dict(_PRIOR))
    _telling: Weights = field(default_factory=lambda: dict(_PRIOR))

    @property
    def leaps(self) -> bool:
        """Whether prompts and finesses are used with this seat."""
        return self.is_proven and self.conforms and not self.is_deaf

    @property
    def conforms(self) -> bool:
        """Whether this seat is assumed to know the conventions."""
        return self.hears is self.tells is Manner.CONVENTIONS

    @property
    def is_stranger(self) -> bool:
        """Whether this seat clearly neither understands nor gives hints by the
        conventions."""
        return not any(
            _likeliest(own, other, _BEYOND_DOUBT) is Manner.CONVENTIONS
            for own, other in ((self._hearing, self._telling), (self._telling, self._hearing))
        )

    @property
    def discards_newest(self) -> bool:
        """Whether this seat has mostly discarded its newest untouched card."""
        return self.newest_first > 1

    def discarded(self, card: Card, untouched: Sequence[Card]) -> None:
        """Record whether the oldest or the newest of the untouched cards was discarded."""
        if len(untouched) > 1 and card in (untouched[0], untouched[-1]):
            self.newest_first += 1 if card == untouched[-1] else -1

    def moved(self, entry: Entry, told: Mapping[Manner, Collection[Card]]) -> None:
        """Weigh a move. `told`: the cards that were to be played, according to each manner."""
        first, *others = told.values()
        if all(cards == first for cards in others):
            return  # no evidence
        for manner, cards in told.items():
            self._hearing[manner] += _likelihood(entry, cards)
        self._conclude()

    def promised(self, *, kept: bool, alone: bool | None) -> None:
        """Weigh a hint, once its card is known. `kept`: the promise by the conventions was true;
        `alone`: the only card touched was playable (None if there were several)."""
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
    """Return the likeliest manner: `own` evidence counts fully, the `other` kind half."""

    def weight(manner: Manner) -> int:
        in_favour = favour if manner is Manner.CONVENTIONS else 0
        return 2 * own[manner] + other[manner] - _PRIOR[manner] + in_favour

    return max(Manner, key=weight)


def _likelihood(entry: Entry, told: Collection[Card]) -> int:
    """Return the log of the chance that somebody who was told to play these cards does this."""
    if not told:
        return _PLAYS_UNTOLD if isinstance(entry, Played) else _NOTHING_TOLD
    match entry:
        case Played(move=move):
            return _PLAYS_AS_TOLD if move.card in told else _PLAYS_OTHER
        case Hinted():
            return _HINTS_FIRST
    return _DISCARDS
