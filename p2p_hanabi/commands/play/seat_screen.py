"""What a seat is shown on, as the command line sees it: a person's screen, or a bot's report."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeAlias

import click

from p2p_hanabi.games.common.decisions import Decision
from p2p_hanabi.gathering import LobbyPhase, LobbyView, PhoneCodes, no_phones
from p2p_hanabi.net.discovery import Found
from p2p_hanabi.net.session import Session
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.lobby.sentences_lobby import opened_by
from p2p_hanabi.ui.reports import sentences_failures as say
from p2p_hanabi.ui.table.port import LobbyPort
from protocol.errors import NotNow
from protocol.game import AnyMove, AnyView, Seat
from protocol.peer.status import Doing, Ending, Status

from ..bots.seat_players import PlayerFactory, SeatPlayer
from ..console.failures import Failed
from ..console.json_lines import path_fact
from ..records.why_file import WhyFile
from .table_search import ANOTHER_S, TableSearch


class Screen(Protocol):
    """Shows and plays one seat. `lobby` and `table` run until they are cancelled; what they raise
    ends the seat's part: somebody has left."""

    phones: PhoneCodes
    """What takes a seat of this machine from its phone, once it is lost."""

    @property
    def is_person(self) -> bool: ...

    @property
    def stays(self) -> bool:
        """Whether somebody is there who may have something to say once the game is over."""

    async def lobby(self, lobby: LobbyPort) -> None: ...

    async def table(self, session: Session) -> None: ...

    def came_back(self, table: str, names: Sequence[str], torn_bytes: int) -> None:
        """Tell that the seat was taken again. `torn_bytes` were cut off the journal's end."""

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        """Return which of the choices is taken, from 0; None if nobody can be asked."""

    async def choose(self, search: TableSearch) -> Found | None:
        """Choose the table to join, of those that are found; absent if none is wanted."""

    async def ask_code(self, table: str) -> bytes | None:
        """Ask for the room code of a table, which is named in a sentence; absent if the player has
        none."""

    async def ended(self, session: Session, ending: Ending) -> None:
        """Show that the game is over, and its files are written."""

    async def again(self, *, offers: bool) -> bool:
        """Once the player has seen the end: whether to play once more, if that is offered."""

    async def wait_for_host(self, name: str) -> None:
        """Until it is cancelled: the host opens the next table. Raises what ends the waiting."""

    def tell(self, event: str, **facts: Any) -> None: ...

    def say(self, sentence: str) -> None:
        """Show a sentence to a person."""


Play: TypeAlias = Callable[[Screen], Coroutine[object, None, int]]
"""What a person or a bot does on a screen, from finding a table to the last game: an exit code."""


def report_end(event: str, **facts: Any) -> None:
    """Print the transcript's path last, for a bot that nobody watches."""
    if event == "ended" and facts["transcript"] is not None:
        click.echo(os.fsencode(facts["transcript"]))  # a script wants the very bytes of the name


def print_path(session: Session) -> None:
    """Print the transcript's path on a line of its own, never folded: scripts read it."""
    report_end("ended", transcript=path_fact(session.transcript_path))


class BotScreen:
    """Plays by itself. `tell` is told of its moves, and in the end where the transcript is.

    `pause_s` is how long it seems to think.
    """

    is_person = False
    stays = False
    phones: PhoneCodes = no_phones

    def __init__(
        self, tell: Callable[..., None], pause_s: float, new_player: PlayerFactory
    ) -> None:
        self._tell = tell
        self._pause_s = pause_s
        self._new_player = new_player

    def tell(self, event: str, **facts: Any) -> None:
        self._tell(event, **facts)

    def say(self, sentence: str) -> None:
        """Drop it: nobody reads it."""

    def came_back(self, table: str, names: Sequence[str], torn_bytes: int) -> None:
        """Say nothing: it plays on."""

    async def lobby(self, lobby: LobbyPort) -> None:
        seen: LobbyView | None = None
        while True:
            view = lobby.view()
            if view is not None and view != seen:
                seen = view
                gathers = view.phase is LobbyPhase.GATHERING
                if gathers and not view.sitters[view.me].is_ready:
                    lobby.ready(True)  # also after the link was lost
                    continue
            await lobby.changed()

    async def choose_one(
        self,
        question: str,  # noqa: ARG002 - nobody reads it
        choices: Sequence[str],  # noqa: ARG002 - nor this
    ) -> int | None:
        return None

    async def choose(self, search: TableSearch) -> Found | None:
        """Choose the first table that can be joined. Raise `Failed` if there are several."""
        while not (found := search.joinable()):
            await search.changed()
        if search.name is not None:
            await asyncio.sleep(ANOTHER_S)
            found = search.joinable()
        if len(found) == 1:
            return found[0]
        tables = [f"{one.notice.name} ({opened_by(one.notice.host)})" for one in found]
        raise Failed(say.several_tables(tables))

    async def ask_code(self, table: str) -> bytes | None:  # noqa: ARG002 - nobody reads it
        return None  # nobody is there to be asked

    async def table(self, session: Session) -> None:
        async with self._new_player(session, self.tell) as player:
            await self._play(session, player)

    async def _play(self, session: Session, player: SeatPlayer) -> None:
        game, seat, whys = GAMES[session.game], session.seat, WhyFile(session.folder)
        told = -1
        async for _ in session.changes():
            status = session.status()
            _consent(session, seat, status)
            if session.ending() is not None:
                whys.show()
            player.see()
            if status.doing is not Doing.MOVING or status.round_number == told:
                continue
            told = status.round_number
            if status.waiting_for == (seat,):
                decision = await self._decide(session, player)
                if decision is None:
                    continue  # the table has ended or is disputed meanwhile
                whys.keep(told, game.rules.pack(decision.move), decision.why)
                self.tell("move", round=told)
                session.play(decision.move)

    async def _decide(self, session: Session, player: SeatPlayer) -> Decision[AnyMove] | None:
        """A move, if it can still be made then."""
        await asyncio.sleep(self._pause_s)
        if (view := _to_move(session)) is None:
            return None
        decision = await player.decide(view, session.status().round_number)
        return None if _to_move(session) is None else decision

    async def again(self, *, offers: bool) -> bool:  # noqa: ARG002 - a bot has had enough
        return False

    async def wait_for_host(self, name: str) -> None:
        """Return at once: a bot never waits for another game."""

    async def ended(self, session: Session, ending: Ending) -> None:  # noqa: ARG002 - it has ended
        self.tell("ended", transcript=path_fact(session.transcript_path))


def _to_move(session: Session) -> AnyView | None:
    """What the seat sees if it is its turn."""
    now = session.status()
    is_turn = now.doing is Doing.MOVING and now.waiting_for == (session.seat,)
    return session.view() if is_turn else None


def _consent(session: Session, seat: Seat, status: Status) -> None:
    """A bot never begins it, but joins in: a seat is gone that it cannot reach either, or the
    table is to end."""
    for about, said in status.absent_said:
        if seat not in (about, *said):
            with contextlib.suppress(NotNow):  # there is a link here, or it is said already
                session.declare_gone(about)
    if status.stop_said_by and seat not in status.stop_said_by:
        with contextlib.suppress(NotNow):
            session.stop()
