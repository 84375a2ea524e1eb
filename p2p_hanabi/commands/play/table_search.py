"""A search for tables on this network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from unicodedata import normalize

from p2p_hanabi.gathering import Notice, Phase, Program
from p2p_hanabi.likeness import look_alike
from p2p_hanabi.net.discovery.discovery import Browser, Found, multicast
from p2p_hanabi.net.links.addresses import BadAddress, parse_address
from p2p_hanabi.net.links.endpoint import Endpoint
from p2p_hanabi.net.lobby.lobby_messages import Changes
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.model.game.game_screen import Games

ANOTHER_S = 0.5
"""How long a search by name waits for another table of the same name."""


class TableSearch:
    """The tables found so far. `name` filters by the table's name, `host` by the host's.
    `has_unfinished`: the player has a game to go back to. `dialled` is the address that the player
    typed instead; empty if none."""

    def __init__(
        self, name: str | None = None, host: str | None = None, *, has_unfinished: bool = False
    ) -> None:
        self.name = None if name is None else name.strip()  # as its host's program does
        self.host = host
        self.has_unfinished = has_unfinished
        self.dialled = ""
        self._browser: Browser | None = None
        self._changes = Changes()

    @property
    def games(self) -> Games:
        return SCREENS

    def notify(self) -> None:
        self._changes.notify()

    async def changed(self) -> None:
        await self._changes.wait()

    def joinable(self) -> tuple[Found, ...]:
        """Return the announced tables that are open and answer. Those of another version only if
        there are no others: to dial one says on both sides who needs a newer program."""
        answering = self.answering()
        return tuple(one for one in answering if one.notice.program is Program.SAME) or answering

    def answering(self) -> tuple[Found, ...]:
        """Return the announced tables that are open and answer, of every version."""
        browser = self._browser
        every = () if browser is None else browser.found
        return tuple(one for one in every if one.reached and self._is_wanted(one.notice))

    def _is_wanted(self, notice: Notice) -> bool:
        is_named = self.name is None or normalize("NFC", self.name) == normalize("NFC", notice.name)
        return is_named and (self.host is None or look_alike(self.host, notice.host))

    def joinable_now(self, table: bytes) -> Found | None:
        """Return a chosen table; None if it has closed or filled up meanwhile."""
        return next((one for one in self.joinable() if one.notice.table == table), None)

    def notices(self) -> Sequence[Notice]:
        """List the open tables, also those of another version."""
        return [one.notice for one in self.answering()]

    def dial(self, typed: str) -> bool:
        try:
            parse_address(typed)
        except BadAddress:
            return False
        self.dialled = typed
        return True

    def watch(self, browser: Browser) -> None:
        self._browser = browser


def _is_open(notice: Notice) -> bool:
    """Return whether players can still come. While a table is played, each of its seats announces
    it, and none of them needs to be dialled."""
    return notice.phase is Phase.OPEN


@asynccontextmanager
async def search_tables(
    endpoint: Endpoint,
    name: str | None = None,
    host: str | None = None,
    *,
    has_unfinished: bool = False,
) -> AsyncIterator[TableSearch]:
    """Search on this machine's interfaces. Raise `CannotDiscover` if multicast fails."""
    async with multicast(endpoint.interfaces) as zeroconf:
        search = TableSearch(name, host, has_unfinished=has_unfinished)
        browser = Browser(zeroconf, endpoint.interfaces, search.notify, wanted=_is_open)
        search.watch(browser)
        try:
            yield search
        finally:
            await browser.close()
