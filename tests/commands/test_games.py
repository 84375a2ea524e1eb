"""Every game through the command line: listed, played by real processes, audited, told."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records import outcome_facts
from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.seam.options import FIRST
from tests import warm
from tests.any_game import BOTS, RULES, SCREENS
from tests.command_line import run
from tests.fakes import play_out, wire_for
from tests.lengths import long, sampled
from tests.simulation.standin import fast_group

ROOT = Path(__file__).parent.parent.parent
EVERY_GAME = pytest.mark.parametrize("game", sorted(RULES))


@pytest.fixture(scope="module", params=sorted(RULES))
def audited(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, str, dict[str, Any]]:
    """A game of few bots, played in memory: its name, what its audit tells, and that as JSON."""
    game: str = request.param
    path = tmp_path_factory.mktemp(game) / "game.p2ph"
    with fast_group():
        wire = wire_for(RULES[game], min(RULES[game].seats))
        play_out(wire, BOTS[game])
        path.write_bytes(wire.nodes[0].table.transcript())
        shown = run("audit", str(path))
        assert shown.exit_code == 0
        return game, shown.stdout, as_json(path)


def as_json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("audit", "--json", str(path)).stdout)
    return found


# The list.


def test_the_games_are_listed_with_options_defaults_and_rules() -> None:
    games = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    assert [game["game"] for game in games] == list(RULES)
    for game in games:
        assert [option["key"] for option in game["options"]] == [
            option.name for option in OPTIONS[game["game"]]
        ]
        assert (ROOT / game["rules"]).is_file()
    players = {game["game"]: game["players"] for game in games}
    assert players == {name: [min(game.seats), max(game.seats)] for name, game in RULES.items()}
    assert (players["hanabi"], players["koikoi"]) == ([2, 5], [2, 2])
    assert games[0]["options"][0] == {
        "key": "blue",
        "default": 8,
        "allowed": [8, 10],
        "meaning": "blue tokens; 10 is easier",
    }
    by_key = {option["key"]: option for option in games[0]["options"]}
    assert "empty_hints" in by_key
    assert by_key["first"]["allowed"] == [1, 2, 3, 4, 5]


def test_the_list_for_readers_shows_what_to_type() -> None:
    lines = run("games").stdout.splitlines()
    assert "Koi-Koi (--game koikoi), for 2 players; rules: p2phanabi rules koikoi" in lines
    assert "  --option double_from=8 | 7" in lines
    assert lines.count("  --option talk=none | phrases | free") == len(RULES)
    assert "      the player who begins, from 1; by default, drawn at random" in lines
    with_first = [game for game, options in OPTIONS.items() if FIRST in options]
    assert lines.count("  --option first=1 | 2 | 3 | 4 | 5") == len(with_first)


@EVERY_GAME
def test_listed_option_values_can_be_chosen(game: str) -> None:
    for option in OPTIONS[game]:
        for value in option.allowed:
            settled = dict(RULES[game].options({option.key: value}))
            assert settled.get(option.key, option.default) == value


# Real processes.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "koikoi", "--option", "rounds=3"], "Scores: "),
        pytest.param(["--game", "ikebana", "--seats", "2"], "The ranking:", marks=long),
    ],
)
def test_demo_of_real_processes_reports_how_the_game_ended(
    arguments: list[str], sentence: str
) -> None:
    shown = warm.run(["p2p_hanabi", "demo", *arguments], dict(os.environ))
    assert shown.returncode == 0, shown.stderr
    assert "The transcript: valid." in shown.stdout
    assert sentence in shown.stdout
    progress = shown.stdout.splitlines()
    progress = progress[: progress.index("The transcript: valid.")]
    assert len(progress) == len(set(progress))  # somebody ready is no news


def test_demo_refuses_three_seats_for_koikoi() -> None:
    refused = run("demo", "--game", "koikoi", "--seats", "3")
    assert refused.exit_code == 2
    assert "Koi-Koi is for 2 players, not 3." in refused.stderr


# The audit.


Audited = tuple[str, str, dict[str, Any]]


@sampled(1)
def test_audit_reports_the_end_of_each_game(audited: Audited) -> None:
    game, text, _ = audited
    sentences = {
        "hanabi": ["Fireworks: R", "Score: "],
        "ikebana": ["The ranking:", "1. ", " prestige"],
        "koikoi": ["The 6 rounds are over.", "Scores: Ana ", ", Ben "],
    }.get(game, [])
    assert all(words in text for words in sentences)
    assert "You" not in text  # who audits sat on no seat


def test_the_audit_names_the_score_of_each_player(audited: Audited) -> None:
    _, text, found = audited
    outcome = found["outcome"]
    own = next((each for key, each in outcome.items() if key in {"points", "prestige"}), None)
    names = [player["name"] for player in found["players"]]
    wanted = ", ".join(f"{name} {score}" for name, score in zip(names, own or [], strict=False))
    assert f" {wanted or found['outcome']['score']}." in text
    assert all(f"{name} (player {n}, " in text for n, name in enumerate(names, 1))
    assert f"{found['rounds']} steps of the protocol" in text


def test_the_audit_as_json_has_what_the_game_counts(audited: Audited) -> None:
    game, _, found = audited
    outcome = found["outcome"]
    counted = {
        "hanabi": set(),
        "ikebana": {"prestige", "winners"},
        "koikoi": {"points", "winners"},
    }.get(game, set(outcome) - {"reason", "score"})
    assert set(outcome) == {"reason", "score", *counted}
    for unit in counted & {"prestige", "points"}:
        sums = outcome[unit]
        assert outcome["score"] == max(sums)
        assert outcome["winners"] == [s for s, own in enumerate(sums) if own == max(sums)]


def test_audit_reports_what_it_could_not_see(audited: Audited) -> None:
    game, text, found = audited
    hidden = found.get("unchecked", [])
    assert bool(hidden) is not RULES[game].reveals_secrets
    assert all(
        f"This game keeps its secrets, so this was not checked: {each}." in text for each in hidden
    )
    assert ("Every shuffle is" in text) is RULES[game].reveals_secrets


def test_koikoi_names_the_hands_that_nobody_must_declare() -> None:
    (named,) = SCREENS["koikoi"].unchecked
    assert "teshi" in named


@pytest.mark.parametrize(
    ("value", "facts"),
    [
        (
            ("rounds played", (5, 5), None),
            {"reason": "rounds played", "score": 5, "points": (5, 5), "winners": (0, 1)},
        ),
        (
            ("rounds played", (5, 9), 1),
            {"reason": "rounds played", "score": 9, "points": (5, 9), "winners": (1,)},
        ),
    ],
)
def test_equal_sums_of_koikoi_are_a_shared_victory(value: Any, facts: Mapping[str, object]) -> None:
    assert outcome_facts.facts("koikoi", value) == facts


def test_unfinished_game_has_no_outcome(tmp_path: Path) -> None:
    wire = wire_for(RULES["koikoi"], 2)
    wire.open()
    while wire.nodes[0].table.status().round_number < 8:
        wire.deliver()
    path = tmp_path / "unfinished.p2ph"
    path.write_bytes(wire.nodes[0].table.transcript())
    found = as_json(path)
    assert found["valid"]
    assert not {"outcome", "unchecked"} & set(found)
    assert "Scores" not in run("audit", str(path)).stdout
