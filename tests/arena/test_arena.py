"""The arena: the real games, played in memory, counted and compared."""

from __future__ import annotations

import gc
import inspect
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from p2p_hanabi.arena import chart
from p2p_hanabi.arena.contestants import NotOffered, StyleBroke, UnknownStyle, check, seated
from p2p_hanabi.arena.engine import play
from p2p_hanabi.arena.match import Match
from p2p_hanabi.arena.measures import GameResult, Measured, difference
from p2p_hanabi.arena.tournament import measure, workers
from p2p_hanabi.games.hanabi.outcome import EndReason
from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.outcomes import Outcome, TeamGrade
from protocol.game import Seat
from tests.any_game import BOTS, RULES
from tests.arena import faulty_styles
from tests.builders import at_random
from tests.lengths import long

DEALS = 4


def untold(_more: int) -> None:
    pass


def match(style: str = "human", *, game: str = "hanabi", seats: int = 3, **options: Any) -> Match:
    return Match(game, tuple(options.items()), seats, style, seed=5, deals=DEALS)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_is_played_to_its_end_at_every_table(name: str) -> None:
    game = RULES[name]
    for seats in game.seats:
        outcome = play(game, {}, [at_random(1)] * seats, Random(seats))  # noqa: S311 - dice
        assert GAMES[name].outcome_of(tuple(outcome)).score >= 0


def test_a_player_sees_no_card_of_its_own_and_all_of_the_others() -> None:
    def looked(view: Any) -> Any:
        for seat, hand in enumerate(view.hands):
            assert all(hasattr(info, "face") == (seat != view.seat) for info in hand)
        return BOTS["hanabi"](view)

    play(RULES["hanabi"], {}, [looked] * 3, Random(1))  # noqa: S311 - dice


def test_a_seed_deals_the_same_cards_and_another_one_others() -> None:
    one, again = (measure(match(), 1, untold) for _ in range(2))
    assert one.values == again.values
    other = Match("hanabi", (), 3, "human", seed=6, deals=DEALS)
    assert measure(other, 1, untold).values != one.values


@long
def test_two_processes_count_as_one_and_report_every_game() -> None:
    numbers: list[int] = []
    alone, together = measure(match(), 1, untold), measure(match(), 2, numbers.append)
    assert alone.values == together.values
    assert sum(numbers) == DEALS


def test_workers_exclude_loaded_objects_from_garbage_collection() -> None:
    with workers(match(), 1) as pool:
        assert pool.apply(gc.get_freeze_count) > 10_000


def test_the_last_style_is_that_of_all_further_seats() -> None:
    assert seated("human", 3) == ["human"] * 3
    assert seated("a+b", 4) == ["a", "b", "b", "b"]
    assert seated("a+b+c", 2) == ["a", "b"]


def test_beginners_can_be_chosen_by_their_function() -> None:
    measured = measure(match("human+tests.beginners:literal"), 1, untold)
    assert len(measured.games) == DEALS
    assert measured.lost == 0


@pytest.mark.parametrize("style", ["nobody", "tests.beginners:nobody", "no.module:choose", ":", ""])
def test_an_unknown_style_is_named(style: str) -> None:
    with pytest.raises(UnknownStyle, match=f"^{style}$"):
        check("hanabi", f"human+{style}", 2)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    ("function", "error"),
    [
        ("raises", "ValueError: no idea"),
        ("leaves", "SystemExit: 3"),
        ("guesses", "AttributeError: 'HanabiView' object has no attribute 'my_hand'"),
    ],
)
def test_a_function_that_fails_is_named_with_its_error_and_line(
    function: str, error: str, processes: int
) -> None:
    with pytest.raises(StyleBroke) as broke:
        measure(match(f"human+tests.arena.faulty_styles:{function}"), processes, untold)
    assert broke.value.error == error
    assert broke.value.file == faulty_styles.__file__
    _, begins = inspect.getsourcelines(getattr(faulty_styles, function))
    assert broke.value.line_number == begins + 1


@pytest.mark.parametrize("processes", [1, 2])
def test_a_move_that_no_function_was_offered_is_named(processes: int) -> None:
    with pytest.raises(NotOffered) as chosen:
        measure(match("human+tests.arena.faulty_styles:resigns"), processes, untold)
    assert chosen.value.returned == "None"


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("\n1 / 0\n", "ZeroDivisionError: division by zero"),
        ("\nx = (\n", "SyntaxError: '(' was never closed"),
    ],
)
def test_a_module_that_cannot_be_loaded_is_named_with_its_line(
    source: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"unloadable_{len(source)}.py"
    file.write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(StyleBroke) as broke:
        check("hanabi", f"{file.stem}:choose", 2)
    assert (broke.value.error, broke.value.file, broke.value.line_number) == (error, str(file), 2)


def test_head_to_head_games_count_the_first_players_wins() -> None:
    measured = measure(match(game="koikoi", seats=2), 1, untold)
    assert set(measured.values) <= {0.0, 50.0, 100.0}


GRADES, MS = {25: TeamGrade.PERFECT, 0: TeamGrade.LOST}, (1.0, 3.0)


def of(*values: int) -> Measured:
    games = [
        GameResult(deal, Outcome(EndReason.COMPLETE, value, grade=GRADES.get(value)), Seat(0), MS)
        for deal, value in enumerate(values)
    ]
    return Measured("human", 2, tuple(games))


def shared(*among: int) -> Measured:
    """Games of three that so many have won: the first seat always, and the next ones."""
    games = [
        GameResult(deal, Outcome(EndReason.COMPLETE, 9, tuple(map(Seat, range(many)))), Seat(0), MS)
        for deal, many in enumerate(among)
    ]
    return Measured("human", 3, tuple(games))


def test_a_shared_victory_counts_in_part() -> None:
    measured = shared(1, 2)
    assert (measured.values, measured.counts_wins, measured.is_graded) == ([100, 50], True, False)
    lost = GameResult(0, Outcome(EndReason.COMPLETE, 9, (Seat(1),)), Seat(0), MS)
    assert lost.value == 0


def test_many_games_give_mean_error_and_histogram() -> None:
    measured = of(25, 21, 0, 21)
    assert (measured.mean, measured.perfect, measured.lost) == (16.75, 1, 1)
    assert measured.standard_error == pytest.approx(5.662, abs=1e-3)
    assert measured.histogram == {0: 1, 21: 2, 25: 1}
    assert (measured.median_ms, measured.worst_ms) == (2.0, 3.0)


def test_a_difference_is_taken_deal_by_deal() -> None:
    apart = difference(of(25, 20, 15), of(24, 18, 15))
    assert apart.mean == 1
    assert apart.standard_error == pytest.approx(0.577, abs=1e-3)


def test_chart_shows_every_score_from_lowest_to_highest() -> None:
    assert [line.split()[0] for line in chart.as_text(of(20, 23, 23))] == ["20", "21", "22", "23"]
    assert [line.split()[-1] for line in chart.as_text(of(20, 23, 23))] == ["1", "0", "0", "2"]
    assert len(chart.as_text(shared(1, 3, 2))) == 3


def test_a_drawing_is_well_formed_whatever_the_title() -> None:
    drawn = ElementTree.fromstring(chart.as_svg([of(20, 22), of(7)], ["a < b", "c"]))  # noqa: S314
    words = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a < b", "c", "20", "21", "22", "7"} <= set(words)
