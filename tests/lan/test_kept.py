"""The artefacts of a failed test."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import kept
from .players import Program


def test_everything_that_was_written_is_kept_on_one_line_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "failures")
    homes = tmp_path / "homes"
    (homes / "Ana").mkdir(parents=True)
    (homes / "Ana" / "journal").write_bytes(b"records")
    (homes / "Ana" / "log").write_text(
        "2026-01-01 10:00:00,500 net INFO Bo is away\nand so on\n"
        "2026-01-01 10:00:02,000 net INFO Bo is here\n"
    )
    (homes / "Bo.events").write_text('2026-01-01 10:00:01,000 {"event": "dealt"}\n')
    folder, lines = kept.keep("test_kept[one/two]", [homes])
    assert (folder / "0-homes" / "Ana" / "journal").read_bytes() == b"records"
    assert (folder / "timeline").read_text().splitlines() == lines
    assert lines == [
        "10:00:00,500 Ana      net INFO Bo is away",
        "10:00:00,500 Ana      and so on",
        '10:00:01,000 Bo       {"event": "dealt"}',
        "10:00:02,000 Ana      net INFO Bo is here",
    ]


def test_program_output_is_recorded_with_its_time(tmp_path: Path) -> None:
    program = Program(None, tmp_path / "Ana", ["join", "--connect", "nowhere"])
    assert program.exit_code() == 2
    program.close()
    sentences = [line.split(" ", 3)[-1] for line in kept.timeline(tmp_path)]
    assert "p2p_hanabi join --connect nowhere" in "\n".join(sentences)
    assert any("says no more" in line for line in sentences)
    assert program.stderr_text.splitlines()[0] in "\n".join(sentences)
