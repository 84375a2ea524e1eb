"""`p2phanabi stats`: how one game was played, in sentences and for scripts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from p2p_hanabi.commands.records.playback import of_history, of_record
from p2p_hanabi.commands.records.record import write_record
from p2p_hanabi.commands.stats import facts
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.replay.statistics_lines import statistics_lines
from protocol.audit.verdict import audited
from protocol.encoding import Value
from tests.any_game import RULES
from tests.command_line import run
from tests.commands.played import in_memory, recorded
from tests.commands.test_audit_gone import gone_file
from tests.kept.test_kept_games import KEPT
from tests.lengths import sampled
from tests.schemas import check


def test_each_fact_has_a_line_with_every_players_part(short_game: Path) -> None:
    shown = run("stats", short_game)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Hanabi, played by Ana, Ben and Chi.\nTurns: 3 (Ana 1, Ben 1, ")
    assert "\nMistakes: 1 (" in shown.stdout
    assert "by how the bots read hints; you may have agreed" in shown.stdout


def test_quotient_is_shown_with_both_its_parts(short_game: Path) -> None:
    assert "\nEfficiency: 1.00 (2/2)\n" in run("stats", short_game).stdout


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_statistics_are_as_the_schema_says(path: Path) -> None:
    found = check("statistics.json#/$defs/game", json.loads(run("stats", path, "--json").stdout))
    assert (found["file"], found["finished"]) == (str(path), True)


def test_a_game_that_ended_early_is_counted_as_far_as_it_goes(unfinished_game: Path) -> None:
    shown = run("stats", unfinished_game)
    assert shown.exit_code == 0
    assert "The game is not finished; this is as far as it goes.\nTurns: 1 (" in shown.stdout


def test_a_game_without_a_move_has_nothing_to_count() -> None:
    whole = in_memory("hanabi", 2)
    unplayed = replace(whole, moments=whole.moments[:1])
    words = GAMES["hanabi"].statistic_words
    lines = statistics_lines(unplayed, unplayed.statistics(), words)
    assert "No move was made, so there is nothing to count." in map(as_text, lines)
    assert {each["total"] for each in facts(unplayed)} == {0}


def test_imported_game_is_counted_and_said_to_be_unsigned(tmp_path: Path) -> None:
    path = tmp_path / "imported.p2ph"
    path.write_bytes(write_record(recorded("ikebana", 3), RULES["ikebana"]))
    assert "nobody has signed it" in run("stats", path).stdout
    assert json.loads(run("stats", path, "--json").stdout)["signed"] is False


@sampled(2)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(("hanabi", {option: True}) for option in ("multicolour", "announce", "finale")),
        ("hanabi", {"red": 1}),
        ("hanabi", {"empty hints": True}),
        *(("koikoi", {"exhausted": who}) for who in ("koi", "dealer")),
        ("ikebana", {"bouquet final": True}),
    ],
    ids=str,
)
def test_every_variant_is_counted_to_its_end(game: str, options: dict[str, Value]) -> None:
    for seed in range(3):
        whole = of_record(recorded(game, 2, options, seed=seed))
        found = {each["fact"]: each["total"] for each in facts(whole)}
        assert found.get("turns", whole.count - 1) == whole.count - 1


def test_turns_of_a_player_who_is_gone_are_not_counted() -> None:
    report, history = audited(gone_file(), RULES)
    assert history is not None
    found = [each.seats for each in of_history(history, report).statistics() if each.seats]
    assert found[0][0] > 0
    assert {seats[2] for seats in found} == {0}


@pytest.mark.parametrize("content", [b"", b"# No game\n", b"\x83" * 100])
def test_a_file_that_is_no_transcript_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.p2ph"
    path.write_bytes(content)
    refused = run("stats", path)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"{path} is not a transcript.\n"


def test_an_altered_transcript_is_not_counted(short_game: Path, tmp_path: Path) -> None:
    altered = bytearray(short_game.read_bytes())
    altered[len(altered) // 2] ^= 1
    path = tmp_path / "altered.p2ph"
    path.write_bytes(altered)
    refused = run("stats", path)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "NOT VALID" in refused.stderr
