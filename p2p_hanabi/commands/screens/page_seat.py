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

from p2p_hanabi.net.checks.checkup import default_interface
from p2p_hanabi.net.links.addresses import (
    Address,
    NoInterface,
    hosts_for_browsers,
    open_listener,
    usable_interfaces,
)
from p2p_hanabi.net.page.page_channel import PageSecret
from p2p_hanabi.net.page.web_server import LOCAL, WebServer
from p2p_hanabi.net.tasks import Saving
from p2p_hanabi.paths import Home, StorageFailed, find_home, read, write
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

from ..console.failures import LEFT, Failed, storage_failed
from ..console.output import tell_owner
from ..play.game_task import GameTask
from ..settings.naming import fault_of_name
from .double_click import is_served, until_idle
from .full_screen import FullScreen
from .page_scenes import PAGE_SCENES
from .page_stage import PageStage

if TYPE_CHECKING:
    from ..play.seat_screen import Play, Screen

PAGE_FILE = "page"
"""A file in the data directory with the port of the last page and the secret of its device."""
NO_NETWORK = N_("This computer is not on a network that a phone could reach.")
BROKE = N_("The page failed. Your seat is safe.")
_TYPED_WAY_BACK = N_("`p2phanabi resume` continues it.")
_SECRET_BYTES = 256
"""The maximum size of that file."""
_PORTS = range(1 << 16)


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Where to open a page. `is_phone`: on another device on this network, else in a browser here.
    `interface` is that of `--interface`. `is_clicked`: nobody reads printed messages. `has_events`:
    standard output is for events, and messages go to standard error."""

    is_phone: bool = False
    interface: str | None = None
    is_clicked: bool = False
    has_events: bool = False

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses to serve the page at. Raise `Failed` if no other device could reach any."""
        if not self.is_phone:
            return LOCAL
        try:
            interfaces = usable_interfaces(self.interface)
            hosts = hosts_for_browsers(interfaces, default_interface())
        except NoInterface:
            raise Failed(_(NO_NETWORK)) from None
        if not hosts:
            raise Failed(_(NO_NETWORK))
        return hosts


@asynccontextmanager
async def open_page(options: PageOptions) -> AsyncIterator[PageStage]:
    """Serve a page and announce its address. A page that is still open from an earlier run
    reconnects by itself. Raise `Failed`."""
    home, hosts = find_home(), options.hosts
    port, device = _kept(home)
    server = WebServer(page_files(), hosts, _free_port(hosts, port), device=device)
    async with server, AsyncExitStack() as closing:
        stage = PageStage(server, BusyPage(WaitNotice()))
        saving = Saving(partial(_keep, home, server.port))
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
            try:
                await server.reach(away.hosts)
            except OSError:
                raise Failed(_(NO_NETWORK)) from None
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
        there = Address(LOCAL[0], _kept(find_home())[0])
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
    question = _("What is your name?")
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
        click.echo(_("Your seat is in the browser. If no page has opened, open this address:"), out)
    click.echo(address, out)
    click.echo(_("Press Ctrl-C here to leave; you can come back to an unfinished game later."), out)
    if not options.is_phone and has_display(os.environ):
        open_browser(address)


def page_files() -> dict[str, WebFile]:
    """Return the files of the page in the current language."""
    return shell.files(all_drawings())


def _free_port(hosts: tuple[str, ...], port: int) -> int:
    """Return the port if it is free, so that an earlier page can reconnect; else 0."""
    try:
        for each in open_listener(hosts, port):
            each.close()
    except OSError:
        return 0
    return port


def _kept(home: Home) -> tuple[int, bytes | None]:
    """Return the port and the device's secret of the last page; 0 and None if unknown."""
    try:
        typed, _space, secret = read(home.path / PAGE_FILE, _SECRET_BYTES).decode().partition(" ")
        port, device = int(typed), PageSecret.of(bytes.fromhex(secret)).content
    except (StorageFailed, ValueError):
        return 0, None
    return port if port in _PORTS else 0, device


def _keep(home: Home, port: int, secret: bytes) -> None:
    try:
        write(home.path / PAGE_FILE, f"{port} {secret.hex()}".encode())
    except StorageFailed as error:  # the page works, but cannot reconnect to the next run
        tell_owner(storage_failed(error))
