"""A person's screen that shows one scene after another, on a terminal or on a page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

from p2p_hanabi.gathering import PhoneCodes, no_phones
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.review.review_room import Leave
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit.following import never, within
from p2p_hanabi.ui.model.end.company import waits_for_host
from p2p_hanabi.ui.model.end.ended_table import EndedTable, end_text
from p2p_hanabi.ui.model.end.shown_end import Wish, meanwhile
from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput, Input
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.model.lobby.sentences_person import came_back, torn
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_shared import CHECKING
from protocol.game import Seat
from protocol.peer.status import Ending

from ..console.failures import Failed
from ..console.times_file import keep_times
from ..local_seats.page_doors import PageDoors
from ..play.review_port import SharedReviewPort
from ..play.session_port import LOOK_S, SessionPort, snapshot_of
from ..play.table_search import TableSearch
from ..records.playback import Playback
from .find_by_name import find_table
from .load_ahead import loading_ahead
from .notices import AtTheEnd, StillWaits, Waits, notice
from .stage import LobbySceneView, Scenes, SceneStage, StageView, TableSceneView


class FullScreen:
    """`scenes` creates what the `stage` shows. `why` is a sentence to show first. `has_gathered`:
    there has been a lobby or a table; before, who `can_go_back` to a menu does so by leaving."""

    is_person = True
    stays = True

    def __init__(
        self, stage: SceneStage, scenes: Scenes, why: str = "", *, can_go_back: bool = False
    ) -> None:
        self.last_lines: list[Line] = []
        self.transcript: Session | None = None
        self.was_seated = False
        self.has_gathered = False
        self.phones: PhoneCodes = no_phones
        self.doors: PageDoors | None = None
        self._can_go_back = can_go_back
        self._stage = stage
        self._scenes = scenes
        self._why = why
        self._busy: StageView | None = None
        self._notice = WaitNotice()
        self._gathering: LobbySceneView | None = None
        self._table: TableSceneView | None = None
        self._checking: asyncio.Task[None] | None = None
        self._session: Session | None = None
        self._has_come = False

    def step_out(self) -> bool:
        """Keep the seat in its game while its player is away; return whether there is one."""
        session, table = self._session, self._table
        if session is None or table is None or self._stage.scene is not table:
            return False
        if not table.step_out():
            return False
        session.step_out()
        return True

    def step_in(self) -> None:
        """Tell the others that the player is back; if there is no table yet, once there is."""
        self._has_come = self._session is None
        if self._session is not None:
            self._session.step_in()

    def report(self, event: str, **facts: Any) -> None:
        """Show the events that make the player wait, and ignore the others."""
        match notice(event, facts):
            case Waits(sentence):
                self._wait(sentence)
            case StillWaits(sentence):
                self._notice.sentences[1:] = [sentence]
                self._stage.refresh()
            case AtTheEnd(sentence) if self._table is not None:
                self._table.notify(sentence)
                self._stage.refresh()

    def ticking(self) -> AbstractAsyncContextManager[None]:
        """Keep the time that a player has been waiting up to date, while the context lasts."""
        return running_beside(self._tick())

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            if self._stage.scene is self._busy:
                self._stage.refresh()

    def show(self, sentence: str) -> None:
        """Show a sentence at once in the lobby or at the table, else on the next scene."""
        shown = next(
            (one for one in (self._gathering, self._table) if self._stage.scene is one), None
        )
        if shown is not None:
            shown.notify(sentence)
            self._stage.refresh()
        else:
            self._why = f"{self._why} {sentence}".strip()

    def came_back(self, table: str, names: Sequence[str], truncated_bytes: int) -> None:
        """Show a sentence until everybody is there; then the table itself is shown."""
        self.has_gathered = True
        self._wait(came_back(table, names))
        if truncated_bytes:
            self._why = torn(truncated_bytes)

    async def show_lobby(self, lobby: LobbyPort) -> None:
        self.has_gathered = True
        why, self._why = self._why, ""
        self._gathering = self._scenes.lobby(lobby, why)
        await self._stage.follow(self._gathering, lobby.changed)

    async def choose_one(self, question: str, choices: Sequence[str]) -> int | None:
        choice = ChoiceInput(question, choices)
        await self._ask(choice)
        return choice.chosen

    async def choose(self, search: TableSearch) -> Found | None:
        waiting: WaitNotice | None = None

        def say(sentence: str) -> None:
            nonlocal waiting
            if waiting is None:
                waiting = self._wait(sentence)
            else:
                waiting.sentences.append(sentence)

        async def choose(tables: TablesFound) -> None:
            if self._why:  # the address that was typed failed
                tables.message, self._why = self._why, ""
            tables.can_go_back = self._can_go_back
            scene = self._scenes.tables(tables)
            await self._stage.follow(scene, lambda: within(LOOK_S, search.changed))
            self._wait()

        return await find_table(search, self._scenes.device, say, choose)

    async def ask_code(self, table: str) -> bytes | None:
        code = CodeInput(table, self._why, can_go_back=self._can_go_back)
        self._why = ""
        await self._ask(code)
        return code.room_code

    async def _ask(self, wanted: Input) -> None:
        await self._stage.follow(self._scenes.input(wanted), never)
        self._wait()

    async def show_table(self, session: Session) -> None:
        port = SessionPort(session, self.phones)
        self.has_gathered = True
        self.was_seated, self.transcript, self.last_lines = True, None, []
        self._table = self._scenes.table(port, session.game)
        if port.notes.trouble is not None:
            self.show(port.notes.trouble)
        if self._why:
            self._table.notify(self._why)
        self._session = session
        if self._has_come:
            self.step_in()
        try:
            async with loading_ahead(session.game, self._scenes.load_replay):
                await self._follow(self._table, port, session)
        finally:
            self._session = None
            await port.notes.stored()
        session.leave()  # the player is done with the ended table

    async def _follow(self, table: TableSceneView, port: SessionPort, session: Session) -> None:
        while True:
            await self._stage.follow(table, port.changed)
            wish = table.end.take_wish()
            if wish is None or session.transcript_path is None:
                return
            await self._carry_out(wish, session.transcript_path, table, port)

    async def _carry_out(
        self, wish: Wish, transcript: Path, table: TableSceneView, port: SessionPort
    ) -> None:
        """Carry out a wish after the game; then its end is shown again. What takes long is done
        while the player goes on at the table, and given up if they leave it or want something
        else."""
        from ..records import after_game  # loaded already, but slow to load

        if says := meanwhile(wish, goes_on=True):
            table.notify(says, "")
        match wish:
            case Wish.REPLAY | Wish.WHAT_IF | Wish.DEAL | Wish.TOGETHER:
                opening = asyncio.create_task(after_game.opened(transcript))
                if not await self._is_done_first(opening, table, port):
                    return
                try:
                    game, _eyes = opening.result()
                    table.notify("", "")
                    if wish is Wish.TOGETHER:
                        await self.review(game, port.review())
                    else:
                        await self._play_back(wish, game, table.logged, port.now.seat)
                except Failed as failed:
                    table.notify(failed.sentence)
            case Wish.STATISTICS | Wish.PAGE | Wish.HISTORY:
                measured = table.end.measured()
                work = after_game.carry_out(wish, transcript, table.offer, measured=measured)
                carrying = asyncio.create_task(work)
                if await self._is_done_first(carrying, table, port) and carrying.result():
                    table.notify("", "")
                    table.show_lines(carrying.result())

    async def review(self, game: Playback, port: SharedReviewPort) -> None:
        """Show a game until it is closed; others see that this player has left the review, also if
        the whole screen is left."""
        from ..records.branches import shown_replay  # as above
        from . import practising

        was_seated, self.was_seated, self.has_gathered = self.was_seated, True, True
        shown = shown_replay(game, game.usual_eyes, port)
        if port.trouble is not None:
            shown.notify(port.trouble)
        try:
            await practising.follow_replay(
                self._stage, self._scenes, game, shown, changed=port.changed
            )
        finally:
            port.do(Leave())
        self.was_seated = was_seated
        if not was_seated:  # there is no table to come back to
            self.last_lines = [text(_("You have left the review."))]

    async def _play_back(self, wish: Wish, game: Playback, logged: int, seat: Seat) -> None:
        """Show the game again, try other moves from the moment with so many entries in the log, or
        play the deal again. Raise `Failed` if its cards are not known."""
        from p2p_hanabi.ui.model.replay_actions import JumpTo, ReplayAction

        from ..practice.practice_table import KnownDeal
        from ..records.branches import shown_replay
        from . import practising

        if wish is Wish.DEAL:
            await practising.practise(self._stage, self._scenes, KnownDeal(game, seat))
            return
        shown = shown_replay(game, game.usual_eyes)
        if wish is Wish.WHAT_IF:
            shown.do(JumpTo(game.moment_after(logged, seat)))
            shown.do(ReplayAction.WHAT_IF)
        await practising.follow_replay(self._stage, self._scenes, game, shown)

    async def _is_done_first(
        self, work: asyncio.Task[Any], table: TableSceneView, port: SessionPort
    ) -> bool:
        """Show the table until the work is done; return False if the player has finished with it
        before."""
        following = asyncio.create_task(self._stage.follow(table, port.changed))
        try:
            await asyncio.wait((work, following), return_when=asyncio.FIRST_COMPLETED)
            if following.done():
                following.result()
            return not following.done()
        finally:
            for each in (work, following):
                each.cancel()

    async def ended(self, session: Session, ending: Ending) -> None:
        """Show the end; the transcript is audited in the background."""
        path = session.transcript_path
        kept = EndedTable(
            path,
            session.evidence_path,
            session.now.faces,
            is_on_phone=lambda: self._stage.is_on_phone,
        )
        self.transcript = session

        def report(verdict: Line) -> None:
            audited = replace(kept, verdict=verdict)
            left = replace(audited, transcript=None)  # its path has a line of its own
            if self._table is not None:
                self._table.finish_table(audited)
            now = snapshot_of(session)
            self.last_lines = end_text(SCREENS[session.game], now, ending, left).lines()
            self._stage.refresh()

        async def check(path: Path) -> None:
            report(await asyncio.to_thread(_verdict, path))

        report(() if path is None else text(_(CHECKING)))
        if path is not None:
            spent = None if self._table is None else self._table.end.times()
            await asyncio.to_thread(keep_times, path, spent)
            self._checking = asyncio.create_task(check(path))

    async def again(self, *, offers: bool) -> bool:
        """Return whether to play again, once the player has seen the end."""
        table = self._table
        if table is None:
            return False
        if not table.is_over:
            await self._stage.follow(table, never)
        if self._checking is not None:
            await self._checking
        if not (offers and table.end.plays_again):
            return False
        self._table, self.was_seated = None, False
        self._wait(_("The next table is being opened."))
        return True

    async def wait_for_host(self, name: str) -> None:
        self._notice = WaitNotice(waits_for_host(name), is_left_at_once=True)
        self._show(self._notice)
        await self._stage.follow(self._busy, never)

    def _wait(self, sentence: str = "") -> WaitNotice:
        is_early = self._can_go_back and not self.has_gathered
        self._notice = WaitNotice(sentence, is_left_at_once=is_early)
        self._show(self._notice)
        return self._notice

    def _show(self, waiting: WaitNotice) -> None:
        self._busy = self._scenes.waiting(waiting)
        self._stage.show(self._busy)


def _verdict(path: Path) -> Line:
    from ..records import after_game  # loaded already, but slow to load

    return after_game.verdict_on(path)
