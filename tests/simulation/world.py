"""A whole table under one seed: processes, disks, links and a clock of our own.

Only the machine is real. What its effects ask for is done as `p2p_hanabi.net.session` does it:
records are written as they come, and are on the disk before the next message leaves; a process may
end at each of these steps.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from protocol.effects import Broadcast, Changed, Effect, Persist, Send
from protocol.errors import Dropped, IllegalMove, NotNow
from protocol.game import AnyGame, Seat
from protocol.history import Statement
from protocol.status import Doing
from protocol.table import Me, Table
from tests.fakes import seated

from .disk import Disk
from .plan import (
    Blackout,
    Cut,
    Death,
    Fault,
    Forget,
    Leave,
    OneWay,
    Pair,
    Plan,
    Stop,
    Twist,
    pairs_of,
)
from .watch import Broken, Watch, named

NEVER = float("inf")
TICK_S = 1.0
SILENT_S = 10.0
LATE_S = 3.0
AFTERMATH_S = 40.0
EXPECTED = ("too far ahead", "an objection after the last close")
"""Why an honest seat's message may be dropped."""
GIVE_UP_S = 600.0
"""So long after the first event all is healed, whatever of the plan has not come to pass."""

Choose = Callable[[Any, random.Random], Any]


class Died(Exception):
    """The process has come to the step at which it ends."""


@dataclass
class Link:
    """A connection between two seats. What arrives from `lost_from` on at a seat never does."""

    ready: dict[Seat, float]
    lost_from: dict[Seat, float]
    latest: dict[Seat, float]
    is_alive: bool = True


@dataclass
class Process:
    """One life of a seat. `told` are the seats that the table believes linked."""

    table: Table
    links: dict[Seat, Link] = field(default_factory=dict)
    told: set[Seat] = field(default_factory=set)
    seen: int = 0
    is_thinking: bool = False


@dataclass
class Desk:
    """What outlives a process."""

    me: Me
    seat: Seat
    disk: Disk = field(default_factory=Disk)
    process: Process | None = None
    stop: Stop | None = None
    steps_left: int = 0
    twist: Twist | None = None
    taken_back: list[bytes] | None = None


