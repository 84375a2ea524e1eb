"""The cards of hanafuda."""

from __future__ import annotations

from collections import Counter

import pytest

from p2p_hanabi.games.common.face_sets import bits, listed
from p2p_hanabi.games.koikoi import hanafuda
from p2p_hanabi.games.koikoi.hanafuda import (
    ALL_FACES,
    Kind,
    card_of,
    face_of,
    kind_of,
    month_of,
    of_month,
    points_of,
)

from .table import face, faces

POINTS = {
    1: (20, 5, 1, 1),
    2: (10, 5, 1, 1),
    3: (20, 5, 1, 1),
    4: (10, 5, 1, 1),
    5: (10, 5, 1, 1),
    6: (10, 5, 1, 1),
    7: (10, 5, 1, 1),
    8: (20, 10, 1, 1),
    9: (10, 5, 1, 1),
    10: (10, 5, 1, 1),
    11: (20, 10, 5, 1),
    12: (20, 1, 1, 1),
}


def test_there_are_twelve_months_of_four_cards() -> None:
    """KK1"""
    assert len(ALL_FACES) == hanafuda.CARDS == 48
    assert Counter(map(month_of, ALL_FACES)) == dict.fromkeys(range(1, 13), 4)
    assert Counter(map(card_of, ALL_FACES)) == dict.fromkeys(range(1, 5), 12)


@pytest.mark.parametrize("month", POINTS)
def test_each_card_has_its_points(month: int) -> None:
    """KK2"""
    assert tuple(points_of(face_of(month, card)) for card in range(1, 5)) == POINTS[month]


def test_there_are_5_brights_9_tane_10_ribbons_and_24_simples() -> None:
    """KK3"""
    assert Counter(map(kind_of, ALL_FACES)) == {
        Kind.BRIGHT: 5,
        Kind.TANE: 9,
        Kind.RIBBON: 10,
        Kind.SIMPLE: 24,
    }
    sets = hanafuda.BRIGHTS, hanafuda.TANE, hanafuda.RIBBONS, hanafuda.SIMPLES
    assert [each.bit_count() for each in sets] == [5, 9, 10, 24]
    assert sum(sets) == (1 << 48) - 1


def test_a_face_is_its_month_and_its_card() -> None:
    for each in ALL_FACES:
        assert face_of(month_of(each), card_of(each)) == each
    assert face_of(8, 1) == hanafuda.MOON == 28


def test_named_cards_are_where_the_list_has_them() -> None:
    """KK2"""
    brights = hanafuda.CRANE, hanafuda.CURTAIN, hanafuda.MOON, hanafuda.RAIN, hanafuda.PHOENIX
    assert list(brights) == faces("1.1 3.1 8.1 11.1 12.1")
    boar, deer, butterflies = hanafuda.BOAR, hanafuda.DEER, hanafuda.BUTTERFLIES
    assert [butterflies, boar, hanafuda.SAKE_CUP, deer] == faces("6.1 7.1 9.1 10.1")
    assert listed(hanafuda.POEM_RIBBONS) == tuple(faces("1.2 2.2 3.2"))
    assert listed(hanafuda.BLUE_RIBBONS) == tuple(faces("6.2 9.2 10.2"))


def test_a_set_of_faces_lists_them_ascending_and_once() -> None:
    assert listed(bits(faces("8.1 1.1 8.1"))) == tuple(faces("1.1 8.1"))
    assert listed(of_month(12)) == tuple(faces("12.1 12.2 12.3 12.4"))
    assert bits([face("1.1")]) == 1
