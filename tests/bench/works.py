"""The work whose operations are counted: whole games of bots, in memory, under one seed.

set-up       from a seating signed by all to the hands dealt
each kind of move, with what follows it until somebody is to move again
audit        of the finished file
resume       one seat resumes from its journal of the whole game
size         of the file, in moves and bytes: audit and resume grow with it
a shuffle    of a number of cards, proved and verified
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from p2p_hanabi.games.hanabi.moves import HintColour, HintRank
from protocol.audit.verdict import audit
from protocol.crypto import group
from protocol.crypto.parts import Result
from protocol.crypto.proofs import Context, TableSecret
from protocol.crypto.shuffle_proof import Task, shuffle, starting_pile, verify_shuffle
from protocol.encoding import Value
from protocol.game import AnyMove, Claim, Face, Seat, Shuffle
from protocol.peer.effects import Effect
from protocol.peer.status import Activity
from protocol.peer.table import Table
from protocol.rounds.phases import AgreeingOnPile, Closing, Dealing, Opening, Verified
from protocol.rounds.prove import NO_MOVE, Proofs, prove
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage
from tests.any_game import BOTS, RULES, AnyTable
from tests.bench.counting import Cost, counting, units
from tests.fakes import Wire, seated, seeded, wire_for

SEED = 1
CARDS = (25, 50, 100, 200)
TWO_COLOURS = 10
"""The faces of two colours of Hanabi."""
FOLLOWS = {
    Opening: "a card shown",
    AgreeingOnPile: "a new pile",
    Dealing: "dealt",
    Closing: "the end",
}
"""What may follow a move and the agreement to it, by the kind of round."""


@dataclass(frozen=True)
class Game:
    name: str
    seats: int
    options: tuple[tuple[str, bool | str], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.name}, {self.seats} seats{chosen}"


GAMES = (
    *(Game("hanabi", seats) for seats in (2, 3, 4, 5)),
    Game("hanabi", 5, (("escrow", True),)),
    Game("hanabi", 5, (("multicolour", "any-ten"),)),
    *(Game("ikebana", seats) for seats in (2, 3, 4, 5)),
    Game("koikoi", 2),
)


@dataclass(frozen=True)
class Work:
    """`paths` are the critical paths if each seat has its own machine with so many cores, and links
    take no time; `longest` is the most that one of them does with its table before it handles the
    next message."""

    all_seats: Cost
    paths: Mapping[int, Cost]
    longest: Cost

    def or_dearer(self, other: Work) -> Work:
        """Combine it with the same work by another mover: only the dependencies differ."""
        if self.all_seats != other.all_seats:
            raise ValueError(f"two works of one kind cost differently: {self}, {other}")
        paths = {cores: max(self.paths[cores], other.paths[cores], key=units) for cores in PATHS}
        return Work(self.all_seats, paths, max(self.longest, other.longest, key=units))

    def costs(self, name: str) -> Works:
        return {
            name: self.all_seats,
            **{f"{name}: {path}": self.paths[cores] for cores, path in PATHS.items()},
            f"{name}: {LONGEST}": self.longest,
        }


Works = Mapping[str, Cost]
"""By name; work that all seats do has four names."""
PATHS, LONGEST = {2: "critical path, two cores", 4: "critical path, four cores"}, "longest job"
SIZE = "size of the file"


@dataclass(frozen=True)
class Job:
    """Work of one thread, which begins after other tasks; they have smaller numbers."""

    cost: Cost
    after: tuple[int, ...]


class Cores(Proofs):
    """Does everything in turn, and notes what cores could do at once in `ProofsAhead`: the parts of
    a proof or a verification, and a seat's own shuffle during the verification of the one before.
    """

    def __init__(self) -> None:
        self.begin(Counter())
        self._ahead: tuple[Stage, tuple[Value, Verified]] | None = None

    def begin(self, spent: Cost) -> None:
        """Begin to note what is done in a call."""
        self._spent = spent
        self._noted: Cost = Counter()
        self._tasks: list[Job] = []
        self._last = self._note(Counter())
        self._last_ahead = self._last
        self._made: Cost = Counter()

    def expect(self, stage: Stage, prover: Prover) -> None:
        self._in_turn()
        fork, before = self._last, Counter(self._spent)
        self._ahead = stage, prove(stage, prover, together=self.together)
        self._in_turn()
        self._last, self._last_ahead = fork, self._last
        self._made = self._spent - before

    def prove(
        self, stage: Stage, prover: Prover, move: AnyMove = NO_MOVE
    ) -> tuple[Value, Verified]:
        ahead, self._ahead = self._ahead, None
        if ahead is None or ahead[0] != stage:
            return super().prove(stage, prover, move)
        self._in_turn()
        self._last = self._note(Counter(), self._last, self._last_ahead)
        return ahead[1]

    def together(self, parts: Sequence[Callable[[], Result]]) -> Sequence[Result]:
        self._in_turn()
        fork, ends, results = self._last, [], []
        for part in parts:
            results.append(part())
            ends.append(self._in_turn(fork))
        self._last = self._note(Counter(), *ends)
        return results

    def first(self) -> Cost:
        """Return what was done in the call, but for the shuffle ahead."""
        return self._spent - self._made

    def path(self, cores: int) -> Cost:
        """Return the critical path: each task begins when a core is free and what it needs is done;
        of several the first."""
        self._in_turn()
        ends: dict[int, Cost] = {}
        ready: dict[int, Cost] = {}
        free: list[Cost] = [Counter() for _ in range(cores)]
        left = dict(enumerate(self._tasks))
        while left or ready:
            for number, task in list(left.items()):
                if all(other in ends for other in task.after):
                    needed = [ends[other] for other in task.after]
                    ready[number] = max(needed, key=units, default=Counter())
                    del left[number]
                    if not task.cost:
                        ends[number] = ready.pop(number)
            if ready:
                core = min(range(cores), key=lambda core: units(free[core]))
                soonest = max(units(free[core]), min(map(units, ready.values())))
                number = next(each for each in sorted(ready) if units(ready[each]) <= soonest)
                begun = max(free[core], ready.pop(number), key=units)
                free[core] = ends[number] = begun + self._tasks[number].cost
        return ends[self._last]

    def _in_turn(self, after: int | None = None) -> int:
        """Note what has been done since the last task, and return its number."""
        cost, self._noted = self._spent - self._noted, Counter(self._spent)
        self._last = self._note(cost, self._last if after is None else after)
        return self._last

    def _note(self, cost: Cost, *after: int) -> int:
        self._tasks.append(Job(cost, after))
        return len(self._tasks) - 1


Clock = Mapping[int, Cost]
"""What has passed, by the number of cores."""
START: Clock = {cores: Counter() for cores in PATHS}
FEW = min(PATHS)


@dataclass
class Machines:
    """A table in memory with a machine for each seat. Messages that arrive while a machine computes
    are received afterwards; all in the order in which machines with `FEW` cores send them."""

    wire: Wire
    cores: list[Cores] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    all_seats: Cost = field(default_factory=Counter)
    longest: Cost = field(default_factory=Counter)
    sent: dict[tuple[Seat, Seat], list[Clock]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wire.tamper = self._at_its_time
        for node in self.wire.nodes:
            self.cores.append(Cores())
            node.table._proofs = self.cores[-1]

    def start(self) -> None:
        """Start as the program does: links come up at tables that have started."""
        for seat, node in enumerate(self.wire.nodes):
            self.do(Seat(seat), node.table.start)
        self.wire.queues.clear()
        self.sent.clear()
        for seat, node in enumerate(self.wire.nodes):
            for other in range(len(self.wire.nodes)):
                if other != seat:
                    self.do(Seat(seat), partial(node.table.connected, Seat(other)))

    def work(self, begin: Callable[[], None]) -> Work:
        """Run until no messages are left."""
        self.clocks = [START for _ in self.wire.nodes]
        self.all_seats, self.longest = Counter(), Counter()
        begin()
        while self.deliver():
            pass
        paths = {n: max((clock[n] for clock in self.clocks), key=units) for n in PATHS}
        return Work(self.all_seats, paths, self.longest)

    def do(
        self, seat: Seat, call: Callable[[], Sequence[Effect]], sentences: Clock | None = None
    ) -> None:
        core = self.cores[seat]
        with counting() as spent:
            core.begin(spent)
            effects = call()
        clock, sent = self.clocks[seat], sentences or START
        self.clocks[seat] = {n: max(clock[n], sent[n], key=units) + core.path(n) for n in PATHS}
        self.all_seats += spent
        self.longest = max(self.longest, core.first(), key=units)
        self.wire.carry(seat, effects)

    def _at_its_time(self, frm: Seat, to: Seat, message: bytes) -> Sequence[bytes]:
        self.sent.setdefault((frm, to), []).append(self.clocks[frm])
        return (message,)

    def deliver(self) -> bool:
        """Deliver what was sent first; return False when nothing is left."""
        waiting = [(units(times[0][FEW]), link) for link, times in self.sent.items() if times]
        if not waiting:
            return False
        _, (frm, to) = min(waiting)
        sentences, message = self.sent[frm, to].pop(0), self.wire.queues[frm, to].pop(0)
        self.do(to, lambda: self.wire.nodes[to].table.receive(frm, message), sentences)
        return True


def works_of(game: Game) -> Works:
    """Return all work of one game."""
    rules, choose = RULES[game.name], BOTS[game.name]
    found: dict[str, Work] = {}
    costs: dict[str, Cost] = {"points, once in a process": points(game)}
    machines = Machines(wire_for(rules, game.seats, seed=SEED, options=dict(game.options)))
    nodes = machines.wire.nodes
    found["set-up"] = machines.work(machines.start)
    size: Cost = Counter()
    while (seat := _to_move([node.table for node in nodes])) is not None:
        size["moves"] += 1
        table = nodes[seat].table
        move, history = choose(table.view()), table._history
        claims, before = rules.claims(history.stage.state, move), len(history.rounds)
        work = machines.work(partial(machines.do, seat, partial(table.play, move)))
        phases = [type(done.stage.phase) for done in history.rounds[before:]]
        followed = [FOLLOWS[phase] for phase in phases if phase in FOLLOWS]
        label = ", ".join((_name(move, claims), *followed))
        found[label] = found.get(label, work).or_dearer(work)
    while not all(node.table.settled for node in nodes):
        if not machines.deliver():
            machines.wire.tick()
    file = nodes[0].table.transcript()
    with counting() as audited:
        report = audit(file, RULES)
    if not report.finished or not report.valid:
        raise ValueError(f"{game}: its audit finds a fault")
    seating, signatures, mes = seated(rules, game.seats, seed=SEED, options=dict(game.options))
    with counting() as resumed:
        table = Table(rules, seating, signatures, mes[0])
        table.restore(nodes[0].journal)
        table.start()
    if table.transcript() != file:
        raise ValueError(f"{game}: the resumed game is different")
    for name, work in found.items():
        costs |= work.costs(name)
    size["bytes"] = len(file)
    return {**costs, "audit": audited, "resume": resumed, SIZE: size}


def points(game: Game) -> Cost:
    """Return the cost of the points that a process computes once and caches, for this game."""
    rules, options = RULES[game.name], dict(game.options)
    pending = rules.pending(rules.start(options, game.seats, seeded(SEED, "beacon")))
    assert isinstance(pending, Shuffle)
    with counting() as cost:
        _points(rules.deck, rules.faces(options), len(pending.faces))
    return cost


def _points(deck: str, faces: int, cards: int) -> None:
    group._shuffle_bases.clear()
    group._face_points.clear()
    group.shuffle_bases(cards)
    group.face_points(deck, faces)


def works_of_shuffles(counts: Sequence[int] = CARDS) -> Works:
    return {name: cost for count in counts for name, cost in _shuffle(count)}


def _shuffle(count: int) -> Iterator[tuple[str, Cost]]:
    faces = [Face(i % 25) for i in range(count)]
    _points("bench", 25, count)
    secret = TableSecret(seeded(SEED, "secret"), seeded(SEED, "table"))
    ctx = Context(secret.table, 1, Seat(0), seeded(SEED, "head"))
    start, beacon = starting_pile("bench", count, faces, secret.public_key), seeded(SEED, "beacon")
    before = TableSecret(seeded(SEED, "seat before"), secret.table)
    task = Task(
        ctx,
        0,
        secret.public_key,
        shuffle(before, beacon, Task(ctx, 0, secret.public_key, start))[0],
    )
    with counting() as proved:
        pile, proof = shuffle(secret, beacon, task)
    with counting() as verified:
        verify_shuffle(task, pile, proof.value())
    yield f"prove, {count} cards", proved
    yield f"verify, {count} cards", verified


def _to_move(tables: Sequence[AnyTable]) -> Seat | None:
    for seat, table in enumerate(tables):
        status = table.status()
        if status.activity is Activity.MOVING and status.waiting_for == (seat,):
            return Seat(seat)
    return None


def _name(move: Any, claims: Sequence[Claim]) -> str:
    """Return the name of a move; for a hint, also how many cards it touches, and of how many.

    A hint costs what the faces that it claims cost, so one that means two colours has its own name.
    """
    name = type(move).__name__
    match move:
        case HintColour(touched=touched) | HintRank(touched=touched):
            meant = [len(claim.faces) for claim in claims if claim.card in touched]
            kind = "Two-colour hint" if TWO_COLOURS in meant else "Hint"
            return f"{kind} touching {len(touched)} of {len(claims)}"
    return name
