"""Villains who send random messages: `python -m tests.attacks.villains --seeds A B`.

Each seed is one table: two to five seats, one honest seat at least, links between honest seats that
may be cut, and messages that may be reordered. In the end every link is up and everything is
delivered. No honest seat may then be named, none may hang without saying for whom it waits, and
a machine may only ever raise this project's own errors.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from itertools import combinations

from protocol.crypto.proofs import TableSecret
from protocol.encoding import Value
from protocol.game import Card, Seat
from protocol.ledger.evidence import (
    Evidence,
    FalseBox,
    SignedTwice,
    Two,
    WrongStatement,
    objection_body,
)
from protocol.ledger.history import Statement
from protocol.peer.messages import AllSent, Digest, Have, Signatures
from protocol.peer.status import Activity
from protocol.reasons import Forbidden, Reason
from protocol.rounds.phases import Dealing

from .search import search
from .villain import HANABI, TOY, Scene, before, check_unnamed

KINDS = ("reveal", "shuffled", "dealt", "move", "close")


@dataclass
class Gang:
    """The villains of one table, and the random generator that chooses their messages."""

    scene: Scene
    villains: tuple[int, ...]
    dice: random.Random

    @property
    def honest(self) -> tuple[int, ...]:
        return tuple(s for s in range(len(self.scene.mes)) if s not in self.villains)

    def message(self) -> bytes:
        """Messages made from their own keys and from real messages."""
        scene, dice = self.scene, self.dice
        history = scene.history(self.villains[0])
        villain = dice.choice(self.villains)
        real, other = self._statement(), self._statement()
        now = scene.now(0, None, as_seen_by=dice.choice(range(len(scene.mes))))
        near = now.round_number + dice.choice((-1, 1, 2))
        number = dice.choice((real.round_number, now.round_number, max(near, 0)))
        head = dice.choice((real.head, now.head, bytes(32)))
        like = Statement(b"", b"", number, Seat(villain), head, None)
        body = dice.choice((real.body, other.body, ("agree", bytes(32)), None, self._second(real)))
        objection = objection_body(
            Seat(dice.randrange(len(scene.mes))),
            Reason(Forbidden.NOT_DUE),
            self._evidence(villain, like),
        )
        return dice.choice(
            (
                real.data,
                scene.signed(villain, like, body).data,
                scene.signed(villain, now, body).data,
                scene.signed(villain, like, objection).data,
                scene.signed(villain, now, objection).data,
                AllSent(number, head).data,
                Have(number, (), ()).data,
                Signatures(history.signatures[::-1]).data,
                Digest(bytes(32)).data,
            )
        )

    def _statement(self) -> Statement:
        """A real statement, by any seat, in any round."""
        history = self.scene.history(self.dice.choice(range(len(self.scene.mes))))
        statements = [s for done in history.rounds for s in done.statements.values()]
        return self.dice.choice([*statements, *history.statements.values()])

    def _second(self, real: Statement) -> Value:
        """A body like a real one, with one part of another."""
        other = self._statement()
        if isinstance(real.body, tuple) and isinstance(other.body, tuple):
            return (*real.body[:1], *other.body[1:])
        return real.body

    def _evidence(self, villain: int, like: Statement) -> Evidence | None:
        scene, dice = self.scene, self.dice
        real, other = self._statement(), self._statement()
        signatures = scene.history(villain).signatures
        key = bytes(TableSecret(scene.mes[villain].secret, scene.seating.table).box_key)
        forged = scene.signed(villain, like, real.body)
        deals = [
            statement
            for done in scene.history(villain).rounds
            if isinstance(done.stage.phase, Dealing)
            for statement in done.statements.values()
        ]
        return dice.choice(
            (
                None,
                WrongStatement(real),
                WrongStatement(forged),
                Two(real, other),
                Two(real, scene.signed(villain, real, other.body)),
                Two(forged, scene.signed(villain, like, other.body)),
                FalseBox(real, Card(dice.randrange(60)), key),
                FalseBox(dice.choice(deals or [real]), Card(dice.randrange(20)), key),
                SignedTwice(Seat(0), signatures[0], signatures[1]),
            )
        )


def gang(seed: int) -> Gang:
    """The table of a seed, before the first message."""
    dice = random.Random(f"villains {seed}")  # noqa: S311 - the same dice for the same seed
    game = HANABI if seed % 8 == 0 else TOY
    seats = dice.choice((2, 3, 4, 5))
    scene = before(dice.choice(KINDS), seats, game)
    villains = tuple(sorted(dice.sample(range(seats), dice.randrange(1, seats))))
    made = Gang(scene, villains, dice)
    scene.wire.rng = dice
    scene.wire.reorder = dice.random() < 0.5
    for pair in combinations(made.honest, 2):
        if dice.random() < 0.4:
            _link(scene, pair, up=False)
    return made


def _link(scene: Scene, pair: tuple[int, int], *, up: bool) -> None:
    both = frozenset((Seat(pair[0]), Seat(pair[1])))
    scene.wire.cut = scene.wire.cut - {both} if up else scene.wire.cut | {both}
    for one, other in (pair, pair[::-1]):
        table = scene.tables[one]
        effects = table.connected(Seat(other)) if up else table.disconnected(Seat(other))
        scene.wire.carry(Seat(one), effects)


def play(made: Gang) -> None:
    """The villains send in the middle of the game; in the end everything is delivered."""
    scene, dice = made.scene, made.dice
    for _ in range(dice.randrange(2, 9)):
        message, link = made.message(), dice.choice(made.villains)
        for seat in dice.sample(made.honest, dice.randrange(1, len(made.honest) + 1)):
            scene.deliver(seat, message, link=link)
        scene.run(limit=dice.randrange(1, 40), moves=1, ticks=1, until_the_limit=True)
    scene.wire.reorder = False
    for pair in combinations(made.honest, 2):
        if frozenset((Seat(pair[0]), Seat(pair[1]))) in scene.wire.cut:
            _link(scene, pair, up=True)
    scene.run(limit=60_000, moves=1)


def check(made: Gang) -> str:
    """A short result; raises `AssertionError` if an honest seat was wronged."""
    check_unnamed(made.scene, made.honest)
    tables = made.scene.tables
    ends = []
    for seat in made.honest:
        ending, status = tables[seat].ending(), tables[seat].status()
        if ending is not None:
            ends.append((ending.how.value, ending.seat))
            continue
        assert status.waiting_for, (seat, status)
        assert _is_answered(made, seat), (seat, [table.status() for table in tables])
        ends.append((status.activity.value, None))
    named = {seat for _, seat in ends}
    return " / ".join(sorted({how for how, _ in ends})) + (" (differ)" if len(named) > 1 else "")


def _is_answered(made: Gang, seat: int) -> bool:
    """Whether a seat waited for is a villain, or has to choose a move."""
    for awaited in made.scene.tables[seat].status().waiting_for:
        theirs = made.scene.tables[awaited].status()
        if awaited in made.villains or (theirs.activity, theirs.waiting_for) == (
            Activity.MOVING,
            (awaited,),
        ):
            return True
    return False


def table(seed: int) -> str:
    """Play the table of this seed, and return how it ended."""
    made = gang(seed)
    play(made)
    return check(made)


if __name__ == "__main__":
    sys.exit(search("villains", table))
