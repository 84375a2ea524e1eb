"""What `make arena` reads from docs/bots.md, and when it fails."""

from __future__ import annotations

from collections import Counter

import pytest

from p2p_hanabi.arena.contestants import check
from tests.arena.documented import Figure, NotDocumented, figures
from tests.arena.tables import Row, fault_of, most_lost, rows


def test_every_documented_figure_is_played_again() -> None:
    found = Counter((row.style, row.against, row.options) for row in rows())
    assert found["human", None, ()] == 4
    assert found["information", None, ()] == 4
    assert found["human", None, (("red", 1),)] == 4
    assert sum(found.values()) == 3 * 4 + 2 * 3 * 2 + 3 * 4 + 2


def test_every_style_exists() -> None:
    for row in rows():
        for style in filter(None, (row.style, row.against)):
            check(row.game, style, row.seats)


def test_a_row_that_is_not_in_the_page_is_an_error() -> None:
    with pytest.raises(NotDocumented):
        figures("`nobody`")


def test_three_standard_errors_are_allowed_either_way() -> None:
    documented = Figure(23.5, 0.03)
    assert fault_of(documented, Figure(23.4, 0.04)) is None
    assert fault_of(documented, Figure(23.34, 0.04)) == "23.34 is not the 23.50 of docs/bots.md"
    assert fault_of(documented, Figure(23.66, 0.04)) is not None


def test_a_worse_bot_than_the_documented_one_is_noticed() -> None:
    human = next(row for row in rows() if row.style == "human")
    worse = Figure(human.documented.mean - 0.6, 0.1)
    assert fault_of(human.documented, worse) is not None


def test_lost_games_are_counted_against_the_documented_share() -> None:
    assert most_lost(0, 200) == 0
    assert most_lost(0.04, 200) == pytest.approx(8 + 3 * (8 * 1.1) ** 0.5)


def test_a_row_is_named_by_what_is_played() -> None:
    row = Row(2, Figure(1, 1), "human+a", options=(("red", 1),), against="b")
    assert str(row) == "hanabi red=1 2 human+a less b"
