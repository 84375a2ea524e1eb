"""Random votes: `python -m tests.attacks.voters --seeds A B`.

Each seed is one table of three to five with its keys in escrow: links break and come back, messages
overtake each other, seats end and come back from their journals, honest players call others gone or
would stop; and one seat, if it is dishonest, votes and says whatever it likes, to some and not to
others. In the end every link is there, or one seat is lost for good and the others call it gone.
No honest seat may then be named; whatever file one holds is a good one; those who have closed hold
one transcript, but for one that was left behind; and none hangs, but waits for a villain.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations

from protocol.errors import NotNow
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.peer.messages import Have
from protocol.peer.status import Activity, EndingKind
from protocol.reasons import Forbidden, Reason
from tests.fakes import act
from tests.protocol.peer.split import join, part, restored

from .search import search
from .villain import SPLIT, Scene, check_unnamed, choose, film, judged

BEGINNINGS = (
    Activity.SHUFFLING,
    Activity.AGREEING_ON_PILE,
    Activity.DEALING,
    Activity.MOVING,
    Activity.OPENING,
    Activity.CLOSING,
)


@dataclass
class Players:
    """One table, its villain if it has one, and the random generator."""

    scene: Scene
    villain: int | None
    dice: random.Random
    lost: int | None = None  # for good, at the end

    @property
    def honest(self) -> list[int]:
        return [seat for seat in self.scene.seating.seats if seat != self.villain]

    def step(self) -> None:
        match self.dice.randrange(12):
            case 0 | 1:
                self.link()
            case 2:
                self.restart(self.dice.choice(self.honest))
            case 3 | 4:
                self.call_gone()
            case 5 if self.dice.random() < 0.2:
                self.stop()
            case 6 | 7 | 8 if self.villain is not None:
                self.lie(self.villain)
            case 9:
                act(self.scene.wire, choose)
            case 10:
                self.scene.wire.tick()
            case _:
                for _ in range(self.dice.randrange(40)):
                    self.scene.wire.deliver()

    def link(self) -> None:
        pair = self.dice.choice(list(combinations(self.scene.seating.seats, 2)))
        is_cut = frozenset((Seat(pair[0]), Seat(pair[1]))) in self.scene.wire.cut
        (join if is_cut else part)(self.scene, *pair)

    def restart(self, seat: int) -> None:
        """All messages in transit to and from it are lost."""
        wire = self.scene.wire
        others = [s for s in self.scene.seating.seats if s != seat]
        up = [s for s in others if frozenset((Seat(s), Seat(seat))) not in wire.cut]
        part(self.scene, seat, *up)
        wire.nodes[seat].table = restored(self.scene, seat)
        wire.carry(Seat(seat), self.scene.tables[seat].start())
        join(self.scene, seat, *up)

    def call_gone(self) -> None:
        about = self.dice.choice(self.scene.seating.seats)
        if self.dice.random() < 0.7:
            for other in self.scene.seating.seats:
                if other != about:
                    part(self.scene, about, other)
            for _ in range(60):
                self.scene.wire.deliver()
        for seat in self.honest:
            if self.dice.random() < 0.8:
                with suppress(NotNow):
                    table = self.scene.tables[seat]
                    self.scene.wire.carry(Seat(seat), table.declare_gone(about))

    def stop(self) -> None:
        with suppress(NotNow):
            seat = self.dice.choice(self.honest)
            self.scene.wire.carry(Seat(seat), self.scene.tables[seat].stop())

    def lie(self, villain: int) -> None:
        for message in (self.lie_of(villain) for _ in range(self.dice.randrange(1, 3))):
            for seat in self.dice.sample(self.honest, self.dice.randrange(1, len(self.honest) + 1)):
                self.scene.deliver(seat, message, link=villain)

    def lie_of(self, villain: int) -> bytes:
        """A message that the villain signs, sends about links, or passes on."""
        scene, dice = self.scene, self.dice
        history = scene.history(dice.choice(self.honest))
        stages = [history.stage, history.stage, *(r.stage for r in history.rounds[-3:])]
        stage, about = dice.choice(stages), dice.choice(scene.seating.seats)
        like = Statement(b"", b"", stage.round_number, Seat(villain), stage.head, None)
        known = [s for done in history.rounds[-3:] for s in done.statements.values()]
        real = dice.choice([*known, *history.statements.values()])
        ballot, whom = dice.choice((0, 0, 1, 1, 2, 3, 63)), dice.choice((about, about, None))
        last = dice.choice((None, (dice.randrange(ballot + 1), whom)))
        bodies = (
            ("vote", ballot, whom),
            ("vote", 0, about),
            ("decide", ballot, whom),
            ("next", ballot, last),
            ("stop", tuple(s for s in self.honest if dice.random() < 0.5)),
            ("object", about, ("because",), dice.choice((None, ("wrong", real.value)))),
            real.body,
        )
        linked = tuple(s for s in scene.seating.seats if dice.random() < 0.5)
        return dice.choice(
            (
                *(
                    scene.signed(villain, like, body).data
                    for body in bodies[: dice.choice((4, 4, 4, 4, 4, 7))]
                ),
                Have(stage.round_number, (), linked).data,
                real.data,
            )
        )


def players(seed: int) -> Players:
    """The table of a seed; in every third one all seats are honest."""
    dice = random.Random(f"voters {seed}")  # noqa: S311 - the same dice for the same seed
    seats = dice.choice((3, 4, 4, 5))
    scene = film(seats, SPLIT)[dice.choice(BEGINNINGS)].copy()
    scene.wire.rng = dice
    scene.wire.reorder = dice.random() < 0.3
    villain = dice.randrange(seats) if seed % 3 else None
    lost = dice.randrange(seats) if villain is None and seed % 2 else None
    return Players(scene, villain, dice, lost)


def play(made: Players) -> None:
    scene = made.scene
    for _ in range(made.dice.randrange(10, 60)):
        made.step()
    scene.wire.reorder = False
    for one, other in combinations(scene.seating.seats, 2):
        if made.lost in (one, other):
            part(scene, one, other)
        elif frozenset((one, other)) in scene.wire.cut:
            join(scene, one, other)
    scene.run(limit=60_000, ticks=80)
    if made.lost is not None:
        go_on_without(made, made.lost)


def go_on_without(made: Players, lost: int) -> None:
    """The others declare it gone whenever it is awaited; meanwhile it may return and leave once."""
    scene, others = made.scene, [seat for seat in made.honest if seat != made.lost]
    for _ in range(40):
        for seat in others:
            with suppress(NotNow):
                scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(lost)))
        scene.run(limit=60_000, ticks=8)
        if all(scene.tables[seat].ending() is not None for seat in others):
            return


def check(made: Players) -> str:
    """A short result; raises `AssertionError` if an honest seat was wronged."""
    scene = made.scene
    endings = {seat: scene.tables[seat].ending() for seat in made.honest}
    alone = {
        seat
        for seat, end in endings.items()
        if end and end.reason == Reason(Forbidden.STOPPED_ALONE)
    }
    loyal = [seat for seat in made.honest if seat not in alone]
    check_unnamed(scene, loyal)
    files: set[bytes] = set()
    for seat, ending in endings.items():
        table = scene.tables[seat]
        report = judged(table.evidence() or table.transcript())
        assert report.valid, (seat, ending, report.fault)
        assert report.named not in loyal, (seat, report.named)
        if ending is not None and ending.how is EndingKind.CHEAT:
            assert report.named == ending.seat, (seat, ending, report.named)
        if ending is not None and ending.how is EndingKind.CLOSED:
            files.add(scene.tables[seat].transcript())
    hows = sorted({ending.how.value if ending else "waits" for ending in endings.values()})
    if made.villain is None:
        ends = {ending.how for seat, ending in endings.items() if ending and seat != made.lost}
        ended = [seat for seat, ending in endings.items() if ending]
        assert ends <= {EndingKind.CLOSED, EndingKind.AGREED, EndingKind.WITHDRAWN}, (hows, ended)
        missing = alone | {made.lost} - {None}  # a seat that has left on its own is lost too
        has_ended = {*ended, made.lost} >= set(made.honest)
        assert has_ended or len(missing) > 1, [t.status() for t in scene.tables]
    named = any(ending and ending.how is EndingKind.CHEAT for ending in endings.values())
    assert len(files) <= 1 or named or _are_of_one_left_out(made), "two transcripts"
    if made.lost is None or not alone - {
        made.lost
    }:  # otherwise two are lost, which no table survives
        _check_waiting(made)
    gone = any(scene.tables[seat].status().gone is not None for seat in made.honest)
    return " / ".join(hows) + (", one gone" if gone else "")


def _are_of_one_left_out(made: Players) -> bool:
    """Whether the one other file is that of a seat that had closed before it was found absent."""
    tables = made.scene.tables
    gone = {tables[seat].status().gone for seat in made.honest} - {None}
    kept = {tables[s].transcript() for s in made.honest if s not in gone and tables[s].settled}
    return len(kept) <= 1 and bool(gone)


def _check_waiting(made: Players) -> None:
    """If a seat waits though all are connected, it ultimately waits for a villain."""
    tables = made.scene.tables
    waiting = [seat for seat in made.honest if tables[seat].ending() is None]
    if not waiting:
        return
    awaited = {other for seat in waiting for other in tables[seat].status().waiting_for}
    over = {seat for seat in made.honest if tables[seat].ending() is not None}
    # a villain that takes no part in a ballot holds up those who have voted in it
    votes = made.villain is not None and any(tables[s].status().called_gone for s in waiting)
    assert made.villain in awaited or awaited & over or votes, [t.status() for t in tables]


def table(seed: int) -> str:
    """Play the table of this seed, and return how it ended."""
    made = players(seed)
    play(made)
    return check(made)


if __name__ == "__main__":
    sys.exit(search("voters", table))
