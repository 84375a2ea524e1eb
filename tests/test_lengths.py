"""Which cases of a test are short."""

from __future__ import annotations

import pytest

from tests.lengths import spread


@pytest.mark.parametrize(
    ("count", "short", "kept"),
    [
        (1, 1, {0}),
        (9, 1, {0}),
        (9, 3, {0, 4, 8}),
        (76, 4, {0, 25, 50, 75}),
        (3, 5, {0, 1, 2}),
    ],
)
def test_short_cases_are_spread_over_all(count: int, short: int, kept: set[int]) -> None:
    assert spread(count, short) == kept


def test_as_many_cases_are_short_as_were_asked_for() -> None:
    assert all(
        len(spread(count, short)) == min(count, short)
        for count in range(1, 120)
        for short in range(1, 30)
    )
