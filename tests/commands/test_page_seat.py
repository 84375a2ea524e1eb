"""Where a page is served, after what was kept of the last one."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.commands.screens import page_seat
from p2p_hanabi.commands.screens.page_seat import PAGE_FILE, PageOptions, open_page
from p2p_hanabi.paths import Home

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
    page_seat._keep(Home(tmp_path), 47000, bytes(36))
    assert capsys.readouterr().err == f"Cannot write {tmp_path / PAGE_FILE}: is a directory.\n"
