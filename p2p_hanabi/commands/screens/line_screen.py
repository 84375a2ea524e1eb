"""The screen of a person who reads and types lines, at a terminal or a pipe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from p2p_hanabi.gathering import PhoneCodes, no_phones
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.drawing.style import PATH, Line, text
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.kit.shell_words import in_a_shell
from p2p_hanabi.ui.lines.end_lines import stay_after, wait_for
from p2p_hanabi.ui.lines.input_lines import LeftInput, ask_in_lines
from p2p_hanabi.ui.lines.lobby_lines import show_lobby
from p2p_hanabi.ui.lines.plain import play_table
from p2p_hanabi.ui.lines.tables_lines import choose_table
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.company import waits_for_host
from p2p_hanabi.ui.model.end.ended_table import EndedTable, ending_lines
from p2p_hanabi.ui.model.end.shown_end import ShownEnd, Wish, meanwhile
from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput, Input
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.model.lobby.sentences_person import came_back, torn
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.table.table_messages import RESUMING_S, next_mark
from p2p_hanabi.ui.model.table.thinking import ThinkingTimes
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import waiting
from p2p_hanabi.ui.words.words_shared import CHECKING
from protocol.audit.verdict import Report
from protocol.peer.status import Ending

from ..console.failures import Failed, Left
from ..console.times_file import keep_times
from ..local_seats.page_doors import PageDoors
from ..play.review_port import SharedReviewPort
from ..play.seat_screen import print_path
from ..play.session_port import SessionPort, snapshot_of
from ..play.table_search import TableSearch
from ..records.audit_sentence import examined
from ..records.playback import Playback
from .find_by_name import find_table
from .load_ahead import loading_ahead
from .notices import AtTheEnd, StillWaits, Waits, notice


class LineScreen:
    """Prints everything in lines, and carries out typed lines. The transcript's path is printed
    last, on standard output.

    With `verdict`, standard output is for another purpose: the path is a line like others, and
    `verdict` is called with the result of the audit.
    """

    is_person = True
    doors: PageDoors | None = None

    def __init__(
        self, console: Console, verdict: Callable[[Path, Report], None] | None = None
    ) -> None:
        self.console = console
        self.phones: PhoneCodes = no_phones
        self._verdict = verdict
        self.stays = console.is_terminal  # a script need not be asked whether to play again
        self._reminding: asyncio.Task[None] | None = None
        self._end_shown = asyncio.Event()
        self._table_closed = asyncio.Event()
        self._plays_again = False
        self._times: ThinkingTimes | None = None

    def report(self, event: str, **facts: Any) -> None:
        """Show the events that make the player wait; the others are for scripts."""
        match notice(event, facts):
            case Waits(sentence, names):
                self._stop_reminding()
                self.show(sentence)
                if names:
                    self._reminding = asyncio.create_task(self._remind(names))
            case StillWaits(sentence) | AtTheEnd(sentence):
                self.show(sentence)

    async def _remind(self, names: Sequence[str]) -> None:
        waited = 0
        while True:
            pause = next_mark(RESUMING_S, waited) - waited
            await asyncio.sleep(pause)
            waited += pause
            self.show(waiting(names, waited))

    def _stop_reminding(self) -> None:
        if self._reminding is not None:
            self._reminding.cancel()

    def show(self, sentence: str) -> None:
        self.console.write(text(sentence))

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        self._stop_reminding()
        self.console.write(text(came_back(table, names)))
        if truncated_bytes:
            self.console.write(text(torn(truncated_bytes)))

    async def show_lobby(self, lobby: LobbyPort) -> None:
        await show_lobby(lobby, SCREENS, self.console)
        raise Left

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        """Ask only at a terminal: a script chooses by an option."""
        if not self.console.is_terminal:
            return None
        choice = ChoiceInput(question, choices)
        await self._ask(choice)
        return choice.chosen

    async def choose(self, search: TableSearch) -> Found | None:
        """Raise `Left` if the player goes back."""

        async def choose(tables: TablesFound) -> None:
            await choose_table(tables, search, self.console)

        found = await find_table(search, Device.LINE, self.show, choose)
        if found is None:
            raise Left(is_early=True)
        return found

    async def ask_code(self, table: str) -> bytes | None:
        code = CodeInput(table)
        await self._ask(code)
        return code.room_code

    async def _ask(self, wanted: Input) -> None:
        try:
            await ask_in_lines(wanted, self.console)
        except LeftInput:
            raise Left(is_early=True) from None

    async def show_table(self, session: Session) -> None:
        port = SessionPort(session, self.phones)
        self._times = times = ThinkingTimes(len(port.now.players.names))
        if port.notes.trouble is not None:
            self.show(port.notes.trouble)
        self._end_shown.clear()
        self._table_closed.clear()
        self._plays_again = False
        try:
            async with loading_ahead(session.game):
                ending = await play_table(port, self.console, times=times)
        finally:
            self._table_closed.set()
            await port.notes.stored()
        if ending is None:
            raise Left
        if self.stays:
            await self._end_shown.wait()
            end = ShownEnd(port, times=times)
            end.come(_kept(session))

            async def carry_out(wish: Wish) -> Sequence[Line]:
                return await self._carry_out(wish, session, port, end.measured())

            await stay_after(port, end, self.console, carry_out, times=times)
            self._plays_again = end.plays_again
            session.leave()

    async def ended(self, session: Session, ending: Ending) -> None:
        """Show the end."""
        if self.stays:
            await self._table_closed.wait()
        kept = replace(_kept(session), transcript=None)  # its path has a line of its own
        now, path = snapshot_of(session), session.transcript_path
        self.console.write(*ending_lines(SCREENS[session.game], now, ending, kept))
        if path is not None:
            spent = None if self._times is None else self._times.to_keep(now)
            await asyncio.to_thread(keep_times, path, spent)
            await self._tell_transcript(path)
        if self._verdict is None:
            print_path(session)
        self._end_shown.set()

    async def _tell_transcript(self, path: Path) -> None:
        self.console.write(text(_(CHECKING)))
        verdict, report = await asyncio.to_thread(examined, path)
        self.console.write(verdict)
        self.console.write(
            text(_("The transcript, which anybody can check with `p2phanabi audit`:"))
        )
        if self._verdict is not None:
            self.console.write(text(in_a_shell(path), PATH))
            if report is not None:
                self._verdict(path, report)

    async def review(self, game: Playback, port: SharedReviewPort) -> None:
        from ..practice.practice_lines import review_in_lines  # as below

        if port.trouble is not None:
            self.show(port.trouble)
        await review_in_lines(self.console, game, port)

    async def _carry_out(
        self, wish: Wish, session: Session, port: SessionPort, measured: Sequence[Line]
    ) -> Sequence[Line]:
        from ..records import after_game  # loaded already, but slow to load

        if (path := session.transcript_path) is None:
            return []
        if says := meanwhile(wish, goes_on=False):
            self.show(says)
        if wish in (Wish.WHAT_IF, Wish.DEAL, Wish.TOGETHER):
            return await self._play_back(wish, path, port)
        return await after_game.carry_out(wish, path, measured=measured)

    async def _play_back(self, wish: Wish, path: Path, port: SessionPort) -> Sequence[Line]:
        """Let the player try other moves, look at the game together with others, or play the deal
        again; return why they cannot."""
        from ..practice.practice_lines import practise_in_lines, replay_in_lines  # as below
        from ..practice.practice_table import KnownDeal
        from ..records import after_game
        from ..records.branches import shown_replay

        try:
            game, eyes = await after_game.opened(path)
            if wish is Wish.DEAL:
                await practise_in_lines(self.console, KnownDeal(game, port.now.seat))
            elif wish is Wish.TOGETHER:
                await self.review(game, port.review())
            else:
                await replay_in_lines(self.console, game, shown_replay(game, eyes))
        except Failed as failed:
            return [text(failed.sentence, "alarm")]
        return []

    async def again(self, *, offers: bool) -> bool:
        return offers and self._plays_again

    async def wait_for_host(self, name: str) -> None:
        await wait_for(waits_for_host(name), self.console)
        raise Left


def _kept(session: Session) -> EndedTable:
    return EndedTable(session.transcript_path, session.evidence_path, session.now.faces)
