"""Report everything a screen shows to another program as JSON lines (`--json`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from p2p_hanabi.gathering import PhoneCodes
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from protocol.peer.status import Ending

from ..play.seat_screen import Screen
from ..play.table_search import TableSearch
from .seat_events import SeatEvents


class JsonScreen:
    """Wraps the `screen` of a player, and reports the events.

    A bot's screen does not receive events: those that it reports are among them already.
    """

    def __init__(self, screen: Screen, events: SeatEvents) -> None:
        self.is_person = screen.is_person
        self._screen = screen
        self._events = events

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
        self._events.report(event, **facts)
        if self.is_person:
            self._screen.report(event, **facts)

    def show(self, sentence: str) -> None:
        self._screen.show(sentence)

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        self._events.report(
            "came back", table=table, names=list(names), truncated_bytes=truncated_bytes
        )
        self._screen.came_back(table, names, truncated_bytes)

    async def lobby(self, lobby: LobbyPort) -> None:
        def look() -> None:
            self._events.gathering(lobby.view())

        async with running_beside(_on_each_change(lobby.changed, look)):
            await self._screen.lobby(lobby)

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        return await self._screen.choose_one(question, choices)

    async def choose(self, search: TableSearch) -> Found | None:
        self._events.report("asked", what="table", table=search.name)
        return await self._screen.choose(search)

    async def ask_code(self, table: str) -> bytes | None:
        self._events.report("asked", what="code", table=table)
        return await self._screen.ask_code(table)

    async def table(self, session: Session) -> None:
        self._events.seated(session)

        async def watch() -> None:
            async for _ in session.changes():
                self._events.look()

        async with running_beside(watch()):
            await self._screen.table(session)

    async def ended(self, session: Session, ending: Ending) -> None:
        self._events.table_ended(session, ending)
        if self.is_person:
            await self._screen.ended(session, ending)
        self._events.tell_end()

    async def again(self, *, offers: bool) -> bool:
        return await self._screen.again(offers=offers)

    async def wait_for_host(self, name: str) -> None:
        await self._screen.wait_for_host(name)


async def _on_each_change(changed: Callable[[], Awaitable[None]], look: Callable[[], None]) -> None:
    while True:
        look()
        await changed()
