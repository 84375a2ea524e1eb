"""A person at a terminal or a pipe: the lines or the full screen, given a lobby and a session."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from p2p_hanabi.net.discovery import Found
from p2p_hanabi.net.session import Session
from p2p_hanabi.ui import sentences_again
from p2p_hanabi.ui.console import Console, Printer, open_console
from p2p_hanabi.ui.full.gathering import Busy, Choice, Code
from p2p_hanabi.ui.full.gathering import Lobby as Gathering
from p2p_hanabi.ui.full.look import ASCII_VARIABLE
from p2p_hanabi.ui.full.scene import SMALLEST
from p2p_hanabi.ui.full.stage import Stage, fits, open_stage
from p2p_hanabi.ui.full.table_scene import TableScene
from p2p_hanabi.ui.full.tables import TABLES
from p2p_hanabi.ui.full.words import broke, goodbye, lines_instead
from p2p_hanabi.ui.loop import within
from p2p_hanabi.ui.plain import ending_lines, play_table
from p2p_hanabi.ui.plain_again import ask_again, wait_for
from p2p_hanabi.ui.plain_lobby import PATIENT_S, ask_code, choose_table, show_lobby
from p2p_hanabi.ui.port import Kept
from p2p_hanabi.ui.screens import as_seen
from p2p_hanabi.ui.sentences import waiting
from p2p_hanabi.ui.sentences_person import (
    came_back,
    cannot_be_drawn_on,
    looking_for,
    no_terminal,
    no_utf8,
    nothing_found_yet,
    pairing,
    torn,
    transcript_follows,
    waiting_to_come_back,
)
from p2p_hanabi.ui.style import Line, text
from protocol.game import Card, Seat
from protocol.remarks import Arrangement, Heard, Remark, Rule
from protocol.status import Ending, How, Status

from .failures import Failed
from .finding import Finding
from .known import Introduced
from .logs import log_file
from .notes import Notes
from .screens import Screen, print_path
from .verdict import verdict_on

LOOK_S = 1.0
LEFT = 130
ENDS = (signal.SIGTERM, signal.SIGHUP)
"""Whoever ends the program from outside gets the terminal back as it was, too."""


class Left(Failed):
    """The player has closed this seat; the screen has said so already."""

    def __init__(self) -> None:
        super().__init__("", LEFT)


async def in_person(play: Callable[[Screen], Coroutine[Any, Any, int]], *, plain: bool) -> int:
    """The full screen where there is room for it and lines are not asked for."""
    if not plain and fits(sys.stdin, sys.stdout, os.environ):
        return await _on_full_screen(play)
    async with open_console(sys.stdin, sys.stdout, os.environ) as console:
        if console.is_terminal:
            told = [*([] if plain else [why_lines(os.environ)]), *plainer_signs()]
            console.say(*map(text, told))
        elif not plain:
            click.echo(no_terminal(), err=True)  # standard output is for who reads the game there
        return await play(PersonScreen(console))


def why_lines(environ: Mapping[str, str]) -> str:
    """Why a terminal does not get the full screen."""
    term = environ.get("TERM", "")
    is_dumb = term in ("", "dumb")
    return cannot_be_drawn_on(term) if is_dumb else lines_instead(SMALLEST)


def plainer_signs() -> list[str]:
    """A sentence for those who do not see all signs, though they have not asked for that."""
    encoding = sys.stdout.encoding or "ascii"
    is_asked = bool(os.environ.get(ASCII_VARIABLE))
    return [] if is_asked or encoding.lower().startswith("utf") else [no_utf8(encoding)]


async def _on_full_screen(play: Callable[[Screen], Coroutine[Any, Any, int]]) -> int:
    """What is left of the table is printed once the terminal is as it was."""
    has_left = False
    async with open_stage(sys.stdin, sys.stdout, os.environ, Busy()) as stage:
        screen = FullScreen(stage)
        playing = asyncio.ensure_future(play(screen))

        def leave() -> None:
            nonlocal has_left
            has_left = True
            playing.cancel()

        stage.leave = leave
        loop = asyncio.get_running_loop()
        for ends in ENDS:
            loop.add_signal_handler(ends, leave)
        ticking = asyncio.create_task(screen.tick())
        try:
            code = await playing
        except asyncio.CancelledError:
            if not has_left:
                raise
            code = LEFT
        finally:
            ticking.cancel()
    if stage.broken is not None:
        raise Failed(broke(log_file())) from stage.broken
    Printer(sys.stdout).say(*screen.last_lines)
    if screen.transcript is not None:
        print_path(screen.transcript)
    elif screen.was_seated:
        Printer(sys.stdout).say(text(goodbye()))
    return code


class SessionPort:
    """A session, as a screen wants it."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.seat = seat
        self.game = session.game
        self.names = tuple(state.name for state in session.seats())
        self._session = session
        self._notes = Notes(session.folder.notes)
        self._changes = session.changes()
        self._next: asyncio.Future[None] | None = None

    def view(self) -> Any:
        return as_seen(self.game, self._session.view(), self._session.orders())

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

    @property
    def talk(self) -> Rule:
        return self._session.talk

    def heard(self) -> Sequence[Heard]:
        return self._session.heard()

    def orders(self) -> Sequence[Arrangement]:
        return self._session.orders()

    def say(self, remark: Remark) -> None:
        self._session.say(remark)

    def notes(self) -> Mapping[Card, str]:
        return self._notes.all()

    def note(self, card: Card, words: str) -> None:
        self._notes.write(card, words)

    def withdraw(self, reason: str) -> None:
        self._session.withdraw(reason)

    def declare_gone(self, seat: Seat) -> None:
        self._session.declare_gone(seat)

    def stop(self) -> None:
        self._session.stop()

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
        self._reminding: asyncio.Task[None] | None = None

    def tell(self, event: str, **facts: Any) -> None:
        """Most events are for scripts; what one waits for is told."""
        match event:
            case "waiting":
                self._remind_of(facts["seats"])
            case "pairing":
                self.say(pairing(facts["table"]))

    def _remind_of(self, names: Sequence[str]) -> None:
        self._forget()
        self.say(waiting_to_come_back(names))
        self._reminding = asyncio.create_task(self._remind(names))

    async def _remind(self, names: Sequence[str]) -> None:
        waited = 0
        while True:
            pause = min(60, max(15, waited))
            await asyncio.sleep(pause)
            waited += pause
            self.say(waiting(names, waited))

    def _forget(self) -> None:
        if self._reminding is not None:
            self._reminding.cancel()

    def say(self, sentence: str) -> None:
        self.console.say(text(sentence))

    def came_back(self, table: str, names: Sequence[str], torn_bytes: int) -> None:
        self._forget()
        self.console.say(text(came_back(table, names)))
        if torn_bytes:
            self.console.say(text(torn(torn_bytes)))

    async def lobby(self, lobby: Introduced) -> None:
        await show_lobby(lobby, self.console)
        raise Left

    async def choose(self, finding: Finding) -> Found | None:
        """A table that was asked for by name is taken at once; else the player chooses."""
        if finding.name is not None:
            self.say(looking_for(finding.name))
            return await _named(finding, lambda: self.say(nothing_found_yet()))
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

    async def ended(self, session: Session, ending: Ending) -> None:
        """The transcript's path stands last, as scripts want it."""
        me = next(state.seat for state in session.seats() if state.is_me)
        kept = Kept(None, session.evidence_path, session.faces())
        self.console.say(*ending_lines(SessionPort(session, me), ending, kept))
        if session.transcript_path is not None:
            self.console.say(text(sentences_again.checking()))
            self.console.say(await asyncio.to_thread(verdict_on, session.transcript_path))
            self.console.say(text(transcript_follows()))
        print_path(session)

    async def again(self, *, offers: bool) -> bool:
        """Nobody is asked at a pipe: a script knows by itself whether it wants more."""
        return offers and self.console.is_terminal and await ask_again(self.console)

    async def wait_for_host(self, name: str) -> None:
        await wait_for(sentences_again.waits_for_host(name), self.console)
        raise Left


