"""The screen of a seat, as commands use it: a person's screen, or a bot's report."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeAlias

import click

from p2p_hanabi.gathering import LobbyPhase, LobbyView, PhoneCodes, no_phones
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.decisions import Decision
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.model.lobby.sentences_lobby import opened_by
from p2p_hanabi.ui.words.i18n import _
from protocol.errors import NotNow
from protocol.game import AnyMove, AnyView, Seat
from protocol.peer.status import Activity, Ending, Status

from ..bots.seat_players import PlayerFactory, SeatPlayer
from ..console.failures import Failed
from ..console.json_lines import path_fact
from ..local_seats.page_doors import PageDoors
from ..records.playback import Playback
from ..records.why_file import WhyFile
from .review_port import SharedReviewPort
from .table_search import ANOTHER_S, TableSearch


class Screen(Protocol):
    """Shows and plays one seat. `show_lobby` and `show_table` run until they are cancelled, or
    raise because the player has left."""

    phones: PhoneCodes
    """The codes that move a seat on this machine to another phone, in case its phone is lost."""
    doors: PageDoors | None
    """Those of the port at which this screen is a page; None for any other screen."""

    @property
    def is_person(self) -> bool: ...

    @property
    def stays(self) -> bool:
        """Whether the player stays at the ended table, to talk or to play again."""

    async def show_lobby(self, lobby: LobbyPort) -> None: ...

    async def show_table(self, session: Session) -> None: ...

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        """Report that the seat was resumed. `truncated_bytes` were cut from the journal's end."""

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        """Return the index of the player's choice; None if nobody can be asked."""

    async def choose(self, search: TableSearch) -> Found | None:
        """Choose one of the tables found; None if the player wants none."""

    async def ask_code(self, table: str) -> bytes | None:
        """Ask for a room code; None if the player has none. `table` is a sentence that names the
        table."""

    async def ended(self, session: Session, ending: Ending) -> None:
        """Show that the game is over. Called after its files were written."""

    async def again(self, *, offers: bool) -> bool:
        """Return whether to play again, if offered, once the player has seen the end."""

    async def wait_for_host(self, name: str) -> None:
        """Show that the host is opening the next table, until cancelled. Raise if the player
        leaves."""

    async def review(self, game: Playback, port: SharedReviewPort) -> None:
        """Show a game to look at together, until the player leaves it."""

    def report(self, event: str, **facts: Any) -> None: ...

    def show(self, sentence: str) -> None:
        """Show a sentence to a person."""


Play: TypeAlias = Callable[[Screen], Coroutine[object, None, int]]
"""Plays on a screen, from finding a table to the last game, and returns the exit code."""


def report_end(event: str, **facts: Any) -> None:
    """Print the transcript's path at the end, for an unwatched bot."""
    if event == "ended" and facts["transcript"] is not None:
        click.echo(os.fsencode(facts["transcript"]))  # scripts need the exact bytes of the name


def print_path(session: Session) -> None:
    """Print the transcript's path on its own line, never wrapped, since scripts read it."""
    report_end("ended", transcript=path_fact(session.transcript_path))


class BotScreen:
    """Plays a bot's seat. `tell` receives its moves, and at the end the transcript's path.

    It pauses for `pause_s` seconds before each move.
    """

    is_person = False
    stays = False
    phones: PhoneCodes = no_phones
    doors: PageDoors | None = None

    def __init__(
        self, tell: Callable[..., None], pause_s: float, new_player: PlayerFactory
    ) -> None:
        self._tell = tell
        self._pause_s = pause_s
        self._new_player = new_player

    def report(self, event: str, **facts: Any) -> None:
        self._tell(event, **facts)

    def show(self, sentence: str) -> None:
        """Discard the sentence: nobody reads it."""

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        """Do nothing: the bot plays on."""

    async def show_lobby(self, lobby: LobbyPort) -> None:
        seen: LobbyView | None = None
        while True:
            view = lobby.view()
            if view is not None and view != seen:
                seen = view
                gathers = view.phase is LobbyPhase.GATHERING
                if gathers and not view.members[view.me].is_ready:
                    lobby.ready(True)  # also after the link was lost
                    continue
            await lobby.changed()

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        return None

    async def choose(self, search: TableSearch) -> Found | None:
        """Wait for a table that can be joined. Raise `Failed` if there are several."""
        while not (found := search.joinable()):
            await search.changed()
        if search.name is not None:
            await asyncio.sleep(ANOTHER_S)
            found = search.joinable()
        if len(found) == 1:
            return found[0]
        tables = [f"{one.notice.name} ({opened_by(one.notice.host)})" for one in found]
        raise Failed(
            _("There are several tables: {names}.").format(names=", ".join(tables)),
            typed=_("Choose with --table, or with --by and the player who opened it."),
        )

    async def ask_code(self, table: str) -> bytes | None:
        return None  # there is nobody to ask

    async def show_table(self, session: Session) -> None:
        async with self._new_player(session, self.report) as player:
            await self._play(session, player)

    async def _play(self, session: Session, player: SeatPlayer) -> None:
        game, seat, whys = GAMES[session.game], session.seat, WhyFile(session.folder)
        number = -1
        async for _change in session.changes():
            status = session.status()
            _consent(session, seat, status)
            if session.now.ending is not None:
                whys.show()
            player.see()
            if status.activity is not Activity.MOVING or status.round_number == number:
                continue
            number = status.round_number
            if status.waiting_for == (seat,):
                decision = await self._decide(session, player)
                if decision is None:
                    continue  # the table has ended or is disputed meanwhile
                whys.keep(number, game.rules.pack(decision.move), decision.why)
                self.report("move", round=number)
                session.play(decision.move)

    async def _decide(self, session: Session, player: SeatPlayer) -> Decision[AnyMove] | None:
        """Return a move; None if the seat is no longer to move."""
        await asyncio.sleep(self._pause_s)
        if (view := _to_move(session)) is None:
            return None
        decision = await player.decide(view, session.status().round_number)
        return None if _to_move(session) is None else decision

    async def again(self, *, offers: bool) -> bool:
        return False

    async def wait_for_host(self, name: str) -> None:
        """Return at once: a bot never waits for another game."""

    async def review(self, game: Playback, port: SharedReviewPort) -> None:
        """Return at once: a bot has nothing to say about a game."""

    async def ended(self, session: Session, ending: Ending) -> None:
        self.report("ended", transcript=path_fact(session.transcript_path))


def _to_move(session: Session) -> AnyView | None:
    """Return the seat's view if it is to move, else None."""
    now = session.status()
    is_turn = now.activity is Activity.MOVING and now.waiting_for == (session.seat,)
    return session.now.view if is_turn else None


def _consent(session: Session, seat: Seat, status: Status) -> None:
    """Join the others in declaring a seat gone that this bot cannot reach either, or in stopping
    the table. A bot never does so first."""
    for about, callers in status.called_gone:
        if seat not in (about, *callers):
            with contextlib.suppress(NotNow):  # there is a link, or it was declared already
                session.declare_gone(about)
    if status.stopped_by and seat not in status.stopped_by:
        with contextlib.suppress(NotNow):
            session.stop()
