"""The yaku of Koi-Koi: each by its rule, and all against an independent count.

`P2PHANABI_SOAK=1` compares a hundred thousand random piles under every reading instead of a sample.
"""

from __future__ import annotations

import os
from itertools import product

import pytest

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES, card_of, month_of
from p2p_hanabi.games.koikoi.yaku import (
    Made,
    Yaku,
    YakuRules,
    patterns,
    progress_of,
    round_score,
    total_of,
    yaku_of,
)
from protocol.game import Face
from tests.builders import dice
from tests.lengths import sampled

from .table import faces, name

PILES = 100_000 if os.environ.get("P2PHANABI_SOAK") else 1_000
READINGS = [YakuRules(*chosen) for chosen in product((False, True), repeat=4)]
PLAIN = YakuRules()

SIMPLES = "1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 5.3 5.4 6.3 6.4"
TANE = "2.1 4.1 5.1 8.2 11.2"
RIBBONS = "4.2 5.2 7.2 11.3 1.2"


def made(cards: str, rules: YakuRules = PLAIN) -> dict[str, int]:
    return {one.yaku.value: one.points for one in yaku_of(bits(faces(cards)), rules)}


# A count of its own: cards as (month, card), straight from the prose, no sets of bits, no patterns.


def count(pile: list[Face], rules: YakuRules) -> int:
    cards = {(month_of(each), card_of(each)) for each in pile}
    viewings = _viewings(cards) if rules.viewings else 0
    return _brights(cards, rules) + viewings + _tane(cards, rules) + _others(cards, rules)


def _brights(cards: set[tuple[int, int]], rules: YakuRules) -> int:
    dry = len([1 for month in (1, 3, 8, 12) if (month, 1) in cards])
    rain = (11, 1) in cards
    if dry == 4:
        return 10 if rain else 8
    if dry == 3:
        return 7 if rain else 5
    return 5 if dry == 2 and rain and rules.sanko_rain else 0


def _viewings(cards: set[tuple[int, int]]) -> int:
    return 5 * ((9, 1) in cards and (8, 1) in cards) + 5 * ((9, 1) in cards and (3, 1) in cards)


def _tane(cards: set[tuple[int, int]], rules: YakuRules) -> int:
    animals = [(m, 1) for m in (2, 4, 5, 6, 7, 9, 10)] + [(8, 2), (11, 2)]
    many = sum(animal in cards for animal in animals)
    plain = many - 4 if many > 4 else 0
    if (7, 1) in cards and (10, 1) in cards and (6, 1) in cards:
        return many + 2 + (plain if rules.stack_groups else 0)
    return plain


def _others(cards: set[tuple[int, int]], rules: YakuRules) -> int:
    ribbons = {(m, 2) for m in range(1, 11) if m != 8} | {(11, 3)}
    many = len(ribbons & cards)
    plain = many - 4 if many > 4 else 0
    red = all((m, 2) in cards for m in (1, 2, 3))
    blue = all((m, 2) in cards for m in (6, 9, 10))
    points = plain
    if red or blue:
        points = (many + 4 if red and blue else many + 2) + (plain if rules.stack_groups else 0)
    lights = {(m, 1) for m in range(1, 13)} | {(8, 2), (11, 2)}
    simples = len(cards - lights - ribbons)
    simples += rules.sake_as_kasu and (9, 1) in cards
    return points + (simples - 9 if simples > 9 else 0)


def random_piles(seed: int) -> list[list[Face]]:
    source = dice("piles", seed)
    return [source.sample(ALL_FACES, source.randrange(49)) for _ in range(PILES)]


@sampled(4)
@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_random_piles_score_what_an_independent_count_finds(rules: YakuRules) -> None:
    """KK26 to KK38, F14 to F19"""
    for pile in random_piles(READINGS.index(rules)):
        assert total_of(bits(pile), rules) == count(pile, rules), [name(each) for each in pile]


@sampled(4)
@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_a_growing_pile_never_scores_less(rules: YakuRules) -> None:
    """F21"""
    for pile in random_piles(8 + READINGS.index(rules))[:: 1 + PILES // 200]:
        totals = [total_of(bits(pile[:size]), rules) for size in range(len(pile) + 1)]
        assert totals == sorted(totals)


# Each yaku.


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param("1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 5.3", {}, id="KK26 nine simples"),
        pytest.param(SIMPLES, {"kasu": 3}, id="KK26 twelve simples"),
        pytest.param(RIBBONS, {"tan": 1}, id="KK27 five ribbons"),
        pytest.param(f"{RIBBONS} 6.2 9.2", {"tan": 3}, id="KK27 seven ribbons"),
        pytest.param("1.2 2.2 3.2", {"akatan": 5}, id="KK28 the poem ribbons"),
        pytest.param("1.2 2.2 3.2 6.2", {"akatan": 6}, id="KK28 and one more"),
        pytest.param("6.2 9.2 10.2", {"aotan": 5}, id="KK29 the blue ribbons"),
        pytest.param("6.2 9.2 10.2 4.2 1.2", {"aotan": 7}, id="KK29 and two more"),
        pytest.param(
            "1.2 2.2 3.2 6.2 9.2 10.2 4.2", {"chofuku": 11}, id="KK30 F16 both and one more"
        ),
        pytest.param(TANE, {"tane": 1}, id="KK31 five tane"),
        pytest.param(f"{TANE} 9.1", {"tane": 2}, id="KK31 six tane"),
        pytest.param("7.1 10.1 6.1 9.1", {"inoshikacho": 6}, id="KK32 and one more"),
        pytest.param("8.1 9.1", {"tsukimi": 5}, id="KK33"),
        pytest.param("3.1 9.1", {"hanami": 5}, id="KK34"),
        pytest.param("1.1 8.1 12.1", {"sanko": 5}, id="KK35 F18"),
        pytest.param("1.1 8.1 11.1", {}, id="KK35 F15 not with the rain"),
        pytest.param("1.1 3.1 8.1 11.1", {"ame shiko": 7}, id="KK36 F18"),
        pytest.param("1.1 3.1 8.1 12.1", {"shiko": 8}, id="KK37 F18"),
        pytest.param("1.1 3.1 8.1 11.1 12.1", {"goko": 10}, id="KK38 F18"),
    ],
)
def test_yaku_by_its_rule(cards: str, expected: dict[str, int]) -> None:
    assert made(cards) == expected


