"""Report everything a screen shows to another program as JSON lines (`--json`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from protocol.peer.status import Ending

from ..play.seat_screen import Screen
from ..play.table_search import TableSearch
from .seat_events import SeatEvents
from .wrapped_screen import WrappedScreen, on_each_change


class JsonScreen(WrappedScreen):
    """Wraps the `screen` of a player, and reports the events.

    A bot's screen does not receive events: those that it reports are among them already.
    """

    def __init__(self, screen: Screen, events: SeatEvents) -> None:
        super().__init__(screen)
        self._events = events

    def report(self, event: str, **facts: Any) -> None:
        self._events.report(event, **facts)
        if self.is_person:
            self._screen.report(event, **facts)

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        self._events.report(
            "came back", table=table, names=list(names), truncated_bytes=truncated_bytes
        )
        self._screen.came_back(table, names, truncated_bytes)

    async def show_lobby(self, lobby: LobbyPort) -> None:
        def look() -> None:
            self._events.gathering(lobby.view())

        async with running_beside(on_each_change(lobby.changed, look)):
            await self._screen.show_lobby(lobby)

    async def choose(self, search: TableSearch) -> Found | None:
        self._events.report("asked", what="table", table=search.name)
        return await self._screen.choose(search)

    async def ask_code(self, table: str) -> bytes | None:
        self._events.report("asked", what="code", table=table)
        return await self._screen.ask_code(table)

    async def show_table(self, session: Session) -> None:
        self._events.seated(session)

        async def watch() -> None:
            async for _ in session.changes():
                self._events.look()

        async with running_beside(watch()):
            await self._screen.show_table(session)

    async def ended(self, session: Session, ending: Ending) -> None:
        self._events.table_ended(session, ending)
        if self.is_person:
            await self._screen.ended(session, ending)
        self._events.tell_end()
