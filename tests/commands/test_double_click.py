"""A program that was started by a double click: its second start, and its end."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import chain, repeat
from pathlib import Path

import pytest

from p2p_hanabi.commands.console.failures import LEFT
from p2p_hanabi.commands.screens import page_seat
from p2p_hanabi.commands.screens.double_click import IDLE_LOOKS, is_served, until_idle
from p2p_hanabi.commands.screens.page_seat import PageOptions
from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.page.web_server import served
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.web_file import WebFile

PAGE = b"<!doctype html>ours"


def test_page_ends_after_idling_for_long_enough() -> None:
    looks = chain(repeat(False, IDLE_LOOKS - 1), [True], repeat(False, IDLE_LOOKS), ["too late"])
    asyncio.run(until_idle(lambda: bool(next(looks)), pause_s=0))
    assert list(looks) == ["too late"]


def test_second_click_finds_only_the_page_of_the_first() -> None:
    async def asked() -> tuple[list[bool], Address]:
        async with served({"/": WebFile(PAGE, "text/html")}) as server:
            pages = (PAGE, b"another version", PAGE[:-1])
            found = [await asyncio.to_thread(is_served, server.address, page) for page in pages]
            return found, server.address

    found, address = asyncio.run(asked())
    assert found == [True, False, False]
    assert not is_served(address, PAGE)  # it has gone


@pytest.mark.parametrize("ends_by_itself", [True, False])
async def test_double_click_runs_a_page_until_done_or_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends_by_itself: bool
) -> None:
    opened: list[str] = []
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    monkeypatch.setattr(page_seat, "open_browser", opened.append)
    monkeypatch.setattr(page_seat, "until_idle", partial(until_idle, pause_s=0))

    async def work(_stage: object) -> int:
        if not ends_by_itself:
            await never()
        return 7

    ended = await page_seat.on_page(work, PageOptions(is_clicked=True))
    assert ended == (7 if ends_by_itself else LEFT)
    assert len(opened) == 1
