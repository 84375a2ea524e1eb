"""Links between processes that lose, duplicate, reorder and delay messages, break and come back.

Each end of a link notices at a different time that it has broken, or that there is a new one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.peer.effects import Effect
from protocol.reasons import Ignored

from .clock import NEVER, Clock
from .desk import Desk, Link, Process
from .plan import Pair, Plan, pairs_of
from .watch import Broken, Watch, named

SILENT_S = 10.0
LATE_S = 3.0
EXPECTED = (
    Ignored.TOO_FAR,
    Ignored.AFTER_CLOSE,
    Ignored.NOT_YET,
    Ignored.LONG_OVER,
)
"""Why an honest seat's message may be dropped."""

CarryOut = Callable[[Desk, Sequence[Effect]], None]


class Network:
    """`carry_out` carries out the effects of a table."""

    carry_out: CarryOut

    def __init__(self, plan: Plan, clock: Clock, desks: Sequence[Desk], watch: Watch) -> None:
        self._plan = plan
        self._clock = clock
        self._desks = desks
        self._watch = watch
        self._rng = random.Random(f"network {plan.seed}")  # noqa: S311 - a simulation's dice
        self._blocked: Counter[Pair] = Counter(plan.cut_for_good)
        self._is_healed = False

    def seek(self, seat: Seat) -> None:
        """Link a process that has started to the others."""
        for other in self._desks:
            if other.seat != seat:
                self._clock.later(self._soon(), self._link_up, frozenset((seat, other.seat)))

    def leave(self, seat: Seat, process: Process) -> None:
        """Break the links of a process that has ended."""
        for other, link in process.links.items():
            self._break(link, self._desks[other], seat)

    def block(self, pair: Pair, seconds: float) -> None:
        """Prevent new links meanwhile; an existing one continues."""
        self._blocked[pair] += 1
        self._clock.later(seconds, self._unblock, pair, self._blocked)

    def cut(self, pair: Pair, seconds: float) -> None:
        self.block(pair, seconds)
        self._break_both(pair)

    def lose_one_way(self, frm: Seat, to: Seat, seconds: float) -> None:
        process = self._desks[to].process
        if process is not None and frm in process.links:
            process.links[frm].lost_from[to] = self._clock.now
        self._clock.later(seconds, self._renew, frozenset((frm, to)))

    def starve(self, desk: Desk, seconds: float) -> None:
        """Give the process no processor time; the others notice if that takes long."""
        desk.busy_until = max(desk.busy_until, self._clock.now + seconds)
        if seconds > SILENT_S:
            self._clock.later(SILENT_S, self._find_silent, desk.seat, desk.process)
            for other in self._desks:
                if other is not desk:
                    pair = frozenset((desk.seat, other.seat))
                    self._clock.later(seconds + self._soon(), self._link_up, pair)

    def _find_silent(self, seat: Seat, process: Process) -> None:
        for other, link in process.links.items():
            self._break(link, self._desks[other], seat)

    def open_half(self, seat: Seat, other: Seat, seconds: float) -> None:
        """Give one end a new link of which the other never learns."""
        desk, pair = self._desks[seat], frozenset((seat, other))
        if desk.process is None or self._blocked[pair]:
            return
        now = self._clock.now
        ready = {seat: now + self._soon(), other: NEVER}
        link = Link(ready, {seat: NEVER, other: now}, dict.fromkeys(pair, 0.0))
        desk.process.links[other] = link
        self._clock.at(ready[seat], self._tell_up, desk, desk.process, other)
        self._clock.later(seconds, self._renew, pair)

    def say_goodbye(self, desk: Desk, process: Process) -> None:
        """Say goodbye to all linked seats, and again over every new link."""
        process.has_said_goodbye = True
        for other in process.informed:
            self._say_goodbye_to(desk, process, other)

    def _say_goodbye_to(self, desk: Desk, process: Process, other: Seat) -> None:
        link = process.links.get(other)
        if link is not None:
            time = max(self._clock.now + self._plan.latency_s, link.latest[other])
            link.latest[other] = time
            self._clock.at(max(time, link.ready[other]), self._goodbye, desk.seat, other, link)

    def _goodbye(self, frm: Seat, to: Seat, link: Link) -> None:
        process = self._desks[to].process
        is_here = process is not None and process.links.get(frm) is link
        if process is not None and is_here and self._clock.now < link.lost_from[to]:
            process.goodbyes.add(frm)

    def heal(self) -> None:
        """Lose nothing from here on, and bring up every link that is possible."""
        self._is_healed = True
        self._blocked = Counter(self._plan.cut_for_good)
        for pair in pairs_of(self._plan.seats):
            one, other = sorted(pair)
            process = self._desks[one].process
            link = process.links.get(other) if process is not None else None
            back = self._desks[other].process
            is_half = back is not None and back.links.get(one) is not link
            if is_half or (link is not None and min(link.lost_from.values()) < NEVER):
                self._break_both(pair)
            self._clock.later(self._soon(), self._link_up, pair)

    def post(self, desk: Desk, process: Process, to: Seat, message: bytes) -> None:
        link = process.links.get(to)
        if link is None:
            return
        self._watch.left(desk.seat, desk.disk, message)
        rng = self._rng
        if not self._is_healed and rng.random() < self._plan.loss:
            self._clock.counts["lost"] += 1
            return
        is_doubled = not self._is_healed and rng.random() < self._plan.double
        self._clock.counts["doubled"] += is_doubled
        for _ in range(2 if is_doubled else 1):
            time = self._clock.now + rng.random() * self._plan.latency_s
            if rng.random() < self._plan.late:
                time += rng.random() * LATE_S
                self._clock.counts["delayed"] += 1
            if self._plan.in_order or self._is_healed:
                time = max(time, link.latest[to])
            elif time < link.latest[to]:
                self._clock.counts["overtaking"] += 1
            link.latest[to] = max(time, link.latest[to])
            self._clock.at(max(time, link.ready[to]), self._arrive, (desk.seat, to), link, message)

    def _arrive(self, way: tuple[Seat, Seat], link: Link, message: bytes) -> None:
        frm, to = way
        desk = self._desks[to]
        if self._clock.now < desk.busy_until:
            self._clock.at(desk.busy_until, self._arrive, way, link, message)
            return
        process = desk.process
        if (
            process is None
            or process.links.get(frm) is not link
            or self._clock.now >= link.lost_from[to]
        ):
            self._clock.counts["lost with a link"] += 1
            return
        if self._clock.is_traced:
            self._clock.say("seat {} hears from seat {}: {}", to, frm, self._description(message))
        self._clock.counts["messages"] += 1
        try:
            effects = process.table.receive(frm, message)
        except Dropped as error:
            if error.reason.code not in EXPECTED:
                raise Broken(f"seat {to} drops what seat {frm} says: {error}") from error
            self._clock.counts[f"dropped: {error}"] += 1
            return
        self.carry_out(desk, effects)

    def _description(self, message: bytes) -> str:
        read = self._watch.read(message)
        return named(read) if isinstance(read, Statement) else str(read)

    def _soon(self) -> float:
        return self._rng.choice((0.01, 0.5)) * self._rng.random()

    def _link_up(self, pair: Pair) -> None:
        """Give both ends a new connection, which each reports to its table at its own time."""
        desks = [self._desks[seat] for seat in sorted(pair)]
        if self._blocked[pair] or any(desk.process is None for desk in desks):
            return
        ends = [(desk, desk.process, other) for desk, other in _both_ways(desks) if desk.process]
        old = {id(process.links.get(other.seat)) for _, process, other in ends}
        link = ends[0][1].links.get(ends[0][2].seat)
        if len(old) == 1 and link is not None and link.is_alive:
            return
        ready = {desk.seat: self._clock.now + self._soon() for desk in desks}
        never = dict.fromkeys(pair, NEVER)
        new = Link(ready, never, dict.fromkeys(pair, 0.0))
        for desk, process, other in ends:
            process.links[other.seat] = new
            self._clock.at(ready[desk.seat], self._tell_up, desk, process, other.seat)

    def _tell_up(self, desk: Desk, process: Process, other: Seat) -> None:
        if desk.process is not process or other not in process.links:
            return
        if self._clock.now < desk.busy_until:
            self._clock.at(desk.busy_until, self._tell_up, desk, process, other)
            return
        if other in process.informed:
            self.carry_out(desk, process.table.disconnected(other))
        if desk.process is process:
            process.informed.add(other)
            self._clock.say("seat {} has a link to seat {}", desk.seat, other)
            self.carry_out(desk, process.table.connected(other))
            if process.has_said_goodbye:
                self._say_goodbye_to(desk, process, other)

    def _break(self, link: Link, desk: Desk, other: Seat) -> None:
        """Break one end: messages still arrive for a moment, and later the end notices."""
        link.is_alive = False
        lost_from = self._clock.now + self._rng.random() * 0.2
        link.lost_from[desk.seat] = min(link.lost_from[desk.seat], lost_from)
        seconds = self._rng.choice((0.2, 0.2, SILENT_S)) * self._rng.random()
        if desk.process is not None:
            self._clock.later(seconds, self._tell_down, desk, desk.process, other, link)

    def _tell_down(self, desk: Desk, process: Process, other: Seat, link: Link) -> None:
        if desk.process is not process or process.links.get(other) is not link:
            return
        if self._clock.now < desk.busy_until:
            self._clock.at(desk.busy_until, self._tell_down, desk, process, other, link)
            return
        del process.links[other]
        if other in process.informed:
            process.informed.remove(other)
            self._clock.say("seat {} has lost its link to seat {}", desk.seat, other)
            self.carry_out(desk, process.table.disconnected(other))

    def _break_both(self, pair: Pair) -> None:
        for desk, other in _both_ways([self._desks[seat] for seat in sorted(pair)]):
            link = desk.process.links.get(other.seat) if desk.process else None
            if link is not None:
                self._break(link, desk, other.seat)

    def _unblock(self, pair: Pair, counted_in: Counter[Pair]) -> None:
        if counted_in is self._blocked:  # else everything was healed meanwhile
            self._blocked[pair] -= 1
            self._clock.later(self._soon(), self._link_up, pair)

    def _renew(self, pair: Pair) -> None:
        self._break_both(pair)
        self._clock.later(self._soon(), self._link_up, pair)


def _both_ways(desks: Sequence[Desk]) -> tuple[tuple[Desk, Desk], tuple[Desk, Desk]]:
    one, other = desks
    return (one, other), (other, one)
