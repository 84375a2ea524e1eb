"""Play one seat: carry out the effects of the table machine in order, and send nothing that is not
saved.

The machine has its own thread (`table_thread.py`), which runs one job at a time: a request of the
player, a message from a link, a tick. The thread also saves the job's effects, so that the event
loop never waits for the disk; here the loop sends and shows them before the thread gets the next
job. Screens read the last snapshot of the table.

Every wake-up handles all messages that are ready. Records are written as they come. Those that
cannot wait, such as this seat's own statements, are synced before the next message is sent, with
all before them; what others have said is synced with these, or once a second, so several share one
fsync.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from p2p_hanabi.faults import FileFault
from p2p_hanabi.gathering import Company
from p2p_hanabi.paths import (
    CannotRead,
    Home,
    StorageFailed,
    TableFolder,
    is_there,
    remove,
    short_id,
    write,
)
from protocol.encoding import Value
from protocol.errors import Dropped, IllegalMove, NotNow, P2PError, RemarkRefused
from protocol.game import AnyGame, AnyMove, AnyView, Options, Seat
from protocol.peer.effects import Broadcast, Changed, Effect, Finished, Persist, Send
from protocol.peer.remarks import AcceptedRemark, Remark, Rule
from protocol.peer.snapshot import Permits, Snapshot
from protocol.peer.status import Activity, Ending, EndingKind, Status
from protocol.peer.table import SigningSeat, Table
from protocol.peer.views import onlooker_view
from protocol.reasons import Code, NotPossible, Reason
from protocol.rounds.phases import Closed

from ..discovery.rediscovery import keep_found
from ..links.addresses import Interface
from ..links.mesh import LinkDown, LinkUp, MeshEvent, Received, Remarked, WantsAgain
from ..tasks import background_task, end_all, outlast, undisturbed
from .afterwards import Afterwards
from .linger import LINGER_S, STAY_S, Linger
from .parting import store_parting
from .proofs_ahead import ProofsAhead
from .seat import Seated, remember_addresses
from .shared_review import SharedReview, others_in
from .sync_diagnostics import HaveLog
from .table_thread import AnyTable, TableThread
from .waiting import Wait, WaitReminder

TICK_S = 1.0

READING_S = 0.2
MAX_REFUSED = 16
SLOW_BOT_S = 2.0
"""How much later than this seat a bot may end."""
LEVEL_S = STAY_S / 2
"""Enough for two linked seats to bring their histories level."""

_Job: TypeAlias = Callable[[AnyTable], list[Effect]]
_Check: TypeAlias = Callable[[], None]
"""Checks what the table itself cannot know yet, and raises `NotNow`."""
_PACED = {"paced": True}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Whether a seat is connected. `missing_s` is for how long it has not been, None while it is;
    `has_left`: its player has announced leaving for now. `incompatible`: why its program cannot be
    linked with this one."""

    seat: Seat
    name: str
    missing_s: float | None
    has_left: bool = False
    incompatible: Reason | None = None


def _restore_some(
    records: Sequence[Persist], read: int, clock: Callable[[], float], table: AnyTable
) -> int:
    """Restore records for a moment; return how many have been restored so far."""
    began = clock()
    for record in records[read:]:
        table.restore((record,))
        read += 1
        # In parts: the screen shows progress, and a player who quits need not wait for all of it.
        if clock() - began >= READING_S:
            break
    return read


def _start(table: AnyTable) -> list[Effect]:
    """Return the effects of the start, and of the table's end if that was in the journal."""
    # §11: killed after the last record, it has no transcript yet: the files are written now.
    effects, ending = table.start(), table.ending()
    return effects if ending is None else [*effects, Finished(ending)]


