"""Many games added up: by kind, by players, by options."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from p2p_hanabi.ui.replay.totals import TEN, AddedUp, KeptStatistic, PastGame, totals_of
from p2p_hanabi.ui.replay.totals_lines import played, summary

DAY = datetime(2026, 11, 26, tzinfo=UTC)


def past(number: int, value: int | None = None, *names: str, **more: Any) -> PastGame:
    others = names or ("Ben",)
    usual: dict[str, Any] = {"game": "hanabi", "options": (), "seat": 0, "won": None}
    return PastGame(
        number=number,
        when=DAY,
        others=others,
        identities=frozenset(others),
        is_finished=value is not None,
        value=value,
        **{**usual, **more},
    )


def test_games_are_added_up_by_kind_players_and_options() -> None:
    hard = {"options": (("red", "1"),)}
    games = [past(1, 20), past(2, 25), past(3), past(4, 18, "Ben", "Chi", **hard)]
    [totals] = totals_of(games)
    assert summary("Hanabi", totals)[:5] == [
        "Hanabi: 4 games, 3 finished, best 25 (game 2), average 21.0",
        "  with Ben: 3 games, 2 finished, best 25 (game 2), average 22.5",
        "  with Ben and Chi: 1 game, best 18 (game 4), average 18.0",
        "  usual options: 3 games, 2 finished, best 25 (game 2), average 22.5",
        "  red=1: 1 game, best 18 (game 4), average 18.0",
    ]


def test_kind_that_was_played_most_comes_first() -> None:
    games = [past(1, 1, game="koikoi", won=False), past(2, 20), past(3, 21)]
    assert [each.game for each in totals_of(games)] == ["hanabi", "koikoi"]


def test_games_with_winners_count_those_won() -> None:
    won = [past(1, 12, won=True), past(2, 30, won=False), past(3, 7, won=True)]
    assert summary("Koi-Koi", totals_of(won)[0])[0] == (
        "Koi-Koi: 3 games, 2 won, best 30 (game 2), average 16.3"
    )


def test_somebody_elses_game_of_points_has_no_value() -> None:
    assert summary("Koi-Koi", totals_of([past(1), past(2)])[0]) == ["Koi-Koi: 2 games, 0 finished"]


def test_the_ten_last_games_are_named_once_there_are_more() -> None:
    many = [past(number, number) for number in range(1, TEN + 2)]
    line = "  the last 10: 2 3 4 5 6 7 8 9 10 11; average 6.5"
    assert line in summary("Hanabi", totals_of(many)[0])
    few = summary("Hanabi", totals_of(many[:TEN])[0])
    assert not [row for row in few if "the last" in row]


def test_best_games_are_ten_and_of_equal_ones_the_first() -> None:
    many = [past(number, 25) for number in range(1, 20)]
    best = totals_of(reversed(many))[0].all.best
    assert [game.number for game in best] == list(range(1, 11))


def test_statistics_are_averaged_over_the_games_counted() -> None:
    """In the second game nobody said koi; the third was never counted."""
    first = (KeptStatistic("hints", 10, (4, 6)), KeptStatistic("koi", 3, (2, 1)))
    second = (KeptStatistic("hints", 5, (5, 0)), KeptStatistic("efficiency", 6, None, 4))
    games = [past(1, 1, statistics=first), past(2, 2, statistics=second), past(3, 3)]
    [totals] = totals_of(games)
    assert totals.statistics == (
        AddedUp("hints", 2, 15, None, 9, own=2),
        AddedUp("koi", 2, 3, None, 2, own=2),
        AddedUp("efficiency", 2, 6, 4, None, own=2),
    )
    assert played(totals.statistics, str.title) == [
        "Hints: 7.5 per game, you 4.5",
        "Koi: 1.5 per game, you 1.0",
        "Efficiency: 1.50",
    ]


def test_own_average_is_of_games_with_an_own_seat() -> None:
    """The file of the second game is somebody else's."""
    hints = (KeptStatistic("hints", 10, (4, 6)),)
    games = [past(1, 1, statistics=hints), past(2, 2, statistics=hints, seat=None)]
    [totals] = totals_of(games)
    [row] = played(totals.statistics, str.title)
    assert row == "Hints: 10.0 per game, you 4.0"


def test_measured_time_is_averaged_over_the_games_measured() -> None:
    hints = KeptStatistic("hints", 10, (4, 6))
    thought = KeptStatistic("seconds_thought", 90, (60, 30), is_measured=True)
    games = [past(1, 1, statistics=(hints, thought)), past(2, 2, statistics=(hints,))]
    [totals] = totals_of(games)
    assert [each.game_count for each in totals.statistics] == [2, 1]
