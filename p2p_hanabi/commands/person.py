"""A person at a console: the line interface, given a lobby and a session."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from p2p_hanabi.net.discovery import Found
from p2p_hanabi.net.session import Session
from p2p_hanabi.ui.console import Console, open_console
from p2p_hanabi.ui.plain import ending_lines, play_table
from p2p_hanabi.ui.plain_lobby import ask_code, choose_table, show_lobby
from p2p_hanabi.ui.port import Kept
from p2p_hanabi.ui.style import text
from protocol.game import Seat
from protocol.status import Ending, Status

from .failures import Failed
from .finding import Finding
from .screens import Lobby, Screen, print_path

LOOK_S = 1.0
LEFT = 130


class Left(Failed):
    """The player has closed this seat; the screen has said so already."""

    def __init__(self) -> None:
        super().__init__("", LEFT)


async def in_person(play: Callable[[Screen], Coroutine[Any, Any, int]]) -> int:
    async with open_console(sys.stdin, sys.stdout, os.environ) as console:
        return await play(PersonScreen(console))


class SessionPort:
    """A session, as a screen wants it."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.seat = seat
        self.game = session.game
        self.names = tuple(state.name for state in session.seats())
        self._session = session
        self._changes = session.changes()
        self._next: asyncio.Future[None] | None = None

    def view(self) -> Any:
        return self._session.view()

    def status(self) -> Status:
        return self._session.status()

    def ending(self) -> Ending | None:
        return self._session.ending()

    def missing(self) -> Mapping[Seat, float]:
        return {
            state.seat: state.missing_s
            for state in self._session.seats()
            if state.missing_s is not None
        }

    def play(self, move: Any) -> None:
        self._session.play(move)

    def withdraw(self, reason: str) -> None:
        self._session.withdraw(reason)

    async def changed(self) -> None:
        """The next change, or a second later, so that waiting times are told."""
        if self._next is None:
            self._next = asyncio.ensure_future(anext(self._changes, None))
        await asyncio.wait({self._next}, timeout=LOOK_S)
        if self._next.done():
            self._next = None


class PersonScreen:
    """Everything is told in lines; what is typed is done."""

    is_person = True

    def __init__(self, console: Console) -> None:
        self.console = console

    def tell(self, event: str, **facts: Any) -> None:
        """Events are for scripts."""

    def say(self, sentence: str) -> None:
        self.console.say(text(sentence))

    def came_back(self, table: str, names: Sequence[str], torn_bytes: int) -> None:
        self.console.say(text(f"Back at the table of {', '.join(names)} ({table})."))
        if torn_bytes:
            self.console.say(
                text(f"The journal's last record was torn; its {torn_bytes} bytes were cut off.")
            )

    async def lobby(self, lobby: Lobby) -> None:
        await show_lobby(lobby, self.console)
        raise Left

    async def choose(self, finding: Finding) -> Found | None:
        """A table that was asked for by name is taken at once; else the player chooses."""
        if finding.name is not None:
            self.console.say(text(f"Looking for the table {finding.name}."))
            while not finding.joinable():
                await finding.changed()
            return finding.joinable()[0]
        notice = await choose_table(finding, self.console)
        if notice is None:
            raise Left
        return next(one for one in finding.joinable() if one.notice.table == notice.table)

    async def ask_code(self) -> bytes | None:
        code = await ask_code(self.console)
        if code is None:
            raise Left
        return code

    async def table(self, session: Session, seat: Seat) -> None:
        if await play_table(SessionPort(session, seat), self.console) is None:
            raise Left

    def ended(self, session: Session, ending: Ending) -> None:
        me = next(state.seat for state in session.seats() if state.is_me)
        kept = Kept(None, session.evidence_path, session.faces())
        self.console.say(*ending_lines(SessionPort(session, me), ending, kept))
        self.console.say(text("The transcript, which anybody can check by `p2phanabi audit`:"))
        print_path(session)
