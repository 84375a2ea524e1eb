"""Fakes for the wire, the clock and randomness: whole tables in memory, under one seed.

The machines are the real ones; only what lies between them is not.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from protocol.encoding import Value
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.identity.keys import Identity, seat_message
from protocol.identity.seating import Place, Seating, with_machines
from protocol.peer.effects import Broadcast, Changed, Effect, Finished, Persist, Send
from protocol.peer.status import Activity
from protocol.peer.table import SigningSeat, Table
from protocol.reasons import Reason
from tests.any_game import AnyGame, AnyTable

NAMES = ("Ana", "Ben", "Chi", "Dan", "Eva")


def seeded(seed: int, *label: object) -> bytes:
    """32 bytes that stand in for the system's random source."""
    return hashlib.sha256(repr((seed, *label)).encode()).digest()


def seated(
    game: AnyGame,
    seats: int,
    *,
    seed: int = 0,
    options: dict[str, Value] | None = None,
    machines: Sequence[int] = (),
) -> tuple[Seating, tuple[bytes, ...], tuple[SigningSeat, ...]]:
    """A seating that all have signed, and what each seat speaks with. `machines`: for each seat the
    one on whose machine it runs, if not its own."""
    identities = [Identity(seeded(seed, "identity", i)) for i in range(seats)]
    places = tuple(
        Place(
            NAMES[i], who.public_key, seeded(seed, "certificate", i), seeded(seed, "nonce", i)[:16]
        )
        for i, who in enumerate(identities)
    )
    chosen = game.options(options or {})
    stands = with_machines(chosen, [Seat(owner) for owner in machines])
    seating = Seating(game.name, stands, game.deck, game.faces(dict(chosen)), places)
    signatures = tuple(who.sign(seat_message(seating.table, i)) for i, who in enumerate(identities))
    return (
        seating,
        signatures,
        tuple(
            SigningSeat(Seat(i), who, seeded(seed, "secret", i)) for i, who in enumerate(identities)
        ),
    )


@dataclass
class Node:
    """One seat: its machine, and everything it was asked to keep."""

    table: AnyTable
    journal: list[Persist] = field(default_factory=list)
    dropped: list[Reason] = field(default_factory=list)
    finished: list[Finished] = field(default_factory=list)


@dataclass
class Wire:
    """Links in memory: keeps each link's order unless told otherwise; loses or doubles at will.

    `cut` are pairs of seats with no link. `tamper(frm, to, message)` may change what passes.
    """

    nodes: list[Node]
    rng: random.Random
    loss: float = 0.0
    double: float = 0.0
    reorder: bool = False
    cut: set[frozenset[Seat]] = field(default_factory=set)
    tamper: Callable[[Seat, Seat, bytes], Sequence[bytes]] = lambda _f, _t, message: (message,)
    queues: dict[tuple[Seat, Seat], list[bytes]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def open(self) -> None:
        for one, other in self._pairs():
            if frozenset((one, other)) not in self.cut:
                self.carry(one, self.nodes[one].table.connected(other))
        for seat, node in enumerate(self.nodes):
            self.carry(Seat(seat), node.table.start())

    def carry(self, seat: Seat, effects: Sequence[Effect]) -> None:
        """Do what a machine asks."""
        node = self.nodes[seat]
        for effect in effects:
            match effect:
                case Persist() as kept:
                    node.journal.append(kept)
                case Broadcast(message):
                    for other in range(len(self.nodes)):
                        self._send(seat, Seat(other), message)
                case Send(to, message):
                    self._send(seat, to, message)
                case Finished():
                    node.finished.append(effect)
                case Changed():
                    self.counts["changed"] += 1

    def _send(self, frm: Seat, to: Seat, message: bytes) -> None:
        if frm == to or frozenset((frm, to)) in self.cut:
            return
        for changed in self.tamper(frm, to, message):
            if self.rng.random() < self.loss:
                self.counts["lost"] += 1
                continue
            copies = 2 if self.rng.random() < self.double else 1
            self.queues.setdefault((frm, to), []).extend([changed] * copies)

    def deliver(self) -> bool:
        """One message of one link; False when all is quiet."""
        waiting = sorted(link for link, queue in self.queues.items() if queue)
        if not waiting:
            return False
        frm, to = self.rng.choice(waiting)
        queue = self.queues[frm, to]
        message = queue.pop(self.rng.randrange(len(queue)) if self.reorder else 0)
        self.counts["delivered"] += 1
        try:
            self.carry(to, self.nodes[to].table.receive(frm, message))
        except Dropped as error:
            self.nodes[to].dropped.append(error.reason)
        return True

    def tick(self) -> None:
        for seat, node in enumerate(self.nodes):
            self.carry(Seat(seat), node.table.tick())

    def _pairs(self) -> Iterator[tuple[Seat, Seat]]:
        for one in range(len(self.nodes)):
            for other in range(len(self.nodes)):
                if one != other:
                    yield Seat(one), Seat(other)


def wire_for(
    game: AnyGame,
    seats: int,
    *,
    seed: int = 0,
    options: dict[str, Value] | None = None,
    machines: Sequence[int] = (),
) -> Wire:
    seating, signatures, mes = seated(game, seats, seed=seed, options=options, machines=machines)
    nodes = [Node(Table(game, seating, signatures, me)) for me in mes]
    return Wire(nodes, random.Random(seed))  # noqa: S311 - a fake's dice


def play_out(wire: Wire, choose: Callable[[Any], Any], *, limit: int = 200_000) -> None:
    """Deliver, let whoever is to act choose from its view, tick when all is quiet, to the end."""
    for _ in range(limit):
        if wire.deliver():
            continue
        if all(node.table.ending() is not None for node in wire.nodes) and all(
            node.table.settled or node.table.evidence() for node in wire.nodes
        ):
            return
        if not act(wire, choose):
            wire.tick()
    raise AssertionError([node.table.status() for node in wire.nodes])


def act(wire: Wire, choose: Callable[[Any], Any]) -> bool:
    """Whoever is to move does; False if nobody is."""
    for seat, node in enumerate(wire.nodes):
        status = node.table.status()
        if status.activity is Activity.MOVING and status.waiting_for == (seat,):
            wire.carry(Seat(seat), node.table.play(choose(node.table.view())))
            return True
    return False
