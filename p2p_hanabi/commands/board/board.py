"""`p2phanabi host --board` and `resume --board`: a page that shows a table to everybody, on a
computer that has no seat there."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace

import click

from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.paths import Home, StorageFailed, find_home, read_value, write_value
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.web import board_page, table_buttons
from p2p_hanabi.ui.web import words_live as words
from p2p_hanabi.ui.web.ask_pages import LeavablePage
from p2p_hanabi.ui.web.live_page import CLOSE, HAND_OVER, Button, Done, Page, Press
from p2p_hanabi.ui.web.page_parts import asked, phone_of
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.encoding import Integer
from protocol.errors import BadEncoding

from ..console.failures import Failed, storage_errors_as_failed
from ..play.deliver_ends import delivering_ends
from ..play.resume import chosen
from ..screens.page_seat import PageOptions, on_page
from ..screens.page_stage import PageStage
from .table_process import TableProcess

STOPS = N_(
    "Stop the program? The phones' seats run on this computer: the game can be continued later."
)
BROKE = N_("The page failed. The game is safe: `p2phanabi resume --board` continues it.")
OFFER_FILE = "offer"
"""The command of the last table on the big screen, in the folder of its first seat."""
_CODES, _AGAIN = "codes", "again"


@dataclass(frozen=True, slots=True)
class BoardWish:
    """`offer` is the command that opens a new table, with its arguments; `interface` is that of
    `--interface`. `table` is the table to continue first, empty if there is none; `reopens`: first
    continue a table that was still gathering."""

    offer: tuple[str, ...]
    interface: str | None
    table: bytes = b""
    reopens: bool = False


class BoardScene(LeavablePage):
    """See `PageScene`: what the table's process tells, and the few things that can be done here."""

    is_over = False

    def __init__(self, table: TableProcess) -> None:
        super().__init__(_(STOPS))
        self.is_idle = False
        self.another = asyncio.Event()
        self._table = table
        self._phone = 0

    def page(self) -> Page:
        phones = self._table.phones
        shown = table_buttons.phones(phones, self._phone) if self._phone and phones else None
        page = self._table.page
        messages = (*page.messages, *self._messages)
        return replace(
            page, messages=messages, buttons=self._buttons(), dialog=asked(self._prompt) or shown
        )

    def _buttons(self) -> tuple[Button, ...]:
        another = Button(_AGAIN, _(board_page.ANOTHER), is_main=True)
        codes = Button(_CODES, _(words.NEW_CODES))
        over = Button(HAND_OVER, _(words.ON_ANOTHER_SCREEN))
        first = another if self.is_idle else codes if self._table.phones else None
        return (*([first] if first else []), over, self._leave_button())

    def _do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == _CODES:
                self._phone = 1
            case Press(does=does) if does == CLOSE:
                self._phone = 0
            case Press(does=does) if self._phone and (
                phone := phone_of(does, len(self._table.phones))
            ):
                self._phone = phone
            case Press(does=does) if does == _AGAIN and self.is_idle:
                self.another.set()


def left_board(typed: str | None, interface: str | None) -> BoardWish:
    """Return how to continue the table of the big screen that was left; `typed` is the beginning of
    its id, None for the latest. Raise `Failed`."""
    board = Home(find_home().board)
    offer = _kept_offer(board)
    if typed is None and left_open(board):
        return BoardWish(offer, interface, reopens=True)
    return BoardWish(offer, interface, chosen(board, typed).seating.table)


def _kept_offer(board: Home) -> tuple[str, ...]:
    try:
        match read_value(board.path / OFFER_FILE):
            case ("p2ph board", Integer(2), tuple(words)):
                return tuple(str(word) for word in words)
    except (BadEncoding, StorageFailed):
        pass
    return ()


def play_board(wish: BoardWish) -> int:
    """Open the page and the table, and return the exit code. Raise `Failed`."""

    async def play() -> int:
        async with delivering_ends(wish.interface):
            return await on_page(
                lambda stage: show_board(stage, wish), PageOptions(interface=wish.interface)
            )

    return asyncio.run(play())


async def show_board(stage: PageStage, wish: BoardWish) -> int:
    """Show tables on this page until somebody leaves it. Raise `Failed`."""
    home = find_home()
    with storage_errors_as_failed():
        write_value(home.board / OFFER_FILE, ("p2ph board", 2, wish.offer))
    async with TableProcess(home, wish.offer, wish.interface, stage.doors) as table:
        scene = BoardScene(table)
        table.changed = stage.refresh
        playing = asyncio.create_task(_play(scene, table, stage, wish))
        following = asyncio.create_task(stage.follow(scene, never))
        try:
            await asyncio.wait({playing, following}, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
        finally:
            table.changed = lambda: None
            playing.cancel()
            following.cancel()
            await asyncio.wait({playing, following})
        for path in table.transcripts:
            click.echo(os.fsencode(path))
    if stage.broken is not None:
        raise Failed(_(BROKE))
    return 0


async def _play(scene: BoardScene, table: TableProcess, stage: PageStage, wish: BoardWish) -> None:
    """Play one table after the other."""
    await table.run(wish.table, reopens=wish.reopens)
    while True:
        scene.is_idle = True
        scene.another.clear()
        stage.refresh()
        await scene.another.wait()
        scene.is_idle = False
        await table.run()
