"""A page that shows one scene after another, as numbered snapshots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from p2p_hanabi.net.page.web_server import WebServer
from p2p_hanabi.net.tasks import background_task
from p2p_hanabi.ui.kit.following import follow
from p2p_hanabi.ui.model.game.areas import Words
from p2p_hanabi.ui.web.live_page import (
    CLOSE,
    HAND_OVER,
    Button,
    Done,
    Page,
    PageKind,
    PageScene,
    PlayMove,
    Press,
)
from p2p_hanabi.ui.web.page_parts import offered_seat
from p2p_hanabi.ui.web.wire import (
    Message,
    NotAMessage,
    OtherPageVersion,
    message_of,
    snapshot,
)
from p2p_hanabi.ui.words.i18n import _, language

from ..console.failures import Failed
from ..local_seats.page_doors import PageDoors
from .page_offers import Offers

_AT_TABLE = (PageKind.TABLE, PageKind.END)

_log = logging.getLogger(__name__)


class PageStage:
    """Implements `SceneStage`. `leave` is called when the player leaves, or after an error, which
    is stored in `broken`. `hand_over` returns the address by which another device takes the seat,
    or raises `Failed`; None on a phone, which is not offered to go on on a phone. `translated` is
    called when the language has changed. `step_out` keeps the seat of a player who leaves, if that
    is possible, and returns whether it is; `step_in` is called when a page comes, or comes back.
    `doors` are those of the port at which the page is served."""

    def __init__(self, server: WebServer, scene: PageScene, doors: PageDoors) -> None:
        self.broken: Exception | None = None
        self.leave: Callable[[], object] = lambda: None
        self.hand_over: Callable[[], Awaitable[str]] | None = None
        self.translated: Callable[[], object] = lambda: None
        self.step_out: Callable[[], bool] = lambda: False
        self.step_in: Callable[[], object] = lambda: None
        self.scene = scene
        self.doors = doors
        self._language = language()
        self._offering: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._was_watched = False
        self._offer = ""
        self._server = server
        self._pressed = asyncio.Event()
        self._shown: Page | None = None
        self._number = 0
        self._offers = Offers()
        self._carried_out: Message | None = None
        self._is_played = False
        self._calls = 0
        self._complaint = ""
        server.received = self._received
        server.changed = self._page_changed

    @property
    def is_watched(self) -> bool:
        """Whether a page is connected."""
        return self._server.is_there

    @property
    def is_on_phone(self) -> bool:
        return self.hand_over is None

    async def let_go(self) -> None:
        """Tell the page that its player has left."""
        await self._server.let_go()

    async def finish(self) -> None:
        """Tell the page that the program ends."""
        await self._server.finish()

    def show(self, scene: PageScene) -> None:
        self.scene = scene
        self._offers.withdraw()
        self.refresh()

    def refresh(self) -> None:
        try:
            self._calls += self.scene.look()
            self._send(self.scene.page())
        except Exception as error:  # any error in a scene ends it
            self._break(error)
        if not self.scene.has_left:
            return
        if self.step_out():
            self._leaving = asyncio.create_task(self._step_out())
        else:
            self.leave()

    async def _step_out(self) -> None:
        await self.let_go()
        self._page_changed()

    def _page_changed(self) -> None:
        """Update the page after one has connected or disconnected."""
        was_watched, self._was_watched = self._was_watched, self.is_watched
        if self.is_watched and not was_watched:
            self.step_in()
        self.refresh()

    async def follow(self, scene: PageScene, changed: Callable[[], Awaitable[None]]) -> None:
        self.show(scene)
        await follow(
            lambda: scene.is_over or scene.has_left or self.broken is not None,
            changed,
            refresh=self.refresh,
            pressed=self._pressed,
        )

    def _send(self, page: Page) -> None:
        complaint = (Words(self._complaint, is_strong=True),) if self._complaint else ()
        page = replace(page, calls=self._calls, messages=(*complaint, *page.messages))
        if self.is_on_phone:
            page = _staying(page)
        if self._offer:
            has_seat = page.kind is not PageKind.BOARD
            page = replace(page, dialog=offered_seat(self._offer, has_seat=has_seat))
        before, self._shown = self._shown, page
        if language() != self._language:
            self._language = language()
            self.translated()
        elif page == before and not self._is_played:
            return
        if self._is_played:
            self._offers.withdraw_moves()
        self._is_played = False
        self._number += 1
        self._offers.update(self._number, page)
        self._server.show(snapshot(self._number, page))

    def _received(self, content: bytes) -> None:
        """Carry out the player's action if it is still offered, or say that it is not."""
        self._complaint = ""
        try:
            self._obey(message_of(content))
        except OtherPageVersion:
            self._complaint = _("This page is from another version of the program. Reload it.")
        except NotAMessage:
            self._complaint = _("The program did not understand what this page sent. Reload it.")
        except Exception as error:  # as in `refresh`
            self._break(error)
        self._pressed.set()
        self.refresh()

    def _obey(self, message: Message) -> None:
        if message == self._carried_out and message.seen < self._number:
            return  # the second tap of two
        if not self._offers.has(message):
            self._complaint = self._changed()
            return
        self._carried_out = message
        self._is_played = isinstance(message.done, PlayMove)
        self._do(message.done)

    def _changed(self) -> str:
        if self._shown is not None and self._shown.kind in _AT_TABLE:
            return _("The table has changed. Look again.")
        return _("This page has changed. Look again.")

    def has_come(self) -> None:
        """Withdraw the offered address: a device has taken the seat."""
        self._offer = ""

    def _do(self, done: Done) -> None:
        if done == Press(HAND_OVER) and self.hand_over is not None:
            self.scene.do(Press(CLOSE))
            offering = self._offer_seat(self.hand_over)
            self._offering = background_task(offering, "handing over a seat")
        elif done == Press(CLOSE) and self._offer:
            self._offer = ""
        else:
            self.scene.do(done)

    async def _offer_seat(self, hand_over: Callable[[], Awaitable[str]]) -> None:
        try:
            self._offer = await hand_over()
        except Failed as failed:
            self._complaint = failed.sentence
        self.refresh()

    def _break(self, error: Exception) -> None:
        if self.broken is None:
            self.broken = error
            _log.error("the page broke", exc_info=error)
            self._pressed.set()
            self.leave()


def _staying(page: Page) -> Page:
    """Return the page without the button that hands its seat over."""
    dialog = page.dialog
    if dialog is not None:
        dialog = replace(dialog, buttons=_kept(dialog.buttons))
    return replace(page, buttons=_kept(page.buttons), dialog=dialog)


def _kept(buttons: tuple[Button, ...]) -> tuple[Button, ...]:
    return tuple(each for each in buttons if each.does != HAND_OVER)
