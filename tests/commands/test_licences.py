"""`p2phanabi licences`: of a packed program, and of one that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.commands import licences
from tests.command_line import run


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What `release` puts into a program."""
    folder = tmp_path / "licences"
    folder.mkdir()
    (folder / "LICENCES.txt").write_text("All of them.\n")
    (folder / "zeroconf-0.1.tar.gz").write_bytes(b"its source")
    monkeypatch.setattr(licences, "LICENCES", folder)
    return tmp_path


def test_program_that_bundles_nothing_reports_it() -> None:
    result = run("licences")
    assert result.exit_code == 2
    assert "This program contains nothing else" in result.stderr


def test_a_packed_program_shows_the_licences_of_what_is_inside(packed: Path) -> None:
    assert run("licences").stdout == "All of them.\n\n"


def test_packed_program_writes_zeroconf_source_without_replacing(packed: Path) -> None:
    source = packed / "source.tar.gz"
    words = ["licences", "--source", str(source)]
    assert run(*words).exit_code == 0
    assert source.read_bytes() == b"its source"
    assert run(*words).exit_code == 2
    assert run(*words, "--force").exit_code == 0