class World:
    """`trace`, if there is one, is told everything that happens."""

    def __init__(
        self, plan: Plan, game: AnyGame, choose: Choose, trace: Callable[[str], None] | None = None
    ) -> None:
        self.plan = plan
        self.game = game
        self.counts: Counter[str] = Counter()
        self.now = 0.0
        self.healed_at: float | None = None
        self._ended_at = NEVER
        self._choose = choose
        self._trace = trace
        self._rng = random.Random(f"world {plan.seed}")  # noqa: S311 - a simulation's dice
        self._seating, self._signatures, mes = seated(game, plan.seats, seed=plan.seed)
        self.watch = Watch(game, self._seating, plan.culprit)
        self._desks = [Desk(me, me.seat) for me in mes]
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._pushed = 0
        self._blocked: Counter[Pair] = Counter(plan.cut_for_good)
        self._faults = list(reversed(plan.faults))

    # The run.

    def run(self) -> str:
        """Everything, to the end of the game; how it ended. `Broken` if a promise is."""
        for desk in self._desks:
            self._later(self._rng.random(), self._start, desk)
        self._later(GIVE_UP_S, self._heal)
        if not self._faults:
            self._later(self.plan.heal_s, self._heal)
        while not self._is_over():
            self._strike()
            self.now, _, happen, arguments = heappop(self._queue)
            self.counts["events"] += 1
            happen(*arguments)
            self._check_patience()
        disks = {desk.seat: desk.disk for desk in self._desks}
        return self.watch.at_the_end(self.tables(), disks)

    def tables(self) -> dict[Seat, Table]:
        return {desk.seat: desk.process.table for desk in self._desks if desk.process}

    def _is_over(self) -> bool:
        """All have ended; and, if they can, know it of each other."""
        for desk in self._desks:
            if desk.process is None or desk.process.table.ending() is None:
                self._ended_at = NEVER
                return False
        self._ended_at = min(self._ended_at, self.now)
        if self.plan.culprit is not None:  # somebody may yet learn more
            return self.healed_at is not None and self.now > self._ended_at + AFTERMATH_S
        return bool(self.plan.cut_for_good) or all(
            table.settled for table in self.tables().values()
        )

    def _check_patience(self) -> None:
        if self.healed_at is None:
            return
        moves = len(self.watch.rounds)
        if self._ended_at < NEVER and self.plan.culprit is not None:
            return
        if self.now - self.healed_at > 60 + moves * (self.plan.latency_s * 3 + self.plan.think_s):
            states = [desk.process.table.status() for desk in self._desks if desk.process]
            raise Broken(f"all is healed, and the table does not end: {states}")

    def _later(self, seconds: float, happen: Callable[..., None], *arguments: Any) -> None:
        self._at(self.now + seconds, happen, *arguments)

    def _at(self, time: float, happen: Callable[..., None], *arguments: Any) -> None:
        self._pushed += 1
        heappush(self._queue, (time, self._pushed, happen, arguments))

    def _say(self, text: str, *values: object) -> None:
        if self._trace is not None:
            self._trace(f"{self.now:9.3f} s  " + text.format(*values))

    # Processes.

    def _start(self, desk: Desk) -> None:
        if desk.process is not None:
            return
        table = Table(self.game, self._seating, self._signatures, desk.me)
        table.restore(desk.disk.synced)
        desk.process = Process(table)
        self._say("seat {} starts with {} records", desk.seat, len(desk.disk.synced))
        process = desk.process
        self._carry_out(desk, table.start())
        if desk.process is process:
            self._think(desk, process)
        self._later(self._rng.random() * TICK_S, self._tick, desk, process)
        for other in self._desks:
            if other is not desk:
                self._later(self._soon(), self._link_up, frozenset((desk.seat, other.seat)))

    def _tick(self, desk: Desk, process: Process) -> None:
        if desk.process is not process:
            return
        self._later(TICK_S, self._tick, desk, process)
        if self._rng.random() < 0.02:
            self._play_out_of_turn(desk, process)
        self._carry_out(desk, process.table.tick())

    def _end_process(self, desk: Desk, how: Death, down_s: float) -> None:
        process = desk.process
        if process is None:
            return
        self.counts[how.value] += 1
        for record in desk.disk.end(how, self._rng):
            self.watch.saved(record)
        self._say("seat {} ends: {}, for {:.2f} s", desk.seat, how.value, down_s)
        if desk.taken_back is not None:
            desk.disk.put_back(desk.taken_back)
        desk.process = desk.stop = desk.taken_back = None
        for other, link in process.links.items():
            self._break(link, self._desks[other], desk.seat)
        self._later(down_s, self._start, desk)

    def _carry_out(self, desk: Desk, effects: Sequence[Effect]) -> None:
        process = desk.process
        if process is None:
            return
        self.watch.done(desk.seat, effects)
        try:
            for effect in effects:
                self._do(desk, process, effect)
            if self._rng.random() < self.plan.eager_sync:
                self._sync(desk)
        except Died:
            assert desk.stop is not None
            self._end_process(desk, desk.stop.how, desk.stop.down_s)
            return
        if Changed() in effects:
            process.seen = self.watch.look(desk.seat, process.table, process.seen)
            self._think(desk, process)

    def _do(self, desk: Desk, process: Process, effect: Effect) -> None:
        match effect:
            case Persist(record):
                self._step(desk, Death.WRITE)
                desk.disk.write(record)
            case Broadcast(message):
                self._sync(desk)
                for other in tuple(process.links):
                    self._step(desk)
                    self._post(desk, process, other, message)
            case Send(seat, message):
                self._sync(desk)
                self._step(desk)
                self._post(desk, process, seat, message)

    def _sync(self, desk: Desk) -> None:
        if desk.disk.written:
            self._step(desk, Death.SYNC)
            for record in desk.disk.sync():
                self.watch.saved(record)

    def _step(self, desk: Desk, at: Death | None = None) -> None:
        """Before a write, a sync (`at` says which of them) or a send."""
        if desk.stop is None:
            return
        desk.steps_left -= 1
        if desk.steps_left < 0 and desk.stop.how in (Death.KILLED, Death.POWER, at):
            raise Died

    # Players.

    def _think(self, desk: Desk, process: Process) -> None:
        if not process.is_thinking and self._is_to_move(desk, process):
            process.is_thinking = True
            seconds = self.plan.think_s * self._rng.random()
            self._later(seconds, self._play, desk, process)

    def _is_to_move(self, desk: Desk, process: Process) -> bool:
        status = process.table.status()
        return status.doing is Doing.MOVING and status.waiting_for == (desk.seat,)

    def _play(self, desk: Desk, process: Process) -> None:
        process.is_thinking = False
        if desk.process is not process or not self._is_to_move(desk, process):
            return
        view = process.table.view()
        for false in getattr(view, "false_moves", ())[:1]:
            try:
                process.table.play(false)
            except IllegalMove:
                continue
            raise Broken(f"seat {desk.seat} may lie: {false}")
        move = self._choose(view, self._rng)
        self._say("seat {} plays {}", desk.seat, move)
        if desk.twist is not None:
            self._take_back(desk, desk.twist)
        self._carry_out(desk, process.table.play(move))

    def _take_back(self, desk: Desk, twist: Twist) -> None:
        """The process will end soon; then its journal is what it is now."""
        desk.stop = Stop(desk.seat, Death.KILLED, twist.after_steps, 0.1)
        desk.steps_left, desk.twist = twist.after_steps, None
        desk.taken_back = [*desk.disk.synced, *desk.disk.written]
        for deaf in sorted(twist.deaf):
            pair = frozenset((desk.seat, deaf))
            self._blocked[pair] += 1
            self._later(twist.seconds, self._unblock, pair)

    def _play_out_of_turn(self, desk: Desk, process: Process) -> None:
        if self._is_to_move(desk, process):
            return
        try:
            process.table.play(None)
        except NotNow:
            return
        raise Broken(f"seat {desk.seat} moves out of turn")

    # Links.

    def _post(self, desk: Desk, process: Process, to: Seat, message: bytes) -> None:
        link = process.links.get(to)
        if link is None:
            return
        self.watch.left(desk.seat, desk.disk, message)
        rng = self._rng
        if self.healed_at is None and rng.random() < self.plan.loss:
            self.counts["lost"] += 1
            return
        is_doubled = self.healed_at is None and rng.random() < self.plan.double
        self.counts["doubled"] += is_doubled
        for _ in range(2 if is_doubled else 1):
            time = self.now + rng.random() * self.plan.latency_s
            if rng.random() < self.plan.late:
                time += rng.random() * LATE_S
                self.counts["delayed"] += 1
            if self.plan.in_order or self.healed_at is not None:
                time = max(time, link.latest[to])
            elif time < link.latest[to]:
                self.counts["overtaking"] += 1
            link.latest[to] = max(time, link.latest[to])
            self._at(max(time, link.ready[to]), self._arrive, (desk.seat, to), link, message)

    def _arrive(self, way: tuple[Seat, Seat], link: Link, message: bytes) -> None:
        frm, to = way
        desk = self._desks[to]
        process = desk.process
        if process is None or process.links.get(frm) is not link or self.now >= link.lost_from[to]:
            self.counts["lost with a link"] += 1
            return
        if self._trace is not None:
            self._say("seat {} hears from seat {}: {}", to, frm, self._description(message))
        self.counts["messages"] += 1
        try:
            effects = process.table.receive(frm, message)
        except Dropped as error:
            if str(error) not in EXPECTED:
                raise Broken(f"seat {to} drops what seat {frm} says: {error}") from error
            self.counts[f"dropped: {error}"] += 1
            return
        self._carry_out(desk, effects)

    def _description(self, message: bytes) -> str:
        read = self.watch.read(message)
        return named(read) if isinstance(read, Statement) else str(read)

    def _soon(self) -> float:
        return self._rng.choice((0.01, 0.5)) * self._rng.random()

    def _link_up(self, pair: Pair) -> None:
        """Both ends have a new connection; each tells its table of it in its own time."""
        desks = [self._desks[seat] for seat in sorted(pair)]
        if self._blocked[pair] or any(desk.process is None for desk in desks):
            return
        ends = [(desk, desk.process, other) for desk, other in _both_ways(desks) if desk.process]
        old = {id(process.links.get(other.seat)) for _, process, other in ends}
        link = ends[0][1].links.get(ends[0][2].seat)
        if len(old) == 1 and link is not None and link.is_alive:
            return
        ready = {desk.seat: self.now + self._soon() for desk in desks}
        never = dict.fromkeys(pair, NEVER)
        new = Link(ready, never, dict.fromkeys(pair, 0.0))
        for desk, process, other in ends:
            process.links[other.seat] = new
            self._at(ready[desk.seat], self._tell_up, desk, process, other.seat)

    def _tell_up(self, desk: Desk, process: Process, other: Seat) -> None:
        if desk.process is not process or other not in process.links:
            return
        if other in process.told:
            self._carry_out(desk, process.table.disconnected(other))
        if desk.process is process:
            process.told.add(other)
            self._say("seat {} has a link to seat {}", desk.seat, other)
            self._carry_out(desk, process.table.connected(other))

    def _break(self, link: Link, desk: Desk, other: Seat) -> None:
        """At one end: what is on its way arrives for a moment yet; then the end finds out."""
        link.is_alive = False
        lost_from = self.now + self._rng.random() * 0.2
        link.lost_from[desk.seat] = min(link.lost_from[desk.seat], lost_from)
        seconds = self._rng.choice((0.2, 0.2, SILENT_S)) * self._rng.random()
        if desk.process is not None:
            self._later(seconds, self._tell_down, desk, desk.process, other, link)

    def _tell_down(self, desk: Desk, process: Process, other: Seat, link: Link) -> None:
        if desk.process is not process or process.links.get(other) is not link:
            return
        del process.links[other]
        if other in process.told:
            process.told.remove(other)
            self._say("seat {} has lost its link to seat {}", desk.seat, other)
            self._carry_out(desk, process.table.disconnected(other))

    def _break_both(self, pair: Pair) -> None:
        for desk, other in _both_ways([self._desks[seat] for seat in sorted(pair)]):
            link = desk.process.links.get(other.seat) if desk.process else None
            if link is not None:
                self._break(link, desk, other.seat)

    def _unblock(self, pair: Pair) -> None:
        self._blocked[pair] = max(0, self._blocked[pair] - 1)
        self._later(self._soon(), self._link_up, pair)

    def _renew(self, pair: Pair) -> None:
        self._break_both(pair)
        self._later(self._soon(), self._link_up, pair)

    # Faults.

    def _strike(self) -> None:
        while self._faults and self._faults[-1][0] <= self.counts["events"]:
            _, fault = self._faults.pop()
            if self.healed_at is None:
                self._say("{}", fault)
                self._do_fault(fault)
            if not self._faults:
                self._later(self.plan.heal_s, self._heal)

    def _do_fault(self, fault: Fault) -> None:
        match fault:
            case Stop(seat, _, after_steps):
                self._desks[seat].stop, self._desks[seat].steps_left = fault, after_steps
            case Blackout(down_s):
                self.counts["blackout"] += 1
                for desk, seconds in zip(self._desks, down_s, strict=True):
                    self._end_process(desk, Death.POWER, seconds)
            case Cut(name, pairs, seconds):
                self.counts[f"cut: {name}"] += 1
                for pair in sorted(pairs, key=sorted):
                    self._blocked[pair] += 1
                    self._break_both(pair)
                    self._later(seconds, self._unblock, pair)
            case Leave(seat):
                desk = self._desks[seat]
                if desk.process is not None:
                    self._carry_out(desk, desk.process.table.withdraw("dinner"))
            case Forget(seat, kept, down_s):
                disk = self._desks[seat].disk
                self._end_process(self._desks[seat], Death.KILLED, down_s)
                disk.put_back(disk.synced[: int(len(disk.synced) * kept)])
            case Twist(seat):
                self._desks[seat].twist = fault
            case OneWay(frm, to, seconds):
                self.counts["one way"] += 1
                process = self._desks[to].process
                if process is not None and frm in process.links:
                    process.links[frm].lost_from[to] = self.now
                self._later(seconds, self._renew, frozenset((frm, to)))

    def _heal(self) -> None:
        """From here on everything works, and the table must come to its end."""
        if self.healed_at is not None:
            return
        self._say("all is healed")
        self.healed_at = self.now
        self._faults.clear()
        self._blocked = Counter(self.plan.cut_for_good)
        for desk in self._desks:
            desk.stop = None
            self._later(self._rng.random(), self._start, desk)
        for pair in pairs_of(self.plan.seats):
            one, other = sorted(pair)
            process = self._desks[one].process
            link = process.links.get(other) if process is not None else None
            if link is not None and min(link.lost_from.values()) < NEVER:
                self._break_both(pair)
            self._later(self._soon(), self._link_up, pair)


def _both_ways(desks: Sequence[Desk]) -> tuple[tuple[Desk, Desk], tuple[Desk, Desk]]:
    one, other = desks
    return (one, other), (other, one)
