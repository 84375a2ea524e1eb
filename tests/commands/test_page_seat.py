"""Where a page is served, after what was kept of the last one."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.commands.console.failures import CANNOT
from p2p_hanabi.commands.screens import page_seat
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.commands.screens.page_seat import PageOptions, open_page
from p2p_hanabi.commands.settings.page_file import PAGE_FILE, keep_page
from p2p_hanabi.paths import Home
from tests.net.tables import seat_all, session

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage

SECRET = "5e" * 36


@pytest.mark.parametrize(
    "kept", ["", "47000", "47000 5e5e", f"{1 << 64} {SECRET}", f"-1 {SECRET}", f"port {SECRET}"]
)
async def test_a_page_is_served_whatever_was_kept_of_the_last_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kept: str,
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    (tmp_path / PAGE_FILE).write_text(kept)

    async with open_page(PageOptions()):
        pass
    assert capsys.readouterr().out.startswith("http://127.0.0.1:")


def test_page_address_that_cannot_be_saved_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / PAGE_FILE).mkdir()
    keep_page(Home(tmp_path), 47000, bytes(36))
    assert capsys.readouterr().err == f"Cannot write {tmp_path / PAGE_FILE}: is a directory.\n"


async def test_page_that_comes_before_the_table_brings_its_player_back(tmp_path: Path) -> None:
    """As after a crash: the seat remembers that its player had left."""
    seats = await seat_all(tmp_path, 2)
    away = seats[1]
    away.mesh.step_out()
    scene = SimpleNamespace(end=SimpleNamespace(take_wish=lambda: None))

    async def follow(_scene: object, _changed: object) -> None:
        assert not away.mesh.is_out

    scenes = SimpleNamespace(table=lambda _port, _game: scene, load_replay=lambda: None)
    screen = FullScreen(cast("SceneStage", SimpleNamespace(follow=follow)), cast("Scenes", scenes))
    screen.step_in()
    await screen.show_table(session(tmp_path, away, 0.0, discovers=False))
    for seated in seats:
        await seated.close()


@pytest.mark.parametrize("screen", ["--web", "--phone"])
def test_wrong_option_is_refused_before_a_page_opens(screen: str, tmp_path: Path) -> None:
    env = {"P2PHANABI_HOME": str(tmp_path)}
    result = CliRunner().invoke(main, ["host", screen, "--option", "blue=99"], env=env)
    assert result.exit_code == CANNOT
    assert "http://" not in result.output
    assert not (tmp_path / "page").exists()


@pytest.mark.parametrize(
    ("has_seat", "begins"), [(True, "Your seat is in the browser."), (False, "The page is in")]
)
def test_only_a_page_with_a_seat_promises_to_bring_it_back(
    has_seat: bool, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The big screen, a replay and practice have none."""

    class Tty(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", printed := Tty())
    monkeypatch.setattr(page_seat, "has_display", lambda _environ: False)
    page_seat._announce("http://here/", PageOptions(has_seat=has_seat))
    first, address, last = printed.getvalue().splitlines()
    assert first.startswith(begins)
    assert address == "http://here/"
    assert ("come back" in last) is has_seat
