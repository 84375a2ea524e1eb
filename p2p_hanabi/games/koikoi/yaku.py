"""The yaku of Koi-Koi: what a pile of captured cards is worth, and what it still lacks.

Piles are sets of faces as bit masks. Source: docs/rules/koikoi.md, KK23 to KK38 and F12 to F20.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import and_, or_

from p2p_hanabi.games.common.face_sets import bits, listed
from protocol.game import Face

from .hanafuda import (
    BLUE_RIBBONS,
    BOAR,
    BRIGHTS,
    BUTTERFLIES,
    CURTAIN,
    DEER,
    MOON,
    POEM_RIBBONS,
    RAIN,
    RIBBONS,
    SAKE_CUP,
    SIMPLES,
    TANE,
)


class Yaku(Enum):
    """The yaku, with the rulebook's names; screens have their own words."""

    KASU = "kasu"
    TAN = "tan"
    AKATAN = "akatan"
    AOTAN = "aotan"
    CHOFUKU = "chofuku"
    TANE = "tane"
    INOSHIKACHO = "inoshikacho"
    TSUKIMI = "tsukimi"
    HANAMI = "hanami"
    SANKO = "sanko"
    AME_SHIKO = "ame shiko"
    SHIKO = "shiko"
    GOKO = "goko"


@dataclass(frozen=True, slots=True)
class YakuRules:
    """The chosen interpretations of the rules (F14, F15, F17), and whether the viewings, tsukimi
    and hanami, are played (F28)."""

    sake_as_kasu: bool = False
    sanko_rain: bool = False
    stack_groups: bool = False
    viewings: bool = True


@dataclass(frozen=True, slots=True)
class Made:
    """A yaku in a pile, and what it counts."""

    yaku: Yaku
    points: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A yaku: `need` cards of `pool`, including those of `must`; each further one of `more` adds 1.

    `better` are the yaku of its group that replace it.
    """

    points: int
    pool: int
    need: int
    must: int = 0
    more: int = 0
    better: tuple[Yaku, ...] = ()

    def lacks(self, pile: int) -> int:
        """Return how many cards the pile still needs."""
        return max(self.need - (pile & self.pool).bit_count(), (self.must & ~pile).bit_count(), 0)

    def worth(self, pile: int) -> int:
        """Return what the pile counts by this pattern alone; 0 if incomplete."""
        if self.lacks(pile):
            return 0
        return self.points + max((pile & self.more).bit_count() - self.need, 0)


_INOSHIKACHO = bits((BOAR, DEER, BUTTERFLIES))
_RIBBON_SETS = (Yaku.AKATAN, Yaku.AOTAN, Yaku.CHOFUKU)


@lru_cache(maxsize=16)
def patterns(rules: YakuRules) -> dict[Yaku, Pattern]:
    """Return all yaku under these rules, the lesser of a group first."""
    simples = SIMPLES | 1 << SAKE_CUP if rules.sake_as_kasu else SIMPLES
    three = BRIGHTS if rules.sanko_rain else BRIGHTS & ~(1 << RAIN)
    stacks = rules.stack_groups
    viewings = {
        Yaku.TSUKIMI: Pattern(5, bits((MOON, SAKE_CUP)), 2),
        Yaku.HANAMI: Pattern(5, bits((CURTAIN, SAKE_CUP)), 2),
    }
    return {
        Yaku.KASU: Pattern(1, simples, 10, more=simples),
        Yaku.TAN: Pattern(1, RIBBONS, 5, more=RIBBONS, better=() if stacks else _RIBBON_SETS),
        Yaku.AKATAN: Pattern(5, POEM_RIBBONS, 3, more=RIBBONS, better=(Yaku.CHOFUKU,)),
        Yaku.AOTAN: Pattern(5, BLUE_RIBBONS, 3, more=RIBBONS, better=(Yaku.CHOFUKU,)),
        Yaku.CHOFUKU: Pattern(10, POEM_RIBBONS | BLUE_RIBBONS, 6, more=RIBBONS),
        Yaku.TANE: Pattern(1, TANE, 5, more=TANE, better=() if stacks else (Yaku.INOSHIKACHO,)),
        Yaku.INOSHIKACHO: Pattern(5, _INOSHIKACHO, 3, more=TANE),
        **(viewings if rules.viewings else {}),
        Yaku.SANKO: Pattern(5, three, 3, better=(Yaku.AME_SHIKO, Yaku.SHIKO, Yaku.GOKO)),
        Yaku.AME_SHIKO: Pattern(7, BRIGHTS, 4, must=1 << RAIN, better=(Yaku.GOKO,)),
        Yaku.SHIKO: Pattern(8, BRIGHTS & ~(1 << RAIN), 4, better=(Yaku.GOKO,)),
        Yaku.GOKO: Pattern(10, BRIGHTS, 5),
    }


@lru_cache(maxsize=1 << 14)
def yaku_of(pile: int, rules: YakuRules) -> tuple[Made, ...]:
    """Return all yaku that count, at most one of each group unless groups stack (F16 to F19)."""
    worth = {yaku: pattern.worth(pile) for yaku, pattern in patterns(rules).items()}
    return tuple(
        Made(yaku, points)
        for yaku, points in worth.items()
        if points and not any(worth[better] for better in patterns(rules)[yaku].better)
    )


def total_of(pile: int, rules: YakuRules) -> int:
    """Return the base: the sum of all yaku, before any doubling."""
    return sum(made.points for made in yaku_of(pile, rules))


def round_score(base: int, double_from: int, *, opponent_said_koi: bool) -> int:
    """Return what the base earns: each reason doubles once, so at most four times (KK23 to KK25,
    F13)."""
    doubled = base * 2 if base >= double_from else base
    return doubled * 2 if opponent_said_koi else doubled


def further(made: Made, rules: YakuRules) -> int:
    """Return how many points of a yaku are for cards beyond those it needs."""
    return made.points - patterns(rules)[made.yaku].points


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a pile is from a yaku.

    `points` is what it counts by itself, 0 until it is made. `lacking` cards are still needed.
    `wanted` are the cards that can complete it so that it counts, or raise it once it is made,
    unless the other seat has captured them; of these, each completion has all that are `required`.
    `is_free`: any others of them will do. `has` are the cards of the pile that count towards it, of
    the `need` that make it.
    """

    yaku: Yaku
    points: int
    lacking: int
    wanted: tuple[Face, ...]
    required: tuple[Face, ...] = ()
    is_free: bool = True
    has: tuple[Face, ...] = ()
    need: int = 0

    @property
    def reachable(self) -> bool:
        return self.lacking <= len(self.wanted)


