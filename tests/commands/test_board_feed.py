"""What a phone's seat tells the big screen, without either."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from p2p_hanabi.commands.board.board_feed import BoardFeed, BoardNews, news_from
from p2p_hanabi.gathering import LobbyView, PhoneCode
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.web.live_page import Page, PageKind
from p2p_hanabi.ui.web.wire import NotAMessage
from tests.ui.lobby.test_lobby import Gathering, Lobby

NEWS = BoardNews(
    Page(PageKind.TABLE, "Hanabi"),
    "Ana",
    (PhoneCode("Ben", "http://10.0.0.1:47000/#code"),),
    "ab" * 32,
    "game.p2ph",
    is_over=True,
)


def test_news_are_read_as_they_were_sent() -> None:
    assert news_from(NEWS.encoded()) == NEWS


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'["page", "Ana", [], "", "", false]'])
def test_a_line_that_is_no_news_is_refused(line: bytes) -> None:
    with pytest.raises(NotAMessage):
        news_from(line)


def test_the_same_news_are_sent_once(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    screen: Any = SimpleNamespace(is_person=True, doors=None)
    feed = BoardFeed(screen)
    for news in (NEWS, NEWS):
        feed._tell(news)
    assert capfdbinary.readouterr().out == NEWS.encoded()


async def test_the_first_phone_learns_that_it_is_beside_a_board(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    shown: list[LobbyView | None] = []

    async def show(lobby: LobbyPort) -> None:
        shown.append(lobby.view())
        await asyncio.sleep(0)

    screen: Any = SimpleNamespace(is_person=True, doors=None, show_lobby=show)
    port: Any = Lobby(Gathering())
    await BoardFeed(screen).show_lobby(port)
    assert shown == [replace(port.roster, is_on_board=True)]
    assert b"acorn-album-amber" in capfdbinary.readouterr().out
