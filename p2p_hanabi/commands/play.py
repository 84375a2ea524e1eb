"""One game at a table, from its first round to its end."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from p2p_hanabi.games import GAMES
from p2p_hanabi.net.addresses import Interface, usable_interfaces
from p2p_hanabi.net.seat import Seated
from p2p_hanabi.net.session import Session
from p2p_hanabi.paths import StorageFailed
from p2p_hanabi.ui import sentences_failures as say
from p2p_hanabi.ui.sentences_person import not_remembered
from protocol.status import Ending, How

from .failures import NOT_GOOD, Failed, told_plainly
from .gathering import beside
from .known import remember
from .screens import Screen
from .settings import Here


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has ended. `transcript` is its file, absent (None) if there is none."""

    ending: Ending
    transcript: Path | None

    @property
    def exit_code(self) -> int:
        return 0 if self.ending.how is How.CLOSED else NOT_GOOD


async def play_on(seated: Seated, here: Here, screen: Screen, out: Path | None) -> Played:
    """From the first round, or where the journal ends, to the end of the game."""
    screen.tell("agreed")
    session = Session(
        seated, GAMES[seated.seating.game], here.home, interfaces=_interfaces_of(here)
    )
    with told_plainly():
        async with beside(screen.table(session, seated.seat)):
            ending = await session.run()
    if out is not None and session.transcript_path is not None:
        _copy(session.transcript_path, out)
    if ending.how is How.CLOSED and screen.is_person:
        _remember(seated, here, screen)
    await screen.ended(session, ending)
    return Played(ending, session.transcript_path)


def _remember(seated: Seated, here: Here, screen: Screen) -> None:
    """The game is over and told; that its players are not remembered is no reason to fail."""
    try:
        remember(here.home, seated.seating, seated.seat)
    except StorageFailed as error:
        screen.say(not_remembered(str(error)))


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
        told = f"{say.cannot_write(out, reason)} {say.transcript_is(source)}"
        raise Failed(told) from None
