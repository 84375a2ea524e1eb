"""What another player's file must be for its end to be taken: `resume --from FILE`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from p2p_hanabi.paths import Home, is_there
from protocol.ledger.transcript import MAX_FILE_BYTES
from tests.command_line import run
from tests.second_auditor.played import GAME_3


def agreed() -> bytes:
    stops = [GAME_3.say(seat, 9, ["stop", [1]]) for seat in (0, 2)]
    return GAME_3.until(9, ["ended", [], stops, None])


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (agreed(), "is not from an unfinished game of yours"),  # another table's
        (GAME_3.until(9), "does not contain the end of its game"),
        (agreed()[:-40], "is not valid"),
        (flipped(agreed(), len(agreed()) // 2), "is not valid"),
        (flipped(agreed(), len(agreed()) - 30), "is not valid"),
        (b"\x00" * 100, "is not a transcript"),
    ],
    ids=["other table", "unfinished", "cut", "flipped", "flipped end", "no transcript"],
)
def test_file_lacking_the_end_of_your_game_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, why: str
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    file = tmp_path / "theirs.p2ph"
    file.write_bytes(content)
    refused = run("resume", "--from", file)
    sentence = " ".join(refused.stderr.split())
    assert refused.exit_code == 2
    assert str(file) in sentence
    assert why in sentence
    assert not is_there(Home(tmp_path / "home").transcripts)


def test_a_file_larger_than_any_transcript_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    file = tmp_path / "theirs.p2ph"
    with file.open("wb") as sparse:
        os.truncate(sparse.fileno(), MAX_FILE_BYTES + 1)
    refused = run("resume", "--from", file)
    assert refused.exit_code == 2
    assert f"{file} is larger than any transcript" in " ".join(refused.stderr.split())
