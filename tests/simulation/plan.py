"""The plan of a simulated table: everything that a seed decides before the first event."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import TypeAlias

from protocol.game import Seat

Pair: TypeAlias = frozenset[Seat]


class Death(Enum):
    """How a process ends, which determines what is on its disk afterwards."""

    KILLED = "killed"  # what was written survives, synced or not
    POWER = "power lost"  # what was not synced may be gone or torn
    WRITE = "disk full"  # a write fails
    SYNC = "fsync failed"


@dataclass(frozen=True, slots=True)
class Stop:
    """The seat's process ends after this many more writes, syncs and sends, and comes back."""

    seat: Seat
    how: Death
    after_steps: int
    down_s: float


@dataclass(frozen=True, slots=True)
class Blackout:
    """A power cut for all seats; `down_s` has one value per seat."""

    down_s: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """No link between these pairs; each end notices at its own time."""

    name: str
    pairs: frozenset[Pair]
    seconds: float


@dataclass(frozen=True, slots=True)
class OneWay:
    """What one seat sends to the other is lost, until both find their link dead."""

    frm: Seat
    to: Seat
    seconds: float


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat withdraws."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Forget:
    """The seat's owner restores a copy of its journal with this fraction of it, so the seat may
    contradict what it has said before."""

    seat: Seat
    kept: float
    down_s: float


@dataclass(frozen=True, slots=True)
class Twist:
    """When the seat next moves, its process ends while sending the move. Its owner removes the move
    from the journal, and moves again while these seats cannot hear it."""

    seat: Seat
    after_steps: int
    deaf: frozenset[Seat]
    seconds: float


@dataclass(frozen=True, slots=True)
class Vanish(Stop):
    """The seat's process ends; if it `returns`, it does so only when everything is healed."""

    returns: bool


@dataclass(frozen=True, slots=True)
class Starve:
    """The seat's process gets no processor time. Messages wait; if that takes long, the others
    consider it away."""

    seat: Seat
    seconds: float


@dataclass(frozen=True, slots=True)
class HalfOpen:
    """One end has a new link of which the other does not know, until the first finds it silent: the
    other keeps its former link, or none."""

    seat: Seat
    other: Seat
    seconds: float


@dataclass(frozen=True, slots=True)
class LastWord(Stop):
    """The process ends this many steps after the closing round has opened there."""


Fault: TypeAlias = Stop | Blackout | Cut | OneWay | Leave | Forget | Twist | Starve | HalfOpen

TROUBLES = ("", "leave", "forget", "twist", "gone")
"""What else may happen at a table: somebody withdraws, forgets what it has said, takes it back, or
is gone for good from a table whose keys are in escrow."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`culprit` is the seat that leaves, forgets or takes back what it has said.

    `impatience` is the probability, each second, that a seat waiting for another without a link
    calls it gone.
    `faults` happen at the given counts of events.
    `eager_sync` is the probability that a process syncs what it wrote without sending anything.
    `cut_for_good` pairs never get a link.
    """

    seed: int
    game: str
    seats: int
    culprit: Seat | None
    latency_s: float
    late: float
    in_order: bool
    loss: float
    double: float
    think_s: float
    eager_sync: float
    cut_for_good: frozenset[Pair]
    faults: tuple[tuple[int, Fault], ...]
    heal_s: float
    impatience: float = 0.0


def plan_of(seed: int, game: str = "", trouble: str = "") -> Plan:
    """Return the plan. `game` is a game's name; if empty, the seed chooses one of the tiny ones."""
    rng = random.Random(f"plan {seed} {game}")  # noqa: S311 - a simulation's dice
    seats = rng.choices((2, 3, 4, 5), (52, 32, 10, 6))[0]
    if trouble == "gone":
        game, seats = game or "tiny split", max(seats, 3)
    horizon = (30 if game == "" or game.startswith("tiny") else 150) * seats * seats
    rough = rng.random() < 0.3  # a wire worse than any TCP
    count = rng.choices((0, 1, 2, 3, 5, 8), (3, 20, 25, 25, 20, 7))[0]
    faults = [(int(horizon * rng.random()), _fault(rng, seats)) for _ in range(count)]
    culprit = Seat(rng.randrange(seats)) if trouble and trouble != "gone" else None
    faults += _slow(seed, seats, horizon)
    if trouble == "gone":
        faults.append(_vanishing(rng, seats, horizon))
    if culprit is not None:
        faults += _trouble(rng, trouble, culprit, (horizon, seats))
    return Plan(
        seed=seed,
        game=game or rng.choice(("tiny shown", "tiny kept")),
        seats=seats,
        culprit=culprit,
        latency_s=rng.choice((0.002, 0.02, 0.3)),
        late=rng.choice((0.0, 0.0, 0.05)),
        in_order=not (rough and rng.random() < 0.7),
        loss=rng.choice((0.0, 0.05, 0.3)) if rough else 0.0,
        double=rng.choice((0.0, 0.1, 0.5)) if rough else 0.0,
        think_s=rng.choice((0.0, 0.05, 2.0)),
        eager_sync=rng.choice((0.0, 0.5, 1.0)),
        cut_for_good=_cut_for_good(rng, seats) if trouble != "gone" else frozenset(),
        faults=tuple(sorted(faults, key=lambda fault: fault[0])),
        heal_s=rng.choice((0.1, 3.0, 30.0)) + 200 * any(isinstance(f, LastWord) for _, f in faults),
        impatience=rng.choice((0.1, 0.5)) if trouble == "gone" else 0.0,
    )


