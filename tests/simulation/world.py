"""A whole table under one seed, with simulated processes, disks, links and clock.

Only the table machine is real. Its effects are carried out as in `p2p_hanabi.net.table.session`:
records are written as they come; those that cannot wait are synced before the next message is sent;
a process may end at each of these steps.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from p2p_hanabi.net.table.linger import Linger
from protocol.errors import IllegalMove, NotNow
from protocol.game import Seat
from protocol.peer.effects import Broadcast, Changed, Effect, Finished, Persist, Send
from protocol.peer.status import Activity
from protocol.peer.table import Table
from tests.any_game import AnyGame, AnyTable
from tests.fakes import seated

from .clock import NEVER, Clock
from .desk import Desk, Died, Process
from .network import Network
from .plan import (
    Blackout,
    Cut,
    Death,
    Fault,
    Forget,
    HalfOpen,
    LastWord,
    Leave,
    OneWay,
    Plan,
    Starve,
    Stop,
    Twist,
    Vanish,
)
from .watch import Broken, Watch

TICK_S = 1.0
AFTERMATH_S = 40.0
GIVE_UP_S = 600.0
"""How long after the first event everything is healed, even if the plan is not completed."""

_AT_THE_END = (Activity.CLOSING, Activity.ENDED)

Choose = Callable[[Any, random.Random], Any]


class World:
    """`run` it once."""

    def __init__(
        self, plan: Plan, game: AnyGame, choose: Choose, trace: Callable[[str], None] | None = None
    ) -> None:
        self.plan = plan
        self.game = game
        self.healed_at: float | None = None
        self._ended_at = NEVER
        self._choose = choose
        self._rng = random.Random(f"world {plan.seed}")  # noqa: S311 - a simulation's dice
        self._seating, self._signatures, mes = seated(game, plan.seats, seed=plan.seed)
        self.watch = Watch(game, self._seating, plan.culprit)
        self._desks = [Desk(me, me.seat) for me in mes]
        self._clock = Clock(trace)
        self._network = Network(plan, self._clock, self._desks, self.watch)
        self._network.carry_out = self._carry_out
        self._faults = list(reversed(plan.faults))
        self._lost: set[Seat] = set()  # gone for good

    # The run.

    def run(self) -> str:
        """Run to the end of the game, and return how it ended. Raise `Broken` if a promise is."""
        for desk in self._desks:
            self._clock.later(self._rng.random(), self._start, desk)
        self._clock.later(GIVE_UP_S, self._heal)
        if not self._faults:
            self._clock.later(self.plan.heal_s, self._heal)
        while not self._is_over():
            self._strike()
            self._clock.go_on()
            self._check_patience()
        disks = {desk.seat: desk.disk for desk in self._desks}
        return self.watch.at_the_end(self.tables(), disks)

    @property
    def seconds(self) -> float:
        return self._clock.now

    @property
    def counts(self) -> Counter[str]:
        return self._clock.counts

    def tables(self) -> dict[Seat, AnyTable]:
        here = {desk.seat: desk.process.table for desk in self._desks if desk.process}
        return {desk.seat: desk.left for desk in self._desks if desk.left} | here

    def _is_over(self) -> bool:
        """Return whether all have ended and, if they can, know that of each other."""
        for desk in self._desks:
            table = desk.left if desk.process is None else desk.process.table
            if desk.seat in self._lost:
                continue
            if table is None or table.ending() is None:
                self._ended_at = NEVER
                return False
        self._ended_at = min(self._ended_at, self._clock.now)
        if self.plan.culprit is not None:  # somebody may still learn more
            return self.healed_at is not None and self._clock.now > self._ended_at + AFTERMATH_S
        ended = self.tables().values()
        agreed = any(table.evidence() is not None for table in ended)
        return (
            bool(self._lost)
            or agreed
            or bool(self.plan.cut_for_good)
            or any(desk.left is not None for desk in self._desks)  # nobody waits for these
            or all(table.settled for table in ended)
        )

    def _check_patience(self) -> None:
        if self.healed_at is None:
            return
        moves = len(self.watch.rounds)
        if self._ended_at < NEVER and self.plan.culprit is not None:
            return
        if self._clock.now - self.healed_at > 60 + moves * (
            self.plan.latency_s * 3 + self.plan.think_s
        ) + 200 * bool(self._lost):
            states = [desk.process.table.status() for desk in self._desks if desk.process]
            raise Broken(f"all is healed, and the table does not end: {states}")

    # Processes.

    def _start(self, desk: Desk) -> None:
        if desk.process is not None or (desk.left is not None and not desk.owes):
            return
        table = Table(self.game, self._seating, self._signatures, desk.me)
        table.restore(desk.disk.synced)
        desk.process = Process(table)
        self._clock.say("seat {} starts with {} records", desk.seat, len(desk.disk.synced))
        process = desk.process
        self._carry_out(desk, table.start())
        if desk.process is process:
            self._think(desk, process)
        self._clock.later(self._rng.random() * TICK_S, self._tick, desk, process)
        self._network.seek(desk.seat)

    def _tick(self, desk: Desk, process: Process) -> None:
        if desk.process is not process:
            return
        if self._clock.now < desk.busy_until:
            self._clock.at(desk.busy_until, self._tick, desk, process)
            return
        self._clock.later(TICK_S, self._tick, desk, process)
        if self._rng.random() < 0.02:
            self._play_out_of_turn(desk, process)
        if self.plan.impatience and self._rng.random() < self.plan.impatience:
            self._lose_patience(desk, process.table)
        if desk.process is process:
            self._carry_out(desk, process.table.tick())
        if desk.process is process and self.plan.culprit is None and not self._vanishes:
            self._part(desk, process)

    @property
    def _vanishes(self) -> bool:
        return any(isinstance(fault, Vanish) for _, fault in self.plan.faults)

    def _part(self, desk: Desk, process: Process) -> None:
        """Leave once the table has ended here and nobody needs this seat any more, as a session
        does. A seat that leaves while another may lack the end is brought back after healing."""
        if process.table.ending() is None:
            return
        now = self._clock.now
        process.parting = process.parting or Linger(now)
        lacking = bool(process.table.status().lacking) and not process.goodbyes
        if not lacking and not process.has_said_goodbye:
            self._network.say_goodbye(desk, process)
        all_said = len(process.goodbyes) == self.plan.seats - 1
        if not process.parting.may_leave(now, lacking=lacking, all_said_goodbye=all_said):
            return
        self._clock.say("seat {} leaves{}", desk.seat, ", and owes the end" if lacking else "")
        self._clock.counts["left, owing the end" if lacking else "left"] += 1
        if not lacking:
            self._check_that_all_have_the_end(desk)
        desk.left, desk.owes, desk.process, desk.stop = process.table, lacking, None, None
        self._network.leave(desk.seat, process)
        if lacking and self.healed_at is not None:
            self._clock.later(self._rng.random(), self._start, desk)

    def _check_that_all_have_the_end(self, leaver: Desk) -> None:
        for desk in self._desks:
            kept = Table(self.game, self._seating, self._signatures, desk.me)
            kept.restore([*desk.disk.synced, *desk.disk.written])
            if kept.ending() is None:
                raise Broken(f"seat {leaver.seat} leaves, and seat {desk.seat} lacks the end")

    def _lose_patience(self, desk: Desk, table: AnyTable) -> None:
        """Call a seat gone; if somebody never comes back and nothing happens, end the table."""
        if self._lost and self.healed_at is not None and self._clock.now > self.healed_at + 60:
            if table._links.up:  # a seat that is alone waits: stopping alone would be leaving
                self._stop(desk, table)
            return
        for seat in table.status().waiting_for:
            try:
                self._carry_out(desk, table.declare_gone(seat))
            except NotNow as why:
                self._clock.counts[f"not called gone: {why}"] += 1
                continue
            self._clock.counts["called gone"] += 1
            return

    def _stop(self, desk: Desk, table: AnyTable) -> None:
        with suppress(NotNow):
            self._carry_out(desk, table.stop())

    def _end_process(self, desk: Desk, how: Death, down_s: float) -> None:
        process = desk.process
        if process is None:
            return
        self._clock.counts[how.value] += 1
        if isinstance(desk.stop, Vanish):
            self._lost.add(desk.seat)
            self.watch.is_lost = True
        for kept in desk.disk.end(how, self._rng):
            self.watch.saved(kept.record)
        self._clock.say("seat {} ends: {}, for {:.2f} s", desk.seat, how.value, down_s)
        if desk.taken_back is not None:
            desk.disk.put_back(desk.taken_back)
        desk.process = desk.stop = desk.taken_back = None
        self._network.leave(desk.seat, process)
        if desk.seat not in self._lost:
            self._clock.later(down_s, self._start, desk)

    def _carry_out(self, desk: Desk, effects: Sequence[Effect]) -> None:
        process = desk.process
        if process is None:
            return
        self.watch.done(desk.seat, effects)
        if desk.last_word is not None and process.table.status().activity in _AT_THE_END:
            desk.end_after(desk.last_word)
            desk.last_word = None
        try:
            for effect in effects:
                self._do(desk, process, effect)
            if self._rng.random() < self.plan.eager_sync:
                self._sync(desk)
        except Died:
            assert desk.stop is not None
            self._end_process(desk, desk.stop.how, desk.stop.down_s)
            return
        if any(isinstance(effect, Changed) for effect in effects):
            process.seen = self.watch.look(desk.seat, process.table, process.seen)
            self._think(desk, process)

    def _do(self, desk: Desk, process: Process, effect: Effect) -> None:
        match effect:
            case Persist() as kept:
                desk.step(Death.WRITE)
                desk.disk.write(kept)
            case Broadcast(message):
                self._sync_if_due(desk)
                for other in tuple(process.links):
                    desk.step()
                    self._network.post(desk, process, other, message)
            case Send(seat, message):
                self._sync_if_due(desk)
                desk.step()
                self._network.post(desk, process, seat, message)
            case Finished():
                self._sync(desk)

    def _sync_if_due(self, desk: Desk) -> None:
        if desk.disk.is_due:
            self._sync(desk)

    def _sync(self, desk: Desk) -> None:
        if desk.disk.written:
            desk.step(Death.SYNC)
            for kept in desk.disk.sync():
                self.watch.saved(kept.record)

    # Players.

    def _think(self, desk: Desk, process: Process) -> None:
        if not process.is_thinking and self._is_to_move(desk, process):
            process.is_thinking = True
            seconds = self.plan.think_s * self._rng.random()
            self._clock.later(seconds, self._play, desk, process)

    def _is_to_move(self, desk: Desk, process: Process) -> bool:
        status = process.table.status()
        return status.activity is Activity.MOVING and status.waiting_for == (desk.seat,)

    def _play(self, desk: Desk, process: Process) -> None:
        if desk.process is process and self._clock.now < desk.busy_until:
            self._clock.at(desk.busy_until, self._play, desk, process)
            return
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
        self._clock.say("seat {} plays {}", desk.seat, move)
        if desk.twist is not None:
            self._take_back(desk, desk.twist)
        self._carry_out(desk, process.table.play(move))

    def _take_back(self, desk: Desk, twist: Twist) -> None:
        """End the process soon, and restore the journal of now."""
        desk.end_after(Stop(desk.seat, Death.KILLED, twist.after_steps, 0.1))
        desk.twist = None
        desk.taken_back = [*desk.disk.synced, *desk.disk.written]
        for deaf in sorted(twist.deaf):
            self._network.block(frozenset((desk.seat, deaf)), twist.seconds)

    def _play_out_of_turn(self, desk: Desk, process: Process) -> None:
        if self._is_to_move(desk, process):
            return
        try:
            process.table.play(None)
        except NotNow:
            return
        raise Broken(f"seat {desk.seat} moves out of turn")

    # Faults.

    def _strike(self) -> None:
        while self._faults and self._faults[-1][0] <= self._clock.counts["events"]:
            _, fault = self._faults.pop()
            if self.healed_at is None:
                self._clock.say("{}", fault)
                self._do_fault(fault)
            if not self._faults:
                self._clock.later(self.plan.heal_s, self._heal)

    def _do_fault(self, fault: Fault) -> None:  # noqa: PLR0912 - one case for each
        match fault:
            case LastWord(seat):
                self._desks[seat].last_word = fault
            case Stop(seat):
                self._desks[seat].end_after(fault)
            case Blackout(down_s):
                self._clock.counts["blackout"] += 1
                for desk, seconds in zip(self._desks, down_s, strict=True):
                    self._end_process(desk, Death.POWER, seconds)
            case Cut(name, pairs, seconds):
                self._clock.counts[f"cut: {name}"] += 1
                for pair in sorted(pairs, key=sorted):
                    self._network.cut(pair, seconds)
            case Leave(seat):
                desk = self._desks[seat]
                if desk.process is not None:
                    self._carry_out(desk, desk.process.table.withdraw())
            case Forget(seat, kept, down_s):
                disk = self._desks[seat].disk
                self._end_process(self._desks[seat], Death.KILLED, down_s)
                disk.put_back(disk.synced[: int(len(disk.synced) * kept)])
            case Twist(seat):
                self._desks[seat].twist = fault
            case Starve(seat, seconds):
                self._clock.counts["starved"] += 1
                desk = self._desks[seat]
                if desk.process is not None:
                    self._network.starve(desk, seconds)
            case HalfOpen(seat, other, seconds):
                self._clock.counts["half open"] += 1
                self._network.open_half(seat, other, seconds)
            case OneWay(frm, to, seconds):
                self._clock.counts["one way"] += 1
                self._network.lose_one_way(frm, to, seconds)

    def _heal(self) -> None:
        """Let everything work from here on, so that the table must end."""
        if self.healed_at is not None:
            return
        self._clock.say("all is healed")
        self.healed_at = self._clock.now
        self._faults.clear()
        self._network.heal()
        back = {desk.seat for desk in self._desks if self._returns(desk)}
        self._lost -= back
        for desk in self._desks:
            desk.stop = desk.last_word = None
            if desk.seat in self._lost:
                continue
            self._clock.later(self._rng.random(), self._start, desk)

    def _returns(self, desk: Desk) -> bool:
        vanishing = (fault for _, fault in self.plan.faults if isinstance(fault, Vanish))
        return any(fault.returns and fault.seat == desk.seat for fault in vanishing)
