"""One seat plays: what the table machine asks for is done, in order, and nothing is said unsaved.

Every wake-up takes all messages that are ready. Records are written as they come; they are on the
disk before the next message leaves, so several share one fsync, and no message waits for another.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from p2p_hanabi.paths import Home, TableFolder, remove, write
from protocol.errors import Dropped
from protocol.game import AnyGame, AnyMove, AnyView, Card, Face, Seat
from protocol.peer.effects import Broadcast, Changed, Effect, Finished, Persist, Send
from protocol.peer.remarks import Arrangement, Heard, Remark, Rule
from protocol.peer.status import Ending, Status
from protocol.peer.table import Me, Table

from .addresses import Interface
from .linger import LINGER_S, Linger
from .mesh import LinkDown, LinkUp, Received
from .rediscovery import keep_found
from .seat import Seated, remember_addresses
from .sync_diagnostics import HaveLog
from .tasks import beside
from .waiting import Wait, WaitReminder

TICK_S = 1.0

_PACED = {"paced": True}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Whether a seat is there. `missing_s` is how long it has not been, None while it is."""

    seat: Seat
    name: str
    is_me: bool
    missing_s: float | None


class Session:
    """`run` plays to the end; meanwhile a screen or a bot reads `view`, and calls `play`.

    `interfaces` finds this machine's interfaces for discovery; None plays without discovery.
    `linger_s` is how long a seat that has ended stays for those who have not said so; for one that
    may lack the end it stays longer (see linger.py).
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
        self.transcript_path: Path | None = None
        self.evidence_path: Path | None = None
        self._seated = seated
        self._home = home
        self._interfaces = interfaces
        self._linger_s = linger_s
        self._clock = clock
        me = Me(seated.seat, seated.identity, seated.secret)
        self._table = Table(game, seated.seating, seated.signatures, me)
        began = clock()
        self._table.restore(seated.records)
        _log.info(
            "seat %d (%s) of table %s takes up round %d: %d records in %.2f s, %d torn bytes",
            *(seated.seat, seated.seating.name(seated.seat), seated.seating.table.hex()[:16]),
            *(self._table.status().round_number, len(seated.records), clock() - began),
            seated.torn_bytes,
        )
        self._effects: deque[Effect] = deque()
        self._wake = asyncio.Event()
        self._is_time_to_tick = False
        self._parting: Linger | None = None
        self._reminder = WaitReminder(clock())
        self._wait: Wait | None = None
        self._haves = HaveLog(clock)
        self._written: tuple[bytes, bytes | None] = (b"", None)
        self._version = 0
        self._is_over = False
        self._changed = asyncio.Event()

    # -- for the screen

    @property
    def table(self) -> bytes:
        """The table's digest."""
        return self._seated.seating.table

    @property
    def folder(self) -> TableFolder:
        """Where the table's files are."""
        return self._seated.folder

    def view(self) -> AnyView | None:
        return self._table.view()

    def past(self) -> Sequence[AnyView]:
        """Return the views of earlier states of the game, as `Table.past`."""
        return self._table.past()

    @property
    def game(self) -> str:
        return self._seated.seating.game

    @property
    def machines(self) -> tuple[Seat, ...]:
        """For each seat the one on whose machine it runs."""
        return self._seated.seating.machines

    def faces(self) -> Mapping[Card, Face]:
        """Return the faces this seat knows: all, after the close of a game that shows them."""
        return self._table.faces()

    def status(self) -> Status:
        status = self._table.status()
        return replace(status, lacking=()) if self._seated.mesh.ended else status

    def ending(self) -> Ending | None:
        return self._table.ending()

    def seats(self) -> tuple[SeatState, ...]:
        mesh, now = self._seated.mesh, self._clock()
        return tuple(
            SeatState(
                seat,
                place.name,
                seat == self._seated.seat,
                None if (since := mesh.missing_since.get(seat)) is None else now - since,
            )
            for seat, place in zip(mesh.seating.seats, mesh.seating.places, strict=True)
        )

    @property
    def wait(self) -> Wait | None:
        """What there was to say last of a wait that has become long; None before the first."""
        return self._wait

    def play(self, move: AnyMove) -> None:
        """Make this seat's move. Raise `NotNow` or `IllegalMove`: nothing was sent or changed."""
        self._effects += self._table.play(move)
        self._wake.set()

    @property
    def talk(self) -> Rule:
        """What may be said beside the game."""
        return self._table.rule_of_talk

    def heard(self) -> tuple[Heard, ...]:
        return self._table.heard()

    def orders(self) -> tuple[Arrangement, ...]:
        return self._table.orders()

    def say(self, remark: Remark) -> None:
        """Something beside the game. `NotSaid`: nothing was said, nothing has changed."""
        self._effects += self._table.talk(remark)
        self._wake.set()

    def declare_gone(self, seat: Seat) -> None:
        """Say that the seat is gone for good. `NotNow`, as `Table.declare_gone`."""
        self._effects += self._table.declare_gone(seat)
        self._wake.set()

    def stop(self) -> None:
        """Agree to end the table. `NotNow`, as `Table.stop`."""
        self._effects += self._table.stop()
        self._wake.set()

    def leave(self) -> None:
        """Once the table has ended: stay no longer for those who may lack the end."""
        if self._parting is not None:
            self._parting.linger_s = self._parting.stay_s = 0.0
            self._wake.set()

    def withdraw(self) -> None:
        """Leave the table for good; the others are told so, under this seat's signature."""
        self._effects += self._table.withdraw()
        self._wake.set()

    async def changes(self) -> AsyncIterator[None]:
        """Once at once, and then whenever there is something new to show, until `run` has ended."""
        shown = -1
        while not (self._is_over and shown == self._version):
            if shown != self._version:
                shown = self._version
                yield
            else:
                await self._changed.wait()

    # -- the play

    async def run(self) -> Ending:
        """Play until the table has ended and the others know it. Everything is closed then.

        Raises `CannotStore` when the disk takes no more: what was not stored was not said, and
        the table can be resumed. Cancelling leaves the table to be resumed, too.
        """
        helpers = [beside(self._tick(), "the tick")]
        if self._interfaces is not None:
            port = self._seated.listener.port
            found = keep_found(self._seated.mesh, port, self._interfaces)
            helpers.append(beside(found, "discovery"))
        try:
            return await self._play()
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
            remember_addresses(self._seated.folder, self._seated.mesh)
            await self._seated.close()
            self._is_over = True
            self._show()

    async def _play(self) -> Ending:
        self._seated.mesh.on_news = self._wake.set
        self._effects += self._table.start()
        if (ending := self._table.ending()) is not None:
            self._effects.append(Finished(ending))  # it was in the journal
        while True:
            self._wake.clear()
            self._carry_out()
            self._hear()
            self._seated.journal.sync()
            self._look_at_the_clock()
            if (ending := self._may_leave()) is not None:
                self._write_files()
                self._take_leave()
                return ending
            await asyncio.sleep(0)  # for the screen, also while there is always more to hear
            await self._wake.wait()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._is_time_to_tick = True
            self._wake.set()

    def _hear(self) -> None:
        """Everything that is ready; what it leads to is done before the next message is judged."""
        for news in self._seated.mesh.take():
            match news:
                case LinkUp(seat):
                    self._log_link("is here", seat)
                    self._effects += self._table.connected(seat)
                    self._effects.append(Changed())
                case LinkDown(seat):
                    self._log_link("is away", seat)
                    self._effects += self._table.disconnected(seat)
                    self._effects.append(Changed())
                case Received(seat, message):
                    self._haves.heard(seat, message)
                    try:
                        self._effects += self._table.receive(seat, message)
                    except Dropped as error:
                        _log.info("dropped a message of seat %d: %s", seat, error)
            self._carry_out()
        if self._is_time_to_tick:
            self._is_time_to_tick = False
            self._effects += self._table.tick()
            self._carry_out()

    def _carry_out(self) -> None:
        mesh, journal = self._seated.mesh, self._seated.journal
        while self._effects:
            match self._effects.popleft():
                case Persist() as kept:
                    journal.write([kept])
                case Broadcast(message):
                    journal.sync()
                    self._haves.sent(mesh.linked, message)
                    mesh.broadcast(message)
                case Send(seat, message):
                    journal.sync()
                    self._haves.sent((seat,), message)
                    mesh.send(seat, message)
                case Changed():
                    self._show()
                case Finished(ending):
                    _log.info("the table has ended: %s", ending)
                    journal.sync()
                    write(self._seated.folder.parting, b"")
                    self._write_files()
                    self._parting = Linger(self._clock(), self._linger_s)
                    self._show()

    # -- what is waited for

    def _look_at_the_clock(self) -> None:
        mesh, now = self._seated.mesh, self._clock()
        wait = self._reminder.look(self.status(), frozenset(mesh.missing_since), now)
        if wait is None:
            return
        self._wait = wait
        _log.info(
            "%s in round %d, %.0f s: %s",
            *(wait.doing.value, wait.round_number, wait.seconds),
            f"waits for {self._names(wait.seats)}" if wait.seats else "went on",
            extra=_PACED,
        )
        for seat in mesh.others if wait.seats else ():
            self._log_link("is linked" if mesh.is_up(seat) else "is not linked", seat, _PACED)
        self._show()

    def _log_link(self, what: str, seat: Seat, extra: Mapping[str, object] | None = None) -> None:
        told = (self._seated.mesh.described(seat), self._haves.described(seat))
        _log.info("%s %s: %s; %s", self._seated.seating.name(seat), what, *told, extra=extra)

    def _names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(map(self._seated.seating.name, seats)) or "nobody"

    def _show(self) -> None:
        self._version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    # -- the end

    def _may_leave(self) -> Ending | None:
        """Return the ending, once nobody who is there needs this seat any more."""
        ending = self._table.ending()
        if ending is None or self._parting is None:
            return None
        mesh, lacking = self._seated.mesh, self.status().lacking
        if not lacking:
            mesh.say_ended()
        said = mesh.ended.issuperset(mesh.others)
        leaves = self._parting.may_leave(
            self._clock(), lacking=bool(lacking), all_said_goodbye=said
        )
        return ending if leaves else None

    def _take_leave(self) -> None:
        """Log who may still lack the end; by `resume` they can be given it later."""
        lacking = self.status().lacking
        _log.info("leaves the table; may lack its end: %s", self._names(lacking))
        if not lacking:
            remove(self._seated.folder.parting)

    def _write_files(self) -> None:
        """Write the transcript, and the evidence if there is any; again if either is another by
        now.

        A close that comes late takes the place of a withdrawal, whose evidence is then void. Who is
        found to have cheated after the close stands in the evidence alone.
        """
        transcript, evidence = self._table.transcript(), self._table.evidence()
        if (transcript, evidence) == self._written:
            return
        seating = self._seated.seating
        path = self._home.transcript(seating.game, seating.table)
        write(path, transcript)
        self._written, self.transcript_path = (transcript, evidence), path
        kept = self._seated.folder.evidence
        if evidence is not None:
            write(kept, evidence)
            self.evidence_path = kept
        else:
            remove(kept)
            self.evidence_path = None