def test_groups_add_up() -> None:
    """F17, F19: of each group the best, and of all groups the sum."""
    cards = "3.1 8.1 9.1 1.1 1.2 2.2 3.2 4.2 5.2"
    assert made(cards) == {"tsukimi": 5, "hanami": 5, "sanko": 5, "akatan": 7}


def test_four_of_a_month_and_the_lightning_are_not_special() -> None:
    """F20"""
    assert made("11.1 11.2 11.3 11.4 1.1 8.1") == {}


def test_all_cards_score_sixty() -> None:
    assert total_of(bits(ALL_FACES), PLAIN) == 60
    assert round_score(60, 8, opponent_said_koi=True) == 240


def test_the_sake_cup_may_be_chosen_to_be_a_simple_too() -> None:
    """F14"""
    nine = "1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 5.3 9.1"
    assert made(nine) == {}
    assert made(nine, YakuRules(sake_as_kasu=True)) == {"kasu": 1}
    assert made(f"{TANE} 9.1", YakuRules(sake_as_kasu=True)) == {"tane": 2}


def test_the_rain_may_be_chosen_to_be_one_of_three_brights() -> None:
    """F15"""
    assert made("1.1 8.1 11.1", YakuRules(sanko_rain=True)) == {"sanko": 5}
    assert made("1.1 3.1 8.1 11.1", YakuRules(sanko_rain=True)) == {"ame shiko": 7}


def test_groups_may_be_chosen_to_stack() -> None:
    """F17"""
    stacked = YakuRules(stack_groups=True)
    assert made("1.2 2.2 3.2 4.2 5.2", stacked) == {"tan": 1, "akatan": 7}
    assert made(f"{TANE} 7.1 10.1 6.1", stacked) == {"tane": 4, "inoshikacho": 10}


def test_every_yaku_has_a_pattern() -> None:
    assert set(patterns(PLAIN)) == set(Yaku)


# The cards that a pile still lacks.


def progress(yaku: Yaku, pile: str, other: str = "") -> tuple[int, int, str]:
    """Points, how many cards are lacking, and which are wanted."""
    every = progress_of(bits(faces(pile)), bits(faces(other)), PLAIN)
    (one,) = [each for each in every if each.yaku is yaku]
    return one.points, one.lacking, " ".join(map(name, one.wanted))


@pytest.mark.parametrize(
    ("yaku", "pile", "other", "expected"),
    [
        (Yaku.TSUKIMI, "8.1", "", (0, 1, "9.1")),
        (Yaku.AKATAN, "1.2", "2.2", (0, 2, "")),
        (Yaku.SANKO, "1.1", "", (0, 2, "3.1 8.1 12.1")),
        (Yaku.SANKO, "1.1 11.1", "", (0, 2, "")),  # with the rain it becomes ame shiko
        (Yaku.SHIKO, "1.1 3.1 8.1 11.1", "", (0, 1, "")),
        (Yaku.TAN, "1.2 2.2 4.2 5.2", "", (0, 1, "6.2 7.2 9.2 10.2 11.3")),
        (Yaku.AME_SHIKO, "1.1 3.1", "", (0, 2, "8.1 11.1 12.1")),
        (Yaku.AME_SHIKO, "1.1 3.1 8.1", "", (0, 1, "11.1")),
        (Yaku.AME_SHIKO, "1.1 3.1 8.1", "11.1", (0, 1, "")),
        (Yaku.AME_SHIKO, "1.1", "11.1", (0, 3, "")),
        (Yaku.INOSHIKACHO, "6.1 7.1 10.1", "2.1", (5, 0, "4.1 5.1 8.2 9.1 11.2")),
        (Yaku.TSUKIMI, "8.1 9.1", "", (5, 0, "")),
    ],
)
def test_progress_counts_points_and_missing_cards(
    yaku: Yaku, pile: str, other: str, expected: tuple[int, int, str]
) -> None:
    assert progress(yaku, pile, other) == expected


def test_yaku_is_unreachable_once_the_opponent_has_its_cards() -> None:
    reachable = {
        one.yaku: one.reachable
        for one in progress_of(bits(faces("1.2")), bits(faces("2.2 11.1")), PLAIN)
    }
    assert not reachable[Yaku.AKATAN]
    assert not reachable[Yaku.GOKO]
    assert reachable[Yaku.AOTAN]
    assert reachable[Yaku.SHIKO]


def test_a_yaku_is_data() -> None:
    assert yaku_of(bits(faces("8.1 9.1")), PLAIN) == (Made(Yaku.TSUKIMI, 5),)


def test_without_viewings_the_sake_cup_is_only_a_tane() -> None:
    """F28: neither made nor on the way."""
    rules = YakuRules(viewings=False)
    assert made("3.1 8.1 9.1") == {"tsukimi": 5, "hanami": 5}
    assert made("3.1 8.1 9.1", rules) == {}
    missing = {each.yaku for each in progress_of(bits(faces("8.1")), 0, rules)}
    assert missing.isdisjoint({Yaku.TSUKIMI, Yaku.HANAMI})
