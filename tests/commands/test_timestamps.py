"""Times of files and clocks, whatever these say."""

from __future__ import annotations

import pytest

from p2p_hanabi.commands.console.timestamps import datetime_of
from p2p_hanabi.commands.play.unfinished import when


@pytest.mark.parametrize(
    ("seconds", "iso"),
    [
        (-1e14, "1970-01-01T00:00:00+00:00"),
        (1_700_000_000.5, "2023-11-14T22:13:20.500000+00:00"),
        (1e14, "9999-12-30T00:00:00+00:00"),
    ],
)
def test_time_outside_the_calendar_becomes_the_nearest_inside(seconds: float, iso: str) -> None:
    assert datetime_of(seconds).isoformat() == iso


@pytest.mark.parametrize(("then", "year"), [(-1e14, ("1969", "1970")), (1e14, ("9999",))])
def test_a_game_that_was_left_on_such_a_day_is_offered(then: float, year: tuple[str, ...]) -> None:
    assert when(then, 1_700_000_000)[:4] in year
