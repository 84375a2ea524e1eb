"""`p2phanabi desktop`: what it writes to the player's folders, and removes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from p2p_hanabi import program
from p2p_hanabi.commands import desktop
from p2p_hanabi.desktop.files import FOR_A_PLAYER, MANUAL, MENU, METAINFO
from tests.command_line import run


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder, of which nothing is there yet, as only Linux has it."""
    monkeypatch.setattr(desktop, "HAS_SHARED_FOLDERS", True)
    monkeypatch.setattr(desktop, "shared_folder", lambda: tmp_path / "share")
    return tmp_path / "share"


def written(folder: Path) -> set[str]:
    return {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}


def test_desktop_files_are_written_and_all_removed(share: Path) -> None:
    result = run("desktop")
    assert result.exit_code == 0, result.stderr
    assert written(share) == {*FOR_A_PLAYER}
    assert METAINFO not in FOR_A_PLAYER
    assert all(str(share / name) in result.stdout for name in FOR_A_PLAYER)
    assert run("desktop").exit_code == 0
    assert run("desktop", "--remove").exit_code == 0
    assert written(share) == set()
    assert run("desktop", "--remove").stdout == ""


def test_the_menu_starts_the_program_by_its_path(
    share: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A desktop may have another PATH; a packed program is in none."""
    packed = tmp_path / "my games" / "p2phanabi"
    monkeypatch.setattr(program, "IS_PACKED", True)
    monkeypatch.setattr(sys, "executable", str(packed))
    run("desktop")
    assert f'Exec="{packed}" web --clicked' in (share / MENU).read_text("utf-8").splitlines()


def test_the_manual_is_english_and_the_answer_is_not(share: Path) -> None:
    result = run("desktop", "--lang", "fr")
    assert "page de manuel" in result.stdout
    page = (share / MANUAL).read_text("utf-8")
    run("desktop")
    assert (share / MANUAL).read_text("utf-8") == page


def test_desktop_without_folders_or_command_writes_nothing(
    share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop, "path_of_command", lambda: None)
    result = run("desktop")
    assert (result.exit_code, "not installed as a command" in result.stderr) == (2, True)
    monkeypatch.setattr(desktop, "HAS_SHARED_FOLDERS", False)
    for words in (["desktop"], ["desktop", "--remove"]):
        result = run(*words)
        assert (result.exit_code, "Only the desktops" in result.stderr) == (2, True)
    assert not share.exists()


def test_a_file_that_cannot_be_written_is_named(share: Path) -> None:
    share.mkdir()
    (share / "applications").write_text("")
    result = run("desktop")
    assert result.exit_code == 2
    assert str(share / "applications") in result.stderr
