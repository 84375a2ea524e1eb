"""What bouquets score, compared with an exhaustive search.

The ordinary run takes every 97th of all possible bouquets; with P2PHANABI_SOAK set, all of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from p2p_hanabi.games.common.firework_cards import MULTICOLOUR, colour_of, rank_of
from p2p_hanabi.games.ikebana.bouquets import Combination, multiplier, score
from p2p_hanabi.games.ikebana.state import PACK
from protocol.game import Face

from .table import faces

STEP = 1 if os.environ.get("P2PHANABI_SOAK") else 97
BOUQUETS = 223_031
COPIES = Counter(PACK)
STRAIGHTS = {(1, 2, 3, 4): 8, (2, 3, 4, 5): 12, (1, 2, 3, 4, 5): 15}


def bouquets(size: int = 5, least: int = 0) -> Iterator[tuple[Face, ...]]:
    """All different bouquets that the pack allows, faces ascending."""
    if size == 0:
        yield ()
        return
    for face in map(Face, range(least, 30)):
        for count in range(1, min(size, COPIES[face]) + 1):
            for rest in bouquets(size - count, face + 1):
                yield (*(face,) * count, *rest)


def partitions(cards: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to partition the cards into groups, regardless of value."""
    if not cards:
        yield []
        return
    first, *others = cards
    for rest in partitions(tuple(others)):
        yield [(first,), *rest]
        for i, group in enumerate(rest):
            yield [*rest[:i], (first, *group), *rest[i + 1 :]]


ALL_PARTITIONS = list(partitions((0, 1, 2, 3, 4)))


def worth(values: tuple[int, ...]) -> int:
    """The value of one group of cards, from the rulebook's table."""
    if len(values) > 1 and len(set(values)) == 1:
        return values[0] * len(values)
    return STRAIGHTS.get(values, 0)


def searched_gain(ranks: Sequence[int]) -> int:
    return max(
        sum(worth(tuple(sorted([ranks[i] for i in group]))) for group in partition)
        for partition in ALL_PARTITIONS
    )


def counted(colours: Sequence[int]) -> int:
    """The multiplier of five cards that all have a colour."""
    return {1: 4, 2: 2, 5: 3}.get(len(set(colours)), 1)


def searched_multiplier(colours: Sequence[int]) -> int:
    choices = [range(5) if colour == MULTICOLOUR else (colour,) for colour in colours]
    return max(counted(chosen) for chosen in product(*choices))


def test_there_are_52_ways_to_group_five_cards() -> None:
    assert len(ALL_PARTITIONS) == 52


def test_every_bouquet_scores_what_a_search_finds() -> None:
    """IK22 to IK26, E2, E4 to E8: all groupings, all colours of all jokers."""
    seen = 0
    for bouquet in bouquets():
        seen += 1
        if seen % STEP:
            continue
        scored = score(bouquet)
        assert scored.gain == searched_gain([rank_of(face) for face in bouquet])
        assert scored.multiplier == searched_multiplier([colour_of(face) for face in bouquet])
        assert counted(scored.colours) == scored.multiplier
        assert 2 <= scored.gain <= scored.total <= 88
    assert seen == BOUQUETS


def test_every_set_of_five_values_scores_what_a_search_finds() -> None:
    """IK22 to IK24, E7: even those for which the pack has no cards."""
    for ranks in product(range(1, 6), repeat=5):
        scored = score([Face(rank - 1) for rank in ranks])
        assert scored.gain == searched_gain(ranks)


def test_every_set_of_five_colours_multiplies_as_a_search_finds() -> None:
    """IK25, IK26, E4, E8"""
    for colours in product(range(6), repeat=5):
        assert multiplier(colours) == searched_multiplier(colours)


def test_combinations_share_no_card_and_use_only_the_bouquet() -> None:
    """IK23"""
    for i, bouquet in enumerate(bouquets()):
        if i % 997 == 0:
            used = Counter(v for each in score(bouquet).combinations for v in each.values)
            assert used <= Counter(rank_of(face) for face in bouquet)


def test_the_largest_score_is_88() -> None:
    """E7"""
    assert score(faces("R4 R4 M4 R5 M5")).total == 88


@pytest.mark.parametrize(
    ("cards", "combinations"),
    [
        ("R3 G3 B3 Y2 K2", [(2, 2), (3, 3, 3)]),
        ("R5 G4 B3 Y2 K2", [(2, 3, 4, 5)]),
        ("R1 G2 B3 Y4 K4", [(1, 2, 3, 4)]),
        ("R1 G2 B4 Y4 K4", [(4, 4, 4)]),
        ("R1 R2", []),
        ("R1 M1", [(1, 1)]),
        ("", []),
    ],
)
def test_the_best_combinations_are_named(cards: str, combinations: list[tuple[int, ...]]) -> None:
    """IK22 to IK24, E7"""
    named = score(faces(cards)).combinations
    assert named == tuple(Combination(values) for values in combinations)


@pytest.mark.parametrize(
    ("cards", "colours"),
    [
        ("R1 R1 M1 R2 M5", (0, 0, 0, 0, 0)),
        ("M1 M2 M3 M4 M5", (0, 0, 0, 0, 0)),
        ("R1 M2 K3 M4 B5", (0, 1, 4, 2, 3)),
        ("K1 M2 K3 G4 G5", (4, 2, 4, 2, 2)),
        ("R1 R2 K3 B4 M5", (0, 0, 4, 3, 0)),
    ],
)
def test_jokers_take_the_best_colours(cards: str, colours: tuple[int, ...]) -> None:
    """IK26, E4, E5"""
    assert score(faces(cards)).colours == colours


def test_unfinished_bouquet_has_no_multiplier_and_unused_jokers() -> None:
    """IK25: it does not have five cards yet."""
    scored = score(faces("R4 R4 M4 R1"))
    assert (scored.gain, scored.multiplier, scored.total) == (12, 1, 12)
    assert scored.colours == (0, 0, MULTICOLOUR, 0)


@pytest.mark.parametrize(
    ("cards", "reach"),
    [("", 4), ("M1", 4), ("R1 R2 M1", 4), ("R1 G1", 3), ("R1 G1 R1", 2), ("R1 G1 B1 R1", 1)],
)
def test_the_possible_colour_bonus_depends_on_the_missing_cards(cards: str, reach: int) -> None:
    """IK25"""
    assert multiplier(score(faces(cards)).colours) == reach
