"""What a phone's seat tells the big screen, without either."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from p2p_hanabi.commands.board.board_feed import BoardFeed, BoardNews, news_from
from p2p_hanabi.gathering import PhoneCode
from p2p_hanabi.ui.web.live_page import Page, PageKind
from p2p_hanabi.ui.web.wire import NotAMessage

NEWS = BoardNews(
    Page(PageKind.TABLE, "Hanabi"),
    "Ana",
    (PhoneCode("Ben", "http://10.0.0.1:47000/#code"),),
    "ab" * 32,
    "game.p2ph",
    is_over=True,
)


def test_news_are_read_as_they_were_sent() -> None:
    assert news_from(NEWS.line()) == NEWS


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'["page", "Ana", [], "", "", false]'])
def test_a_line_that_is_no_news_is_refused(line: bytes) -> None:
    with pytest.raises(NotAMessage):
        news_from(line)


def test_the_same_news_are_sent_once(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    screen: Any = SimpleNamespace(is_person=True, doors=None)
    feed = BoardFeed(screen)
    for news in (NEWS, NEWS):
        feed._tell(news)
    assert capfdbinary.readouterr().out == NEWS.line()
