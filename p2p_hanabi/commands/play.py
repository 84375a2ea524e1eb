"""`host` and `join`: from an open port or a found table to the end of the game."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_hanabi.games import GAMES
from p2p_hanabi.net.addresses import Address, Interface, usable_interfaces
from p2p_hanabi.net.lobby import TableConfig
from p2p_hanabi.net.lobby_host import HostLobby
from p2p_hanabi.net.lobby_join import JoinLobby
from p2p_hanabi.net.seat import Seated
from p2p_hanabi.net.session import Session
from p2p_hanabi.paths import StorageFailed
from p2p_hanabi.ui.sentences_person import not_remembered
from protocol.status import Ending, How

from .failures import NOT_GOOD, Failed, told_plainly
from .known import Introduced, fellows, remember
from .robots import Robots
from .screens import Screen
from .settings import Here, check_config


@dataclass(frozen=True, slots=True)
class Offer:
    """What a host opens. `bots` are started here, as processes that join like anyone."""

    config: TableConfig
    is_open: bool = False
    bots: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """What a joiner dials, and what answered there; nothing of it is proven."""

    addresses: tuple[Address, ...]
    table: bytes
    is_open: bool


async def host(offer: Offer, here: Here, screen: Screen, out: Path | None) -> int:
    """Open the table, gather, play. Returns the exit code."""
    async with Robots(here.home, here.interface) as robots:
        with told_plainly():
            known = fellows(here.home)
            lobby = HostLobby(
                offer.config, here.player, here.home, here.where, is_open=offer.is_open
            )
            view = lobby.view()
            robots.join(offer.bots, str(view.addresses[0]), view.code)
            async with _beside(screen.lobby(Introduced(lobby, known))):
                seated = await lobby.run()
        return await play_on(seated, here, screen, out)


async def take_seat(target: Target, code: bytes | None, here: Here, screen: Screen) -> Seated:
    """Knock once and wait for the start. `Failed` says why it came to nothing."""
    with told_plainly():
        known = fellows(here.home)
        lobby = JoinLobby(here.player, here.home, here.where, check_config)
        try:
            await lobby.knock(target.addresses, code, target.table)
        except BaseException:
            await lobby.close()
            raise
        async with _beside(screen.lobby(Introduced(lobby, known))):
            return await lobby.run()


async def play_on(seated: Seated, here: Here, screen: Screen, out: Path | None) -> int:
    """From the first round to the end of the game. Returns the exit code."""
    screen.tell("agreed")
    session = Session(
        seated, GAMES[seated.seating.game], here.home, interfaces=_interfaces_of(here)
    )
    with told_plainly():
        async with _beside(screen.table(session, seated.seat)):
            ending = await session.run()
    if out is not None and session.transcript_path is not None:
        _copy(session.transcript_path, out)
    if ending.how is How.CLOSED and screen.is_person:
        _remember(seated, here, screen)
    screen.ended(session, ending)
    return exit_code(ending)


def _remember(seated: Seated, here: Here, screen: Screen) -> None:
    """The game is over and told; that its players are not remembered is no reason to fail."""
    try:
        remember(here.home, seated.seating, seated.seat)
    except StorageFailed as error:
        screen.say(not_remembered(str(error)))


def exit_code(ending: Ending) -> int:
    return 0 if ending.how is How.CLOSED else NOT_GOOD


def _interfaces_of(here: Here) -> Callable[[], Sequence[Interface]]:
    """Found anew whenever asked: a laptop is carried elsewhere."""
    if here.interface is not None:
        return lambda: usable_interfaces(here.interface)
    on_loopback = all(interface.is_loopback for interface in here.where.interfaces)
    return lambda: usable_interfaces("127.0.0.1" if on_loopback else None)


def _copy(source: Path, out: Path) -> None:
    try:
        shutil.copyfile(source, out)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Failed(f"Cannot write {out}: {reason}. The transcript is {source}.") from None


@asynccontextmanager
async def _beside(showing: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """A screen that runs while the body does; its failure ends the body."""
    task = asyncio.create_task(showing)
    body = asyncio.current_task()
    broken: list[BaseException] = []

    def ended(done: asyncio.Task[None]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            broken.append(error)
            if body is not None:
                body.cancel()

    task.add_done_callback(ended)
    try:
        yield
    except asyncio.CancelledError:
        if broken:
            raise broken[0] from None
        raise
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
