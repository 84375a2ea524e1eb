"""`p2phanabi arena`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.command_line import run

FEW = ("--games", "2", "--seats", "2", "--processes", "1")


def arena(*arguments: str) -> Result:
    return run("arena", *FEW, *arguments)


def test_it_prints_mean_error_and_chart() -> None:
    result = arena("--seats", "3")
    assert result.exit_code == 0
    assert "2 players, style human" in result.output
    assert "3 players, style human" in result.output
    assert "standard error" in result.output
    assert "#" in result.output


def test_two_styles_are_compared_on_the_same_deals() -> None:
    told = arena("--style", "human", "--style", "human", "--json")
    facts = json.loads(told.output)
    assert [one["style"] for one in facts["measured"]] == ["human", "human"]
    assert facts["differences"][0]["mean"] == 0
    assert "human minus human is +0.00" in arena("--style", "human", "--style", "human").output


def test_the_options_of_the_game_hold() -> None:
    facts = json.loads(arena("--option", "multicolour=true", "--json").output)
    assert facts["options"]["multicolour"] is True
    assert "empty_hints" in facts["options"]
    assert sum(facts["measured"][0]["histogram"].values()) == 2


def test_a_game_against_each_other_tells_who_wins() -> None:
    assert "the first player wins" in arena("--game", "koikoi").output


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
    ("arguments", "told"),
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
def test_what_cannot_be_measured_is_refused(arguments: tuple[str, ...], told: str) -> None:
    result = arena(*arguments)
    assert result.exit_code == 2
    assert told in result.output
