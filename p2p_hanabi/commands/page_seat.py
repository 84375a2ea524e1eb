"""A person in front of a page: it is served, its address is told, and it is kept in mind for the
next time."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass

import click

from p2p_hanabi.net.addresses import NoInterface, open_listener, usable_interfaces
from p2p_hanabi.net.web_server import LOCAL, WebFile, WebServer
from p2p_hanabi.paths import Home, StorageFailed, find_home, read, write
from p2p_hanabi.registry import PAGES
from p2p_hanabi.systems import has_display, on_end
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.web import shell
from p2p_hanabi.ui.web.ask_pages import BusyPage

from .failures import LEFT, Failed
from .full_screen import FullScreen
from .interactive import Play
from .page_scenes import PageScenes
from .page_stage import PageStage

PAGE_FILE = "page"
"""In the data directory: the port of the last page, and the secret of its device."""
_SECRET_BYTES = 256
"""At most."""


@dataclass(frozen=True, slots=True)
class PageWish:
    """Where a page is to be opened. `is_phone`: on another device of this network, else in a
    browser here. `interface` is as `--interface` says."""

    is_phone: bool = False
    interface: str | None = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """Raise `Failed` if no other device could reach one."""
        if not self.is_phone:
            return LOCAL
        try:
            interfaces = usable_interfaces(self.interface)
        except NoInterface:
            raise Failed(_("This computer is in no network that a telephone could reach.")) from None
        return tuple(one.host for one in interfaces if ":" not in one.host)[:1]


@asynccontextmanager
async def open_page(wish: PageWish) -> AsyncIterator[PageStage]:
    """Serve a page, and tell its address. A page of before comes back by itself. Raise `Failed`."""
    home, hosts = find_home(), wish.hosts
    port, device = _kept(home)
    drawings = {name: page.art for name, page in PAGES.items() if page.art is not None}
    files = {
        path: WebFile(file.content, file.content_type)
        for path, file in shell.files(drawings).items()
    }
    server = WebServer(files, hosts, _free_port(hosts, port), device=device)
    async with server:
        server.bound = lambda secret: _keep(home, server.port, secret)
        stage = PageStage(server, BusyPage())
        _announce(server.invite(), wish)
        yield stage


async def on_page(prepare: Callable[[], Play], wish: PageWish) -> int:
    """Play on a page; return the exit code. Raise `Failed`."""
    async with open_page(wish) as stage:
        return await play_on_page(prepare, stage)


async def play_on_page(prepare: Callable[[], Play], stage: PageStage) -> int:
    async def play() -> int:
        await asyncio.sleep(0)  # the first page is shown
        screen = FullScreen(stage, PageScenes())
        ticking = asyncio.create_task(screen.tick())
        try:
            return await prepare()(screen)
        finally:
            ticking.cancel()

    return await until_left(play(), stage)


async def until_left(playing: Coroutine[object, None, int], stage: PageStage) -> int:
    """Run it until it ends, the player leaves the page, or the program is to end."""
    task, has_left = asyncio.create_task(playing), False

    def leave() -> None:
        nonlocal has_left
        if not has_left:
            has_left = True
            task.cancel()

    stage.leave = leave
    on_end(asyncio.get_running_loop(), leave)
    try:
        return await task
    except asyncio.CancelledError:
        if not has_left:
            raise
    finally:
        stage.leave = lambda: None
    if stage.broken is not None:
        raise Failed(_("The page failed. Your seat is safe: `p2phanabi resume` continues it."))
    return LEFT


def _announce(address: str, wish: PageWish) -> None:
    """Tell the address, which works once, and open it here unless it is for a telephone."""
    if wish.is_phone:
        from p2p_hanabi.ui.kit.qr import in_terminal

        click.echo(_("Scan this with the telephone, which must be in the same network:"))
        for line in in_terminal(address):
            click.echo(line)
    else:
        click.echo(_("Your seat is in the browser. If no page has opened, open this address:"))
    click.echo(address)
    click.echo(_("Press Ctrl-C here to leave; you can come back to an unfinished game later."))
    if not wish.is_phone and has_display(os.environ):
        webbrowser.open(address)


def _free_port(hosts: tuple[str, ...], port: int) -> int:
    """Return the port if it is free, so that the page of before finds its way; else 0."""
    try:
        for each in open_listener(hosts, port):
            each.close()
    except OSError:
        return 0
    return port


def _kept(home: Home) -> tuple[int, bytes | None]:
    """What was kept of the last page; nothing that must not be lost."""
    try:
        port, _space, secret = read(home.path / PAGE_FILE, _SECRET_BYTES).decode().partition(" ")
        return int(port), bytes.fromhex(secret)
    except (StorageFailed, ValueError):
        return 0, None


def _keep(home: Home, port: int, secret: bytes) -> None:
    try:
        write(home.path / PAGE_FILE, f"{port} {secret.hex()}".encode())
    except StorageFailed as error:  # the page works; after the program's end it wants a new code
        click.echo(str(error), err=True)
    sys.stderr.flush()
