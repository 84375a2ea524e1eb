"""Scoring of Ikebana bouquets: combinations, and the colours of jokers.

The gain depends on the values alone and the multiplier on the colours alone (E6), so each is
maximised separately. Rules are cited by the numbers of docs/rules/ikebana.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from p2p_hanabi.games.common.firework_cards import BASE_COLOURS, MULTICOLOUR, colour_of, rank_of
from protocol.game import Face

FLOWERS = 5
"""The number of cards in a bouquet (IK7)."""

STRAIGHTS = {(1, 2, 3, 4): 8, (2, 3, 4, 5): 12, (1, 2, 3, 4, 5): 15}
"""The gain of each straight (IK22)."""


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards of one value, or a straight; `values` ascend."""

    values: tuple[int, ...]

    @property
    def gain(self) -> int:
        """For equal cards, their value times their number: a pair x2, up to a quinte x5 (IK22)."""
        return STRAIGHTS.get(self.values) or sum(self.values)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a bouquet.

    `combinations` share no card (IK23). `colours` are those that the cards count as, in bouquet
    order: in a complete bouquet, jokers take the colours that multiply most.
    """

    combinations: tuple[Combination, ...]
    colours: tuple[int, ...]
    multiplier: int

    @property
    def gain(self) -> int:
        return sum(combination.gain for combination in self.combinations)

    @property
    def total(self) -> int:
        return self.gain * self.multiplier


def score(faces: Sequence[Face]) -> Score:
    """Return the score of these cards; fewer than five are not multiplied (IK25)."""
    combinations = best_combinations(tuple(sorted(rank_of(face) for face in faces)))
    colours = tuple(colour_of(face) for face in faces)
    if len(faces) < FLOWERS:
        return Score(combinations, colours, 1)
    return Score(combinations, _chosen(colours), multiplier(colours))


@lru_cache(maxsize=252)  # the number of multisets of at most five values
def best_combinations(values: tuple[int, ...]) -> tuple[Combination, ...]:
    """Return the disjoint combinations of these ascending values that gain most (IK23, IK24, E7).

    Groups of equal values never compete for a card. A straight leaves at most one card, which
    stays single; and it gains at least as much as a pair with that card would.
    """
    straights = [Combination(run) for run in STRAIGHTS if set(run) <= set(values)]
    if straights:
        return (max(straights, key=lambda straight: straight.gain),)
    counted = {value: values.count(value) for value in values}
    return tuple(Combination((value,) * n) for value, n in counted.items() if n > 1)


def multiplier(colours: Sequence[int]) -> int:
    """Return the highest multiplier that the colours allow (IK25, IK26, E4, E8).

    Missing cards count as jokers: for an unfinished bouquet, it is the one still within reach.
    """
    own = [colour for colour in colours if colour != MULTICOLOUR]
    distinct = len(set(own))
    if distinct <= 1:
        return 4
    if distinct == len(own):
        return 3
    return 2 if distinct == 2 else 1


def _chosen(colours: tuple[int, ...]) -> tuple[int, ...]:
    """Return the colours of a complete bouquet whose jokers take the best ones (E5).

    For one card of each colour they take the missing ones, else all take the lowest present.
    """
    own = [colour for colour in colours if colour != MULTICOLOUR]
    taken = [min(own, default=0)] * FLOWERS
    if multiplier(colours) == 3:
        taken = [colour for colour in range(BASE_COLOURS) if colour not in own]
    jokers = iter(taken)
    return tuple(next(jokers) if colour == MULTICOLOUR else colour for colour in colours)