@lru_cache(maxsize=1 << 10)
def progress_of(pile: int, others: int, rules: YakuRules) -> tuple[Progress, ...]:
    """Return how far the pile is from each yaku; `others` is what the other seat has captured."""
    return tuple(
        replace(
            _progress(yaku, pile, others, rules),
            has=listed(pattern.pool & pile),
            need=pattern.need,
        )
        for yaku, pattern in patterns(rules).items()
    )


def _progress(yaku: Yaku, pile: int, others: int, rules: YakuRules) -> Progress:
    pattern = patterns(rules)[yaku]
    lacking, points, left = pattern.lacks(pile), pattern.worth(pile), ~pile & ~others
    if not lacking:
        return Progress(yaku, points, lacking, listed(pattern.more & left))
    if not (pattern.better or pattern.must):
        wanted = listed(pattern.pool & left)
        return Progress(yaku, points, lacking, wanted, wanted if lacking == len(wanted) else ())
    sets = list(_completions(yaku, pile, listed(pattern.pool & left), rules))
    union = reduce(or_, sets, 0)
    required = reduce(and_, sets, union)
    free = comb((union & ~required).bit_count(), lacking - required.bit_count())
    return Progress(yaku, points, lacking, listed(union), listed(required), free == len(sets))


def _completions(yaku: Yaku, pile: int, left: Sequence[Face], rules: YakuRules) -> Iterator[int]:
    """Yield the sets of lacking cards with which the yaku counts, so that no better one of its
    group replaces it (F16 to F18)."""
    pattern = patterns(rules)[yaku]
    better = [patterns(rules)[each] for each in pattern.better]
    for faces in combinations(left, pattern.lacks(pile)):
        more = bits(faces)
        if not pattern.lacks(pile | more) and not any(one.worth(pile | more) for one in better):
            yield more