class FullScreen:
    """One scene after another on the whole terminal."""

    is_person = True

    def __init__(self, stage: Stage) -> None:
        self.last_lines: list[Line] = []
        self.transcript: Session | None = None
        self.was_seated = False
        self._stage = stage
        self._why = " ".join(plainer_signs())
        self._table: TableScene | None = None
        self._checking: asyncio.Task[None] | None = None

    def tell(self, event: str, **facts: Any) -> None:
        """Only what one waits for is of interest here."""
        match event:
            case "waiting":
                self._stage.show(Busy(waiting_to_come_back(facts["seats"])))
            case "pairing":
                self._stage.show(Busy(pairing(facts["table"])))

    async def tick(self) -> None:
        """Whoever waits is shown for how long."""
        while True:
            await asyncio.sleep(LOOK_S)
            if isinstance(self._stage.scene, Busy):
                self._stage.refresh()

    def say(self, sentence: str) -> None:
        self._why = sentence

    def came_back(self, table: str, names: Sequence[str], torn_bytes: int) -> None:
        """The table itself shows where it stands, once everybody is there."""
        self._stage.show(Busy(came_back(table, names)))
        if torn_bytes:
            self._why = torn(torn_bytes)

    async def lobby(self, lobby: Introduced) -> None:
        await self._stage.follow(Gathering(lobby, self._why), lobby.changed)

    async def choose(self, finding: Finding) -> Found | None:
        """A table that was asked for by name is taken at once; else the player chooses."""
        if finding.name is not None:
            busy = Busy(looking_for(finding.name))
            self._stage.show(busy)
            return await _named(finding, lambda: busy.sentences.append(nothing_found_yet()))
        choice = Choice(finding)
        await self._stage.follow(choice, lambda: within(LOOK_S, finding.changed))
        notice = choice.chosen
        self._stage.show(Busy())
        if notice is None:
            return None
        return next(one for one in finding.joinable() if one.notice.table == notice.table)

    async def ask_code(self) -> bytes | None:
        asking, self._why = Code(self._why), ""
        await self._stage.follow(asking, _never)
        self._stage.show(Busy())
        return asking.code

    async def table(self, session: Session, seat: Seat) -> None:
        port = SessionPort(session, seat)
        self.was_seated = True
        self._table = TABLES[session.game](port)
        if self._why:
            self._table.tell(self._why)
        await self._stage.follow(self._table, port.changed)

    async def ended(self, session: Session, ending: Ending) -> None:
        """The transcript is checked while the player looks at the end."""
        me = next(state.seat for state in session.seats() if state.is_me)
        path = session.transcript_path
        kept = Kept(path, session.evidence_path, session.faces(), again=ending.how is How.CLOSED)
        port = SessionPort(session, me)
        self.transcript = session

        def tell(verdict: Line) -> None:
            told = replace(kept, verdict=verdict)
            if self._table is not None:
                self._table.finish_table(told)
            self.last_lines = ending_lines(port, ending, replace(told, transcript=None))
            self._stage.refresh()

        async def check(path: Path) -> None:
            tell(await asyncio.to_thread(verdict_on, path))

        tell(() if path is None else text(sentences_again.checking()))
        if path is not None:
            self._checking = asyncio.create_task(check(path))

    async def again(self, *, offers: bool) -> bool:
        """Once the player has seen the end."""
        table = self._table
        if table is None:
            return False
        if not table.is_over:
            await self._stage.follow(table, _never)
        if self._checking is not None:
            await self._checking
        if not (offers and table.plays_again):
            return False
        self._table, self.was_seated = None, False
        self._stage.show(Busy(sentences_again.opening()))
        return True

    async def wait_for_host(self, name: str) -> None:
        await self._stage.follow(Busy(sentences_again.waits_for_host(name)), _never)


async def _named(finding: Finding, advise: Callable[[], None]) -> Found:
    """The table of that name. Whoever waits for long is told once what else can be done."""
    has_advised = False
    while not finding.joinable():
        await within(PATIENT_S, finding.changed)
        if not (has_advised or finding.joinable()):
            has_advised = True
            advise()
    return finding.joinable()[0]


async def _never() -> None:
    """Nothing changes but by what is pressed."""
    await asyncio.get_running_loop().create_future()