class Session:
    """`run` plays to the end; meanwhile a screen or a bot reads `now`, and calls `play`.

    `interfaces` finds this machine's interfaces for discovery; None plays without discovery.
    `now` is the last snapshot of the table; `status` also includes a move made since.
    `version` grows whenever something here is different: with news to show, which `changes` yields,
    and with a player's own request, which by itself is none.
    `reading` is how many journal records have been read, and how many there are; None once all have
    been, and the table is up to date.
    `after` has the messages after the table's end, and `review` those of players who look at the
    game together.
    `linger_s` is how long a seat that has ended stays for others that have not reported the end; it
    stays longer for one that may lack it (see linger.py). With `stays`, the player remains at the
    ended table until `leave`. `settled` is set once nobody needs this seat any more, and its files
    are written.
    """

    def __init__(
        self,
        seated: Seated,
        game: AnyGame,
        home: Home,
        *,
        interfaces: Callable[[], Sequence[Interface]] | None = None,
        linger_s: float = LINGER_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seat = seated.seat
        self.transcript_path: Path | None = None
        self.evidence_path: Path | None = None
        self.stays = False
        self.settled = asyncio.Event()
        self.version = 0
        self._news = 0
        self.reading = (0, len(seated.records)) if seated.records else None
        self._seated = seated
        self._home = home
        self._interfaces = interfaces
        self._linger_s = linger_s
        self._clock = clock
        me = SigningSeat(seated.seat, seated.identity, seated.own.secret)
        self._proofs = ProofsAhead()
        table: AnyTable = Table(game, seated.seating, seated.signatures, me, proofs=self._proofs)
        self.now = table.snapshot()
        self._machine = TableThread(table)
        self._requests: deque[tuple[_Job, _Check]] = deque()
        self._move: _Job | None = None
        self._refused: deque[IllegalMove | NotNow | RemarkRefused] = deque(maxlen=MAX_REFUSED)
        self._wake = asyncio.Event()
        self._is_time_to_tick = False
        self._linger: Linger | None = None
        self._reminder = WaitReminder(clock())
        self._wait: Wait | None = None
        self._haves = HaveLog(clock)
        self._written: tuple[bytes, bytes | None] = (b"", None)
        # §11: ended here before: all but those in `parting` were known to have the end.
        self._passes_on = bool(seated.parting)
        self._aware = set(seated.mesh.others) - set(seated.parting) if self._passes_on else set()
        self._parting: tuple[Seat, ...] | None = None
        self._is_over = False
        self._changed = asyncio.Event()
        self.after = Afterwards(seated.mesh, self._show)
        self.review = SharedReview(seated.mesh, clock, self._show)
        # §11: the seat may be taken up again before its player is back.
        self._was_out = is_there(seated.folder.left)
        if self._was_out:
            seated.mesh.step_out()

    # -- for the screen

    @property
    def table(self) -> bytes:
        """The table's digest."""
        return self._seated.seating.table

    @property
    def folder(self) -> TableFolder:
        """The folder with the table's files."""
        return self._seated.folder

    def outcome(self) -> Value:
        """Return the outcome that all have signed; None before that."""
        phase = self.now.permits.stage.phase
        return phase.outcome if isinstance(phase, Closed) else None

    def onlooker_view(self) -> AnyView | None:
        """Return what somebody without a seat may see; None until the game has begun."""
        return onlooker_view(self.now.permits.stage)

    @property
    def game(self) -> str:
        return self._seated.seating.game

    @property
    def options(self) -> Options:
        """How the game is played."""
        return self._seated.seating.chosen

    @property
    def machines(self) -> tuple[Seat, ...]:
        """For each seat, the one on whose machine it runs."""
        return self._seated.seating.machines

    def status(self) -> Status:
        """Return the table's status; a move counts as made even before the table has it."""
        status = self.now.status
        if self._move is not None and status.activity is Activity.MOVING:
            status = replace(status, activity=Activity.AGREEING_ON_MOVE)
        # §11: taken up again after its end, a seat stays for whoever lacks any end; otherwise only
        # for a close that somebody may still need.
        lacking = self._may_lack_end(status) if self._passes_on else self._awaited(status)
        return replace(status, lacking=lacking)

    def seats(self) -> tuple[SeatState, ...]:
        mesh, now = self._seated.mesh, self._clock()
        return tuple(
            SeatState(
                seat,
                place.name,
                None if (since := mesh.missing_since.get(seat)) is None else now - since,
                seat in mesh.stepped_out,
                mesh.incompatible.get(seat),
            )
            for seat, place in zip(mesh.seating.seats, mesh.seating.places, strict=True)
        )

    @property
    def company(self) -> Company:
        """Who is here after the end. A bot's seat leaves as soon as nobody needs it."""
        company, ended = self.after.company, self._linger
        company = replace(company, reviews=frozenset(others_in(self.review.room)))
        if ended is None:
            return company
        lacking = bool(self.status().lacking)
        before = self._clock() - SLOW_BOT_S
        # Whoever is still here when a bot would have left is taken for a person, who stays.
        if not ended.may_leave(before, lacking=lacking, all_said_goodbye=False):
            return company
        return replace(company, stays=frozenset(company.here))

    @property
    def wait(self) -> Wait | None:
        """The last report of a long wait; None before the first."""
        return self._wait

    def play(self, move: AnyMove) -> None:
        """Make this seat's move. Raise `NotNow` or `IllegalMove`: nothing was sent or changed."""
        # §4: a seat never makes a second move in a round, not even while the first is being signed.
        if self._move is not None:
            raise NotNow(NotPossible.NOT_YOUR_TURN)

        def job(table: AnyTable) -> list[Effect]:
            return table.play(move)

        self._request(job, lambda permits: permits.check_move(move))
        # Only now: set before a refusal, it would block every later move.
        self._move = job

    @property
    def talk(self) -> Rule:
        """The rule for remarks during the game, and after it."""
        # §8: the option `talk` is for a game in play; after it no remark gives anything away.
        return self.now.permits.floor.rule if self.now.ending is None else Rule.FREE

    def remarks(self) -> tuple[AcceptedRemark, ...]:
        # §8: a seat that has ended before this one may say anything; here the rule of the game in
        # play still holds.
        after = () if self.now.ending is None else tuple(self.after.remarks)
        return (*self.now.remarks, *after)

    def say(self, remark: Remark) -> None:
        """Send a remark. Raise `RemarkRefused`: nothing was sent or changed."""
        if self.now.ending is not None:
            # §11: it belongs to no round any more: the links carry it, unsigned.
            self.after.say(remark)
            return
        self._request(
            lambda table: table.talk(remark), lambda permits: permits.check_remark(remark)
        )

    def why_unsaid(self, remark: Remark) -> Code | None:
        """Return why `say` would refuse the remark now; None if it would not."""
        if self.now.ending is not None:
            return self.after.why_unsaid(remark)
        try:
            self.now.permits.check_remark(remark)
        except RemarkRefused as error:
            return error.reason.code
        return None

    def declare_gone(self, seat: Seat) -> None:
        """Declare the seat gone for good. Raise `NotNow`, as `Table.declare_gone` does, and also if
        it is back but the table does not know that yet."""

        def check() -> None:
            # §14: nobody goes on without a seat that can be reached.
            if self._seated.mesh.is_up(seat):
                raise NotNow(NotPossible.LINKED)

        self._request(
            lambda table: table.declare_gone(seat), lambda permits: permits.check_gone(seat), check
        )

    def stop(self) -> None:
        """Agree to end the table. Raise `NotNow`, as `Table.stop` does."""
        self._request(lambda table: table.stop(), lambda permits: permits.check_stop())

    def leave(self) -> None:
        """Leave a table that has ended at once, even if others may lack its end."""
        self.stays = False
        if self._linger is not None:
            # Who still lacks the end is stored, and can get it when the seat is taken up again.
            self._linger.linger_s = self._linger.stay_s = 0.0
            self._wake.set()

    def step_out(self) -> None:
        """Tell the others that this player has left for now, also if the seat is taken up again
        before the player is back. The seat stays connected."""
        self._seated.mesh.step_out()
        # §11: awake, `run` stores it, so that the player is away after a crash too.
        self._wake.set()

    def step_in(self) -> None:
        """Tell the others that this player is back, if it has left."""
        if self._seated.mesh.is_out:
            self._seated.mesh.step_in()
            self._wake.set()

    def withdraw(self) -> None:
        """Leave the table for good, and tell the others in a signed message."""
        # §4: possible at any time, also out of turn, so no snapshot can forbid it.
        self._request(lambda table: table.withdraw(), lambda _permits: None)

    def late_refusals(self) -> list[IllegalMove | NotNow | RemarkRefused]:
        """Return late refusals, each once: requests that were allowed when they were made, but no
        longer when the machine came to them. Nothing was sent or changed."""
        refused = list(self._refused)
        self._refused.clear()
        return refused

    def _request(
        self, job: _Job, judge: Callable[[Permits], None], check: _Check = lambda: None
    ) -> None:
        """Queue a job for the machine, unless it can be refused at once; behind a pending job, only
        the machine can judge it. `check` is called both now and before the job runs."""
        # §4: a pending request may change what is allowed, and only the machine knows how.
        if not self._requests:
            judge(self.now.permits)
        check()
        self._requests.append((job, check))
        self.version += 1
        self._wake.set()

    async def changes(self) -> AsyncIterator[None]:
        """Yield at once, then whenever there is something new to show, until `run` has ended."""
        shown = -1
        # The last news is yielded even after `run` has ended: it may be how that ended.
        while not (self._is_over and shown == self._news):
            if shown != self._news:
                shown = self._news
                yield
            else:
                await self._changed.wait()

    # -- playing

    async def run(self) -> Ending:
        """Play until the table has ended and the others know it, then close everything.

        Raises `CannotStore` when writing fails: what was not stored was not sent, and the table can
        be resumed. It can also be resumed after cancelling, which first carries out pending
        requests: a player who withdraws and quits at once has withdrawn.
        """
        helpers = [background_task(self._tick(), "the tick")]
        if self._interfaces is not None:
            port = self._seated.listener.port
            found = keep_found(self._seated.mesh, port, self._interfaces)
            helpers.append(background_task(found, "discovery"))
        try:
            return await self._play()
        except asyncio.CancelledError:
            # §4: before its journal is read it does not know what it has said, and says nothing.
            if self.reading is None:
                await self._do_requests()
            # §11: otherwise the screens of the others would show a lost connection.
            self._seated.mesh.say_leaving()
            raise
        finally:
            # Also if it is cancelled again: a journal that stays locked could not be resumed.
            await undisturbed(self._close(helpers))

    async def _close(self, helpers: Sequence[asyncio.Task[None]]) -> None:
        await end_all(*helpers)
        self.review.close()
        # Before the journal, to which the machine's thread may still write.
        await self._machine.close()
        await self._proofs.close()
        # §11: a seat that comes back dials first where the others were last.
        await remember_addresses(self._seated.folder, self._seated.mesh)
        await self._seated.close()
        self._is_over = True
        self._show()

    async def _play(self) -> Ending:
        self._seated.mesh.on_news = self._wake.set
        journal = self._seated.journal
        await self._begin()
        while True:
            # Before anything is handled: what arrives meanwhile must wake the next pass.
            self._wake.clear()
            await self._do_requests()
            # Before `_handle_events`, which resets it.
            is_tick = self._is_time_to_tick
            await self._handle_events()
            if journal.is_due or (is_tick and journal.is_behind):
                # What needs no answer is synced here, once for many messages.
                await self._machine.do(lambda _table: journal.sync())
            # Before `_may_leave`: who may lack the end is on disk before this seat leaves.
            await self._note_parting()
            await self._note_left()
            self._report_wait()
            if (ending := self._may_leave()) is not None:
                # §7: again when the player leaves: the file may have changed since it was written.
                if not (self.stays and self.settled.is_set()):
                    await self._write_files()
                    await self._finish()
                    self.settled.set()
                if not self.stays:
                    return ending
            await asyncio.sleep(0)  # for the screen, even under a constant stream of messages
            await self._wake.wait()

    async def _begin(self) -> None:
        """Read the journal. If cancelled while requests are pending, first read all of it: the
        table can send nothing before that."""
        taking_up = asyncio.create_task(self._restore())
        try:
            await asyncio.shield(taking_up)
        except asyncio.CancelledError:
            if self._requests:
                await taking_up
            # Awaited too: effects are carried out even if cancelled (`_do`), and need journal and
            # links, which are closed next.
            taking_up.cancel()
            await asyncio.wait({taking_up})
            raise

    async def _restore(self) -> None:
        await self._read_journal()
        # §2: what it owes follows from the history, so it says the same bytes as before the crash.
        await self._do(_start)
        self.reading = None
        self._show()

    async def _read_journal(self) -> None:
        records, began, read = self._seated.records, self._clock(), 0
        while read < len(records):
            try:
                read = await self._machine.do(partial(_restore_some, records, read, self._clock))
            except P2PError:
                # §11: its checksums are right, but its history is not: nobody plays on from that.
                raise CannotRead(self._seated.journal.path, FileFault.NO_JOURNAL) from None
            self.reading = (read, len(records))
            self._show()
        number = await self._machine.do(lambda table: table.status().round_number)
        _log.info(
            "seat %d (%s) of table %s takes up round %d: %d records in %.2f s, %d torn bytes",
            *(self._seated.seat, self._seated.seating.name(self._seated.seat)),
            *(short_id(self.table), number, len(records), self._clock() - began),
            self._seated.truncated_bytes,
        )

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            # Only noted: one task alone gives the table jobs, or effects of two would mix.
            self._is_time_to_tick = True
            self._wake.set()

    async def _do_requests(self) -> None:
        """Carry out the player's requests. What the machine refuses was allowed when it was made,
        so the player is told."""
        while self._requests:
            # It stays in the queue while it runs: a further request must not be judged by the last
            # snapshot, which is then out of date.
            job, check = self._requests[0]
            try:
                # §14: asked again, since the seat may have come back while the request waited.
                check()
                await self._do(job)
            except (IllegalMove, NotNow, RemarkRefused) as refusal:
                _log.info("refused after all: %s", refusal)
                self._refused.append(refusal)
                self._show()
            finally:
                # After a refusal too: the player may choose another move.
                if job is self._move:
                    self._move = None
                    self.version += 1
                self._requests.popleft()

    async def _handle_events(self) -> None:
        """Handle everything that is ready; a request waits for at most one message."""
        for news in self._seated.mesh.take():
            # One at a time: many proofs may wait to be verified, and a move need not wait for all.
            await self._handle_event(news)
            await self._do_requests()
        if self._is_time_to_tick:
            # First: the next tick may become due while this one is carried out.
            self._is_time_to_tick = False
            await self._do(lambda table: table.tick())

    async def _handle_event(self, news: MeshEvent) -> None:
        match news:
            case LinkUp(seat):
                self._log_link("is here", seat)
                self.after.take(news)
                self.review.takes(news)
                # Shown in any case: who is away is news to a screen, and often none to the table.
                await self._do(lambda table: [*table.connected(seat), Changed()])
            case LinkDown(seat):
                self._log_link("is away", seat)
                self.review.takes(news)
                await self._do(lambda table: [*table.disconnected(seat), Changed()])
            case Remarked() | WantsAgain():
                self.after.take(news)
            # Before the table, which knows no messages of a review and would drop them.
            case Received() if self.review.takes(news):
                pass
            case Received(seat, message):
                self._haves.record(seat, message)
                try:
                    await self._do(lambda table: table.receive(seat, message))
                except Dropped as error:
                    # §8: what is none of the messages is dropped, and accuses nobody.
                    _log.info("dropped a message of seat %d: %s", seat, error)

    async def _do(self, job: _Job) -> None:
        """Run a job on the machine, and carry out its effects before the next one runs, even if
        cancelled: else what the machine considers sent would be neither saved nor sent."""
        running = asyncio.create_task(self._run_job(job))
        if await outlast(running):
            # Nobody is left to be shown a refusal; anything else is a failure, and must not be
            # lost.
            with suppress(Dropped, IllegalMove, NotNow, RemarkRefused):
                running.result()
            raise asyncio.CancelledError
        running.result()

    async def _run_job(self, job: _Job) -> None:
        def run(table: AnyTable) -> tuple[list[Effect], Snapshot[AnyView]]:
            effects = job(table)
            self._save(effects)
            return effects, table.snapshot()

        # The snapshot first: effects wake screens, which read it.
        effects, self.now = await self._machine.do(run)
        await self._carry_out(effects)

    def _save(self, effects: Sequence[Effect]) -> None:
        """Write all records, and sync them if there is one that cannot wait and anything is to be
        sent, or the table has ended: then others may leave, and nobody sends anything again."""
        journal = self._seated.journal
        journal.write([effect for effect in effects if isinstance(effect, Persist)])
        sends = any(isinstance(effect, Broadcast | Send) for effect in effects)
        # §4: on disk before any other seat can have it.
        if (sends and journal.is_due) or any(isinstance(effect, Finished) for effect in effects):
            journal.sync()

    async def _carry_out(self, effects: Sequence[Effect]) -> None:
        """Send and show what `_save` has saved."""
        mesh = self._seated.mesh
        for effect in effects:
            match effect:
                case Persist():
                    pass
                case Broadcast(message):
                    self._haves.sent(mesh.linked, message)
                    mesh.broadcast(message)
                case Send(seat, message):
                    self._haves.sent((seat,), message)
                    mesh.send(seat, message)
                case Changed():
                    self._show()
                case Finished(ending):
                    _log.info("the table has ended: %s", ending)
                    # The file is written before the end is shown: whoever quits now has it.
                    await self._write_files(is_parting=True)
                    self._linger = Linger(self._clock(), self._linger_s)
                    # §4: all have signed these; after another end the game may go on for others
                    # (§14), who must not be shown hands.
                    if ending.how in (EndingKind.CLOSED, EndingKind.AGREED):
                        self.review.begin()
                    self._show()

    # -- waiting

    def _report_wait(self) -> None:
        mesh, now = self._seated.mesh, self._clock()
        wait = self._reminder.look(self.status(), frozenset(mesh.missing_since), now)
        if wait is None:
            return
        self._wait = wait
        _log.info(
            "%s in round %d, %.0f s: %s",
            *(wait.activity.value, wait.round_number, wait.seconds),
            f"waits for {self._names(wait.seats)}" if wait.seats else "went on",
            extra=_PACED,
        )
        for seat in mesh.others if wait.seats else ():
            self._log_link("is linked" if mesh.is_up(seat) else "is not linked", seat, _PACED)
        self._show()

    def _log_link(self, what: str, seat: Seat, extra: Mapping[str, object] | None = None) -> None:
        state = (self._seated.mesh.described(seat), self._haves.described(seat))
        _log.info("%s %s: %s; %s", self._seated.seating.name(seat), what, *state, extra=extra)

    def _names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(map(self._seated.seating.name, seats)) or "nobody"

    def _show(self) -> None:
        self.version += 1
        self._news += 1
        self._changed.set()
        self._changed = asyncio.Event()

    # -- the end

    def _may_leave(self) -> Ending | None:
        """Return the ending, once no connected seat needs this one any more."""
        ending = self.now.ending
        if ending is None or self._linger is None:
            return None
        mesh, lacking = self._seated.mesh, self.status().lacking
        # §11: said too early, it would let others leave whom a seat still needs for the last close.
        if not self._awaited(self.now.status):
            mesh.say_ended()
        # §8: a goodbye says that a seat needs nothing more of this one.
        all_left = (mesh.ended | self._aware).issuperset(mesh.others)
        leaves = self._linger.may_leave(
            self._clock(), lacking=bool(lacking), all_said_goodbye=all_left
        )
        return ending if leaves else None

    def _awaited(self, status: Status) -> tuple[Seat, ...]:
        """Return the active seats to stay for, since they may lack the last close; none if another
        says that all have it. That may be a lie, so it only shortens the stay: what is stored for
        later is `_may_lack_end`."""
        # §14: who has left knows only its own end, and nothing of the close.
        if self._seated.mesh.ended.difference(status.left):
            return ()
        return tuple(seat for seat in status.lacking if seat not in self._aware)

    def _may_lack_end(self, status: Status) -> tuple[Seat, ...]:
        """Return the seats that may not know that and how the table has ended. A seat is believed
        about itself alone. Nobody waits for a bot or a phone on this machine."""
        ending, mesh, own = self.now.ending, self._seated.mesh, self.seat
        if ending is None:
            return ()
        # §14: who has left has ended its own table, and needs no other end.
        known = {*self._aware, *mesh.ended, *status.left}
        known.update(seat for seat in mesh.others if self.machines[seat] == self.machines[own])
        if ending.how is EndingKind.CLOSED:
            # §14: who is gone does not close, so the closes say nothing about it.
            known.update(set(mesh.others).difference((status.gone,), status.lacking))
        elif ending.how is EndingKind.AGREED and own not in ending.by:
            known.update(ending.by)  # who agreed sees to it that all of them know
        elif ending.how is EndingKind.WITHDRAWN and ending.seat is not None:
            # §4: it has signed the objection or the stop that ended the table.
            known.add(ending.seat)
        return tuple(seat for seat in mesh.others if seat not in known)

    async def _note_parting(self) -> None:
        """Store who may lack the end, if that has changed: they can get it later."""
        # Not before the end: a seat with a list of these takes its table for one that has ended.
        if self._linger is None:
            return
        seats = self._may_lack_end(self.now.status)
        if seats != self._parting:
            await self._machine.do(lambda _table: store_parting(self._seated.folder, seats))
            self._parting = seats

    async def _note_left(self) -> None:
        """Store whether the player has left for now. A failure is only logged: at worst the others
        see the player as there after a crash."""
        is_out, path = self._seated.mesh.is_out, self.folder.left
        if is_out == self._was_out:
            return
        # Before the attempt: a full disk is logged once, not at every wake-up.
        self._was_out = is_out
        try:
            await self._machine.do(lambda _table: write(path, b"") if is_out else remove(path))
        except StorageFailed as error:
            _log.warning("whether the player has left is not stored: %s", error)
        self._show()

    async def _finish(self) -> None:
        """Log who may still lack the end."""
        ending, own = self.now.ending, (EndingKind.WITHDRAWN, self.seat)
        has_left = ending is not None and (ending.how, ending.seat) == own
        plays_on = has_left and self.now.status.has_escrow
        waited_s = self._clock() - self._linger.ended_at if self._linger is not None else 0.0
        # Where the others play on, they say no goodbye; and who has been here for half a minute has
        # everything that this seat can give.
        if plays_on or (self._passes_on and waited_s >= STAY_S):
            until = self._clock() - (0.0 if plays_on else LEVEL_S)
            linked = self._seated.mesh.linked_since
            self._aware.update(seat for seat, since in linked.items() if since <= until)
            # Stored again: whoever was linked for that long counts as knowing the end.
            await self._note_parting()
        lacking = self._may_lack_end(self.now.status)
        _log.info("leaves the table; may lack its end: %s", self._names(lacking))

    async def _write_files(self, *, is_parting: bool = False) -> None:
        """Write the transcript, and any evidence; again if either has changed.

        A late close replaces a withdrawal, whose evidence is then void. A cheat found after the
        close is in the evidence alone.
        """
        seating, folder = self._seated.seating, self._seated.folder
        path = self._home.transcript(seating.game, seating.table)
        parting = self._may_lack_end(self.now.status)

        def run(table: AnyTable) -> bytes | None:
            # Before the transcript, by which the table counts as over: killed in between, it is
            # resumed and ends again.
            if is_parting:
                store_parting(folder, parting)
                self._parting = parting
            transcript, evidence = table.transcript(), table.evidence()
            if (transcript, evidence) != self._written:
                write(path, transcript)
                if evidence is not None:
                    write(folder.evidence, evidence)
                else:
                    remove(folder.evidence)
                self._written = (transcript, evidence)
            return evidence

        evidence = await self._machine.do(run)
        self.transcript_path = path
        self.evidence_path = None if evidence is None else folder.evidence
