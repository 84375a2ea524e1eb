"""`p2phanabi audit`: verdicts, exit codes, and files that are none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from p2p_hanabi.commands.console.failures import Failed, sentence_of
from p2p_hanabi.commands.records.audit import Examined, TableFiles
from p2p_hanabi.commands.records.audit_text import table_as_text
from p2p_hanabi.commands.records.table_ends import BROKE, RecordedEnd, as_text
from p2p_hanabi.commands.settings.localization import LocalizedGroup
from protocol.audit.compare import Comparison
from protocol.audit.verdict import audit as audit_data
from protocol.game import Seat
from protocol.identity.pairing import Refused
from protocol.ledger.transcript import write_header
from tests.any_game import RULES
from tests.command_line import run
from tests.fakes import seated
from tests.independent_vectors import FOLDER, load
from tests.second_auditor import digest, enc
from tests.second_auditor.played import GAME_3, second_signature

GAME = FOLDER / "game-2.p2ph"
BROKEN: list[dict[str, Any]] = load("broken/broken.json")["files"]


def audit(*arguments: object) -> Result:
    return run("audit", *arguments)


def test_good_game_is_reported_and_exits_0() -> None:
    result = audit(GAME)
    assert result.exit_code == 0
    assert "valid." in result.stdout
    assert "score 13" in result.stdout


def test_a_player_reads_what_was_checked(short_game: Path) -> None:
    sentence = audit(short_game).stdout
    assert "All 3 shuffles were proven when they were made." in sentence
    assert "Every shuffle is the one its player had committed to." in sentence
    assert "All 3 moves follow the rules" in sentence


def test_file_name_cannot_fake_a_verdict_on_another_file(tmp_path: Path) -> None:
    path = tmp_path / "x\ngood.p2ph: valid.\n.p2ph"
    path.write_bytes(b"")
    sentence = audit(path).stderr
    assert sentence.count("\n") == 1
    assert "good.p2ph: valid" in sentence


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
def test_broken_file_is_reported_with_round_and_seat(case: dict[str, Any]) -> None:
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
    assert "NOT VALID in step" in result.stdout


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
    assert "not a transcript" in result.stderr


def test_a_file_that_cannot_be_read_exits_2(tmp_path: Path) -> None:
    result = audit(tmp_path / "nothing.p2ph")
    assert result.exit_code == 2
    assert result.stderr.startswith("Cannot read")


def hostile(path: Path, **changes: Any) -> Path:
    """A file that begins well, but for what stands in its seating."""
    seating, signatures, _ = seated(RULES["hanabi"], 2)
    path.write_bytes(write_header(replace(seating, **changes), signatures))
    return path


def test_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    result = audit(hostile(tmp_path / "game.p2ph", game="x\x07\u202e\x9b2J\r"))
    assert result.exit_code == 1
    assert "x???2J?, played by Ana" in result.stdout
    assert not set("\x07\u202e\x9b\r") & set(result.output)


def test_options_of_any_type_are_written_as_json(tmp_path: Path) -> None:
    path = hostile(tmp_path / "game.p2ph", options=(("red", b"\x01"), ("x", (None, (b"",)))))
    found = json.loads(audit("--json", path).stdout)
    assert found["options"] == {"red": "01", "x": [None, [""]]}
    assert not found["valid"]


def test_refusal_cannot_send_control_codes_to_the_terminal() -> None:
    failure = Failed(sentence_of(Refused("no\x07\u202e\x1b[2J")))
    group = LocalizedGroup()

    @group.command()
    def fail() -> None:
        raise failure

    result = CliRunner().invoke(group, ["fail"])
    assert result.output == "The host refused: no???[2J.\n"


# What was not recomputed.


def test_all_statements_of_a_finished_game_are_recomputed(short_game: Path) -> None:
    found = json.loads(audit("--json", short_game).stdout)
    assert found["proofs"]["statements recomputed"] == found["statements"]
    assert "not_recomputed" not in found
    sentence = audit(short_game).stdout
    assert f"All {found['statements']} statements were recomputed" in sentence
    assert "Not recomputed" not in sentence


def test_file_without_secrets_reports_nothing_recomputed(tmp_path: Path) -> None:
    path = tmp_path / "cut.p2ph"
    path.write_bytes(GAME_3.until(9))
    result = audit(path)
    assert result.exit_code == 0
    found = json.loads(audit("--json", path).stdout)
    assert sum(seat["statements"] for seat in found["not_recomputed"]) == found["statements"]
    assert "said again" not in result.stdout
    words = f"Not recomputed: all {found['statements']} statements (nobody has revealed a secret)."
    assert words in result.stdout


def test_seat_that_withheld_its_secret_at_the_close_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "closing.p2ph"
    rounds = len(GAME_3.values) - 2
    path.write_bytes(GAME_3.until(rounds, ["ended", GAME_3.values[-1][:2], [], None]))
    found = json.loads(audit("--json", path).stdout)
    (unseen,) = found["not_recomputed"]
    assert unseen["seat"] == 2
    sentence = audit(path).stdout
    assert f"Not recomputed: player 3 (Chi), {unseen['statements']} of " in sentence
    assert "All" not in next(line for line in sentence.splitlines() if "recomputed" in line)


# Several files.


def test_matching_files_of_one_table_are_reported_as_equal(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.p2ph", tmp_path / "cut.p2ph"
    whole.write_bytes(GAME_3.until(len(GAME_3.values) - 1))
    cut.write_bytes(GAME_3.until(9))
    result = audit(whole, cut)
    assert result.exit_code == 0
    words = f"{whole}, {cut}: same table, and they agree as far as each goes."
    assert result.stdout.splitlines()[-1] == words
    *_, together = map(json.loads, audit("--json", whole, cut).stdout.splitlines())
    table = GAME_3.table.hex()
    files = [str(whole), str(cut)]
    assert together == {"table": table, "files": files, "same": True, "differences": []}


def test_seat_that_signed_both_of_two_files_is_named_and_exits_1(tmp_path: Path) -> None:
    one, other = tmp_path / "one.p2ph", tmp_path / "other.p2ph"
    one.write_bytes(GAME_3.until(9))
    other.write_bytes(GAME_3.changed(7, 0, ["move", ["play", 1], []]).until(8))
    assert audit(one).exit_code == audit(other).exit_code == 0
    done = audit(one, other)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-2:] == [
        f"{one}, {other}: same table, but they DIFFER from step 7 on.",
        "  Ana (player 1) signed two different statements for step 7.",
    ]
    result = audit("--json", one, other)
    assert result.exit_code == 1
    *_, together = map(json.loads, result.stdout.splitlines())
    both = [{"seat": 0, "name": "Ana", "round": 7}]
    files = [str(one), str(other)]
    assert not together["same"]
    assert together["differences"] == [
        {"files": files, "rounds": 7, "parted": True, "signed_both": both}
    ]


def test_withdrawal_and_agreed_end_both_hold_and_accuse_nobody(tmp_path: Path) -> None:
    alone, agreed, other = (tmp_path / f"{name}.p2ph" for name in ("alone", "agreed", "other"))
    left = GAME_3.say(1, 7, ["object", 1, ["left"], None])
    alone.write_bytes(GAME_3.until(7, ["ended", [], [left], None]))
    stops = [GAME_3.say(seat, 9, ["stop", [1]]) for seat in (0, 2)]
    for path in (agreed, other):
        path.write_bytes(GAME_3.until(9, ["ended", [], stops, None]))
    result = audit(agreed, alone, other)
    assert result.stdout.splitlines()[-6:] == [
        f"{agreed}, {alone}, {other}: same table, and they agree as far as each goes.",
        "  They tell different ends of the game, each with its signatures:",
        f"    step 7: Ben withdrew ({alone}).",
        f"    step 9: Ana and Chi agreed to end the game ({agreed}, {other}).",
        "  All of this is true: players who cannot reach each other can end a game without knowing "
        "what the others sign. Nothing shows which of two ends in the same step came first.",
        "  Nobody is accused: leaving a game, or agreeing to end it, is not cheating.",
    ]
    *_, together = map(json.loads, audit("--json", agreed, alone, other).stdout.splitlines())
    assert together["same"]
    assert together["ends"] == [
        {"how": "withdrew", "seats": [1], "round": 7, "files": [str(alone)]},
        {"how": "agreed", "seats": [0, 2], "round": 9, "files": [str(agreed), str(other)]},
    ]
    assert "ends" not in json.loads(audit("--json", agreed, other).stdout.splitlines()[-1])


def test_of_several_ends_only_evidence_accuses(tmp_path: Path) -> None:
    agreed, cheat, closed = (tmp_path / f"{name}.p2ph" for name in ("agreed", "cheat", "closed"))
    stops = [GAME_3.say(seat, 9, ["stop", [1]]) for seat in (0, 2)]
    agreed.write_bytes(GAME_3.until(9, ["ended", [], stops, None]))
    closed.write_bytes(GAME_3.until(len(GAME_3.values) - 1))
    both = [GAME_3.say(1, 9, ["object", 1, [code], None]) for code in ("left", "again")]
    cheat.write_bytes(GAME_3.until(9, ["ended", [], [], ["two", *both]]))
    lines = audit(agreed, cheat, closed).stdout.splitlines()
    assert "  The evidence accuses only Ben." in lines
    assert f"    step 9: Ben broke the protocol ({cheat})." in lines
    last = len(GAME_3.values) - 2
    assert f"    step {last}: the game was played to its end ({closed})." in lines


def test_seat_accused_by_several_proofs_is_named_once() -> None:
    ends = {
        RecordedEnd(BROKE, (Seat(seat),), at): [Path("a")] for seat, at in ((1, 5), (1, 7), (2, 7))
    }
    assert as_text(ends, ["Ana", "Ben", "Chi"])[-1] == "  The evidence accuses only Ben and Chi."


def test_contradictory_end_is_reported(tmp_path: Path) -> None:
    files = [tmp_path / "a.p2ph", tmp_path / "b.p2ph"]
    for path in files:
        left = GAME_3.say(1, 7, ["object", 0, [path.name], None])
        path.write_bytes(GAME_3.until(7, ["ended", [], [left], None]))
    lines = audit(*files).stdout.splitlines()
    assert "they DIFFER at the end." in lines[-2]
    assert lines[-1] == "  Ben (player 2) signed two different statements for step 7."


def test_table_signed_twice_is_reported(tmp_path: Path) -> None:
    one, other = tmp_path / "one.p2ph", tmp_path / "other.p2ph"
    one.write_bytes(GAME_3.until(9))
    signatures = [*GAME_3.values[0][3]]
    signatures[1] = second_signature(GAME_3, 1)
    left = GAME_3.say(
        0, 0, ["object", 1, ["left"], None], digest("genesis", GAME_3.table, signatures)
    )
    header = [*GAME_3.values[0][:3], signatures]
    other.write_bytes(enc(header) + enc(["ended", [], [left], None]))
    assert audit(one, other).stdout.splitlines()[-1] == "  Ben (player 2) signed the table twice."
    *_, together = map(json.loads, audit("--json", one, other).stdout.splitlines())
    assert together["differences"][0]["signed_both"] == [{"seat": 1, "name": "Ben"}]


def test_where_nobody_signed_both_nobody_is_named() -> None:
    report = audit_data(GAME_3.until(9), RULES)
    path = Path("a.p2ph")
    one = Examined(path, b"", report, None)
    comparison = Comparison(3, parted=True, signed_both=())
    lines = table_as_text(TableFiles((one, one), ((one, one, comparison),)))
    assert lines[0] == "a.p2ph, a.p2ph: same table, but they DIFFER from step 3 on."
    assert lines[1].startswith("  Nobody has signed both")


def test_bad_files_and_files_of_other_tables_are_not_compared(
    short_game: Path, tmp_path: Path
) -> None:
    altered, cut = tmp_path / "altered.p2ph", tmp_path / "cut.p2ph"
    altered.write_bytes(GAME_3.until(9)[:-1] + b"x")
    cut.write_bytes(GAME_3.until(9))
    result = audit("--json", altered, cut, short_game)
    assert result.exit_code == 1
    assert [next(iter(json.loads(line))) for line in result.stdout.splitlines()] == ["file"] * 3


def test_no_file_at_all_exits_2() -> None:
    assert audit().exit_code == 2
