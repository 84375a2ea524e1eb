"""A person's page: serve it, announce its address, and remember it for the next time."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import click

from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.page.page_port import LOCAL, PagePort
from p2p_hanabi.net.page.web_server import WebServer
from p2p_hanabi.net.tasks import Saving
from p2p_hanabi.paths import find_home
from p2p_hanabi.program import open_browser
from p2p_hanabi.registry import all_drawings
from p2p_hanabi.systems import has_display
from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.model.inputs import LineInput
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.web import shell
from p2p_hanabi.ui.web.ask_pages import BusyPage, TypedPage
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.web_file import WebFile

from ..console.failures import LEFT, Failed
from ..local_seats.page_doors import (
    NO_NETWORK,
    Door,
    OuterDoors,
    OwnDoors,
    PageDoors,
    phone_hosts,
)
from ..play.game_task import GameTask
from ..settings.naming import ASK_NAME, fault_of_name
from ..settings.page_file import keep_page, keep_port, kept_page
from .double_click import is_served, until_idle
from .full_screen import FullScreen
from .page_scenes import PAGE_SCENES
from .page_stage import PageStage

if TYPE_CHECKING:
    from ..play.seat_screen import Play, Screen

BROKE = N_("The page failed. Your seat is safe.")
_TYPED_WAY_BACK = N_("`p2phanabi resume` continues it.")


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Where to open a page. `is_phone`: on another device on this network, else in a browser here.
    `interface` is that of `--interface`. `is_clicked`: nobody reads printed messages. `has_events`:
    standard output is for events, and messages go to standard error. `door`: the one that this page
    has at the port of the process that has started this one; None for a port of its own.
    `has_seat`: whoever leaves it has a seat to come back to."""

    is_phone: bool = False
    interface: str | None = None
    is_clicked: bool = False
    has_events: bool = False
    door: Door | None = None
    has_seat: bool = False

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses to serve the page at. Raise `Failed` if no other device could reach any."""
        return phone_hosts(self.interface) if self.is_phone else LOCAL


@asynccontextmanager
async def open_page(options: PageOptions) -> AsyncIterator[PageStage]:
    """Serve a page and announce its address. A page that is still open from an earlier run
    reconnects by itself. Raise `Failed`."""
    home, door = find_home(), options.door
    port, device = kept_page(home)
    server = WebServer(page_files(), "" if door is None else door.name, device=device)
    async with PagePort(port) as there, server, AsyncExitStack() as closing:

        async def serve_at(hosts: tuple[str, ...]) -> None:
            try:
                server.serve_at(await there.listen(hosts))
            except OSError:
                raise Failed(_(NO_NETWORK)) from None
            there.open_door("", server.page_room, hosts)

        doors: PageDoors = OwnDoors(there, options.interface, partial(keep_port, home))
        if door is None:
            await serve_at(options.hosts)
        else:
            doors = OuterDoors(door)
            server.serve_at(door.addresses)
            doors.door_opened(door.encoded(server.page_room))
        stage = PageStage(server, BusyPage(WaitNotice()), doors)
        saving = Saving(partial(keep_page, home, server.address.port))
        closing.push_async_callback(saving.finished)

        def bound(secret: bytes) -> None:
            saving.save(secret)
            stage.has_come()
            if options.is_phone:  # in case the phone is lost or replaced
                stage.hand_over = None
                _announce(server.invite(), options)

        async def hand_over() -> str:
            nonlocal options
            away = replace(options, is_phone=True)
            await serve_at(away.hosts)
            options = away  # from now on, new addresses are announced here
            return server.invitation()

        server.bound = bound
        stage.hand_over = None if options.is_phone else hand_over
        stage.translated = lambda: server.serve_files(page_files())
        _announce(server.invite(), options)
        yield stage


async def on_page(
    work: Callable[[PageStage], Coroutine[object, None, int]], options: PageOptions
) -> int:
    """Run `work` on a page until it ends or the program is terminated; return the exit code. Raise
    `Failed`."""
    if options.is_clicked:
        there = Address(LOCAL[0], kept_page(find_home())[0])
        if is_served(there, page_files()["/"].content):  # by an earlier click
            open_browser(f"http://{there}/")
            return 0

    async def to_the_end(stage: PageStage) -> int:
        code = await work(stage)
        await stage.finish()
        return code

    async with open_page(options) as stage:
        task = GameTask(to_the_end(stage))
        if not options.is_clicked:
            return await task.exit_code()
        watching = asyncio.create_task(until_idle(lambda: stage.is_watched))
        watching.add_done_callback(lambda _watching: task.leave())
        try:
            return await task.exit_code()
        finally:
            watching.cancel()


async def ask_name(stage: PageStage, usual: str = "", lines: Sequence[Line] = ()) -> str:
    """Ask for the player's name until there is one; `usual` can be taken as it is. `lines` are to
    be read first."""
    question = _(ASK_NAME)
    while True:
        name = LineInput(question, fault_of_name, can_go_back=False, usual=usual, lines=lines)
        await stage.follow(TypedPage(name), never)
        if name.typed is not None:
            return name.typed


async def play_on_page(
    prepare: Callable[[], Play],
    stage: PageStage,
    around: Callable[[Screen], Screen] = lambda screen: screen,
    *,
    keeps_seat: bool = False,
) -> int:
    """Play until the game ends, or the player leaves it; with `keeps_seat`, a player who leaves in
    the middle of the game only leaves the page. `around` wraps the screen. Raise `Failed`."""
    await asyncio.sleep(0)  # the first page is shown
    screen = FullScreen(stage, PAGE_SCENES)
    screen.doors = stage.doors
    if keeps_seat:
        stage.step_out, stage.step_in = screen.step_out, screen.step_in
        if stage.is_watched:
            stage.step_in()
    async with screen.ticking():
        return await until_left(prepare()(around(screen)), stage)


async def until_left(playing: Coroutine[object, None, int], stage: PageStage) -> int:
    """Run a game until it ends or the player leaves the page. Raise `Failed` if the page broke."""
    task = asyncio.create_task(playing)
    before, stage.leave = stage.leave, task.cancel
    try:
        await asyncio.wait({task})
    finally:
        task.cancel()
        stage.leave = before
    if stage.broken is not None:
        raise Failed(_(BROKE), typed=_(_TYPED_WAY_BACK))
    return LEFT if task.cancelled() else task.result()


def _announce(address: str, options: PageOptions) -> None:
    """Print the address, which works once, and open it here unless it is for a phone. A program
    that reads the output, such as the host of a phone, gets only the address."""
    if options.is_clicked:
        if not options.is_phone:
            open_browser(address)
        return
    out = sys.stderr if options.has_events else sys.stdout
    if not out.isatty():
        click.echo(address, out)
        return
    if options.is_phone:
        from p2p_hanabi.ui.drawing.qr import half_blocks  # needed only at a terminal
        from p2p_hanabi.ui.kit.console import Printer

        click.echo(_("Scan this with the phone, which must be on the same network:"), out)
        Printer(out).write(*half_blocks(address))
    else:
        click.echo(_opened_in_browser(has_seat=options.has_seat), out)
    click.echo(address, out)
    if options.has_seat:
        sentence = _("Press Ctrl-C here to leave; you can come back to an unfinished game later.")
        click.echo(sentence, out)
    else:
        click.echo(_("Press Ctrl-C here to leave."), out)
    if not options.is_phone and has_display(os.environ):
        open_browser(address)


def _opened_in_browser(*, has_seat: bool) -> str:
    if has_seat:
        return _("Your seat is in the browser. If no page has opened, open this address:")
    return _("The page is in the browser. If it has not opened, open this address:")


def page_files() -> dict[str, WebFile]:
    """Return the files of the page in the current language."""
    return shell.files(all_drawings())
