"""`p2phanabi arena`, as it is typed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from p2p_hanabi.arena.measures import GameResult
from p2p_hanabi.commands.arena import Arena, run_arena, tell_owner
from p2p_hanabi.games.hanabi.outcome import EndReason
from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.own_bots.bot_talk import BotFault
from p2p_hanabi.own_bots.seated_bot import BotIncident
from p2p_hanabi.registry import GAMES, GamePlugin
from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Seat
from tests.command_line import run
from tests.lengths import long
from tests.toy.outcome import outcome_of

FEW = ("--games", "2", "--seats", "2", "--processes", "1")


def arena(*arguments: str) -> Result:
    return run("arena", *FEW, *arguments)


def test_prints_mean_error_and_chart() -> None:
    result = arena("--seats", "3")
    assert result.exit_code == 0
    assert "2 players, style human" in result.output
    assert "3 players, style human" in result.output
    assert "standard error" in result.output
    assert "#" in result.output


@long
def test_two_styles_are_compared_on_the_same_deals() -> None:
    result = arena("--style", "human", "--style", "human", "--json")
    facts = json.loads(result.output)
    assert [one["style"] for one in facts["measured"]] == ["human", "human"]
    assert facts["differences"][0]["mean"] == 0
    assert "human minus human is +0.00" in arena("--style", "human", "--style", "human").output


def test_the_options_of_the_game_hold() -> None:
    facts = json.loads(arena("--option", "multicolour=true", "--json").output)
    assert facts["options"]["multicolour"] is True
    assert "empty_hints" in facts["options"]
    assert sum(facts["measured"][0]["histogram"].values()) == 2


def test_head_to_head_game_reports_the_winner() -> None:
    assert "the first player wins" in arena("--game", "koikoi").output


def test_a_game_without_winners_and_grades_has_a_mean_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, "highcard", GamePlugin("tests.toy"))
    monkeypatch.setattr(
        "tests.toy.outcome.outcome_of", lambda value: replace(outcome_of(value), winners=None)
    )
    table = TableConfig("highcard", (), "highcard", 12, 2, "")
    run_arena(Arena((table,), ("human",), 2, 1, 1, None, as_json=False))
    sentence = capsys.readouterr().out
    assert re.search(r"^  mean [0-9.]+ \(standard error", sentence, re.MULTILINE)
    assert "wins" not in sentence
    assert "perfect" not in sentence


def test_each_kind_of_fault_is_reported_once_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = Outcome(EndReason.PILE_ENDED, 9)
    late, too_late = (BotIncident(BotFault.LATE, final, "", "") for final in (False, True))
    game = GameResult(0, outcome, Seat(0), (1.0,), asked=9, kinds=(late, too_late))
    tell_owner([game, game])
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("Your bot did not answer in time. The built-in bot makes this move")
    assert "late 3 times in a row" in second


@pytest.mark.parametrize("game", ["hanabi", "koikoi"])
def test_single_game_reports_no_standard_error(game: str) -> None:
    sentence = arena("--game", game, "--games", "1", "--style", "human", "--style", "human").output
    assert sentence.count("(standard error unknown: one game)") == 3
    assert "nan" not in sentence


def test_a_single_game_has_no_error() -> None:
    assert (
        json.loads(arena("--games", "1", "--json").output)["measured"][0]["standard_error"] is None
    )


def test_the_drawing_is_written_and_never_over_another_file(tmp_path: Path) -> None:
    drawing = tmp_path / "scores.svg"
    assert arena("--svg", str(drawing)).exit_code == 0
    assert drawing.read_text().startswith("<svg")
    again = arena("--svg", str(drawing))
    assert again.exit_code == 2
    assert arena("--svg", str(drawing), "--force").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--style", "nobody"), 'Unknown style "nobody"'),
        (("--style", "a", "--style", "b", "--style", "c"), "At most two"),
        (("--style", "information+human"), "only play with each other"),
        (
            ("--style", "tests.arena.faulty_styles:raises"),
            'The style "tests.arena.faulty_styles:raises" failed: ValueError: no idea (',
        ),
        (
            ("--style", "tests.arena.faulty_styles:resigns"),
            "returned None, which is not in view.moves",
        ),
        (("--processes", "9999"), "9999"),
        (("--games", "9" * 4000), "is not in the range"),
        (("--seats", "9"), "9"),
        (("--option", "colour=7"), "colour"),
    ],
)
def test_bad_arena_arguments_are_refused(arguments: tuple[str, ...], sentence: str) -> None:
    result = arena(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output
