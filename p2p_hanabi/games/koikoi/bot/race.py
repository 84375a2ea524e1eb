"""The ways to more points, and how likely each is: a yaku needs a number of certain cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from p2p_hanabi.games.common.face_sets import listed
from protocol.game import Face

from ..yaku import YakuRules, patterns

_FEW = 6  # with more cards than this, each is assumed to have the mean chance: close, and fast


class Way(NamedTuple):
    """`need` of these faces bring `points` more, before any doubling."""

    need: int
    faces: tuple[Face, ...]
    points: int

    def chance(self, percents: Sequence[int]) -> float:
        """Return how likely the way is, given the percentage with which each face comes."""
        possible = sorted([percents[face] for face in self.faces if percents[face]])
        if len(possible) < self.need:
            return 0.0
        if len(possible) > _FEW:
            possible = [round(sum(possible) / len(possible))] * len(possible)
        return at_least(self.need, tuple(possible))


@lru_cache(maxsize=1 << 10)
def ways_on(pile: int, other: int, rules: YakuRules) -> tuple[Way, ...]:
    """Return what can still bring points to a pile, if the other seat has captured `other`.

    These are the yaku that it lacks, and one more card for those that grow.
    """
    ways = []
    for pattern in patterns(rules).values():
        lacking = pattern.lacks(pile)
        wanted = (pattern.pool if lacking else pattern.more) & ~pile & ~other
        if wanted.bit_count() >= max(lacking, 1) and not pattern.must & other:
            ways.append(Way(max(lacking, 1), listed(wanted), pattern.points if lacking else 1))
    return tuple(ways)


def any_of(
    ways: Sequence[Way], percents: Sequence[int], worth: Callable[[int], float], pace: float = 1
) -> tuple[float, float]:
    """Return how likely any of the ways succeeds, and its average worth then.

    `worth` maps a way's points to its worth. `pace` is the fraction of each way that can be
    pursued.
    """
    none, weight, worths = 1.0, 0.0, 0.0
    for way in ways:
        chance = 1 - (1 - way.chance(percents)) ** pace
        none *= 1 - chance
        weight += chance
        worths += chance * worth(way.points)
    return 1 - none, worths / weight if weight else 0.0


@lru_cache(maxsize=1 << 13)
def at_least(need: int, percents: tuple[int, ...]) -> float:
    """Return the chance of at least `need` independent successes with these percentages."""
    exactly = [1.0] + [0.0] * need  # the last one includes more successes
    for percent in percents:
        hit = percent / 100
        exactly[need] += exactly[need - 1] * hit
        for k in range(need - 1, 0, -1):
            exactly[k] += (exactly[k - 1] - exactly[k]) * hit
        exactly[0] -= exactly[0] * hit
    return min(exactly[need], 1.0)
