"""A seat's screen around another one, which it passes everything on to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from p2p_hanabi.gathering import PhoneCodes
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from protocol.peer.status import Ending

from ..play.review_port import SharedReviewPort
from ..play.seat_screen import Screen
from ..play.table_search import TableSearch
from ..records.playback import Playback


class WrappedScreen:
    """Implements `Screen`."""

    def __init__(self, screen: Screen) -> None:
        self.is_person, self.doors = screen.is_person, screen.doors
        self._screen = screen

    @property
    def phones(self) -> PhoneCodes:
        return self._screen.phones

    @phones.setter
    def phones(self, codes: PhoneCodes) -> None:
        self._screen.phones = codes

    @property
    def stays(self) -> bool:
        return self._screen.stays

    def report(self, event: str, **facts: Any) -> None:
        self._screen.report(event, **facts)

    def show(self, sentence: str) -> None:
        self._screen.show(sentence)

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        self._screen.came_back(table, names, truncated_bytes)

    async def show_lobby(self, lobby: LobbyPort) -> None:
        await self._screen.show_lobby(lobby)

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        return await self._screen.choose_one(question, choices)

    async def choose(self, search: TableSearch) -> Found | None:
        return await self._screen.choose(search)

    async def ask_code(self, table: str) -> bytes | None:
        return await self._screen.ask_code(table)

    async def show_table(self, session: Session) -> None:
        await self._screen.show_table(session)

    async def ended(self, session: Session, ending: Ending) -> None:
        await self._screen.ended(session, ending)

    async def again(self, *, offers: bool) -> bool:
        return await self._screen.again(offers=offers)

    async def wait_for_host(self, name: str) -> None:
        await self._screen.wait_for_host(name)

    async def review(self, game: Playback, port: SharedReviewPort) -> None:
        await self._screen.review(game, port)


async def on_each_change(changed: Callable[[], Awaitable[None]], look: Callable[[], None]) -> None:
    """Look now and at each change, until cancelled."""
    while True:
        look()
        await changed()
