"""The worth of an unfinished Ikebana bouquet to a player who continues well.

Only two facts about the colours matter: how many there are, and whether one is repeated. So the
worth of every unfinished bouquet is a small sum over the cards that may come, computed once. These
sums assume a full pack at every draw: knowledge of the real pile matters most for the next card,
and is taken into account there (`player.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from p2p_hanabi.games.common.firework_cards import (
    BASE_COLOURS,
    MULTICOLOUR,
    RANKS,
    colour_of,
    rank_of,
)
from protocol.game import Face

from ..bouquets import FLOWERS, best_combinations, multiplier
from ..state import PACK

_FORESEEN = 2
"""The number of refusals that a later turn is expected to afford."""

_MANY = 3
"""With this many colours or more, and one of them repeated, nothing is multiplied (IK25)."""

_JOKER = tuple(face for face in PACK if colour_of(face) == MULTICOLOUR)
_ORDINARY = tuple(face for face in PACK if colour_of(face) != MULTICOLOUR)

Shares = tuple[float, ...]
"""The probabilities of the values 1 to 5 for the next card."""

Values = tuple[int, ...]
"""Ascending."""


class Colours(NamedTuple):
    """The colours of a bouquet without its jokers: how many, and whether one is repeated.

    With a repeated colour, they are counted only up to the number from which more do not matter.
    """

    different: int
    repeated: bool


def worth(faces: Sequence[Face], price: float) -> float:
    """Return the expected final points of a bouquet with these cards, less the cost of refusals.

    `price` is the cost of one prestige paid, in points of the bouquet.
    """
    values = tuple(sorted(rank_of(face) for face in faces))
    own = [colour_of(face) for face in faces if colour_of(face) != MULTICOLOUR]
    different, repeated = len(set(own)), len(set(own)) < len(own)
    colours = Colours(min(different, _MANY) if repeated else different, repeated)
    return _worth(values, colours, price)


def stopping(chances: Sequence[tuple[float, float]], prices: Sequence[float]) -> float:
    """Return the worth of drawing: each refusal has its price, and the last card must be kept.

    `chances` are the cards' probabilities and worths, `prices` those of the refusals in order.
    """
    worth = sum([chance * card for chance, card in chances])
    for price in reversed(prices):
        again = worth - price
        worth = sum([chance * max(card, again) for chance, card in chances])
    return worth


@lru_cache(maxsize=1 << 13)
def _worth(values: Values, colours: Colours, price: float) -> float:
    if len(values) == FLOWERS:
        return _gain(values) * _multiplier(colours)
    chances = [
        (share, _worth(with_value, with_colour, price))
        for shares, with_colour in _next_colours(colours)
        for share, with_value in zip(shares, _next_values(values), strict=True)
    ]
    return stopping(chances, [price * k for k in range(1, _FORESEEN + 1)])


@lru_cache
def _gain(values: Values) -> int:
    return sum(combination.gain for combination in best_combinations(values))


@lru_cache
def _multiplier(colours: Colours) -> int:
    return multiplier([*range(colours.different), *([0] * colours.repeated)])


@lru_cache(maxsize=126)  # the number of multisets of at most four values
def _next_values(values: Values) -> tuple[Values, ...]:
    """Return the values with one more card, of value 1 to 5."""
    return tuple(tuple(sorted((*values, value))) for value in RANKS)


@lru_cache
def _next_colours(colours: Colours) -> tuple[tuple[Shares, Colours], ...]:
    """Return the colours after a draw from a full pack: a joker, a new colour, or an old one."""
    different, repeated = colours
    if repeated and different == _MANY:
        return ((_shares(PACK, 1), colours),)
    old = different / BASE_COLOURS
    drawn = [
        (_shares(_JOKER, 1), colours),
        (_shares(_ORDINARY, 1 - old), Colours(different + 1, repeated)),
    ]
    if different:
        drawn.append((_shares(_ORDINARY, old), Colours(min(different, _MANY), True)))
    return tuple(drawn)


def _shares(among: Sequence[Face], part: float) -> Shares:
    return tuple(
        part * sum(rank_of(face) == value for face in among) / len(PACK) for value in RANKS
    )