def pairs_of(seats: int) -> list[Pair]:
    return [frozenset(pair) for pair in combinations(map(Seat, range(seats)), 2)]


def _fault(rng: random.Random, seats: int) -> Fault:
    seat = Seat(rng.randrange(seats))
    seconds = rng.choice((0.05, 1.0, 8.0, 40.0)) * rng.uniform(0.3, 1.5)
    match rng.choices(("stop", "blackout", "cut", "one way"), (50, 6, 32, 12))[0]:
        case "stop":
            return Stop(seat, rng.choice(list(Death)), int(rng.expovariate(1 / 6)), seconds)
        case "blackout":
            return Blackout(tuple(seconds * rng.uniform(0.1, 2) for _ in range(seats)))
        case "one way":
            other = rng.choice([s for s in range(seats) if s != seat])
            return OneWay(seat, Seat(other), seconds)
    return Cut(*_pattern(rng, seats), seconds)


def _slow(seed: int, seats: int, horizon: int) -> list[tuple[int, Fault]]:
    """Return further faults, by separate dice: starved processes, half-open links."""
    rng = random.Random(f"slow {seed}")  # noqa: S311 - a simulation's dice
    faults: list[tuple[int, Fault]] = []
    for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
        seat, other = map(Seat, rng.sample(range(seats), 2))
        at, seconds = int(horizon * rng.random()), rng.choice((0.5, 3.0, 15.0, 40.0))
        fault = Starve(seat, seconds) if rng.random() < 0.5 else HalfOpen(seat, other, seconds / 4)
        faults.append((at, fault))
    if rng.random() < 0.2:
        down_s = rng.choice((1.0, 20.0, 90.0, 150.0)) * rng.random()
        steps = int(rng.expovariate(1 / 4))
        faults.append((0, LastWord(Seat(rng.randrange(seats)), Death.KILLED, steps, down_s)))
    return faults


def _trouble(
    rng: random.Random, trouble: str, culprit: Seat, scale: tuple[int, int]
) -> list[tuple[int, Fault]]:
    horizon, seats = scale
    when = [int(horizon * rng.random()) for _ in range(rng.choice((1, 1, 3)))]
    if trouble == "leave":
        return [(when[0], Leave(culprit))]
    if trouble == "twist":
        deaf = frozenset(Seat(s) for s in range(seats) if s != culprit and rng.random() < 0.6)
        steps = rng.randint(1, 2 * seats)
        return [(when[0] // 4, Twist(culprit, steps, deaf, rng.choice((0.5, 5.0, 20.0))))]
    return [(at, Forget(culprit, rng.random(), rng.choice((0.1, 5.0)))) for at in when]


def _vanishing(rng: random.Random, seats: int, horizon: int) -> tuple[int, Fault]:
    seat, steps = Seat(rng.randrange(seats)), int(rng.expovariate(1 / 6))
    how = rng.choice((Death.KILLED, Death.POWER))
    return int(horizon * rng.random()), Vanish(seat, how, steps, 0.0, rng.random() < 0.5)


def _pattern(rng: random.Random, seats: int) -> tuple[str, frozenset[Pair]]:
    every = pairs_of(seats)
    name = rng.choice(("pair", "pair", "alone", "parted", "some", "all"))
    match name:
        case "pair":
            return name, frozenset({rng.choice(every)})
        case "alone":
            seat = rng.randrange(seats)
            return name, frozenset(pair for pair in every if seat in pair)
        case "parted":
            one = {seat for seat in range(seats) if rng.random() < 0.5}
            return name, frozenset(pair for pair in every if len(pair & one) == 1)
        case "some":
            return name, frozenset(pair for pair in every if rng.random() < 0.5)
    return name, frozenset(every)


def _cut_for_good(rng: random.Random, seats: int) -> frozenset[Pair]:
    """Return the pairs without a link, mostly none; the seats always stay connected."""
    if seats < 3 or rng.random() < 0.6:
        return frozenset()
    kept = set(pairs_of(seats))
    for pair in rng.sample(sorted(kept, key=sorted), rng.randint(1, len(kept))):
        if _is_connected(kept - {pair}, seats):
            kept.remove(pair)
    return frozenset(pairs_of(seats)) - kept


def _is_connected(links: set[Pair], seats: int) -> bool:
    reached: set[Seat] = {Seat(0)}
    for _ in range(seats):
        reached = reached.union(*(link for link in links if link & reached))
    return len(reached) == seats
