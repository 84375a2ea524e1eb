"""What the process of the first seat tells the big screen, line by line on its standard output: one
page after another, made of what everybody may see, and the codes of the other phones."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from dataclasses import dataclass, replace

from p2p_hanabi.gathering import LobbyView, PhoneCode
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.registry import PAGES, SCREENS
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.web import board_page
from p2p_hanabi.ui.web.board_page import BoardTable
from p2p_hanabi.ui.web.live_page import Page
from p2p_hanabi.ui.web.replay_live import ReplayPage
from p2p_hanabi.ui.web.wire import NotAMessage, as_data, page_of
from protocol.game import AnyMove, AnyView
from protocol.peer.status import Ending

from ..console.failures import Failed
from ..play.review_port import SharedReviewPort, WatchedReviewPort
from ..play.seat_screen import Screen
from ..play.session_port import LOOK_S, public_snapshot
from ..records.after_game import opened
from ..records.branches import shown_replay
from ..records.playback import Playback
from ..screens.wrapped_screen import WrappedScreen, on_each_change

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardNews:
    """`name` is the player of the seat that tells it; `phones` are the codes that take the other
    seats from their phones. `table` is the id of the table that was begun last, empty in a lobby.
    `transcript` is the path of a game that `is_over`, empty if there is none."""

    page: Page
    name: str
    phones: tuple[PhoneCode, ...] = ()
    table: str = ""
    transcript: str = ""
    is_over: bool = False

    def encoded(self) -> bytes:
        pairs = [(each.name, each.address) for each in self.phones]
        news = [as_data(self.page), self.name, pairs, self.table, self.transcript, self.is_over]
        return json.dumps(news, separators=(",", ":")).encode() + b"\n"


def news_from(line: bytes) -> BoardNews:
    """Parse a line. Raise `NotAMessage`."""
    try:
        match json.loads(line):
            case [page, str(name), list(pairs), str(table), str(transcript), bool(is_over)]:
                codes = tuple(PhoneCode(str(who), str(address)) for who, address in pairs)
                return BoardNews(page_of(page), name, codes, table, transcript, is_over)
    except (ValueError, TypeError):
        pass
    raise NotAMessage


class _BesideBoard:
    """The lobby of the first phone: the big screen shows its codes."""

    def __init__(self, lobby: LobbyPort) -> None:
        self._lobby = lobby
        self.ready, self.free, self.arrange = lobby.ready, lobby.free, lobby.arrange
        self.leave, self.changed = lobby.leave, lobby.changed

    def view(self) -> LobbyView | None:
        view = self._lobby.view()
        return None if view is None else replace(view, is_on_board=True)


class BoardFeed(WrappedScreen):
    """Wraps the screen of the seat, and tells what the big screen shows."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen)
        self._last: BoardNews | None = None
        self._board: BoardTable[AnyView, AnyMove] | None = None
        self._transcript = ""
        self._is_reviewed = False

    async def show_lobby(self, lobby: LobbyPort) -> None:
        def look() -> None:
            if (view := lobby.view()) is not None:
                self._tell(_gathering(view))

        async with running_beside(on_each_change(lobby.changed, look)):
            await super().show_lobby(_BesideBoard(lobby))

    async def show_table(self, session: Session) -> None:
        self._board, self._transcript, self._is_reviewed = None, "", False

        async def watch() -> None:
            async for _change in session.changes():
                self._look(session)

        async def tick() -> None:
            while True:
                await asyncio.sleep(LOOK_S)
                self._look(session)

        async with (
            running_beside(watch()),
            running_beside(tick()),
            running_beside(self._show_reviews(session)),
        ):
            await super().show_table(session)

    async def ended(self, session: Session, ending: Ending) -> None:
        path = session.transcript_path
        self._transcript = "" if path is None else os.fsdecode(path)
        self._look(session)
        await super().ended(session, ending)

    async def _show_reviews(self, session: Session) -> None:
        """Show the game as its leader does, whenever players look at it together after its end; in
        between, the table."""
        names = [one.name for one in session.seats()]
        port, game = SharedReviewPort(session.review, names, dict, session.table), None
        async for _change in session.changes():
            path = session.transcript_path
            if not port.room.company or path is None:
                continue
            try:
                game = game or (await opened(path))[0]
            except Failed as failed:
                _log.warning("the review is not shown: %s", failed.sentence)
                return
            self._is_reviewed = True
            async with running_beside(self._show_all(game, port)):
                while port.room.company:
                    await port.changed_by_anybody()
            self._is_reviewed = False
            self._look(session)

    async def review(self, game: Playback, port: SharedReviewPort) -> None:
        """Show what all are shown, also while this seat's player has left the others."""
        async with running_beside(self._show_all(game, port)):
            await super().review(game, port)
            if port.room.company:
                self.report("left the others")
            while port.room.company:
                await port.changed()

    async def _show_all(self, game: Playback, port: SharedReviewPort) -> None:
        """Show what the leader shows, until cancelled."""
        shown = shown_replay(game, game.usual_eyes, WatchedReviewPort(port))
        scene = ReplayPage(shown, NamedPage(game.game, PAGES[game.game]))

        def look() -> None:
            scene.look()
            page = board_page.reviewing(scene.page())
            name, phones = port.names[port.room.me], tuple(self.phones())
            self._tell(BoardNews(page, name, phones, port.table, self._transcript, is_over=True))

        await on_each_change(port.changed_by_anybody, look)

    def _look(self, session: Session) -> None:
        if self._is_reviewed:
            return
        now = public_snapshot(session)
        if self._board is None:
            drawn = NamedPage(session.game, PAGES[session.game])
            self._board = BoardTable.of(SCREENS[session.game], drawn, now)
        page = self._board.page(now)
        name, phones = now.names[session.seat], tuple(self.phones())
        table, is_over = session.table.hex(), now.ending is not None
        self._tell(BoardNews(page, name, phones, table, self._transcript, is_over))

    def _tell(self, news: BoardNews) -> None:
        if news != self._last:
            self._last = news
            sys.stdout.buffer.write(news.encoded())
            sys.stdout.buffer.flush()


def _gathering(view: LobbyView) -> BoardNews:
    return BoardNews(board_page.gathering(view, SCREENS), view.members[view.me].name)
