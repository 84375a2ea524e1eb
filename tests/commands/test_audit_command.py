"""`p2phanabi audit`: verdicts, exit codes, and files that are none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from p2p_hanabi.cli import main
from p2p_hanabi.commands.failures import Failed, sentence_of
from p2p_hanabi.commands.speaking import Sentences
from p2p_hanabi.games import GAMES
from protocol.pairing import Refused
from protocol.transcript import write_header, write_transcript
from tests.fakes import seated
from tests.vectors import FOLDER, load
from tests.worked_example import example

GAME = FOLDER / "game-2.p2ph"
BROKEN: list[dict[str, Any]] = load("broken/broken.json")["files"]


@pytest.fixture(scope="module")
def short_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seats, lost at the third move: quickly audited."""
    table = example()
    table.play()
    path = tmp_path_factory.mktemp("game") / "short.p2ph"
    path.write_bytes(write_transcript(table.course))
    return path


def audit(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, arguments)])


def test_a_good_game_is_told_and_exits_0() -> None:
    result = audit(GAME)
    assert result.exit_code == 0
    assert "good." in result.stdout
    assert "score 13" in result.stdout


def test_a_player_reads_what_was_checked(short_game: Path) -> None:
    told = audit(short_game).stdout
    assert "Each of the 3 shuffles was proven when it was made." in told
    assert "Every shuffle is the one that its player had committed to beforehand." in told
    assert "All 3 moves keep the rules" in told


def test_verbose_lists_every_check_with_its_step_and_player(short_game: Path) -> None:
    lines = audit("--verbose", short_game).stdout.splitlines()
    shuffles = [line.strip() for line in lines if line.endswith(": 1 shuffles")]
    assert [line.split(",")[0] for line in shuffles] == ["step 2", "step 3", "step 4"]
    counted = sum(line.endswith(": 1 signatures") for line in lines)
    found = json.loads(audit("--json", short_game).stdout)
    assert counted == found["proofs"]["signatures"] == found["statements"]


def test_json_has_the_documented_keys() -> None:
    game = load("games.json")["games"][0]
    found = json.loads(audit("--json", GAME).stdout)
    assert found["valid"]
    assert found["finished"]
    assert found["head"] == game["head"]
    assert found["table"] == game["table"]
    assert found["outcome"] == {"reason": "pile ended", "score": 13}
    assert found["rounds"] == game["rounds"]
    assert found["statements"] == game["statements"]
    assert [player["name"] for player in found["players"]] == ["Ana", "Ben"]
    assert found["options"] == {key.replace(" ", "_"): it for key, it in game["options"].items()}
    assert "empty_hints" in found["options"]
    assert not {"reason", "round", "seat"} & set(found)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: str(case["file"]))
def test_a_broken_file_is_told_with_round_and_seat(case: dict[str, Any]) -> None:
    result = audit("--json", FOLDER / case["file"])
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert found["valid"] is case["valid"]
    assert (found.get("round"), found.get("seat")) == (case["round"], case["seat"])


def test_one_flipped_byte_is_found(short_game: Path, tmp_path: Path) -> None:
    data = bytearray(short_game.read_bytes())
    data[len(data) // 2] ^= 1
    altered = tmp_path / "altered.p2ph"
    altered.write_bytes(data)
    result = audit(short_game, altered)
    assert result.exit_code == 1
    assert "NOT GOOD in step" in result.stdout


def test_the_right_players_are_demanded_by_fingerprint(short_game: Path) -> None:
    player = json.loads(audit("--json", short_game).stdout)["players"][0]
    name = player["name"]
    assert audit("--player", f"{name}={player['fingerprint']}", short_game).exit_code == 0
    assert audit("--player", f"{name}={'0' * 32}", short_game).exit_code == 1
    assert audit("--player", "Zoe=00", short_game).exit_code == 1
    assert audit("--player", name, short_game).exit_code == 2


@pytest.mark.parametrize("content", [b"", b"hello", b"\x93\xa3abc", bytes(1000)])
def test_a_file_that_is_no_transcript_exits_2(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    result = audit(path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "no transcript" in result.stderr


def test_a_file_that_cannot_be_read_exits_2(tmp_path: Path) -> None:
    result = audit(tmp_path / "nothing.p2ph")
    assert result.exit_code == 2
    assert result.stderr.startswith("Cannot read")


def hostile(path: Path, **changes: Any) -> Path:
    """A file that begins well, but for what stands in its seating."""
    seating, signatures, _ = seated(GAMES["hanabi"], 2)
    path.write_bytes(write_header(replace(seating, **changes), signatures))
    return path


def test_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    told = audit(hostile(tmp_path / "game.p2ph", game="x\x07\u202e\x9b2J\r"))
    assert told.exit_code == 1
    assert "x???2J?, played by Ana" in told.stdout
    assert not set("\x07\u202e\x9b\r") & set(told.output)


def test_options_of_any_kind_are_told_as_json(tmp_path: Path) -> None:
    path = hostile(tmp_path / "game.p2ph", options=(("red", b"\x01"), ("x", (None, (b"",)))))
    found = json.loads(audit("--json", path).stdout)
    assert found["options"] == {"red": "01", "x": [None, [""]]}
    assert not found["valid"]


def test_whoever_refuses_cannot_steer_the_terminal() -> None:
    said = Failed(sentence_of(Refused("no\x07\u202e\x1b[2J")))
    group = Sentences()

    @group.command()
    def fail() -> None:
        raise said

    told = CliRunner().invoke(group, ["fail"])
    assert told.output == "The host refused: no???[2J.\n"


def test_no_file_at_all_exits_2() -> None:
    assert audit().exit_code == 2
